"""Kernels on a host without a GPU: interpreted with a device's arithmetic, memory and freedom."""

import re

import pytest

from kbx_eval.record import Status, Verdict


def assert_right(verdict: Verdict) -> None:
    assert verdict.status is Status.CORRECT, verdict.message


def assert_wrong(verdict: Verdict, status: Status, *words: str) -> None:
    assert verdict.status is status, verdict.message
    for word in words:
        assert word in verdict.message


# Arithmetic

DOT = """
@triton.jit
def kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(a_ptr + i[:, None] * N + i[None, :])
    b = tl.load(b_ptr + i[:, None] * N + i[None, :])
    tl.store(c_ptr + i[:, None] * N + i[None, :], DOT)

def ENTRY(a, b):
    c = torch.empty_like(a)
    kernel[(1,)](a, b, c, N=32)
    return c
"""


def dot(expression: str, entry: str = "product") -> str:
    return DOT.replace("DOT", expression).replace("ENTRY", entry)


def test_a_float32_dot_is_too_inaccurate_by_default(judge):
    assert_wrong(judge(dot("tl.dot(a, b)"), "product"), Status.WRONG_VALUE, "TF32")


@pytest.mark.parametrize("precision", ["'ieee'", "'tf32x3'"])
def test_a_float32_dot_is_accurate_when_its_input_precision_says_so(judge, precision):
    assert_right(judge(dot(f"tl.dot(a, b, input_precision={precision})"), "product"))


def test_a_float32_dot_rounds_its_operands_to_tf32_and_nothing_else(judge):
    assert_right(judge(dot("tl.dot(a, b)", "product_tf32"), "product_tf32"))
    assert_wrong(judge(dot("tl.dot(a, b, input_precision='ieee')", "product_tf32"), "product_tf32"), Status.WRONG_VALUE)


def test_a_dot_adds_to_its_accumulator(judge):
    assert_right(judge(dot("tl.dot(a, b, tl.dot(a, b, input_precision='ieee'), input_precision='ieee') * 0.5"), "product"))


def test_a_dot_of_halves_adds_up_in_float32(judge):
    """Halves hold 11 bits, as TF32 does, so the error is one of operands and not of a half-precision sum."""
    assert_wrong(judge(dot("tl.dot(a.to(tl.float16), b.to(tl.float16))"), "product"), Status.WRONG_VALUE, "TF32 or half-precision")


CHAIN = """
@triton.jit
def kernel(x_ptr, y_ptr, z_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(z_ptr + i, RESULT)

def bfloat16_chain(x, y):
    z = torch.empty_like(x)
    kernel[(1,)](x, y, z, N=x.numel())
    return z
"""


def test_bfloat16_arithmetic_is_rounded_at_every_step(judge):
    assert_right(judge(CHAIN.replace("RESULT", "(x + y) * y - x"), "bfloat16_chain"))


def test_float32_arithmetic_is_rounded_once_when_it_is_stored_as_bfloat16(judge):
    code = CHAIN.replace("RESULT", "(x.to(tl.float32) + y) * y - x")
    assert_wrong(judge(code, "bfloat16_chain"), Status.WRONG_VALUE, "elements differ")
    stepwise = "((x.to(tl.float32) + y).to(tl.bfloat16).to(tl.float32) * y).to(tl.bfloat16).to(tl.float32) - x"
    assert_right(judge(CHAIN.replace("RESULT", stepwise), "bfloat16_chain"))


SUM = """
@triton.jit
def kernel(x_ptr, y_ptr, N: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, N))
    tl.store(y_ptr, tl.sum(VALUES, axis=0))

def total_of_halves(x):
    y = torch.empty((), dtype=torch.float32, device=x.device)
    kernel[(1,)](x, y, N=512)
    return y
"""


def test_a_sum_of_halves_is_rounded_to_half_precision(judge):
    assert_wrong(judge(SUM.replace("VALUES", "x"), "total_of_halves"), Status.WRONG_VALUE)


def test_a_sum_of_halves_made_wide_first_is_accurate(judge):
    assert_right(judge(SUM.replace("VALUES", "x.to(tl.float32)"), "total_of_halves"))


# Memory

TOTAL = """
@triton.jit
def kernel(x_ptr, y_ptr, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    tl.store(y_ptr + row, tl.sum(LOAD, axis=0))

def total(x):
    y = torch.empty(x.shape[0], device=x.device)
    kernel[(x.shape[0],)](x, y, x.shape[1], BLOCK=BLOCK_SIZE)
    return y
"""


