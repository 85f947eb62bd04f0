"""Iterative fix: write a kernel, then repair what the evaluator reports, until it is right or the budget is spent.

propose -> evaluate -> decide -> end
              ^           |
              +- repair <-+
"""

from langgraph.graph import START, StateGraph

from kbx_agents.context import Context
from kbx_agents.methods.nodes import State, after_decide, decide, evaluate, propose, repair


def build() -> StateGraph[State, Context, State, State]:
    """The graph of this method."""
    graph = StateGraph(State, Context)
    for node in (propose, evaluate, decide, repair):
        graph.add_node(node)
    graph.add_edge(START, "propose").add_edge("propose", "evaluate").add_edge("evaluate", "decide").add_edge("repair", "evaluate")
    return graph.add_conditional_edges("decide", after_decide)
