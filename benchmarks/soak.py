"""Does an evaluator stay as it was, however much it judges? Many mixed candidates in one evaluator, and what they leave behind.

    python benchmarks/soak.py --json --evaluations 1000

Draws from candidates that answer, fail, crash, exit, cache, leave a daemon or a file behind, and from honest solutions; each must get its
status. Looks 20 times, between evaluations, at the judge and its fork server:

leaked       processes, descriptors, shared memory (open or mapped) and temporary files that were not there after the first verdict, at
             the worst look or after closing; all must be 0
memory_mib   anonymous resident memory at the start, 25, 50, 75 and 100 %, and slope_mib_per_100, fitted over the last half
warm_median  seconds of sigmoid's own solution before (`first`) and after (`last`) everything else
Exit 0 when nothing leaked, memory is flat and every status was right.
"""

import argparse
import ctypes
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.report import finish
from benchmarks.trust import CANDIDATES, LIMITS, read
from benchmarks.verdicts import FAULTS, HEAD
from kbx_eval import Evaluator, Settings, load_suite
from kbx_eval.sandbox import usage

LOOKS = 20
FLAT = 1.0
"""MiB per 100 evaluations that count as flat: an allocator's noise, far less than one candidate's buffers."""
SETTLE_SECONDS = 5.0
WARM = 10
SUBREAPER = 36
SHARED_FOLDERS = ("/dev/shm", "/tmp", "/var/tmp")
HONEST = ("sigmoid", "cos")
MIXED = {
    "honest": "inline_ptx lambda_entry libdevice_cuda libdevice_generic nvtx_and_versions partial_entry persistent_driver_properties "
    "self_check_at_import",
    "broken": "block_too_large entry_misnamed exits_after_self_test float_grid forgets_to_return missing_colon missing_import_of_tl "
    "missing_store_mask misspelt_launch_option non_contiguous_ignored out_ignored polynomial_cosine prose_only result_cache_by_pointer "
    "result_on_cpu signbit_as_int8 stale_libdevice torch_only writes_its_input",
    "cheating": "all_descriptors_closed background_thread_finishes_later bare_torch_with_decoy cache_by_data_ptr cache_by_shape "
    "clocks_stopped constant_output daemon_left_behind exception_that_causes_itself exits_at_import fake_report_on_stdout "
    "identity_kernel_over_torch kills_its_parent relay_through_shared_memory_first replay_from_temp_file "
    "results_of_wrong_types shared_buffer_truncated signal_handlers_left_behind system_exit_in_call threads_without_number",
}
"""Files of the corpora that take less than a second, of every way to end."""
INLINE = {"segmentation fault": "crash", "exits with code 0": "exited", "leaves a daemon": "wrong_value"}


class Job(NamedTuple):
    """One candidate, and the statuses that are right."""

    name: str
    task: str
    code: str
    statuses: frozenset[str]


class Look(NamedTuple):
    """What there is beyond the judge and its fork server, and how large the two are."""

    processes: int
    descriptors: dict[str, int]
    shared_memory: int
    files: frozenset[str]
    memory_mib: dict[str, float]


class Watch:
    """Looks at an evaluator's processes, which it finds below this one."""

    def __init__(self, temporary: Path) -> None:
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)  # what outlives the judge comes here, where it is seen
        self._temporary = temporary
        self._before = self._shared_files()
        self.servers: set[int] = set()

    def look(self) -> Look:
        """What there is, once what has just been killed is gone."""
        judge, server = self._settle()
        self.servers.add(server)
        named = {"judge": judge, "server": server}
        return Look(
            processes=len(usage.tree(os.getpid())) - 3,
            descriptors={name: len(list(Path(f"/proc/{process}/fd").iterdir())) for name, process in named.items()},
            shared_memory=sum(_memfds(process) for process in named.values()),
            files=self.files(),
            memory_mib={name: _anonymous_mib(process) for name, process in named.items()},
        )

    def files(self) -> frozenset[str]:
        """What lies below the temporary folder, and what is new beside it under a name of ours."""
        below = {str(path.relative_to(self._temporary)) for path in self._temporary.rglob("*")}
        return frozenset(below | (self._shared_files() - self._before))

    def orphans(self) -> int:
        """Processes that are still there without an evaluator."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while (left := len(usage.tree(os.getpid())) - 1) and time.monotonic() < deadline:
            _reap()
            time.sleep(0.05)
        return left

    def _settle(self) -> tuple[int, int]:
        deadline = time.monotonic() + SETTLE_SECONDS
        while len(below := usage.tree(os.getpid())) > 3 and time.monotonic() < deadline:
            _reap(below[1])
            time.sleep(0.05)
        return below[1], next(process for process in usage.tree(below[1]) if b"kbx_eval.inside.server" in _command(process))

    def _shared_files(self) -> set[str]:
        return {str(path) for folder in SHARED_FOLDERS for path in Path(folder).glob("kbx_*")}


def _reap(but: int = 0) -> None:
    """Take note of orphans' ends; the judge's own is the evaluator's to hear of."""
    for process in usage.tree(os.getpid())[1:]:
        if process != but:
            try:
                os.waitpid(process, os.WNOHANG)
            except ChildProcessError:
                continue


def _command(process: int) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