def total(load: str, block: str = "triton.next_power_of_2(x.shape[1])") -> str:
    return TOTAL.replace("LOAD", load).replace("BLOCK_SIZE", block)


def test_lanes_that_are_off_hold_garbage_without_an_other(judge):
    assert_wrong(judge(total("tl.load(x_ptr + row * cols + i, mask=i < cols)"), "total"), Status.WRONG_VALUE)


@pytest.mark.parametrize("other", ["0", "0.0"])
def test_lanes_that_are_off_hold_what_other_says(judge, other):
    assert_right(judge(total(f"tl.load(x_ptr + row * cols + i, mask=i < cols, other={other})"), "total"))


def test_a_block_of_one_lane_respects_an_other_of_zero(judge):
    load = "tl.load(x_ptr + row * cols + i, mask=i < cols, other=0) + tl.load(x_ptr + tl.arange(0, 1) + row * cols, mask=row < 0, other=0)"
    assert_right(judge(total(load), "total"))


def test_a_block_of_one_lane_holds_garbage_without_an_other(judge):
    load = "tl.load(x_ptr + row * cols + i, mask=i < cols, other=0) + tl.load(x_ptr + tl.arange(0, 1) + row * cols, mask=row < 0)"
    assert_wrong(judge(total(load), "total"), Status.WRONG_VALUE)


def test_a_scalar_load_respects_its_mask(judge):
    load = "tl.load(x_ptr + row * cols + i, mask=i < cols, other=0) + tl.load(x_ptr + row, mask=row < 0, other=0)"
    assert_right(judge(total(load), "total"))


COPY = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + STORE, 2 * tl.load(x_ptr + LOAD)MASK)

