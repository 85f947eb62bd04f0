"""What a task is, and where the suite's tasks are found.

A task is a folder `tasks/<Category>/<name>/` with `task.py` (the contract) and `solution.py` (a verified Triton kernel). `task.py` holds

    a docstring            what a model is told: semantics, shapes, dtypes, numerical contract
    reference(...)         PyTorch, any dtype; its signature is the entry point's signature
    CASES, TIMED           lists of `Case`: correctness inputs, and sizes to time
    inputs(case, rng)      the arguments of one call: a tuple, or a `Call` when there are keyword arguments
    cost(case)             `Cost`: compulsory bytes and flops
    DIFFICULTY             1 (easy) to 5
and, only where the defaults do not fit,
    ENTRY = "name"         the entry point, when it is not the folder's name
    oracle(...)            float64 truth; default: `reference` on float64 copies of the inputs
    check(call, results)   judge by invariants: "" when right, else what is wrong (stochastic or ambiguous results)
Arguments that `reference` writes to must be written by the candidate too, all others must not; nothing declares it.
"""

import ast
import difflib
import importlib.util
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import torch

PACKAGED = Path(__file__).parent / "_tasks"
CHECKOUT = Path(__file__).parent.parent / "tasks"


class UnknownTaskError(ValueError):
    """No task matches; the message names the nearest."""


class Cost(NamedTuple):
    """What any correct kernel has to do: each input read once, each output written once, and the arithmetic."""

    bytes: int
    flops: int


@dataclass(frozen=True)
class Call:
    """The arguments of one call of an entry point."""

    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)


class Case:
    """One set of inputs: free parameters (`case.rows`), a dtype, a layout and the distribution of the values.

    `strict` marks legal inputs that a benchmark like KernelBenchX never tries; without it, a case is strict when it is not contiguous, sets
    `special`, or has another dtype than the task's first case. A candidate is correct only when it also passes these; `call_ok` and
    `exe_ok` speak of the common ones.

    `layout`: "contiguous", "strided" (every second element along the last dimension of a wider buffer) or "transposed" (last two
    dimensions swapped in memory). `scale` multiplies normal values; `outliers` is the share of values multiplied by 50 more.
    """

    def __init__(
        self,
        *,
        dtype: str = "float32",
        layout: str = "contiguous",
        scale: float = 1.0,
        outliers: float = 0.0,
        strict: bool | None = None,
        **params: Any,
    ) -> None:
        self.dtype_name, self.layout, self.scale, self.outliers, self.params = dtype, layout, scale, outliers, params
        self._strict = strict

    def strict(self, first: "Case") -> bool:
        """Whether the case goes beyond the common ones, `first` being the task's first."""
        if self._strict is not None:
            return self._strict
        return self.layout != "contiguous" or bool(self.get("special")) or self.dtype_name != first.dtype_name

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["params"][name]
        except KeyError:
            raise AttributeError(f"this case has no parameter {name!r}") from None

    def __str__(self) -> str:
        shown = [f"{key}={value!r}" for key, value in self.params.items()]
        shown += [self.dtype_name] if self.dtype_name != "float32" else []
        shown += [self.layout] if self.layout != "contiguous" else []
        shown += [f"scale={self.scale:g}"] if self.scale != 1.0 else []
        shown += [f"outliers={self.outliers:g}"] if self.outliers else []
        return ", ".join(shown) or "default"

    def get(self, name: str, default: Any = None) -> Any:
        """A parameter that not every case sets."""
        return self.params.get(name, default)

    @property
    def dtype(self) -> "torch.dtype":
        """The dtype of floating-point inputs."""
        import torch

        return getattr(torch, self.dtype_name)  # type: ignore[no-any-return]

    @property
    def itemsize(self) -> int:
        """Bytes of one element of `dtype`."""
        return self.dtype.itemsize

    def randn(self, *shape: int, rng: "torch.Generator") -> "torch.Tensor":
        """Normal values times `scale`, a share of `outliers` times 50, in the case's dtype and layout."""
        import torch

        values = torch.randn(shape, generator=rng, dtype=torch.float32) * self.scale
        if self.outliers:
            values = torch.where(torch.rand(shape, generator=rng) < self.outliers, values * 50, values)
        return self.arrange(values.to(self.dtype))

    def rand(self, *shape: int, rng: "torch.Generator", low: float = 0.0, high: float = 1.0) -> "torch.Tensor":
        """Uniform values in [low, high), in the case's dtype and layout."""
        import torch

        values = low + (high - low) * torch.rand(shape, generator=rng, dtype=torch.float32)
        return self.arrange(values.to(self.dtype))

    def randint(self, low: int, high: int, *shape: int, rng: "torch.Generator", dtype: str = "int64") -> "torch.Tensor":
        """Integers in [low, high), contiguous."""
        import torch

        return torch.randint(low, high, shape, generator=rng, dtype=getattr(torch, dtype))

    def arrange(self, values: "torch.Tensor") -> "torch.Tensor":
        """The same values in the case's memory layout."""
        if self.layout == "strided" and values.dim() >= 1:
            wide = values.new_full((*values.shape[:-1], 2 * values.shape[-1]), 77.0)
            wide[..., ::2] = values
            return wide[..., ::2]
        if self.layout == "transposed" and values.dim() >= 2:
            return values.transpose(-1, -2).contiguous().transpose(-1, -2)
        return values


