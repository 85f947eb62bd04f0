"""The whole evaluator: one verdict for each way to go wrong, limits that hold, and nothing left behind."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kbx_eval import Evaluator, Limits, Stage, Status, Verdict
from kbx_eval.evaluate import EvaluatorError
from kbx_eval.record import SCHEMA_VERSION
from kbx_eval.targets import TARGETS

KERNEL = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    BODY

def double(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
    return y
"""
ANSWER = "tl.store(y_ptr + i, 2 * tl.load(x_ptr + i, mask=i < n, other=0.0), mask=i < n)"


def body(kernel: str) -> str:
    """A candidate with another kernel body."""
    return KERNEL.replace("BODY", kernel)


def entry(lines: str) -> str:
    """A candidate with other lines in its entry point; `run(x)` is right."""
    right = KERNEL.replace("BODY", ANSWER).replace("def double", "def run")
    return f"{right}\ndef double(x):\n{textwrap.indent(textwrap.dedent(lines), '    ')}"


def without(verdict: Verdict, *more: str) -> dict[str, object]:
    """What of a verdict has to be the same again: all but times."""
    record = verdict.model_dump(mode="json", exclude={"seconds", "stage_seconds", *more})
    for case in record["cases"]:
        case.pop("seconds")
    return record


# One candidate for each status: source, the stage that decides, call_ok, exe_ok, words of the message

