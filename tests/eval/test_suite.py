"""What a task is, how tasks are found, and what every task of the suite has to hold."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from kbx_eval.inside.buffers import leaves
from kbx_eval.judge.truth import replicate, same_bits
from kbx_eval.suite import Call, Case, Suite, Task, UnknownTaskError, load_suite

ROOT = Path(__file__).parents[2]
SUITE = load_suite()
SIGNATURES = {
    "sigmoid": "sigmoid(input, out=None)",
    "conv2d": "conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)",
    "attention": "attention(q, k, v, causal=False, softmax_scale=None, *, out=None)",
    "fused_add_mean": "fused_add_mean(input, other, dim=None, alpha=1, keepdim=False, dtype=None, out=None)",
    "fused_cos_signbit": "fused_cos_signbit(input)",
    "fused_exp_mean": "fused_exp_mean(input, dim=None, keepdim=False, dtype=None, out=None)",
    "fused_relu_conv2d": "fused_relu_conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, inplace=False)",
    "fused_repeat_interleave_log_softmax": (
        "fused_repeat_interleave_log_softmax(input, repeats, dim=None, *, output_size=None, dtype=None, out=None)"
    ),
    "index_select": "index_select(input, dim, index)",
    "cholesky_solve": "cholesky_solve(B, L, upper=False, out=None)",
    "cross_entropy": "cross_entropy(input, target, weight=None, ignore_index=-100, reduction='mean')",
    "cos": "cos(input_tensor)",
    "exp_sqrt": "exp_sqrt(input, out=None)",
    "softmax": "softmax(input, dim, dtype=None)",
    "matmul": "matmul(tensor1, tensor2)",
    "matrix_vector_dot": "matrix_vector_dot(A, x, y, alpha, beta)",
    "tril_mm_and_scale": "tril_mm_and_scale(A, B, alpha, beta)",
    "normalized_cosine_similarity": "normalized_cosine_similarity(x1, x2, dim=1, eps_similarity=1e-08, p_norm=2, eps_norm=1e-12)",
    "RMSProp": "rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-08, weight_decay=0.0)",
    "avg_pool1d": "avg_pool1d(input, kernel_size, stride=None, padding=0)",
    "matmul_w8a8": "matmul_w8a8(input, weight)",
    "logspace": ("logspace(start, end, steps, base=10.0, dtype=None, layout=torch.strided, device=None, requires_grad=False)"),
    "std": "std(input, dim=None, correction=1, keepdim=False, out=None)",
    "grid_sample_with_affine": ("grid_sample_with_affine(input, theta, size, mode='bilinear', padding_mode='zeros', align_corners=False)"),
}
"""As KernelBenchX lists them: predictions written for it call these."""

each_task = pytest.mark.parametrize("task", list(SUITE), ids=lambda task: task.name)


def same(left: Call, right: Call) -> bool:
    """Equal arguments, tensors bit for bit."""
    (_, first), (_, second) = replicate(left), replicate(right)
    return plain(left) == plain(right) and all(same_bits(a, b) for a, b in zip(first, second, strict=True))


def plain(call: Call) -> str:
    """The arguments, of a tensor only its form."""
    return repr([arg.shape if isinstance(arg, torch.Tensor) else arg for arg in (*call.args, *call.kwargs.values())])


# What every task holds


@each_task
def test_a_task_has_enough_cases_and_sizes(task: Task):
    assert len(task.cases) >= 6
    assert len(task.timed) >= 3


@each_task
def test_the_first_case_is_a_common_one(task: Task):
    first = task.module.CASES[0]
    assert not first.strict(first)
    assert task.cases[0] is first


@each_task
def test_strict_cases_come_last(task: Task):
    strict = [case.strict(task.cases[0]) for case in task.cases]
    assert strict == sorted(strict)


@each_task
def test_cases_can_be_told_apart(task: Task):
    assert len({str(case) for case in task.cases}) == len(task.cases)
    assert len({str(case) for case in task.timed}) == len(task.timed)


@each_task
def test_every_case_and_size_has_a_cost(task: Task):
    for case in (*task.cases, *task.timed):
        cost = task.cost(case)
        assert (type(cost.bytes), type(cost.flops)) == (int, int), case
        assert cost.bytes > 0, case
        assert cost.flops >= 0, case


@each_task
def test_a_cost_is_what_no_kernel_can_avoid(task: Task):
    """Results written once, inputs read once: a roofline above that would call honest kernels impossible."""
    for case in task.cases:
        call, tensors = replicate(task.call(case, 0))
        read = sum(tensor.nbytes for tensor in tensors)
        written = sum(leaf.nbytes for leaf in leaves(task.reference(*call.args, **call.kwargs)) if isinstance(leaf, torch.Tensor))
        assert written <= task.cost(case).bytes <= 2 * read + written, case


@each_task
def test_the_same_seed_repeats_the_inputs(task: Task):
    for case in task.cases:
        assert same(task.call(case, 7), task.call(case, 7)), case


@each_task
def test_another_seed_gives_other_inputs(task: Task):
    assert any(not same(task.call(case, 7), task.call(case, 8)) for case in task.cases)
    assert not same(task.call(task.cases[0], 7), task.call(task.cases[0], 8))


@each_task
def test_inputs_leave_the_global_randomness_alone(task: Task):
    before = torch.get_rng_state()
    for case in task.cases:
        task.call(case, 7)
    assert torch.equal(torch.get_rng_state(), before)


@each_task
def test_the_reference_repeats_itself(task: Task):
    for case in task.cases:
        results = []
        for _ in range(2):
            call, tensors = replicate(task.call(case, 7))
            results.append((task.reference(*call.args, **call.kwargs), *tensors))
        first, second = (Call(tuple(result)) for result in results)
        assert same(first, second), case


@each_task
def test_the_solution_defines_the_entry(task: Task):
    defined = {node.name: node for node in ast.parse(task.solution).body if isinstance(node, ast.FunctionDef)}
    assert task.entry in defined
    taken = defined[task.entry].args
    wanted = next(node for node in ast.parse(f"def {task.signature}: ...").body if isinstance(node, ast.FunctionDef)).args
    assert [arg.arg for arg in taken.args] == [arg.arg for arg in wanted.args]
    assert [arg.arg for arg in taken.kwonlyargs] == [arg.arg for arg in wanted.kwonlyargs]


@each_task
def test_a_model_is_told_what_to_write(task: Task):
    assert len(task.contract) > 200
    assert 0 < len(task.summary) < 200
    assert "\n" not in task.summary
    assert 1 <= task.difficulty <= 5


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures_are_the_ones_that_predictions_were_written_for(name):
    assert SUITE.find(name).signature == SIGNATURES[name]


# How tasks are found


def test_a_task_is_found_by_its_name_with_and_without_the_category():
    assert SUITE.find("softmax") is SUITE.find("Math/softmax")
    assert SUITE.find("softmax").category == "Math"


@pytest.mark.parametrize("name", ["softmx", "Math/softmx", "Fusion/softmax", "Softmax"])
def test_an_unknown_task_is_answered_with_the_nearest(name):
    with pytest.raises(UnknownTaskError, match=r"nearest: .*\bsoftmax\b") as raised:
        SUITE.find(name)
    assert repr(name) in str(raised.value)


def test_a_name_like_no_other_is_answered_with_how_to_see_all():
    with pytest.raises(UnknownTaskError, match="kbx tasks list"):
        SUITE.find("zzzzzz")


def test_all_selects_every_task_once():
    assert SUITE.select("all") == list(SUITE)
    assert SUITE.select("all,softmax,all") == list(SUITE)


@pytest.mark.parametrize("word", ["Math", "math", " MATH "])
def test_a_category_selects_its_tasks_whatever_its_case(word):
    assert [task.name for task in SUITE.select(word)] == [task.name for task in SUITE if task.category == "Math"]


def test_a_selection_keeps_its_order_and_drops_repetitions():
    assert [task.name for task in SUITE.select("std, cos,Activation,cos,,")] == ["std", "cos", "sigmoid"]


@pytest.mark.parametrize("selection", ["", " , "])
def test_an_empty_selection_is_refused(selection):
    with pytest.raises(UnknownTaskError, match="no task selected"):
        SUITE.select(selection)


def test_one_unknown_name_spoils_a_selection():
    with pytest.raises(UnknownTaskError, match="'softmx'"):
        SUITE.select("cos,softmx")


def test_a_folder_without_tasks_is_refused(tmp_path):
    with pytest.raises(UnknownTaskError, match="holds no tasks"):
        load_suite(tmp_path)


def test_text_parts_are_read_without_importing_torch():
    code = """