def numel(*shape: int) -> int:
    """Elements of a tensor of this shape."""
    return math.prod(shape)


@dataclass(frozen=True)
class Task:
    """A task as its folder describes it; the text parts are read without importing torch, the functions on first use."""

    category: str
    name: str
    folder: Path

    @cached_property
    def source(self) -> str:
        """The text of `task.py`."""
        return (self.folder / "task.py").read_text(encoding="utf-8")

    @cached_property
    def _tree(self) -> ast.Module:
        return ast.parse(self.source)

    @property
    def contract(self) -> str:
        """What a model is told."""
        return ast.get_docstring(self._tree) or ""

    @property
    def summary(self) -> str:
        """The contract's first sentence."""
        return self.contract.split("\n\n")[0].replace("\n", " ").split(". ")[0].rstrip(".;")

    @property
    def entry(self) -> str:
        """The name that a candidate has to define."""
        return str(self._constant("ENTRY", self.name))

    @property
    def difficulty(self) -> int:
        """1 (easy) to 5."""
        return int(self._constant("DIFFICULTY", 3))

    @property
    def signature(self) -> str:
        """The entry point's signature as source: `softmax(input, dim, dtype=None)`."""
        for node in self._tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == "reference":
                bare = ast.parse(ast.unparse(node.args).join(("def f(", "): pass"))).body[0]
                assert isinstance(bare, ast.FunctionDef)
                for argument in (*bare.args.posonlyargs, *bare.args.args, *bare.args.kwonlyargs):
                    argument.annotation = None
                for star in (bare.args.vararg, bare.args.kwarg):
                    if star:
                        star.annotation = None
                return f"{self.entry}({ast.unparse(bare.args)})"
        raise ValueError(f"{self.folder / 'task.py'} defines no `reference`")

    @property
    def solution(self) -> str:
        """The verified kernel's source."""
        return (self.folder / "solution.py").read_text(encoding="utf-8")

    def _constant(self, name: str, default: Any) -> Any:
        for node in self._tree.body:
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
                return ast.literal_eval(node.value)
        return default

    @cached_property
    def module(self) -> ModuleType:
        """`task.py`, imported (needs torch)."""
        spec = importlib.util.spec_from_file_location(f"kbx_task_{self.category}_{self.name}", self.folder / "task.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    @property
    def cases(self) -> list[Case]:
        """Correctness inputs: the common ones, then the strict ones."""
        return sorted(self.module.CASES, key=lambda case: case.strict(self.module.CASES[0]))

    @property
    def timed(self) -> list[Case]:
        """Sizes to time."""
        return list(self.module.TIMED)

    @property
    def reference(self) -> Callable[..., Any]:
        """PyTorch in the inputs' own dtype."""
        return self.module.reference  # type: ignore[no-any-return]

    @property
    def oracle(self) -> Callable[..., Any]:
        """PyTorch in float64."""
        return getattr(self.module, "oracle", self.module.reference)  # type: ignore[no-any-return]

    @property
    def check(self) -> Callable[[Call, list[Any]], str] | None:
        """Judge by invariants instead of by the oracle, where the task says so."""
        return getattr(self.module, "check", None)

    def cost(self, case: Case) -> Cost:
        """Compulsory bytes and flops of one case."""
        return self.module.cost(case)  # type: ignore[no-any-return]

    def call(self, case: Case, seed: int) -> Call:
        """Fresh arguments for one case; the same seed gives the same values."""
        import torch

        drawn = self.module.inputs(case, torch.Generator().manual_seed(seed))
        return drawn if isinstance(drawn, Call) else Call(tuple(drawn))


@dataclass(frozen=True)
class Suite:
    """Tasks by name."""

    tasks: dict[str, Task]

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks.values())

    def __len__(self) -> int:
        return len(self.tasks)

    def find(self, name: str) -> Task:
        """The task called `name` or `Category/name`; `UnknownTaskError` names the nearest."""
        task = self.tasks.get(name.rsplit("/", 1)[-1])
        if task and name in (task.name, f"{task.category}/{task.name}"):
            return task
        near = difflib.get_close_matches(name.rsplit("/", 1)[-1], self.tasks, n=3, cutoff=0.4)
        hint = f"nearest: {', '.join(near)}" if near else "`kbx tasks list` shows all"
        raise UnknownTaskError(f"unknown task {name!r}; {hint}")

    def select(self, selection: str) -> list[Task]:
        """Tasks by a comma-separated list of names, categories or "all", each once, in the order given."""
        chosen: dict[str, Task] = {}
        for word in (word.strip() for word in selection.split(",") if word.strip()):
            of_category = [task for task in self if task.category.lower() == word.lower() or word == "all"]
            chosen |= {task.name: task for task in of_category or [self.find(word)]}
        if not chosen:
            raise UnknownTaskError("no task selected; give names, categories or `all`")
        return list(chosen.values())


def load_suite(root: Path | None = None) -> Suite:
    """Read the folders below `root`; without it, the tasks installed with kbx or those of the checkout."""
    root = root or (PACKAGED if PACKAGED.is_dir() else CHECKOUT)
    folders = sorted(path.parent for path in root.glob("*/*/task.py"))
    if not folders:
        raise UnknownTaskError(f"{root} holds no tasks (expected <Category>/<name>/task.py)")
    return Suite({folder.name: Task(folder.parent.name, folder.name, folder) for folder in folders})
