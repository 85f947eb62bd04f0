"""One call laid out in the shared buffer: what goes in on the judge's side comes out on the child's, and back."""

import json
import math
import mmap
import os
from collections.abc import Iterator
from typing import NamedTuple

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from kbx_eval.inside.buffers import Arena
from kbx_eval.judge.arena import Layout, TooLargeError
from kbx_eval.judge.truth import same_bits
from kbx_eval.suite import Call

SIZE = 1 << 22
DTYPES = (
    torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int8, torch.uint8, torch.int32, torch.int64, torch.bool,
    torch.complex64,
)  # fmt: skip


class Shared(NamedTuple):
    """The buffer from both sides."""

    buffer: mmap.mmap
    child: Arena

    def arguments(self, layout: Layout, call: Call) -> Call:
        """The call as the child sees it, its description sent as JSON."""
        args, kwargs = json.loads(json.dumps(layout.describe(call)))
        args, kwargs = self.child.arguments(args, kwargs)
        return Call(tuple(args), kwargs)


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    descriptor = os.memfd_create("arena")
    os.ftruncate(descriptor, SIZE)
    yield Shared(mmap.mmap(descriptor, SIZE), Arena(descriptor, SIZE, lambda storage: storage, 0))
    os.close(descriptor)


@st.composite
def tensors(draw: st.DrawFn, storage: torch.Tensor | None = None) -> torch.Tensor:
    """Any view: sizes of zero, strides of zero, offsets, permutations."""
    shape = draw(st.lists(st.integers(0, 4), max_size=4))
    strides = draw(st.lists(st.integers(0, 5), min_size=len(shape), max_size=len(shape)))
    offset = draw(st.integers(0, 7))
    reach = offset + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True)) + 1 if math.prod(shape) else offset
    if storage is None:
        dtype = draw(st.sampled_from(DTYPES))
        storage = torch.randint(0, 2 if dtype == torch.bool else 256, (128 * dtype.itemsize,), dtype=torch.uint8).view(dtype)
        storage = storage[: draw(st.integers(reach, 128))].clone()
    return storage.as_strided(shape, strides, offset if storage.numel() else 0)


def form(tensor: torch.Tensor) -> tuple[object, ...]:
    return tensor.dtype, tensor.shape, tensor.stride(), tensor.storage_offset()


@given(st.lists(tensors(), max_size=4))
def test_tensors_arrive_with_their_values_strides_and_offsets(shared, made):
    for tensor, arrived in zip(made, shared.arguments(Layout(shared.buffer), Call(tuple(made))).args, strict=True):
        assert form(arrived) == form(tensor)
        assert same_bits(arrived, tensor)


@given(st.data())
def test_tensors_of_one_storage_still_share_it_when_they_arrive(shared, data):
    storage = torch.randn(128)
    made = data.draw(st.lists(tensors(storage), min_size=2, max_size=3))
    arrived = shared.arguments(Layout(shared.buffer), Call(tuple(made))).args
    for tensor in (arrived[0], made[0]):
        tensor.fill_(7.0)
    for tensor, other in zip(made, arrived, strict=True):
        assert same_bits(tensor, other)


@given(st.lists(tensors(), max_size=4))
def test_results_come_back_bit_for_bit(shared, made):
    layout = Layout(shared.buffer)
    slots = layout.slots(made)
    described = shared.child.store(made, json.loads(json.dumps(slots)))
    assert [part["kind"] for part in described] == ["tensor"] * len(made)
    for tensor, slot in zip(made, slots, strict=True):
        assert same_bits(layout.result(slot), tensor)


@given(
    st.recursive(
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(-(2**63), 2**63),
            st.floats(),
            st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
            st.sampled_from([*DTYPES, torch.device("cpu")]),
        ),
        lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
        max_leaves=10,
    )
)
def test_everything_else_arrives_as_it_was(shared, value):
    arrived = shared.arguments(Layout(shared.buffer), Call((value,), {"key": value}))
    assert repr(arrived.args[0]) == repr(arrived.kwargs["key"]) == repr(value)


