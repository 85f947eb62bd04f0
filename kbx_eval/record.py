"""The records that kbx stores and sends between processes: candidate in, verdict out.

Every record is frozen and refuses unknown fields, so a file written by another version fails loudly instead of being half-read.
"""

from enum import StrEnum
from hashlib import sha256
from typing import Literal

from pydantic import BaseModel, ConfigDict

SCHEMA_VERSION = 1

Evidence = Literal["cpu_interpreter", "cuda", "modelled"]
Depth = Literal["compile", "check", "profile"]


class Record(BaseModel):
    """Base of everything that is stored or crosses a process."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Stage(StrEnum):
    """The steps of the pipeline, in order; a verdict names the one that ended it."""

    EXTRACT = "extract"
    SCREEN = "screen"
    IMPORT = "import"
    COMPILE = "compile"
    RUN = "run"
    COMPARE = "compare"
    PROFILE = "profile"


class Status(StrEnum):
    """Everything a verdict can say; closed, so that reports and feedback can cover all of it."""

    CORRECT = "correct"
    EXTRACT_ERROR = "extract_error"
    SYNTAX_ERROR = "syntax_error"
    SCREEN_ERROR = "screen_error"
    IMPORT_ERROR = "import_error"
    COMPILE_ERROR = "compile_error"
    LAUNCH_ERROR = "launch_error"
    RUNTIME_ERROR = "runtime_error"
    ILLEGAL_MEMORY = "illegal_memory"
    OUT_OF_MEMORY = "out_of_memory"
    HOST_TIMEOUT = "host_timeout"
    DEVICE_TIMEOUT = "device_timeout"
    PROCESS_LIMIT = "process_limit"
    OUTPUT_LIMIT = "output_limit"
    EXITED = "exited"
    CRASH = "crash"
    WRONG_TYPE = "wrong_type"
    WRONG_SHAPE = "wrong_shape"
    WRONG_DTYPE = "wrong_dtype"
    WRONG_VALUE = "wrong_value"
    NON_FINITE = "non_finite"
    NON_DETERMINISTIC = "non_deterministic"
    INPUT_MUTATED = "input_mutated"
    NO_KERNEL = "no_kernel"
    CHEATING = "cheating"
    INFRASTRUCTURE_ERROR = "infrastructure_error"

    @property
    def called(self) -> bool:
        """Whether the candidate compiled, ran and answered, right or wrong (KernelBenchX's "call")."""
        return self in _ANSWERED


_ANSWERED = frozenset(
    {
        Status.CORRECT,
        Status.WRONG_TYPE,
        Status.WRONG_SHAPE,
        Status.WRONG_DTYPE,
        Status.WRONG_VALUE,
        Status.NON_FINITE,
        Status.NON_DETERMINISTIC,
        Status.INPUT_MUTATED,
        Status.NO_KERNEL,
        Status.CHEATING,
    }
)


class Candidate(Record):
    """Code under judgement."""

    code: str
    """Python source that defines the task's entry point and its Triton kernels."""

    @property
    def digest(self) -> str:
        """sha256 of the code, the candidate's name in every log."""
        return digest(self.code)


class CaseResult(Record):
    """What one set of inputs showed."""

    case: str
    """The case as text: shapes, dtypes and options."""
    ok: bool
    strict: bool = False
    """Legal, but beyond what KernelBenchX tries: layouts, special values, other dtypes."""
    message: str = ""
    max_error: float | None = None
    """Largest absolute difference to the float64 oracle."""
    error_ratio: float | None = None
    """Largest error divided by its tolerance; above 1 is wrong."""
    seconds: float = 0.0
    """Host wall time of the candidate's call; on `cpu` the interpreter's, which says nothing about a GPU."""


class Binary(Record):
    """One kernel specialisation compiled for one target, as its machine code reports it."""

    kernel: str
    target: str
    """sm_80 … sm_120 or gfx942."""
    signature: str
    """Argument types and constexprs of the launch that asked for it."""
    registers: int | None = None
    """Registers a thread."""
    spill_bytes: int | None = None
    """Local memory bytes a thread beyond its stack frame's declared use."""
    shared_bytes: int | None = None
    """Static plus dynamic shared memory of a block."""
    stack_bytes: int | None = None
    num_warps: int | None = None
    num_stages: int | None = None
    error: str = ""
    """The compiler's message when this target refused the kernel."""


class Compilation(Record):
    """Every binary made for a verdict."""

    triton: str
    targets: tuple[str, ...]
    binaries: tuple[Binary, ...] = ()


class Layer(Record):
    """One layer of the sandbox and whether this verdict had it."""

    name: str
    active: bool
    detail: str = ""


class Traffic(Record):
    """What the interpreter counted while one case ran (`modelled` evidence, never a time)."""

    case: str
    launches: int
    programs: int
    read_bytes: int
    written_bytes: int
    compulsory_bytes: int | None = None
    """The task's cost model: bytes that any correct kernel has to move."""
    compulsory_flops: int | None = None
    masked_lane_fraction: float = 0.0
    """Share of the lanes of all loads and stores that their mask switched off."""
    by_kernel: dict[str, int] = {}
    """Launches by kernel name."""


class Profile(Record):
    """What is known about why a candidate is fast or slow."""

    evidence: Evidence
    candidate: str
    """Digest of the code that was profiled, so that numbers never stand beside other code."""
    traffic: tuple[Traffic, ...] = ()


class Verdict(Record):
    """The evaluator's answer about one candidate for one task."""

    schema_version: int = SCHEMA_VERSION
    task: str
    candidate: str
    """Digest of the code that was judged; of the whole reply when no code was found in it."""
    status: Status
    stage: Stage
    """The stage that decided."""
    message: str
    """What happened and what to do about it, written for a person and for a model."""
    call_ok: bool
    """KernelBenchX's first question: in the common cases the candidate compiled, ran and answered."""
    exe_ok: bool
    """KernelBenchX's second question: in the common cases every answer was right, whoever computed it. Comparable with published numbers,
    and weaker than `correct`, which also wants the strict cases, a Triton kernel that did the work, and no trick."""
    evidence: Evidence
    device: str
    sandbox: tuple[Layer, ...] = ()
    cases: tuple[CaseResult, ...] = ()
    compile: Compilation | None = None
    profile: Profile | None = None
    findings: tuple[str, ...] = ()
    """Things worth knowing that did not decide: flags, never verdicts."""
    seed: int = 0
    """Seed of the inputs; the same seed, code and evaluator give the same verdict."""
    seconds: float = 0.0
    """Wall time from extract to the verdict."""
    stage_seconds: dict[str, float] = {}

    @property
    def correct(self) -> bool:
        """Right answers, from a Triton kernel, without a trick."""
        return self.status is Status.CORRECT


def digest(text: str) -> str:
    """sha256 of `text` in UTF-8, as hex; the name of every blob."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
