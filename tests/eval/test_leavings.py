"""What a candidate leaves behind changes nothing about the verdicts after it.

On a host without walls some of it stays (a small file in /tmp, say), so nothing here would harm anybody but a candidate.
"""

import random
import textwrap
from collections.abc import Iterator

import pytest

from benchmarks.trust import CANDIDATES, LIMITS, Candidate, read
from kbx_eval import Evaluator, Settings, Status

SEED = 20
VERDICTS = 50
LEAVINGS = (
    "atexit_sends_frames builtins_vars_replaced cache_by_shape clocks_stopped daemon_left_behind global_flags_flipped "
    "interpreter_language_patched judge_modules_patched kills_its_siblings main_module_replaced protocol_send_patched "
    "relay_through_shared_memory_first relay_through_tmp_first replay_from_temp_file signal_handlers_left_behind"
).split()
"""Of the cheating corpus."""
KNOWN = {
    "honest": "inline_ptx lambda_entry",
    "broken": "exits_after_self_test float_grid forgets_to_return missing_import_of_tl missing_store_mask misspelt_launch_option "
    "out_ignored polynomial_cosine result_cache_by_pointer result_on_cpu signbit_as_int8 stale_libdevice torch_only writes_its_input",
}
"""Quick ones, together of many statuses."""
RIGHT = """
import builtins, contextlib, ctypes, fcntl, json, os, pathlib, resource, signal, socket, sys, tempfile, threading, time
import torch, triton
import triton.language as tl


left = []


@triton.jit
def cos_kernel(source, target, size, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(source + lanes, mask=lanes < size, other=0.0).to(tl.float32)
    tl.store(target + lanes, tl.cos(x), mask=lanes < size)


def detached(work):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with contextlib.suppress(BaseException):
                work()
        os._exit(0)


def try_each(actions):
    for action in actions:
        with contextlib.suppress(Exception):
            action()


def cos(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    cos_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    if not left:
        left.append(True)
        leave()
    return y


def leave():
"""
INLINE = {
    "environment": """
        names = "TRITON_INTERPRET TRITON_CACHE_DIR TMPDIR PYTHONPATH LD_PRELOAD LD_LIBRARY_PATH PATH HOME OMP_NUM_THREADS".split()
        os.environ.update(dict.fromkeys(names, "/nowhere"))
        """,
    "modules beside the scratch folder": """
        for folder in (pathlib.Path.cwd(), pathlib.Path.cwd().parent):
            for name in ("torch.py", "triton.py", "json.py", "sitecustomize.py", "usercustomize.py"):
                try_each([lambda: open(folder / name, "x").write("raise SystemExit(3)")])
        """,
    "poisoned caches": """
        places = [os.environ["TRITON_CACHE_DIR"], os.environ["HOME"], tempfile.gettempdir(), os.path.join(os.getcwd(), "..")]
        for path in {path for place in places for path in pathlib.Path(place).rglob("*") if path.is_file()}:
            try_each([lambda: path.write_bytes(b"poison")])
        """,
    "shared memory": """
        size, libc = 1 << 20, ctypes.CDLL(None)
        try_each([
            lambda: pathlib.Path("/dev/shm/kbx_test_left").write_bytes(bytes(size)),
            lambda: libc.shmat(libc.shmget(0, size, 0o1600), 0, 0),
            lambda: detached(lambda: (os.write(os.memfd_create("left"), bytes(size)), time.sleep(600))),
        ])
        """,
    "files": """
        for folder in ("/tmp", os.getcwd(), "/var/tmp"):
            try_each([lambda: pathlib.Path(folder, "kbx_test_left").write_bytes(bytes(1 << 20))])
        """,
    "daemons that stand still and that spin": """
        detached(lambda: os.kill(os.getpid(), signal.SIGSTOP))
        detached(lambda: all(iter(lambda: True, False)))
        """,
    "a daemon that talks": """
        def talk():
            while True:
                for descriptor in range(64):
                    try_each([lambda: os.set_blocking(descriptor, False), lambda: os.write(descriptor, b"\\0\\0\\0\\2{}")])
                time.sleep(0.01)
        detached(talk)
        """,
    "locked files": """
        held = []
        for module in (torch, triton, json):
            try_each([lambda: held.append(open(module.__file__)), lambda: fcntl.flock(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)])
        detached(lambda: time.sleep(600))
        """,
    "limits and modes of the process": """
        try_each([
            lambda: os.umask(0o777),
            lambda: os.chdir("/"),
            lambda: os.nice(19),
            lambda: os.sched_setaffinity(0, {0}),
            lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
            lambda: ctypes.CDLL("libm.so.6").fesetround(0x800),
            lambda: torch.set_flush_denormal(True),
            lambda: torch.set_default_dtype(torch.float16),
        ])
        """,
    "threads": """
        for _ in range(4):
            threading.Thread(target=time.sleep, args=(600,)).start()
        """,
    "broken builtins": """
        json.dumps = socket.socket.sendall = torch.empty = torch.equal = triton.jit = None
        builtins.open = builtins.len = builtins.isinstance = builtins.__import__ = lambda *args: 0
        """,
}


def inline(name: str) -> Candidate:
    """A right kernel that leaves something behind in its first call; what it gets itself is not the point."""
    code = RIGHT + textwrap.indent(textwrap.dedent(INLINE[name]), "    ")
    return Candidate("inline", name, "cos", frozenset(Status), "", code)


def known() -> Iterator[Candidate]:
    """Candidates with known statuses, without end: each once in random order, then each again in another one."""
    found = [read(CANDIDATES / corpus / f"{name}.py") for corpus, names in KNOWN.items() for name in names.split()]
    drawn = random.Random(SEED)
    while True:
        yield from drawn.sample(found, len(found))


@pytest.fixture(scope="module")
def evaluator() -> Iterator[Evaluator]:
    with Evaluator(Settings(device="cpu", limits=LIMITS)) as evaluator:
        yield evaluator


@pytest.mark.timeout(600)
def test_what_candidates_leave_behind_changes_no_verdict_after_them(evaluator):
    leavings = [read(CANDIDATES / "cheating" / f"{name}.py") for name in LEAVINGS] + [inline(name) for name in INLINE]
    random.Random(SEED).shuffle(leavings)
    following, changed = known(), []
    for last, leaving in enumerate(leavings, 1 - len(leavings)):
        left = evaluator.evaluate(leaving.code, leaving.task)
        assert left.status is not Status.INFRASTRUCTURE_ERROR, f"{leaving.name}: {left.message}"
        for _ in range(VERDICTS if last == 0 else 1):
            candidate = next(following)
            verdict = evaluator.evaluate(candidate.code, candidate.task)
            if verdict.status.value not in candidate.statuses:
                changed.append(f"after {leaving.name}: {candidate.name} is {verdict.status}: {verdict.message}")
    assert not changed, "\n".join(changed)