def test_tensors_within_lists_arrive_in_their_place(shared):
    arrived = shared.arguments(Layout(shared.buffer), Call(([torch.ones(2), 5], (torch.zeros(3),))))
    assert arrived.args[0][0].tolist() == [1.0, 1.0]
    assert arrived.args[0][1] == 5
    assert arrived.args[1][0].tolist() == [0.0] * 3


def test_the_cuda_device_becomes_the_child_s_own(shared):
    assert shared.arguments(Layout(shared.buffer), Call((torch.device("cuda"),))).args == (torch.device("cuda", 0),)


@pytest.mark.parametrize("shape", [(1,), (1, 1, 1), ()])
def test_a_single_element_with_unusual_strides_comes_back(shared, shape):
    layout, x = Layout(shared.buffer), torch.tensor([0.0, 3.0, 5.0, 7.0]).as_strided(shape, (2,) * len(shape), 1)
    shared.arguments(layout, Call((x,)))
    ((before, after),) = layout.arguments()
    assert same_bits(before, after)
    shared.child.store([x], layout.slots([x]))


def test_the_judge_sees_what_the_child_did_to_an_argument(shared):
    layout, x = Layout(shared.buffer), torch.zeros(2, 3)
    shared.arguments(layout, Call((x.T,))).args[0][1, 0] = 5
    ((before, after),) = layout.arguments()
    assert not before.any()
    assert after.tolist() == [[0.0, 0.0], [5.0, 0.0], [0.0, 0.0]]
    assert not x.any()


def test_what_the_judge_has_read_does_not_change_any_more(shared):
    layout = Layout(shared.buffer)
    (slot,) = layout.slots([torch.ones(4)])
    shared.child.store([torch.ones(4)], [slot])
    result = layout.result(slot)
    shared.child.store([torch.zeros(4)], [slot])
    assert result.tolist() == [1.0] * 4


@pytest.mark.parametrize("wrong", [torch.ones(5), torch.ones(2, 2), torch.ones(4, dtype=torch.float64), None, 3.0, "text"], ids=repr)
def test_a_result_of_another_form_leaves_its_slot_alone(shared, wrong):
    layout = Layout(shared.buffer)
    (slot,) = layout.slots([torch.ones(4)])
    before = layout.result(slot)
    shared.child.store([wrong], [slot])
    assert same_bits(layout.result(slot), before)


def test_more_results_than_slots_overwrite_nothing(shared):
    layout = Layout(shared.buffer)
    slots = layout.slots([torch.zeros(4), torch.zeros(4)])
    before = layout.result(slots[1])
    assert len(shared.child.store([torch.ones(4)] * 3, slots[:1])) == 3
    assert same_bits(layout.result(slots[1]), before)


def test_a_slot_is_filled_with_bytes_that_nobody_can_guess(shared):
    first, second = (
        layout.result(*layout.slots([torch.zeros(64, dtype=torch.uint8)])) for layout in (Layout(shared.buffer), Layout(shared.buffer))
    )
    assert len(set(first.tolist())) > 8
    assert not torch.equal(first, second)


def test_the_same_shapes_get_the_same_addresses(shared):
    first, second = (Layout(shared.buffer).describe(Call((torch.randn(3, 5), torch.randn(7)))) for _ in range(2))
    assert first == second


def test_an_overrun_of_one_tensor_meets_no_other(shared):
    args, _ = Layout(shared.buffer).describe(Call((torch.zeros(1024), torch.ones(1024))))
    first, second = (spec["tensor"] for spec in args)
    assert second["offset"] >= first["offset"] + first["bytes"] + 4096


def test_a_case_that_is_too_large_is_the_task_s_fault(shared):
    with pytest.raises(TooLargeError, match="more than 4 MiB"):
        Layout(shared.buffer).describe(Call((torch.zeros(SIZE // 4),)))