CACHED = """
double.known = getattr(double, "known", {})
if x.shape not in double.known:
    double.known[x.shape] = run(x)
return double.known[x.shape].clone()
"""
OUTCOMES = {
    Status.CORRECT: (body(ANSWER), Stage.COMPARE, True, True, "right in all 4 cases"),
    Status.SYNTAX_ERROR: ("def double(x)\n    return x", Stage.SCREEN, False, False, "expected ':'"),
    Status.SCREEN_ERROR: ("def twice(x):\n    return x", Stage.SCREEN, False, False, "'double'"),
    Status.IMPORT_ERROR: ("import no_such_module\ndef double(x): ...", Stage.IMPORT, False, False, "No module named 'no_such_module'"),
    Status.COMPILE_ERROR: (body("tl.store(y_ptr + i, missing)"), Stage.COMPILE, False, False, "is not defined"),
    Status.LAUNCH_ERROR: (body(ANSWER).replace("triton.cdiv(x.numel(), 256)", "x.numel() / 256"), Stage.RUN, False, False, "float"),
    Status.RUNTIME_ERROR: (entry("raise KeyError('lost')"), Stage.RUN, False, False, "KeyError in the case (shape=(300,)): 'lost'"),
    Status.ILLEGAL_MEMORY: (body(ANSWER.replace("y_ptr + i", "y_ptr + i + 2**30")), Stage.RUN, False, False, "illegal memory access"),
    Status.OUT_OF_MEMORY: (entry("return torch.empty(1 << 36, device='cuda')"), Stage.RUN, False, False, "memory"),
    Status.EXITED: (entry("os._exit(0)"), Stage.RUN, False, False, "exit code 0"),
    Status.CRASH: (entry("ctypes.string_at(0)"), Stage.RUN, False, False, "SIGSEGV"),
    Status.OUTPUT_LIMIT: (entry("while True: print('x' * 10_000)"), Stage.RUN, False, False, "printed more than"),
    Status.WRONG_TYPE: (entry("return 'text'"), Stage.COMPARE, True, False, "should be a tensor of shape (300,), got a str"),
    Status.WRONG_SHAPE: (entry("return run(x)[None]"), Stage.COMPARE, True, False, "should have shape (300,), got (1, 300)"),
    Status.WRONG_DTYPE: (entry("return run(x).double()"), Stage.COMPARE, True, False, "should have dtype float32, got float64"),
    Status.WRONG_VALUE: (body(ANSWER.replace("2 *", "3 *")), Stage.COMPARE, True, False, "300 of 300 elements (100 %) are wrong"),
    Status.NON_FINITE: (body(ANSWER.replace("2 *", "float('nan') *")), Stage.COMPARE, True, False, "every element is NaN"),
    Status.NON_DETERMINISTIC: (body(f"tl.store(y_ptr + n - 1, 77.0)\n    {ANSWER}"), Stage.COMPARE, True, True, "order"),
    Status.INPUT_MUTATED: (body(f"{ANSWER}\n    tl.store(x_ptr + i, 0.0, mask=i < n)"), Stage.COMPARE, True, False, "was changed"),
    Status.NO_KERNEL: (entry("run(x)\nreturn x * 2"), Stage.COMPARE, True, True, "kernel"),
    Status.CHEATING: (entry(CACHED), Stage.COMPARE, True, False, "cached"),
}
BOMB = "while True:\n    os.fork()"
MANY = """
while True:
    if os.fork() == 0:
        kept = bytearray(b"x") * (200 << 20)
        time.sleep(60)
    time.sleep(0.3)
"""
DEAF = "import signal\nfor number in (1, 2, 3, 15): signal.signal(number, signal.SIG_IGN)\nwhile True: pass"
THREADS = """
import threading
threading.stack_size(1 << 16)
for _ in range(100):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
time.sleep(60)
"""
KILLED = {
    "a loop in the kernel": (
        body(f"x = tl.load(x_ptr)\n    while x == x:\n        x = tl.load(x_ptr)\n    {ANSWER}"),
        Status.DEVICE_TIMEOUT,
    ),
    "a loop in the entry point": (entry("while True: pass"), Status.HOST_TIMEOUT),
    "a loop at import": ("while True: pass\ndef double(x): ...", Status.HOST_TIMEOUT),
    "a loop that ignores signals": (entry(DEAF), Status.HOST_TIMEOUT),
    "a quiet exit at import": ("os._exit(0)\ndef double(x): ...", Status.EXITED),
    "an exit": (entry("sys.exit(3)"), Status.EXITED),
    "an abort": (entry("os.abort()"), Status.CRASH),
    "100 GB at once": (entry("return bytearray(100 << 30)"), Status.OUT_OF_MEMORY),
    "100 GB bit by bit": (entry("kept = []\nwhile True: kept.append(bytearray(os.urandom(1 << 20)) * 16)"), Status.OUT_OF_MEMORY),
    "100 GB on the device": (entry("kept = [torch.ones(1 << 28, device='cuda') for _ in range(100)]"), Status.OUT_OF_MEMORY),
    "100 GB in many processes": (entry(MANY), Status.OUT_OF_MEMORY),
    "a fork bomb": (entry(BOMB), Status.PROCESS_LIMIT),
    "a fork bomb at import": (f"{BOMB}\ndef double(x): ...", Status.PROCESS_LIMIT),
    "a hundred threads": (entry(THREADS), Status.PROCESS_LIMIT),
    "1 GB printed": (entry("for _ in range(1 << 10): os.write(1, b'x' * (1 << 20))"), Status.OUTPUT_LIMIT),
    "1 GB printed as errors": (entry("while True: sys.stderr.write('x' * 10_000)"), Status.OUTPUT_LIMIT),
}


@pytest.mark.parametrize("status", OUTCOMES, ids=str)
def test_each_way_to_end_has_its_status_and_a_message(judge, status):
    code, stage, call_ok, exe_ok, words = OUTCOMES[status]
    verdict = judge(code)
    assert verdict.status is status, verdict.message
    assert (verdict.stage, verdict.call_ok, verdict.exe_ok) == (stage, call_ok, exe_ok)
    assert words in verdict.message
    assert verdict.correct is (status is Status.CORRECT)
    assert Verdict.model_validate_json(verdict.model_dump_json()) == verdict


def test_every_status_that_a_candidate_can_have_is_tried_here():
    tried = {*OUTCOMES, *(status for _, status in KILLED.values()), Status.EXTRACT_ERROR}
    assert set(Status) - tried == {Status.INFRASTRUCTURE_ERROR}


