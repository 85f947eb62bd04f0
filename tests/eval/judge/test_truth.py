"""What a call should give: reference, float64 oracle, and which arguments are written."""

from types import SimpleNamespace

import pytest
import torch

from kbx_eval.judge.truth import replicate, same_bits, truth, widen
from kbx_eval.suite import Call


def task(reference, oracle=None):
    """As much of a task as the truth needs."""
    return SimpleNamespace(reference=reference, oracle=oracle or reference)


def test_the_reference_runs_in_the_inputs_dtype_and_the_oracle_in_float64():
    third = torch.ones(4) / 3
    true = truth(task(lambda x: x * 3), Call((third,)))
    assert true.reference[0].dtype == torch.float32
    assert true.oracle[0].dtype == torch.float64
    assert torch.equal(true.oracle[0], third.double() * 3)


def test_an_oracle_of_its_own_is_asked():
    true = truth(task(lambda x: x * 0, lambda x: x + 1), Call((torch.ones(4),)))
    assert true.oracle[0].tolist() == [2.0] * 4
    assert true.reference[0].tolist() == [0.0] * 4


def test_every_part_of_a_result_counts():
    true = truth(task(lambda x: (x, [x.sum(), None], 3)), Call((torch.ones(4),)))
    assert [type(leaf) for leaf in true.reference] == [torch.Tensor, torch.Tensor, type(None), int]


def test_the_call_itself_is_left_alone():
    x = torch.ones(4)
    truth(task(lambda x: x.zero_()), Call((x,)))
    assert x.tolist() == [1.0] * 4


def test_an_argument_that_is_written_in_place_is_found_with_both_of_its_truths():
    def step(parameter, gradient):
        parameter -= gradient / 3

    parameter, gradient = torch.ones(4), torch.ones(4)
    written, untouched = truth(task(step), Call((parameter, gradient))).written
    assert untouched is None
    assert written
    assert torch.equal(written[0], torch.ones(4) - torch.ones(4) / 3)
    assert torch.equal(written[1], torch.ones(4).double() - torch.ones(4).double() / 3)


def test_an_out_argument_among_keywords_and_lists_is_found():
    def fill(values, *, out):
        values[1].fill_(5)
        out.copy_(values[0])

    written = truth(task(fill), Call(([torch.ones(2), torch.ones(2)],), {"out": torch.zeros(2)})).written
    assert [bool(one) for one in written] == [False, True, True]


def test_an_argument_that_is_written_with_what_it_held_counts_as_untouched():
    assert truth(task(lambda x: x.copy_(x.clone())), Call((torch.ones(4),))).written == [None]


def test_a_change_of_nothing_but_the_sign_of_zero_is_seen():
    assert truth(task(lambda x: x.neg_()), Call((torch.zeros(4),))).written != [None]


def test_an_untouched_nan_is_untouched():
    assert truth(task(lambda x: x + 1), Call((torch.full((4,), torch.nan),))).written == [None]


def test_a_result_is_kept_although_its_argument_changes_later():
    def step(x):
        before = x.detach()
        return before, x.add_(1)

    first, second = truth(task(step), Call((torch.zeros(2),))).reference
    assert first.tolist() == second.tolist() == [1.0, 1.0]


def test_gradients_do_not_reach_the_truth():
    true = truth(task(lambda x: x * 2), Call((torch.ones(2, requires_grad=True),)))
    assert not true.reference[0].requires_grad


# Copies


def test_a_copy_has_the_strides_and_offset_of_the_original():
    wide = torch.arange(60.0).reshape(6, 10)
    for tensor in (wide[1:, ::2], wide.T, wide[:, :1].expand(6, 7), wide[2, 3], wide.flip(0)[0:0]):
        copy = replicate(Call((tensor,)))[1][0]
        assert (copy.shape, copy.stride(), copy.storage_offset()) == (tensor.shape, tensor.stride(), tensor.storage_offset())
        assert torch.equal(copy, tensor)


@pytest.mark.parametrize("convert", [torch.Tensor.clone, widen])
def test_arguments_that_share_memory_share_it_in_the_copy_too(convert):
    base = torch.zeros(10)
    first, second, other = replicate(Call((base[:6], [base[4:]]), {"other": torch.zeros(10)}), convert)[1]
    first.fill_(1)
    assert second.tolist() == [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    assert not other.any()
    assert not base.any()


def test_an_aliased_out_is_seen_as_written():
    x = torch.ones(4)
    true = truth(task(lambda x, out: torch.mul(x, 2, out=out)), Call((x,), {"out": x}))
    assert [bool(one) for one in true.written] == [True, True]
    assert true.oracle[0].tolist() == [2.0] * 4


def test_a_copy_keeps_the_kinds_of_containers():
    copied = replicate(Call(([torch.ones(1)], (torch.ones(1), "text", 3)), {"flag": None}))[0]
    assert type(copied.args[0]) is list
    assert type(copied.args[1]) is tuple
    assert copied.args[1][1:] == ("text", 3)
    assert copied.kwargs == {"flag": None}


@pytest.mark.parametrize(
    ("dtype", "wide"),
    [
        (torch.float16, torch.float64),
        (torch.bfloat16, torch.float64),
        (torch.float32, torch.float64),
        (torch.float64, torch.float64),
        (torch.complex64, torch.complex128),
        (torch.int32, torch.int32),
        (torch.bool, torch.bool),
    ],
    ids=str,
)
def test_widening_takes_tensors_and_dtype_arguments_along(dtype, wide):
    copied, tensors = replicate(Call((torch.ones(3, dtype=dtype),), {"dtype": dtype}), widen)
    assert tensors[0].dtype == wide
    assert copied.kwargs["dtype"] == wide


def test_a_plain_copy_keeps_dtype_arguments():
    assert replicate(Call((torch.float16,)))[0].args == (torch.float16,)


def test_a_widened_copy_is_never_the_original():
    x = torch.ones(3, dtype=torch.float64)
    replicate(Call((x,)), widen)[1][0].zero_()
    assert x.tolist() == [1.0] * 3


# Equal bits


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (torch.tensor([0.0]), torch.tensor([-0.0]), False),
        (torch.tensor([torch.nan]), torch.tensor([torch.nan]), True),
        (torch.ones(3), torch.ones(3, dtype=torch.float64), False),
        (torch.ones(3), torch.ones(1, 3), False),
        (torch.empty(0), torch.empty(0), True),
        (torch.tensor(1.0), torch.tensor(1.0), True),
        (torch.tensor(True), torch.tensor(False), False),
        (torch.tensor([1.0, 2.0]).as_strided((1,), (2,)), torch.tensor([1.0]), True),
        (torch.ones(()).expand(1), torch.zeros(()).expand(1), False),
        (torch.arange(12).reshape(3, 4).T, torch.arange(12).reshape(3, 4).T.contiguous(), True),
    ],
)
def test_bits_are_equal_only_when_all_are(left, right, same):
    assert same_bits(left, right) is same
