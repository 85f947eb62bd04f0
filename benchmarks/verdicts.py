"""Are the verdicts right on this device? The suite's solutions, real candidates with known outcomes, and candidates that break the device.

    python benchmarks/verdicts.py --device cuda --corpus candidates.jsonl --json

Prints, by key: `solutions` (each must be correct), `corpus` (call/exe against the recorded outcome, where the record and its rerun
agree) and `faults` (each candidate's status, and whether the verdict after it was right and how long it took).
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.report import finish
from kbx_eval import Evaluator, Limits, Settings, Suite, load_suite

HEAD = """import ctypes, os, torch, triton, triton.language as tl
@triton.jit
def kernel(x, y, n, jump, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i + jump, 1 / (1 + tl.exp(-tl.load(x + i, mask=i < n))), mask=i < n)
@triton.jit
def endless(x, y, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    count = tl.load(x) * 0
    while count < 1.0:
        count = tl.load(x, volatile=True) * 0
    tl.store(y + i, count)
def sigmoid(input, out=None):
    y = torch.empty_like(input)
"""
FAULTS = {
    "writes far out of bounds": "    kernel[(1,)](input, y, input.numel(), 1 << 40, BLOCK=1024)\n    return y\n",
    "kernel that never ends": "    endless[(1,)](input, y, input.numel(), BLOCK=64)\n    return y\n",
    "wrapper that never ends": "    while True: pass\n",
    "takes all device memory": "    return torch.empty(1 << 40, device='cuda')\n",
    "exits with code 0": "    os._exit(0)\n",
    "segmentation fault": "    ctypes.string_at(0)\n",
    "leaves a daemon": "    if os.fork() == 0:\n        os.setsid()\n        import time; time.sleep(600)\n    return input\n",
    "prints without end": "    while True: print('x' * 100000)\n",
    "fork bomb": "    while True: os.fork()\n",
}


def solutions(evaluator: Evaluator, suite: Suite) -> dict[str, Any]:
    """Every task's own kernel."""
    rows = []
    for task in suite:
        start = time.perf_counter()
        verdict = evaluator.evaluate(task.solution, task.name)
        ratio = max((case.error_ratio or 0.0 for case in verdict.cases), default=0.0)
        row = {"task": task.name, "status": verdict.status, "seconds": time.perf_counter() - start, "worst_error_ratio": ratio}
        rows.append(row | ({} if verdict.correct else {"message": verdict.message}))
    return {"total": len(rows), "correct": sum(row["status"] == "correct" for row in rows), "rows": rows}


def corpus(evaluator: Evaluator, suite: Suite, path: Path) -> dict[str, Any]:
    """Real candidates; each row of the file has `task`, `code`, `recorded` and `rerun_h200`, the latter two with `call` and `exe`."""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        name = record["task"].split("/")[-1]
        known = {key: record["recorded"][key] for key in ("call", "exe")}
        if name not in suite.tasks or known != record["rerun_h200"]:
            continue
        start = time.perf_counter()
        verdict = evaluator.evaluate(record["code"], name)
        same = (verdict.call_ok, verdict.exe_ok) == (known["call"], known["exe"])
        rows.append(
            {
                "id": record["id"],
                "task": name,
                "recorded": known,
                "status": verdict.status,
                "same": same,
                "seconds": time.perf_counter() - start,
            }
        )
        if not same:
            rows[-1]["message"] = verdict.message[:400]
    agreeing = sum(row["same"] for row in rows)
    return {"total": len(rows), "same": agreeing, "share": agreeing / len(rows) if rows else None, "rows": rows}


def faults(evaluator: Evaluator, suite: Suite) -> list[dict[str, Any]]:
    """Each fault, and the verdict on an honest kernel right after it."""
    rows = []
    honest = suite.find("sigmoid").solution
    for name, body in FAULTS.items():
        start = time.perf_counter()
        verdict = evaluator.evaluate(HEAD + body, "sigmoid")
        middle = time.perf_counter()
        after = evaluator.evaluate(honest, "sigmoid")
        end = time.perf_counter()
        rows.append(
            {"fault": name, "status": verdict.status, "seconds": middle - start, "next": after.status, "next_seconds": end - middle}
        )
    return rows


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--corpus", type=Path, help="real candidates with known outcomes, JSONL")
    arguments = parser.parse_args()
    suite = load_suite()
    with Evaluator(Settings(device=arguments.device, limits=Limits(call_seconds=60.0))) as evaluator:
        first = evaluator.evaluate(suite.find("sigmoid").solution, "sigmoid")
        result: dict[str, Any] = {
            "device": first.device,
            "evidence": first.evidence,
            "sandbox": [layer.model_dump() for layer in first.sandbox],
        }
        result["solutions"] = solutions(evaluator, suite)
        if arguments.corpus:
            result["corpus"] = corpus(evaluator, suite, arguments.corpus)
    with Evaluator(Settings(device=arguments.device, limits=Limits(call_seconds=6.0))) as evaluator:
        result["faults"] = faults(evaluator, suite)
    finish(result, as_json=arguments.json, out=arguments.out)


if __name__ == "__main__":
    main()