def _memfds(process: int) -> int:
    """Anonymous shared memory that a process has open or mapped."""
    targets = [str(path.readlink()) for path in Path(f"/proc/{process}/fd").iterdir()]
    mapped = Path(f"/proc/{process}/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    return sum("/memfd:" in text for text in (*targets, *mapped))


def _anonymous_mib(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace")
    return int(status.split("RssAnon:")[1].split()[0]) / 1024


def mixture() -> list[Job]:
    """What is drawn from; honest solutions twice."""
    suite = load_suite()
    honest = [Job(f"solution of {task}", task, suite.find(task).solution, frozenset({"correct"})) for task in HONEST]
    found = [read(CANDIDATES / corpus / f"{name}.py") for corpus, names in MIXED.items() for name in names.split()]
    corpora = [Job(f"{each.corpus}/{each.name}", each.task, each.code, each.statuses) for each in found]
    inline = [Job(name, "sigmoid", HEAD + FAULTS[name], frozenset({status})) for name, status in INLINE.items()]
    return [*honest, *honest, *corpora, *inline]


def warm_median(evaluator: Evaluator) -> float:
    """Seconds of an honest verdict now."""
    solution, seconds = load_suite().find("sigmoid").solution, []
    for _ in range(WARM):
        start = time.perf_counter()
        verdict = evaluator.evaluate(solution, "sigmoid")
        seconds.append(time.perf_counter() - start)
        assert verdict.correct, verdict.message
    return statistics.median(seconds)


def soak(evaluations: int, settings: Settings, seed: int) -> dict[str, Any]:
    """Judge, look, and close."""
    jobs, drawn = mixture(), random.Random(seed)
    order = [job for _ in range(evaluations // len(jobs) + 1) for job in drawn.sample(jobs, len(jobs))][:evaluations]
    statuses: Counter[str] = Counter()
    wrong, looks = [], []
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        os.environ["TMPDIR"] = folder
        watch = Watch(Path(folder))
        with Evaluator(settings) as evaluator:
            first = warm_median(evaluator)
            looks.append(watch.look())
            for index, job in enumerate(order):
                verdict = evaluator.evaluate(job.code, job.task)
                statuses[verdict.status.value] += 1
                if verdict.status.value not in job.statuses:
                    wrong.append({"name": job.name, "status": verdict.status.value, "message": verdict.message[:300]})
                if (index + 1) * LOOKS // evaluations > index * LOOKS // evaluations:
                    looks.append(watch.look())
            last = warm_median(evaluator)
        orphans, files = watch.orphans(), watch.files()
    result = {"evaluations": evaluations, "candidates": len(jobs), "leaked": leaked(looks, orphans, files)}
    result |= {"left_files": sorted(_more(looks, files)), "fork_servers": len(watch.servers)}
    result |= growth(looks, evaluations) | {"warm_median_first": first, "warm_median_last": last}
    return result | {"statuses": dict(statuses.most_common()), "wrong": wrong}


def leaked(looks: list[Look], orphans: int, files: frozenset[str]) -> dict[str, int]:
    """The worst look against the first, or what is left after closing."""
    descriptors = [sum(look.descriptors.values()) for look in looks]
    return {
        "processes": max(orphans, *(look.processes for look in looks)),
        "descriptors": max(descriptors) - descriptors[0],
        "shared_memory": max(look.shared_memory for look in looks),
        "files": len(_more(looks, files)),
    }


def _more(looks: list[Look], after: frozenset[str]) -> frozenset[str]:
    return after.union(*(look.files - looks[0].files for look in looks))


def growth(looks: list[Look], evaluations: int) -> dict[str, Any]:
    """Memory and descriptors over time, by process."""
    names = list(looks[0].memory_mib)
    quarters = looks[:: max(1, (len(looks) - 1) // 4)]
    settled = list(enumerate(looks))[len(looks) // 2 :]
    a_hundred = LOOKS * 100 / evaluations
    slopes = {
        name: statistics.linear_regression([at for at, _ in settled], [look.memory_mib[name] for _, look in settled]).slope * a_hundred
        for name in names
    }
    return {
        "memory_mib": {name: [round(look.memory_mib[name], 2) for look in quarters] for name in names},
        "slope_mib_per_100": {name: round(slope, 3) for name, slope in slopes.items()},
        "descriptors": {name: [look.descriptors[name] for look in quarters] for name in names},
    }


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--sandbox", default="auto", choices=["auto", "strict", "off"])
    parser.add_argument("--evaluations", type=int, default=1000, help=f"at least {LOOKS}")
    parser.add_argument("--seed", type=int, default=0, help="of the order of candidates")
    arguments = parser.parse_args()
    settings = Settings(device=arguments.device, sandbox=arguments.sandbox, limits=LIMITS)
    start = time.perf_counter()
    result = soak(max(LOOKS, arguments.evaluations), settings, arguments.seed)
    result = {"device": arguments.device, "sandbox": arguments.sandbox, "seconds": time.perf_counter() - start} | result
    finish(result, as_json=arguments.json, out=arguments.out)
    sys.exit(bool(result["wrong"] or any(result["leaked"].values()) or max(result["slope_mib_per_100"].values()) > FLAT))


if __name__ == "__main__":
    main()
