"""Write, judge, repair: a model works on eight tasks, and afterwards every round is on disk.

python examples/iterative.py                               no key, no GPU: an offline author stands in for the model
python examples/iterative.py --model openai:gpt-5-mini     a real one (needs OPENAI_API_KEY)
python examples/iterative.py --model openai:NAME --base-url http://localhost:8000/v1
"""

import os
from datetime import datetime
from pathlib import Path

import typer

from kbx_agents import Budget, Plan, configure_logs, load_method, load_model, log_event, rounds_table, run_method
from kbx_agents.commands.console import console
from kbx_eval import Evaluator, Settings, load_suite

TASKS = "sigmoid,fused_cos_signbit,index_select,softmax,RMSProp,avg_pool1d,logspace,std"
MODEL = "openai:gpt-5-mini" if os.environ.get("OPENAI_API_KEY") else "offline:"


def main(model: str = MODEL, base_url: str | None = None, tasks: str = TASKS, rounds: int = 4) -> None:
    """Run `iterative_fix` on a few tasks of different categories and show what each round came to."""
    configure_logs()
    suite = load_suite()
    plan = Plan(
        method=load_method("iterative_fix"),
        model=load_model(model, suite, base_url),
        tasks=suite.select(tasks),
        budget=Budget(rounds=rounds),
        settings=Settings(device="auto", seed=0),
    )
    folder = Path("runs") / f"iterative-{datetime.now():%Y%m%d-%H%M%S}"
    with Evaluator(plan.settings) as evaluator:
        summary = run_method(plan, evaluator, folder, watch=log_event)

    console().print(rounds_table(summary))
    if model.startswith("offline"):
        print("The model was `offline:`, an author with planted faults: this measures the machinery, and no model.")
    print(f"{summary.solved} of {len(summary.tasks)} tasks solved. The run is in {folder}; try: kbx replay {folder}")


if __name__ == "__main__":
    typer.run(main)
