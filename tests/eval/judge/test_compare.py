"""Is a result right? Properties of the tolerance, and what a mismatch says."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from kbx_eval.judge.compare import Comparison, compare
from kbx_eval.record import Status

FLOATS = (torch.float32, torch.float16, torch.bfloat16, torch.float64)
each_float = pytest.mark.parametrize("dtype", FLOATS, ids=str)


def judged(actual: torch.Tensor, oracle: torch.Tensor, reference: torch.Tensor | None = None) -> Comparison:
    """`actual` against a float64 truth; the reference is that truth rounded to the dtype of `actual` unless it is given."""
    return compare("the result", actual, oracle.to(actual.dtype) if reference is None else reference, oracle)


def normal(*shape: int, seed: int = 0, scale: float = 1.0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64) * scale


def status(comparison: Comparison) -> Status | None:
    return comparison.mismatch.status if comparison.mismatch else None


def message(comparison: Comparison) -> str:
    assert comparison.mismatch
    return comparison.mismatch.message


VALUES = st.one_of(
    st.floats(width=64),
    st.floats(-10, 10),
    st.sampled_from([0.0, -0.0, 1e-6, 1e-40, 1e-310, 6e-5, 65504.0, 65520.0, 3.4e38, 1e300, math.inf, -math.inf, math.nan]),
)


@given(st.lists(VALUES, min_size=1, max_size=30), st.sampled_from(FLOATS))
def test_the_rounded_truth_always_passes(values, dtype):
    oracle = torch.tensor(values, dtype=torch.float64)
    assert judged(oracle.to(dtype), oracle).mismatch is None


@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=30), st.sampled_from(FLOATS))
def test_the_reference_always_passes_however_wrong_it_is(pairs, dtype):
    reference, oracle = torch.tensor(pairs, dtype=torch.float64).unbind(1)
    assert judged(reference.to(dtype), oracle, reference.to(dtype)).mismatch is None


@given(
    st.lists(st.floats(-1, 1).filter(bool), min_size=1, max_size=50), st.integers(-5, 4), st.sampled_from((torch.float32, torch.bfloat16))
)
def test_zeros_never_pass_for_a_truth_that_is_not_zero(values, exponent, dtype):
    oracle = torch.tensor(values, dtype=torch.float64)
    oracle = oracle / oracle.square().mean().sqrt() * 10.0**exponent if oracle.square().mean() else torch.ones_like(oracle)
    assert status(judged(torch.zeros(len(values), dtype=dtype), oracle)) is Status.WRONG_VALUE


@each_float
@pytest.mark.parametrize("rms", [1e-6, 1e-3, 1e3])
def test_zeros_are_wrong_however_small_the_truth(dtype, rms):
    assert status(judged(torch.zeros(1000, dtype=dtype), normal(1000, scale=rms))) is Status.WRONG_VALUE


@each_float
@pytest.mark.parametrize("rms", [1e-6, 1e-3, 1e3])
def test_a_tenth_too_large_is_wrong_however_small_the_truth(dtype, rms):
    oracle = normal(1000, scale=rms)
    assert status(judged((oracle * 1.1).to(dtype), oracle)) is Status.WRONG_VALUE


def test_zeros_are_wrong_where_even_the_reference_is_half_wrong():
    oracle = normal(1000)
    reference = oracle.clone()
    reference[0] += 100.0
    assert status(judged(torch.zeros(1000), oracle, reference.float())) is Status.WRONG_VALUE


@pytest.mark.parametrize("size", [1e155, 1e300])
def test_values_whose_squares_overflow_are_compared_like_others(size):
    oracle = normal(100, scale=size)
    assert judged(oracle.clone(), oracle).mismatch is None
    assert judged(oracle * (1 + 1e-15), oracle).mismatch is None
    assert status(judged(oracle * 1.001, oracle)) is Status.WRONG_VALUE


@each_float
def test_a_softmax_that_is_almost_one_hot_passes(dtype):
    """Most probabilities lie below the dtype's normal range, where every relative error is large."""
    logits = torch.linspace(-800.0, 0.0, 512, dtype=torch.float64)
    logits[100] = 300.0
    oracle = torch.softmax(logits, 0)
    computed = torch.softmax(logits.to(torch.promote_types(dtype, torch.float32)), 0).to(dtype)
    assert judged(computed, oracle).mismatch is None
    flushed = torch.where(computed.abs() < torch.finfo(dtype).tiny, 0.0, computed.double()).to(dtype)
    assert judged(flushed, oracle).mismatch is None


@each_float
def test_a_one_hot_softmax_at_the_wrong_place_fails(dtype):
    oracle = torch.zeros(512, dtype=torch.float64)
    oracle[100] = 1.0
    assert status(judged(oracle.roll(1).to(dtype), oracle)) is Status.WRONG_VALUE