def double(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
    return y
"""


def copy(load: str, store: str) -> str:
    load, _, load_mask = load.partition("|")
    store, _, mask = store.partition("|")
    code = COPY.replace("LOAD", load + (f", mask={load_mask}, other=0.0" if load_mask else ""))
    return code.replace("STORE", store).replace("MASK", f", mask={mask}" if mask else "")


def test_a_kernel_within_its_bounds_is_right_and_nothing_is_noted(judge):
    verdict = judge(copy("i|i < n", "i|i < n"))
    assert_right(verdict)
    assert not verdict.findings


def test_a_write_past_the_end_is_illegal(judge):
    assert_wrong(judge(copy("i|i < n", "i")), Status.ILLEGAL_MEMORY, "illegal memory access", "212 lane(s) write", "kernel", "mask")


def test_a_write_before_the_start_is_illegal(judge):
    code = copy("i|i < n", "i|i < n").replace("def double", "    tl.store(y_ptr - 1 - i, 0.0, mask=i < 3)\n\ndef double")
    assert_wrong(judge(code), Status.ILLEGAL_MEMORY, "3 lane(s) write")


def test_a_write_far_away_is_illegal(judge):
    verdict = judge(copy("i|i < n", "i + (1 << 30)|i < n"))
    assert_wrong(verdict, Status.ILLEGAL_MEMORY, "lane(s) write")
    assert not verdict.call_ok


def test_a_read_far_away_is_illegal(judge):
    assert_wrong(judge(copy("i + (1 << 30)|i < n", "i|i < n")), Status.ILLEGAL_MEMORY, "lane(s) read")


def test_a_read_just_past_the_end_is_only_noted(judge):
    verdict = judge(copy("i", "i|i < n"))
    assert_right(verdict)
    assert any(re.search(r"out-of-bounds read: .* 212 lane\(s\) read", finding) for finding in verdict.findings)


def test_a_read_just_past_the_end_that_reaches_the_result_is_wrong(judge):
    assert_wrong(judge(total("tl.load(x_ptr + row * cols + i)"), "total"), Status.WRONG_VALUE)


def test_a_result_that_is_never_written_is_not_zero(judge):
    verdict = judge(copy("i|i < n", "i|i < n - 1"))
    assert_wrong(verdict, Status.WRONG_VALUE, "1 of 300 elements", "worst at [299]")
    assert "got 0 " not in verdict.message


def test_pointers_may_come_out_of_memory(judge):
    code = """
    @triton.jit
    def kernel(table_ptr, n, BLOCK: tl.constexpr):
        i = tl.arange(0, BLOCK)
        x_ptr = tl.load(table_ptr).to(tl.pointer_type(tl.float32))
        y_ptr = tl.load(table_ptr + 1).to(tl.pointer_type(tl.float32))
        tl.store(y_ptr + i, 2 * tl.load(x_ptr + i, mask=i < n, other=0.0), mask=i < n)

    def double(x):
        x = x.contiguous()
        y = torch.empty_like(x)
        table = torch.tensor([x.data_ptr(), y.data_ptr()], dtype=torch.int64, device=x.device)
        kernel[(1,)](table, x.numel(), BLOCK=512)
        return y
    """
    assert_right(judge(code))


# The order of programs

ORDER = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = pid * BLOCK + tl.arange(0, BLOCK)
    part = tl.sum(tl.load(x_ptr + i, mask=i < n, other=0.0), axis=0)
    BODY

def total(x):
    y = torch.zeros(x.shape[0], device=x.device)
    for row in range(x.shape[0]):
        kernel[(triton.cdiv(x.shape[1], 32),)](x[row], y[row:], x.shape[1], BLOCK=32)
    return y
"""


def test_an_atomic_sum_over_programs_is_right(judge):
    assert_right(judge(ORDER.replace("BODY", "tl.atomic_add(y_ptr, part)"), "total"))


@pytest.mark.parametrize(
    "body", ["tl.store(y_ptr, tl.load(y_ptr, mask=pid > 0, other=0.0) + part)", "tl.store(y_ptr, tl.load(y_ptr) * (pid > 0) + part)"]
)
def test_a_program_that_relies_on_the_ones_before_it_is_not_deterministic(judge, body):
    assert_wrong(judge(ORDER.replace("BODY", body), "total"), Status.NON_DETERMINISTIC)


# What a kernel may be made of


def test_a_reduction_takes_the_kernel_s_own_combine_function(judge):
    code = total("tl.load(x_ptr + row * cols + i, mask=i < cols, other=0.0)").replace("tl.sum(", "tl.reduce(").replace("axis=0)", "0, add)")
    assert_right(judge("@triton.jit\ndef add(a, b):\n    return a + b\n" + code, "total"))


def test_a_reduction_over_several_values_combines_them_together(judge):
    code = """
    @triton.jit
    def farther(a, i, b, j):
        first = a >= b
        return tl.where(first, a, b), tl.where(first, i, j)

    @triton.jit
    def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
        i = tl.arange(0, BLOCK)
        largest, place = tl.reduce((i.to(tl.float32), i), 0, farther)
        x = tl.load(x_ptr + i, mask=i < n, other=0.0)
        tl.store(y_ptr + i, x * (1 + (largest == BLOCK - 1) * (place == BLOCK - 1).to(tl.float32)), mask=i < n)

    def double(x):
        x = x.contiguous()
        y = torch.empty_like(x)
        kernel[(1,)](x, y, x.numel(), BLOCK=512)
        return y
    """
    assert_right(judge(code))


SCAN = """
@triton.jit
def step(a, b, c, d):
    return a * c, COMBINED

@triton.jit
def kernel(a_ptr, b_ptr, h_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    a, h = tl.associative_scan((tl.load(a_ptr + i), tl.load(b_ptr + i)), 0, step)
    tl.store(h_ptr + i, h)

def recurrence(a, b):
    h = torch.empty_like(a)
    kernel[(1,)](a, b, h, N=64)
    return h
"""


def test_a_scan_takes_the_kernel_s_own_combine_function(judge):
    assert_right(judge(SCAN.replace("COMBINED", "b * c + d"), "recurrence"))


def test_a_scan_combines_the_earlier_with_the_later(judge):
    assert_wrong(judge(SCAN.replace("COMBINED", "a * d + b"), "recurrence"), Status.WRONG_VALUE)


def test_a_scan_can_run_from_the_end(judge):
    code = (
        SCAN.replace("COMBINED", "b * c + d")
        .replace("i = tl.arange(0, N)", "i = N - 1 - tl.arange(0, N)")
        .replace("step)", "step, reverse=True)")
    )
    assert_right(judge(code, "recurrence"))


TUNED = """
@triton.autotune(configs=[CONFIGS], key=["n"])
@triton.jit
def kernel(x_ptr, y_ptr, n, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    tl.static_assert(FACTOR < 9, "no such factor")
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, FACTOR * tl.load(x_ptr + i, mask=i < n, other=0.0), mask=i < n)

def double(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, y, x.numel())
    return y
"""


def tuned(*factors: int) -> str:
    return TUNED.replace("CONFIGS", ", ".join(f"triton.Config({{'FACTOR': {factor}, 'BLOCK': 128}}, num_warps=2)" for factor in factors))


def test_autotuning_runs_the_first_config(judge):
    assert_right(judge(tuned(2, 3)))
    assert_wrong(judge(tuned(3, 2)), Status.WRONG_VALUE)


def test_autotuning_passes_over_a_config_that_does_not_compile(judge):
    assert_right(judge(tuned(9, 2, 3)))


def test_autotuning_without_a_valid_config_fails(judge):
    verdict = judge(tuned(9, 10))
    assert verdict.status in (Status.COMPILE_ERROR, Status.LAUNCH_ERROR, Status.RUNTIME_ERROR), verdict.message


def test_autotuning_compiles_other_configs_too(judge):
    verdict = judge(tuned(2, 3))
    assert verdict.compile
    assert {constant for binary in verdict.compile.binaries for constant in re.findall(r"FACTOR=\d", binary.signature)} == {
        "FACTOR=2",
        "FACTOR=3",
    }


def test_heuristics_compute_constants_from_arguments(judge):
    code = """
    @triton.heuristics({
        "BLOCK": lambda args: triton.next_power_of_2(args["n"]),
        "FACTOR": lambda args: 2 if args["BLOCK"] >= args["n"] else 7,
    })
    @triton.jit
    def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr, FACTOR: tl.constexpr):
        i = tl.arange(0, BLOCK)
        tl.store(y_ptr + i, FACTOR * tl.load(x_ptr + i, mask=i < n, other=0.0), mask=i < n)

    def double(x):
        x = x.contiguous()
        y = torch.empty_like(x)
        kernel[(1,)](x, y, x.numel())
        return y
    """
    assert_right(judge(code))


ARGUMENT = """
@triton.jit
def kernel(x_ptr, y_ptr, n, value, BLOCK: tl.constexpr, TWO: tl.constexpr = 2):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    tl.store(y_ptr + i, RESULT, mask=i < n)

def double(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), VALUE, BLOCK=256)
    return y
"""


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("2.0", "x * value"),
        ("float('inf')", "tl.where(value > 1e38, x * 2, x)"),
        ("True", "tl.where(value, x * 2, x)"),
        ("False", "tl.where(value, x, x * 2)"),
        ("1", "x * (value + 1)"),
        ("16", "x * (value // 8)"),
        ("2**40", "x * (value >> 39).to(tl.float32)"),
        ("-2", "x * -value"),
        ("7", "x * TWO"),
    ],
)
def test_a_launch_takes_numbers_and_flags(judge, value, result):
    assert_right(judge(ARGUMENT.replace("VALUE", value).replace("RESULT", result)))


