"""How long a verdict takes: in a running evaluator (warm) and in a fresh process (cold), for elementwise tasks, in one run.

    python benchmarks/evaluator.py --json

warm  one evaluation, extract to compare and one compile target, in an evaluator that has given a verdict before
cold  the same evaluation in a new Python process, from its start to its end
Keys: warm_median_seconds, cold_median_seconds, ratio, and per task the same three.
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.report import finish
from kbx_eval import Evaluator, Settings, load_suite

TASKS = ("sigmoid", "cos", "exp_sqrt", "fused_cos_signbit")
COLD = """
import sys
from kbx_eval import Evaluator, Settings, load_suite
task, device = sys.argv[1:]
with Evaluator(Settings(device=device)) as evaluator:
    sys.exit(0 if evaluator.evaluate(load_suite().find(task).solution, task).correct else 1)
"""


def warm(device: str, repeats: int) -> dict[str, list[float]]:
    """Seconds of each warm evaluation, by task."""
    suite = load_suite()
    seconds: dict[str, list[float]] = {task: [] for task in TASKS}
    with Evaluator(Settings(device=device)) as evaluator:
        for task in TASKS:
            evaluator.evaluate(suite.find(task).solution, task)
        for _ in range(repeats):
            for task in TASKS:
                start = time.perf_counter()
                verdict = evaluator.evaluate(suite.find(task).solution, task)
                seconds[task].append(time.perf_counter() - start)
                assert verdict.correct, verdict.message
    return seconds


def cold(device: str, repeats: int) -> dict[str, list[float]]:
    """Seconds of each fresh process, by task."""
    root = Path(__file__).resolve().parent.parent
    seconds: dict[str, list[float]] = {task: [] for task in TASKS}
    for _ in range(repeats):
        for task in TASKS:
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", COLD, task, device], check=True, cwd=root)
            seconds[task].append(time.perf_counter() - start)
    return seconds


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--warm", type=int, default=10, help="warm evaluations per task")
    parser.add_argument("--cold", type=int, default=3, help="fresh processes per task")
    arguments = parser.parse_args()
    hot, fresh = warm(arguments.device, arguments.warm), cold(arguments.device, arguments.cold)
    rows = []
    for task in TASKS:
        one, other = statistics.median(hot[task]), statistics.median(fresh[task])
        rows.append({"task": task, "warm_median_seconds": one, "cold_median_seconds": other, "ratio": other / one})
    every = statistics.median([value for values in hot.values() for value in values])
    new = statistics.median([value for values in fresh.values() for value in values])
    result = {"device": arguments.device, "warm_median_seconds": every, "cold_median_seconds": new, "ratio": new / every, "tasks": rows}
    finish(result, as_json=arguments.json, out=arguments.out)


if __name__ == "__main__":
    main()
