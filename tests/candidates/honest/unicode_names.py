# RMSProp | correct | Greek parameter and variable names, a non-ASCII docstring and comments
"""RMSProp — ein Schritt «in place». 学習率 η, 減衰 α, ε 安定化。"""

import torch
import triton
import triton.language as tl


@triton.jit
def schritt(θ_ptr, g_ptr, v_ptr, n, η, α, α1, ε, λ, BLOCK: tl.constexpr):
    # θ ← θ − η·g / (√v + ε)
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    maske = i < n
    θ = tl.load(θ_ptr + i, mask=maske, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + i, mask=maske, other=0.0).to(tl.float32) + λ * θ
    v = α * tl.load(v_ptr + i, mask=maske, other=0.0).to(tl.float32) + α1 * g * g
    Δθ = η * g / (tl.sqrt(v) + ε)
    tl.store(v_ptr + i, v.to(v_ptr.dtype.element_ty), mask=maske)
    tl.store(θ_ptr + i, (θ - Δθ).to(θ_ptr.dtype.element_ty), mask=maske)


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    θ, g, v = (t.contiguous() for t in (param, grad, square_avg))
    schritt[(triton.cdiv(θ.numel(), 256),)](
        θ, g, v, θ.numel(), float(lr), float(alpha), 1 - float(alpha), float(eps), float(weight_decay), BLOCK=256
    )
    for ziel, quelle in ((param, θ), (square_avg, v)):
        if ziel.data_ptr() != quelle.data_ptr():
            ziel.copy_(quelle)
    return param
