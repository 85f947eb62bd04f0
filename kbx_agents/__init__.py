"""How a language model gets to a right and fast Triton kernel: methods as graphs, budgets, and a log that replays."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kbx_agents.budget import Budget
    from kbx_agents.context import Context
    from kbx_agents.errors import UserError
    from kbx_agents.feedback import feedback_on
    from kbx_agents.logs import configure_logs
    from kbx_agents.methods import load_method
    from kbx_agents.methods.nodes import State, Update
    from kbx_agents.models import load_model
    from kbx_agents.run import Plan, run_method
    from kbx_agents.tables import log_event, rounds_table
    from kbx_agents.trajectory.reader import read_run
    from kbx_agents.trajectory.replay import replay
    from kbx_agents.trajectory.summary import summarise

__all__ = [
    "Budget",
    "Context",
    "Plan",
    "State",
    "Update",
    "UserError",
    "configure_logs",
    "feedback_on",
    "load_method",
    "load_model",
    "log_event",
    "read_run",
    "replay",
    "rounds_table",
    "run_method",
    "summarise",
]

_HOME = {
    "Budget": "budget",
    "Context": "context",
    "Plan": "run",
    "State": "methods.nodes",
    "Update": "methods.nodes",
    "UserError": "errors",
    "configure_logs": "logs",
    "feedback_on": "feedback",
    "load_method": "methods",
    "load_model": "models",
    "log_event": "tables",
    "read_run": "trajectory.reader",
    "replay": "trajectory.replay",
    "rounds_table": "tables",
    "run_method": "run",
    "summarise": "trajectory.summary",
}


def __getattr__(name: str) -> Any:
    """Load on first use: `kbx --help` must not wait for langgraph."""
    if name not in _HOME:
        raise AttributeError(f"module 'kbx_agents' has no attribute {name!r}")
    return getattr(import_module(f"kbx_agents.{_HOME[name]}"), name)