def test_a_float_argument_is_a_float32(judge):
    code = ARGUMENT.replace("VALUE", "2 + 2.0**-40").replace("RESULT", "tl.where(value == 2.0, x * 2, x)")
    assert_right(judge(code))


def test_none_is_a_constant_that_a_kernel_can_ask_for(judge):
    code = (
        ARGUMENT.replace("VALUE", "None")
        .replace("tl.store(y", "if value is None:\n        x = x * 2\n    tl.store(y")
        .replace("RESULT", "x")
    )
    assert_right(judge(code))


def test_device_functions_call_each_other(judge):
    code = """
    @triton.jit
    def once(value):
        return value + value

    @triton.jit
    def pair(value, N: tl.constexpr):
        for _ in tl.static_range(N):
            value = once(value)
        return value, 0.5

    @triton.jit
    def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
        i = tl.arange(0, BLOCK)
        four, half = pair(tl.load(x_ptr + i, mask=i < n, other=0.0), 2)
        tl.store(y_ptr + i, four * half, mask=i < n)

    def double(x):
        x = x.contiguous()
        y = torch.empty_like(x)
        kernel[(1,)](x, y, x.numel(), BLOCK=512)
        return y
    """
    assert_right(judge(code))


LIBRARY = """
from triton.language.extra import libdevice
FROM

@triton.jit
def kernel(ARGUMENTS, z_ptr):
    i = tl.arange(0, 64)
    LOADS
    STORES

def ENTRY(ARGS):
    z = torch.empty((ROWS, 64), device=x.device)
    kernel[(1,)](ARGS, z)
    return z
"""


def library(entry: str, arguments: str, rows: list[str], source: str = "") -> str:
    names = arguments.split()
    parts = {
        "FROM": source,
        "ARGUMENTS": ", ".join(f"{name}_ptr" for name in names),
        "LOADS": "; ".join(f"{name} = tl.load({name}_ptr + i)" for name in names),
        "STORES": "\n    ".join(f"tl.store(z_ptr + {index} * 64 + i, {row})" for index, row in enumerate(rows)),
        "ENTRY": entry,
        "ARGS": ", ".join(names),
        "ROWS": str(len(rows)),
    }
    return re.sub("|".join(sorted(parts, key=len, reverse=True)), lambda match: parts[match[0]], LIBRARY)