def test_a_reply_without_code_is_an_extract_error(probes):
    verdict = probes.evaluate("I would rather not.", "double")
    assert (verdict.status, verdict.stage, verdict.call_ok, verdict.exe_ok) == (Status.EXTRACT_ERROR, Stage.EXTRACT, False, False)
    assert verdict.cases == ()


@pytest.mark.parametrize("name", KILLED)
def test_a_runaway_is_ended_within_its_limit_and_the_next_verdict_is_right(judge, right, name):
    code, status = KILLED[name]
    verdict = judge(code)
    assert verdict.status is status, verdict.message
    assert verdict.seconds < 8 + 6
    assert not verdict.call_ok
    following = right()
    assert following.status is Status.CORRECT, following.message
    assert following.seconds < 8


def test_what_a_candidate_printed_last_is_told_when_it_ends_itself(judge):
    assert "Segmentation is near" in judge(entry("print('Segmentation is near', flush=True)\nos._exit(4)")).message


# What a verdict holds


def test_a_verdict_says_what_was_judged_and_how(judge):
    verdict = judge(body(ANSWER))
    assert (verdict.schema_version, verdict.task, verdict.evidence, verdict.device) == (SCHEMA_VERSION, "double", "cpu_interpreter", "cpu")
    assert [case.ok for case in verdict.cases] == [True] * 4
    assert [case.strict for case in verdict.cases] == [False, False, True, True]
    assert [case.case for case in verdict.cases] == ["shape=(300,)", "shape=(1,)", "shape=(7, 50), strided", "shape=(5, 40), transposed"]
    assert {layer.name for layer in verdict.sandbox} >= {"process", "namespaces", "rlimits"}
    assert set(verdict.stage_seconds) == {"import", "run", "compare", "compile"}
    assert 0 < sum(verdict.stage_seconds.values()) <= verdict.seconds


def test_the_code_of_a_reply_is_what_its_digest_names(probes, judge):
    plain = judge(body(ANSWER))
    code = "import torch, triton\nimport triton.language as tl\n" + body(ANSWER)
    fenced = probes.evaluate(f"Here:\n```python\n{code}```\nGood luck.", "double")
    bare = probes.evaluate(code, "double")
    assert fenced.status is bare.status is Status.CORRECT
    assert fenced.candidate == bare.candidate != plain.candidate


def test_the_generic_entry_name_will_do(judge):
    assert judge(body(ANSWER).replace("def double", "def kernel_function")).correct


def test_the_same_seed_gives_the_same_verdict(judge):
    for code in (body(ANSWER), body(ANSWER.replace("2 *", "3 *"))):
        assert without(judge(code)) == without(judge(code))


def test_what_is_garbage_may_differ_but_not_what_it_means(judge):
    garbage_past_the_end = body(ANSWER.replace("mask=i < n, other=0.0", "mask=i < n - 1"))
    assert {judge(garbage_past_the_end).status for _ in range(3)} == {Status.WRONG_VALUE}


def test_messages_name_lines_of_the_candidate_and_no_place_of_the_host(judge):
    message = judge(entry("raise ValueError(os.path.abspath('x') + ' ' + torch.__file__)")).message
    assert "raise ValueError(" in message
    assert str(Path(sys.prefix)) not in message
    assert not re.search(r"/(tmp|home|root)/", message)


# Common and strict cases


def test_a_candidate_that_ignores_strides_is_wrong_although_kernelbenchx_would_not_notice(judge):
    verdict = judge(body(ANSWER).replace("    x = x.contiguous()\n", ""))
    assert (verdict.status, verdict.call_ok, verdict.exe_ok) == (Status.WRONG_VALUE, True, True)
    assert verdict.message.startswith("the common cases pass, but in case 3 of 4 (shape=(7, 50), strided): ")
    assert [case.ok for case in verdict.cases] == [True, True, False]


