"""The offline author: a chat model that writes kernels as a fallible author would, from the solutions that ship with the tasks.

It reads its prompt like any model. Asked for a first kernel, it answers with the task's solution in which it has planted faults; asked
to repair a kernel of its own, it repairs the fault that the feedback names. A seed decides which faults. Nothing it says about models is
true: it is there so that the machinery can be run, tested and shown without a key and without a network.
"""

import random
import re
from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

from kbx_agents.models.faults import Draft, drafts
from kbx_eval.suite import Suite, UnknownTaskError

_OPENINGS = ("Here is the kernel.", "The module below does the work in one pass over memory.", "Here is a complete module.", "")
_REPAIRS = ("Fixed what was reported.", "You are right, here is the corrected module.", "The cause was a slip of mine; corrected.")


class OfflineAuthor(BaseChatModel):
    """Answers prompts about the tasks of a suite; the same seed and prompt give the same answer."""

    seed: int = 0
    _suite: Suite = PrivateAttr()

    def __init__(self, suite: Suite, seed: int = 0) -> None:
        super().__init__(seed=seed, cache=False)
        self._suite = suite

    @property
    def _llm_type(self) -> str:
        return "offline"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        prompt = "\n".join(str(message.text) for message in messages)
        text = self._answer(prompt)
        tokens_in, tokens_out = len(prompt) // 4, len(text) // 4
        usage = UsageMetadata(input_tokens=tokens_in, output_tokens=tokens_out, total_tokens=tokens_in + tokens_out)
        message = AIMessage(content=text, usage_metadata=usage, response_metadata={"finish_reason": "stop"})
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _answer(self, prompt: str) -> str:
        named = re.search(r"^# Task: (\w+)$", prompt, re.MULTILINE)
        try:
            task = self._suite.find(named[1] if named else "")
        except UnknownTaskError:
            return "Which kernel do you need? I see no task that I know."
        rng = random.Random(f"{self.seed}/{task.name}")
        plan = drafts(task.solution, task.entry, rng)
        verdict = re.search(r"^Verdict: (\w+)", prompt, re.MULTILINE)
        return self._write(plan, prompt, verdict[1], rng) if verdict else _reply(plan[0], rng.choice(_OPENINGS))

    def _write(self, plan: Sequence[Draft], prompt: str, status: str, rng: random.Random) -> str:
        """Repair the fault of the draft that the prompt shows; a verdict that fits no planted fault makes it start from scratch."""
        shown = next((place for place, draft in enumerate(plan) if draft.code and draft.code.strip() in prompt), 0)
        if status == "infrastructure_error":
            return _reply(plan[shown], rng.choice(_OPENINGS))
        fault = plan[shown].fault
        return _reply(plan[shown + 1] if fault and status in fault.symptoms else plan[-1], rng.choice(_REPAIRS))


def _reply(draft: Draft, opening: str) -> str:
    if not draft.code:
        return "The kernel should tile the tensor, load each tile once with a mask, compute in float32 and store. Shall I write it out?"
    return f"{opening}\n\n```python\n{draft.code.rstrip()}\n```\n".lstrip()