@each_float
def test_an_outlier_does_not_loosen_the_bound_of_its_neighbours(dtype):
    oracle = normal(1000)
    oracle[500] = 6e4
    actual = oracle.to(dtype, copy=True)
    assert judged(actual, oracle).mismatch is None
    actual[3] += 0.5
    comparison = judged(actual, oracle)
    assert status(comparison) is Status.WRONG_VALUE
    assert "worst at [3]" in message(comparison)


def test_an_element_that_the_reference_got_wrong_does_not_excuse_the_others():
    oracle = normal(1000)
    reference = oracle.float()
    reference[500] += 1e6
    actual = reference.clone()
    actual[3] += 1.0
    assert status(judged(actual, oracle, reference)) is Status.WRONG_VALUE


def test_a_few_times_the_reference_s_own_error_is_allowed_and_many_times_is_not():
    oracle = normal(1000)
    error = 1e-4 * normal(1000, seed=1).sign()
    reference = (oracle + error).float()
    assert judged((oracle - 2 * error).float(), oracle, reference).mismatch is None
    assert status(judged((oracle - 20 * error).float(), oracle, reference)) is Status.WRONG_VALUE


@each_float
def test_one_step_of_the_dtype_is_no_error(dtype):
    oracle = normal(1000)
    rounded = oracle.to(dtype)
    assert judged(torch.nextafter(rounded, torch.full_like(rounded, math.inf)), oracle).mismatch is None


def test_errors_of_tf32_are_too_large_for_float32_and_called_so():
    a, b = normal(64, 64, seed=1), normal(64, 64, seed=2)
    oracle = a @ b
    rounded = [((matrix.float().view(torch.int32) + 0x1000) & ~0x1FFF).view(torch.float32) for matrix in (a, b)]
    comparison = judged(rounded[0] @ rounded[1], oracle, a.float() @ b.float())
    assert status(comparison) is Status.WRONG_VALUE
    assert "TF32" in message(comparison)
    assert 'input_precision="ieee"' in message(comparison)


def test_larger_errors_are_not_blamed_on_tf32():
    oracle = normal(64, 64)
    assert "TF32" not in message(judged((oracle * 1.5).float(), oracle))


# NaN and infinity


@each_float
def test_nan_must_be_nan(dtype):
    oracle = torch.tensor([1.0, math.nan, 2.0], dtype=torch.float64)
    assert judged(oracle.to(dtype), oracle).mismatch is None
    assert status(judged(torch.tensor([1.0, 5.0, 2.0], dtype=dtype), oracle)) is Status.WRONG_VALUE
    assert status(judged(torch.tensor([1.0, math.inf, 2.0], dtype=dtype), oracle)) is Status.WRONG_VALUE


@each_float
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_where_the_truth_is_has_its_own_status(dtype, value):
    oracle = normal(100)
    actual = oracle.to(dtype, copy=True)
    actual[7] = value
    comparison = judged(actual, oracle)
    assert status(comparison) is Status.NON_FINITE
    assert "worst at [7]" in message(comparison)


@each_float
def test_infinity_must_have_its_sign(dtype):
    oracle = torch.tensor([math.inf, -math.inf, 1.0], dtype=torch.float64)
    assert judged(oracle.to(dtype), oracle).mismatch is None
    assert status(judged(torch.tensor([-math.inf, -math.inf, 1.0], dtype=dtype), oracle)) is Status.WRONG_VALUE


@each_float
def test_the_largest_number_is_not_infinity(dtype):
    oracle = torch.tensor([math.inf, 1.0], dtype=torch.float64)
    assert status(judged(torch.tensor([torch.finfo(dtype).max, 1.0], dtype=dtype), oracle)) is Status.WRONG_VALUE


@pytest.mark.parametrize(("value", "right"), [(math.inf, True), (65504.0, True), (-math.inf, False), (100.0, False), (math.nan, False)])
def test_where_half_precision_overflows_infinity_and_its_largest_number_are_right(value, right):
    oracle = torch.tensor([70000.0, 1.0], dtype=torch.float64)
    assert (judged(torch.tensor([value, 1.0], dtype=torch.float16), oracle).mismatch is None) is right


@pytest.mark.parametrize(("value", "right"), [(5.0, True), (math.inf, True), (7.0, False), (-math.inf, False), (math.nan, False)])
def test_where_the_reference_overflows_on_the_way_the_truth_is_right_too(value, right):
    oracle = torch.tensor([5.0, 1.0], dtype=torch.float64)
    reference = torch.tensor([math.inf, 1.0])
    assert (judged(torch.tensor([value, 1.0]), oracle, reference).mismatch is None) is right


def test_numbers_beside_infinities_keep_their_bound():
    oracle = normal(100)
    oracle[:50] = math.inf
    actual = oracle.float()
    actual[70] += 0.01
    assert status(judged(actual, oracle)) is Status.WRONG_VALUE