import sys
from kbx_eval.suite import load_suite
for task in load_suite():
    assert task.contract and task.summary and task.signature and task.entry and task.solution and task.difficulty
print("torch" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# What a task's folder can say


@pytest.fixture
def one_task(tmp_path):
    """A suite of one task with the given `task.py`."""

    def write(source: str) -> Suite:
        folder = tmp_path / "Some" / "thing"
        folder.mkdir(parents=True)
        (folder / "task.py").write_text(source, encoding="utf-8")
        return load_suite(tmp_path)

    return write


def test_a_signature_has_defaults_and_stars_and_no_types(one_task):
    source = "def reference(a: int, /, b: 'str' = 'x', *rest: int, key: float | None = None, **more: int) -> int: ..."
    assert one_task(source).find("thing").signature == "thing(a, /, b='x', *rest, key=None, **more)"


def test_a_task_without_a_reference_names_its_file(one_task):
    with pytest.raises(ValueError, match=r"task\.py.* defines no `reference`"):
        _ = one_task("CASES = []").find("thing").signature


def test_the_entry_can_have_another_name(one_task):
    task = one_task('ENTRY = "step"\nDIFFICULTY = 4\ndef reference(x): ...').find("thing")
    assert (task.entry, task.difficulty, task.signature) == ("step", 4, "step(x)")


def test_the_oracle_is_the_reference_unless_the_task_has_its_own(one_task):
    task = one_task("def reference(x): ...").find("thing")
    assert task.oracle is task.reference
    assert task.check is None


def test_the_contract_is_the_docstring_and_its_first_sentence_the_summary(one_task):
    task = one_task('"""Twice the input\nof any shape. More.\n\nDetails.\n"""\ndef reference(x): ...').find("thing")
    assert task.summary == "Twice the input of any shape"
    assert task.contract.endswith("Details.")


# What a case is


def test_a_case_is_strict_by_layout_special_values_or_another_dtype():
    first = Case(rows=4)
    beyond = [Case(rows=4, layout="strided"), Case(rows=4, layout="transposed"), Case(rows=4, special=True), Case(rows=4, dtype="float16")]
    assert [case.strict(first) for case in beyond] == [True] * 4
    assert not Case(rows=4, scale=1e4).strict(first)
    assert not Case(rows=4, dtype="float16").strict(Case(rows=1, dtype="float16"))


def test_a_case_can_say_itself_whether_it_is_strict():
    assert Case(rows=4, strict=True).strict(Case())
    assert not Case(rows=4, layout="strided", strict=False).strict(Case())


def test_a_case_reads_as_its_parameters_and_what_is_unusual():
    assert str(Case(rows=3, out="x", dtype="float16", layout="strided", scale=1e4, outliers=0.5)) == (
        "rows=3, out='x', float16, strided, scale=10000, outliers=0.5"
    )
    assert str(Case()) == "default"


def test_a_parameter_that_is_not_there_is_named():
    with pytest.raises(AttributeError, match="'columns'"):
        _ = Case(rows=3).columns
    assert Case(rows=3).get("columns", 5) == 5


@pytest.mark.parametrize(("layout", "strides"), [("contiguous", (5, 1)), ("strided", (10, 2)), ("transposed", (1, 4))])
def test_a_layout_changes_strides_and_not_values(layout, strides):
    plain, arranged = (Case(layout=name).randn(4, 5, rng=torch.Generator().manual_seed(0)) for name in ("contiguous", layout))
    assert arranged.stride() == strides
    assert torch.equal(arranged, plain)


def test_outliers_are_a_share_of_the_values():
    values = Case(outliers=0.1).randn(10_000, rng=torch.Generator().manual_seed(0))
    assert 300 < int((values.abs() > 10).sum()) < 1100


def test_uniform_values_keep_their_bounds():
    values = Case(dtype="float64").rand(10_000, rng=torch.Generator().manual_seed(0), low=-2.0, high=3.0)
    assert -2 <= float(values.min()) < -1.9
    assert 2.9 < float(values.max()) < 3


def test_integers_keep_their_bounds_and_dtype():
    values = Case().randint(3, 6, 1000, rng=torch.Generator().manual_seed(0), dtype="int32")
    assert values.dtype == torch.int32
    assert set(values.tolist()) == {3, 4, 5}
