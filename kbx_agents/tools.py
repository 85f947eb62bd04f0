"""The evaluator's abilities as LangChain tools: graphs call them from their nodes, and a tool-calling model may choose among them."""

from collections.abc import Callable

from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool, StructuredTool

from kbx_agents.feedback import feedback_on
from kbx_eval.record import Depth, Verdict

_DEPTHS: dict[str, tuple[Depth, str]] = {
    "compile_kernel": ("compile", "Compile the Triton kernels of a module without judging their results."),
    "check_kernel": ("check", "Compile a module, run it on every case of the task and compare the results."),
    "profile_kernel": ("profile", "Check a module and report what its kernels cost: memory traffic, registers, shared memory."),
}


def evaluator_tools(judge: Callable[[str, Depth], Verdict]) -> dict[str, BaseTool]:
    """The tools by name; each answers with feedback as text, and carries the verdict as its artifact."""
    return {name: _tool(name, description, depth, judge) for name, (depth, description) in _DEPTHS.items()}


def call_tool(tool: BaseTool, code: str) -> Verdict:
    """Call a tool as a graph does: for the verdict."""
    message = tool.invoke({"type": "tool_call", "id": tool.name, "name": tool.name, "args": {"code": code}})
    assert isinstance(message, ToolMessage)
    assert isinstance(message.artifact, Verdict)
    return message.artifact


def _tool(name: str, description: str, depth: Depth, judge: Callable[[str, Depth], Verdict]) -> BaseTool:
    def run(code: str) -> tuple[str, Verdict]:
        verdict = judge(code, depth)
        return feedback_on(verdict), verdict

    return StructuredTool.from_function(run, name=name, description=description, response_format="content_and_artifact")
