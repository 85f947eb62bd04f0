"""What a candidate's wrapper may have torch do: allocate, view, fill, move and cast.

Movement on this list is repeated when a candidate's launches are repeated on other inputs. Whatever else torch, NumPy, C or Python
computes is a constant in that repetition, so an answer that depends on it comes out wrong. Views and allocation need no mention: a
tensor is described by its strides, and new memory holds nothing of use.
"""

MOVEMENT = frozenset(
    """aten::copy_ aten::clone aten::_to_copy aten::cat aten::stack aten::constant_pad_nd aten::fill_ aten::zero_ aten::repeat aten::flip
    aten::roll aten::_reshape_copy aten::expand_copy aten::permute_copy aten::unfold_copy aten::lift_fresh_copy
    aten::reshape aten::contiguous aten::flatten aten::to aten::pad aten::tile""".split()
)