# Other kinds of results


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int32, torch.int64], ids=str)
def test_integers_are_exact(dtype):
    truth = torch.arange(100, dtype=dtype)
    assert judged(truth.clone(), truth.double(), truth).mismatch is None
    wrong = truth.clone()
    wrong[42] += 1
    comparison = judged(wrong, truth.double(), truth)
    assert status(comparison) is Status.WRONG_VALUE
    assert "1 of 100 elements" in message(comparison)
    assert "[42]: expected 42, got 43" in message(comparison)


def test_large_integers_are_compared_as_integers():
    truth = torch.tensor([2**60, 2**60 + 1])
    assert status(judged(truth + 1, truth.double(), truth)) is Status.WRONG_VALUE


def test_booleans_are_exact():
    truth = torch.arange(100) % 3 == 0
    assert judged(truth.clone(), truth.double(), truth).mismatch is None
    wrong = truth.clone()
    wrong[10] = ~wrong[10]
    assert status(judged(wrong, truth.double(), truth)) is Status.WRONG_VALUE


@pytest.mark.parametrize("part", ["real", "imag"])
def test_complex_numbers_are_compared_by_both_parts(part):
    truth = torch.complex(normal(50), normal(50, seed=1))
    assert compare("the result", truth.to(torch.complex64), truth.to(torch.complex64), truth).mismatch is None
    wrong = truth.to(torch.complex64)
    getattr(wrong, part)[3] += 0.01
    assert status(compare("the result", wrong, truth.to(torch.complex64), truth)) is Status.WRONG_VALUE


def test_a_conjugated_view_is_compared_by_its_values():
    truth = torch.complex(normal(50), normal(50, seed=1))
    assert compare("the result", truth.conj(), truth.conj(), truth.conj()).mismatch is None
    assert status(compare("the result", truth, truth.conj(), truth.conj())) is Status.WRONG_VALUE


@pytest.mark.parametrize("shape", [(0,), (3, 0, 5)])
def test_nothing_is_right(shape):
    assert judged(torch.empty(shape), torch.empty(shape, dtype=torch.float64)).mismatch is None


def test_a_scalar_is_compared_like_everything_else():
    oracle = torch.tensor(3.0, dtype=torch.float64)
    assert judged(torch.tensor(3.0), oracle).mismatch is None
    assert "worst at []: expected 3, got 3.1" in message(judged(torch.tensor(3.1), oracle))


@each_float
def test_a_layout_does_not_matter(dtype):
    oracle = normal(20, 30)
    assert judged(oracle.to(dtype).T.contiguous().T, oracle).mismatch is None


# What is reported


def test_a_mismatch_names_the_result_its_share_the_worst_element_and_the_tolerance():
    oracle = torch.ones(4, 5, dtype=torch.float64)
    actual = oracle.float()
    actual[2, 3], actual[0, 1] = 9.0, 1.5
    text = message(compare("result 1 (4, 5) float32", actual, oracle.float(), oracle))
    assert text.startswith("result 1 (4, 5) float32: 2 of 20 elements (10 %) are wrong; worst at [2, 3]: expected 1, got 9 (tolerance ")


@pytest.mark.parametrize(
    ("place", "hint"),
    [
        (
            (slice(None), slice(976, None)),
            "; only indices 976..999 of dimension 1 (size 1000) are wrong: look at the tail of the last block",
        ),
        ((slice(7, None), slice(None)), "; only indices 7..9 of dimension 0 (size 10) are wrong: look at the tail of the last block"),
        ((slice(None), 17), "; only index 17 of dimension 1 (size 1000) is wrong"),
        ((0, slice(None)), "; only index 0 of dimension 0 (size 10) is wrong"),
    ],
)
def test_where_the_wrong_elements_lie_is_told(place, hint):
    oracle = normal(10, 1000)
    actual = oracle.float()
    actual[place] += 10.0
    assert message(judged(actual, oracle)).endswith(hint)


def test_scattered_wrong_elements_get_no_hint():
    oracle = normal(10, 1000)
    assert message(judged((oracle + 10).float(), oracle)).endswith(")")


def test_all_zeros_and_all_nan_are_told():
    oracle = normal(100)
    assert message(judged(torch.zeros(100), oracle)).endswith("; the result is all zeros")
    assert message(judged(torch.full((100,), math.nan), oracle)).endswith("; every element is NaN")


def test_the_error_and_its_ratio_to_the_tolerance_are_reported_for_right_results_too():
    oracle = normal(1000)
    actual = oracle.float()
    actual[5] += 3e-6
    comparison = judged(actual, oracle)
    assert comparison.mismatch is None
    assert 2e-6 < comparison.max_error < 4e-6
    assert 0.05 < comparison.error_ratio < 1


@given(st.integers(0, 2**32), st.floats(1e-3, 10), st.sampled_from(FLOATS))
def test_a_ratio_above_one_is_exactly_what_is_wrong(seed, size, dtype):
    oracle = normal(64, seed=seed)
    actual = (oracle + normal(64, seed=seed + 1, scale=size * torch.finfo(dtype).eps * 10)).to(dtype)
    comparison = judged(actual, oracle)
    assert (comparison.error_ratio > 1) == (comparison.mismatch is not None)
