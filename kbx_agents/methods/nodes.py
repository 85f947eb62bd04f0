"""The nodes that methods share. A node reads the state, uses the context, and returns what changes in the state."""

from typing import Literal, TypedDict

from langgraph.runtime import Runtime

from kbx_agents.context import Context
from kbx_agents.feedback import feedback_on


class State(TypedDict):
    """A method's memory: numbers, words and digests. Texts live in the run's blobs."""

    task: str
    round: int
    reply: str
    verdict: str
    next: Literal["repair", "stop"]


class Update(TypedDict, total=False):
    """The part of the state that a node changes."""

    round: int
    reply: str
    verdict: str
    next: Literal["repair", "stop"]


def propose(state: State, runtime: Runtime[Context]) -> Update:
    """Ask for a first kernel."""
    return {"round": 1, "reply": runtime.context.ask(1, "propose")}


def evaluate(state: State, runtime: Runtime[Context]) -> Update:
    """Have the reply judged."""
    return {"verdict": runtime.context.check(state["reply"])}


def decide(state: State, runtime: Runtime[Context]) -> Update:
    """Stop when the kernel is right or the budget is spent."""
    return {"next": runtime.context.decide(runtime.context.verdict(state["verdict"]))}


def repair(state: State, runtime: Runtime[Context]) -> Update:
    """Ask for a better kernel, showing the last one and what was found."""
    context, round_number = runtime.context, state["round"] + 1
    code = context.code(state["reply"])
    told = feedback_on(context.verdict(state["verdict"]))
    return {"round": round_number, "reply": context.ask(round_number, "repair", code=code, feedback=told)}


def after_decide(state: State) -> Literal["repair", "__end__"]:
    """Follow the decision."""
    return "repair" if state["next"] == "repair" else "__end__"