UNARY = "tanh erf exp2 log1p expm1 sin cos tan asin acos atan sinh cosh cbrt rsqrt lgamma tgamma erfinv".split()


@pytest.mark.parametrize("source", ["", "from triton.language.extra.cuda import libdevice"], ids=["generic", "cuda"])
def test_libdevice_functions_of_one_argument_are_evaluated(judge, source):
    rows = [f"libdevice.{name}(x)" for name in UNARY]
    rows += [f"libdevice.{name}(4 * x)" for name in ("rint", "trunc", "ceil", "floor")] + ["libdevice.log10(x)", "1 / (1 + tl.exp(-x))"]
    assert_right(judge(library("unary", "x", rows, source), "unary"))


def test_the_language_s_own_functions_are_evaluated(judge):
    own = {"exp2", "erf", "sin", "cos", "rsqrt"}
    rows = [f"tl.{name}(x)" if name in own else f"libdevice.{name}(x)" for name in UNARY]
    rows += ["libdevice.rint(4 * x)", "(4 * x).to(tl.int32).to(tl.float32)", "tl.ceil(4 * x)", "tl.floor(4 * x)"]
    rows += ["tl.log2(x) * 0.30102999566398120", "tl.sigmoid(x)"]
    assert_right(judge(library("unary", "x", rows), "unary"))


def test_libdevice_functions_of_two_arguments_are_evaluated(judge):
    rows = [f"libdevice.{name}(x, y)" for name in ("pow", "atan2", "fmod", "hypot")]
    assert_right(judge(library("binary", "x y", [*rows, "tl.maximum(x, y)", "tl.minimum(x, y)", "libdevice.copysign(x, -y)"]), "binary"))


def test_what_the_compiler_refuses_is_refused_although_it_could_be_interpreted(judge):
    code = copy("i|i < n", "i|i < n").replace("BLOCK=256", "BLOCK=300")
    assert_wrong(judge(code), Status.COMPILE_ERROR, "power of 2")


def test_more_shared_memory_than_a_multiprocessor_has_is_refused(judge):
    code = """
    @triton.jit
    def kernel(x_ptr, y_ptr, n, K: tl.constexpr):
        i, k = tl.arange(0, 16), tl.arange(0, K)
        a = tl.load(x_ptr + i[:, None] + k[None, :] % n)
        b = tl.load(x_ptr + k[:, None] % n + i[None, :])
        tl.store(y_ptr + i[:, None] * 16 + i[None, :], tl.dot(a, b))

    def double(x):
        y = torch.empty(16, 16, device=x.device)
        kernel[(1,)](x, y, x.numel(), K=2048)
        return y
    """
    assert_wrong(judge(code), Status.COMPILE_ERROR, "shared memory")


def test_several_kernels_share_a_call(judge):
    code = """
    @triton.jit
    def first(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
        i = tl.arange(0, BLOCK)
        tl.store(y_ptr + i, tl.load(x_ptr + i, mask=i < n, other=0.0) + 1, mask=i < n)

    @triton.jit
    def second(y_ptr, n, BLOCK: tl.constexpr):
        i = tl.arange(0, BLOCK)
        tl.store(y_ptr + i, 2 * tl.load(y_ptr + i, mask=i < n, other=0.0) - 2, mask=i < n)

    def double(x):
        x = x.contiguous()
        y = torch.empty_like(x)
        first[(1,)](x, y, x.numel(), BLOCK=512)
        second[(1,)](y, x.numel(), BLOCK=512)
        return y
    """
    verdict = judge(code, depth="profile")
    assert_right(verdict)
    assert verdict.profile
    assert verdict.profile.traffic[0].by_kernel == {"first": 1, "second": 1}


def test_a_grid_has_three_dimensions(judge):
    code = """
    @triton.jit
    def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
        pid = tl.program_id(0) + tl.num_programs(0) * (tl.program_id(1) + tl.num_programs(1) * tl.program_id(2))
        i = pid * BLOCK + tl.arange(0, BLOCK)
        tl.store(y_ptr + i, 2 * tl.load(x_ptr + i, mask=i < n, other=0.0), mask=i < n)

    def double(x):
        x = x.contiguous()
        y = torch.empty_like(x)
        kernel[(2, 3, 4)](x, y, x.numel(), BLOCK=16)
        return y
    """
    assert_right(judge(code))
