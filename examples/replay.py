"""Replay: run a method again on recorded replies and verdicts. No model, no GPU, and the same events must come out.

python examples/replay.py [RUN_DIRECTORY]        without one: the newest in runs/, made by examples/iterative.py
"""

import sys
from pathlib import Path

from kbx_agents import UserError, read_run, replay
from kbx_agents.trajectory.events import Prompt, Reply, VerdictGiven
from kbx_eval import load_suite


def main() -> None:
    """Show the recorded rounds of one task, then replay the whole run."""
    given = [Path(word) for word in sys.argv[1:]]
    newest = sorted(Path("runs").glob("*/run.json"), key=lambda path: path.stat().st_mtime)
    if not given and not newest:
        raise UserError("there is no run in runs/ yet; make one with: python examples/iterative.py")
    run = read_run(given[0] if given else newest[-1].parent)

    task = run.record.tasks[0]
    for event in run.lane(task):
        match event.body:
            case Prompt(round=number, messages=messages):
                print(f"{task}, round {number}: asked with the templates {', '.join(message.template for message in messages)}")
            case Reply(text=digest, usage=usage):
                print(f"    answered with {len(run.blobs.get(digest))} characters ({usage.tokens} tokens in all)")
            case VerdictGiven(status=status):
                print(f"    judged {status}")

    result = replay(run, load_suite())
    verdict = "identical" if result.identical else result.difference
    print(f"\nReplayed {result.events} events with {result.model_calls} model calls and {result.evaluations} evaluations: {verdict}")


if __name__ == "__main__":
    try:
        main()
    except UserError as problem:
        sys.exit(f"replay.py: {problem}")