def test_a_candidate_that_refuses_a_strict_case_has_answered_the_common_ones(judge):
    verdict = judge(entry("assert x.is_contiguous(), 'contiguous only'\nreturn run(x)"))
    assert (verdict.status, verdict.call_ok, verdict.exe_ok) == (Status.RUNTIME_ERROR, True, True)
    assert "contiguous only" in verdict.message


def test_a_candidate_that_is_wrong_in_a_common_case_has_answered_but_not_rightly(judge):
    verdict = judge(entry("y = run(x)\nif x.numel() == 1: y = run(y)\nreturn y"))
    assert (verdict.status, verdict.call_ok, verdict.exe_ok) == (Status.WRONG_VALUE, True, False)
    assert verdict.message.startswith("case 2 of 4 (shape=(1,)): ")


def test_a_candidate_that_raises_in_a_common_case_has_not_answered(judge):
    verdict = judge(entry("assert x.numel() > 1, 'too small'\nreturn run(x)"))
    assert (verdict.status, verdict.call_ok, verdict.exe_ok) == (Status.RUNTIME_ERROR, False, False)


# Depths and targets


def test_compiling_only_does_not_compare(judge):
    verdict = judge(OUTCOMES[Status.WRONG_VALUE][0], depth="compile")
    assert (verdict.status, verdict.stage, verdict.call_ok, verdict.exe_ok) == (Status.CORRECT, Stage.COMPILE, True, False)
    assert "not compared" in verdict.message
    assert verdict.cases == ()
    assert verdict.compile
    assert [binary.target for binary in verdict.compile.binaries] == ["sm_90"]


def test_a_profile_counts_exactly_what_an_elementwise_kernel_moves(judge):
    verdict = judge(body(ANSWER), depth="profile")
    assert verdict.profile
    assert (verdict.profile.evidence, verdict.profile.candidate) == ("modelled", verdict.candidate)
    counted = {traffic.case: traffic for traffic in verdict.profile.traffic}
    assert list(counted) == [case.case for case in verdict.cases]
    for elements, traffic in zip((300, 1, 350, 200), counted.values(), strict=True):
        programs = -(-elements // 256)
        assert traffic.read_bytes == traffic.written_bytes == 4 * elements
        assert traffic.compulsory_bytes == 8 * elements
        assert traffic.compulsory_flops == elements
        assert (traffic.launches, traffic.programs, traffic.by_kernel) == (1, programs, {"kernel": 1})
        assert traffic.masked_lane_fraction == 1 - elements / (256 * programs)


def test_a_kernel_that_reads_twice_is_seen_to(judge):
    verdict = judge(body(ANSWER.replace("2 *", "tl.load(x_ptr + i, mask=i < n, other=0.0) +")), depth="profile")
    assert verdict.profile
    assert verdict.profile.traffic[0].read_bytes == 2 * verdict.profile.traffic[0].written_bytes == 2400


def test_without_profiling_there_is_no_profile(judge):
    assert judge(body(ANSWER)).profile is None


@pytest.fixture(scope="module")
def every_target(settings):
    """A judge that compiles for every target and draws a seed for each verdict."""
    with Evaluator(settings.model_copy(update={"targets": ("all",), "seed": None})) as evaluator:
        yield evaluator


def test_all_targets_give_a_binary_each_with_its_registers(every_target):
    verdict = every_target.evaluate("import torch, triton\nimport triton.language as tl\n" + body(ANSWER), "double")
    assert verdict.status is Status.CORRECT, verdict.message
    assert verdict.compile
    assert verdict.compile.targets == TARGETS
    binaries = {binary.target: binary for binary in verdict.compile.binaries}
    assert tuple(binaries) == TARGETS
    for binary in binaries.values():
        assert binary.error == ""
        assert binary.kernel == "kernel"
        assert binary.registers
        assert 0 < binary.registers <= 255
        assert binary.spill_bytes == 0
        assert (binary.shared_bytes, binary.num_warps) == (0, 4)
        assert "x_ptr: *fp32" in binary.signature
        assert "BLOCK=256" in binary.signature


def test_without_a_seed_every_verdict_draws_its_own(every_target):
    first, second = (every_target.evaluate("def double(x): return x", "double") for _ in range(2))
    assert first.seed != second.seed
    assert first.message != second.message


# Settings


def test_without_the_sandbox_verdicts_are_the_same_and_say_so(settings, judge, right):
    with Evaluator(settings.model_copy(update={"sandbox": "off"})) as evaluator:
        for code in (body(ANSWER), entry("while True: os.fork()"), body(ANSWER)):
            bare = evaluator.evaluate("import os, torch, triton\nimport triton.language as tl\n" + code, "double")
            assert bare.status is judge(code).status
    layers = {layer.name: layer for layer in bare.sandbox}
    assert not layers["namespaces"].active
    assert "off" in layers["namespaces"].detail


def test_a_strict_sandbox_has_every_layer_or_refuses_with_what_is_missing(settings, right):
    missing = [layer.name for layer in right().sandbox if not layer.active]
    with Evaluator(settings.model_copy(update={"sandbox": "strict"})) as evaluator:
        if missing:
            with pytest.raises(EvaluatorError, match=f"strict needs every layer.*{missing[0]}"):
                evaluator.start()
        else:
            assert all(layer.active for layer in evaluator.evaluate("def double(x): return x", "double").sandbox)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"device": "tpu"}, "unknown device 'tpu'"),
        ({"device": "cuda:99"}, "'cuda:99' is not there"),
        ({"targets": ("sm_1",)}, "unknown target 'sm_1'"),
        ({"suite": str(Path(__file__).parent / "judge")}, "holds no tasks"),
    ],
)
def test_settings_that_cannot_be_met_are_refused_in_one_line(settings, change, words):
    with Evaluator(settings.model_copy(update=change)) as evaluator, pytest.raises(EvaluatorError, match=re.escape(words)) as raised:
        evaluator.start()
    assert "\n" not in str(raised.value)


