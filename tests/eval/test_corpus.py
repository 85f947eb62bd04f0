"""Kernels that models really wrote, with what KernelBenchX recorded and what a rerun on a GPU showed: our verdicts agree.

The corpus is no part of the project. `KBX_CORPUS` names the file; each line holds `task`, `code`, `recorded` and `rerun_h200`, of which
the latter two hold `call` and `exe`.
"""

import json
import os
from pathlib import Path

import pytest

from kbx_eval import Evaluator, Settings, load_suite

CORPUS = Path(os.environ.get("KBX_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus" / "candidates.jsonl")
AGREEING = 0.9


@pytest.mark.skipif(not CORPUS.is_file(), reason="needs the corpus of real candidates: set KBX_CORPUS to its JSONL file")
@pytest.mark.timeout(900)
def test_verdicts_on_real_candidates_agree_with_what_is_known_of_them():
    records = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    suite = load_suite()
    different, judged = [], 0
    with Evaluator(Settings(device="cpu", seed=5)) as evaluator:
        for record in records:
            name, known = record["task"].split("/")[-1], record["rerun_h200"]
            if name not in suite.tasks or any(record["recorded"][key] != known[key] for key in ("call", "exe")):
                continue
            judged += 1
            verdict = evaluator.evaluate(record["code"], name)
            if (verdict.call_ok, verdict.exe_ok) != (known["call"], known["exe"]):
                different.append(f"{record['id']} {name}: known {known}, judged {verdict.status}: {verdict.message[:300]}")
    assert judged >= 20, "the corpus has too few candidates for these tasks to tell anything"
    assert len(different) <= (1 - AGREEING) * judged, "\n".join(different)
