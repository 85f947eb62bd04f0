"""One shot: ask once, judge once.

propose -> evaluate -> end
"""

from langgraph.graph import END, START, StateGraph

from kbx_agents.context import Context
from kbx_agents.methods.nodes import State, evaluate, propose


def build() -> StateGraph[State, Context, State, State]:
    """The graph of this method."""
    graph = StateGraph(State, Context)
    graph.add_node(propose).add_node(evaluate)
    graph.add_edge(START, "propose").add_edge("propose", "evaluate").add_edge("evaluate", END)
    return graph