def test_an_unknown_task_is_an_error_with_the_nearest_names(probes, right):
    with pytest.raises(EvaluatorError, match=r"unknown task 'dubble'; nearest: double"):
        probes.evaluate("def double(x): return x", "dubble")
    assert right().correct


def test_a_verdict_with_an_unknown_field_is_refused(right):
    record = right().model_dump(mode="json")
    with pytest.raises(ValueError, match="surprise"):
        Verdict.model_validate(record | {"surprise": 1})


def test_threads_take_turns(judge):
    statuses = {}
    codes = {status: OUTCOMES[status][0] for status in (Status.CORRECT, Status.WRONG_SHAPE, Status.SCREEN_ERROR, Status.EXITED)}
    threads = [threading.Thread(target=lambda status=status: statuses.update({status: judge(codes[status]).status})) for status in codes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == {status: status for status in codes}


# What a candidate sees, and what it leaves


@pytest.fixture
def private(settings, tmp_path, monkeypatch):
    """A judge with secrets around it and a temporary folder of its own."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "HF_TOKEN", "DB_PASSWORD", "MY_SECRET", "HARMLESS"):
        monkeypatch.setenv(name, "sk-confidential")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with Evaluator(settings) as evaluator:
        yield evaluator


def wait_until(done: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Poll, for what another process does."""
    deadline = time.monotonic() + seconds
    while not (reached := done()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return reached


def processes_called(name: str) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "comm").read_text(encoding="utf-8").strip() == name:
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def test_no_variable_of_the_caller_reaches_a_candidate(private):
    code = """
import os, pathlib

def double(x):
    seen = dict(os.environ)
    for path in pathlib.Path("/proc").glob("*/environ"):
        try:
            seen[str(path)] = path.read_text()
        except OSError:
            continue
    raise RuntimeError([len(seen) > 3, [name for name, value in seen.items() if "confidential" in value]])
"""
    assert "[True, []]" in private.evaluate(code, "double").message


def test_nothing_is_left_of_a_candidate_or_of_the_judge(private, tmp_path):
    name = f"kbx-left-{os.getpid() % 10000}"
    code = f"""
import ctypes, os, pathlib, tempfile, time

def double(x):
    pathlib.Path("litter").write_text("x")
    pathlib.Path(tempfile.mkdtemp(), "more").write_text("x")
    read, write = os.pipe()
    if os.fork() == 0:
        os.setsid()
        ctypes.CDLL(None).prctl(15, b"{name}", 0, 0, 0)
        os.write(write, b"x")
        time.sleep(600)
    os.read(read, 1)
    raise RuntimeError("the daemon runs")
"""
    assert "the daemon runs" in private.evaluate(code, "double").message
    assert wait_until(lambda: not processes_called(name))
    assert not [path for path in tmp_path.rglob("*") if path.name in ("litter", "more")]
    private.close()
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def caller(settings):
    """Another process that judges: it is busy with an endless candidate, and asks for a right one's verdict when interrupted."""
    endless = settings.model_copy(update={"limits": Limits(call_seconds=60)})
    right = "import torch, triton\nimport triton.language as tl\n" + body(ANSWER)
    script = f"""
from kbx_eval import Evaluator, Settings
with Evaluator(Settings.model_validate_json({endless.model_dump_json()!r})) as evaluator:
    evaluator.start()
    print("started", flush=True)
    try:
        input()
        evaluator.evaluate("def double(x):\\n    while True: pass", "double")
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    print(evaluator.evaluate({right!r}, "double").status, flush=True)
"""
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(
        [sys.executable, "-c", script], **pipes, text=True, env=os.environ | {"PYTHONPATH": path}, start_new_session=True
    ) as process:
        assert process.stdout.readline() == "started\n"
        idle = len(descendants(process.pid))
        process.stdin.write("\n")
        process.stdin.flush()
        assert wait_until(lambda: len(descendants(process.pid)) > idle)
        yield process
        process.kill()


def descendants(root: int) -> list[int]:
    found = [root]
    for process in found:
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += [int(child) for child in children.read_text(encoding="ascii").split()]
    return found[1:]


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_an_interrupted_evaluation_is_given_up_and_the_next_one_is_right(caller):
    os.killpg(caller.pid, signal.SIGINT)
    output, errors = caller.communicate(timeout=50)
    assert output.split() == ["interrupted", "correct"], errors


def test_the_judge_and_its_candidate_end_with_a_caller_that_was_killed(caller):
    below = descendants(caller.pid)
    assert len(below) >= 3
    caller.kill()
    assert wait_until(lambda: not any(map(alive, below)))


@pytest.fixture
def fresh(settings):
    """A started judge, and its process."""
    before = descendants(os.getpid())
    with Evaluator(settings.model_copy(update={"limits": Limits(call_seconds=60)})) as evaluator:
        evaluator.start()
        yield evaluator, next(process for process in descendants(os.getpid()) if process not in before)


def test_a_judge_that_dies_in_the_middle_of_a_verdict_is_an_error_and_is_replaced(fresh):
    evaluator, judge = fresh
    idle = len(descendants(judge))

    def kill_when_busy() -> None:
        wait_until(lambda: len(descendants(judge)) > idle)
        os.kill(judge, signal.SIGKILL)

    killer = threading.Thread(target=kill_when_busy)
    killer.start()
    with pytest.raises(EvaluatorError, match="judge process"):
        evaluator.evaluate("def double(x):\n    while True: pass", "double")
    killer.join()
    assert evaluator.evaluate("def double(x): return 2 * x", "double").status is Status.NO_KERNEL


def test_a_judge_that_died_between_verdicts_is_replaced(fresh):
    evaluator, judge = fresh
    os.kill(judge, signal.SIGKILL)
    with contextlib.suppress(EvaluatorError):  # the one that finds out, unless the death was noticed before
        evaluator.evaluate("def double(x): return 2 * x", "double")
    assert evaluator.evaluate("def double(x): return 2 * x", "double").status is Status.NO_KERNEL
