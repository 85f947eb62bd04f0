# RMSProp | correct | in-place kernel under autotune(restore_value=[...]); writes both state tensors where they lie
import torch
import triton
import triton.language as tl

CONFIGS = [triton.Config({"XBLOCK": b}, num_warps=w) for b, w in ((256, 2), (512, 4), (1024, 4), (2048, 8))]


@triton.autotune(configs=CONFIGS, key=["xnumel"], restore_value=["p_ptr", "v_ptr"])
@triton.jit
def step(
    p_ptr, g_ptr, v_ptr, xnumel, n1, n2,
    ps0, ps1, ps2, gs0, gs1, gs2, vs0, vs1, vs2,
    lr, decay, rest, eps, wd, XBLOCK: tl.constexpr,
):
    index = tl.program_id(0).to(tl.int64) * XBLOCK + tl.arange(0, XBLOCK)[:]
    ok = index < xnumel
    i2 = index % n2
    i1 = (index // n2) % n1
    i0 = index // (n1 * n2)
    p = tl.load(p_ptr + i0 * ps0 + i1 * ps1 + i2 * ps2, ok).to(tl.float32)
    g = tl.load(g_ptr + i0 * gs0 + i1 * gs1 + i2 * gs2, ok).to(tl.float32)
    v = tl.load(v_ptr + i0 * vs0 + i1 * vs1 + i2 * vs2, ok).to(tl.float32)
    g = g + wd * p
    v = decay * v + rest * (g * g)
    p = p - lr * g / (tl.sqrt(v) + eps)
    tl.store(v_ptr + i0 * vs0 + i1 * vs1 + i2 * vs2, v.to(v_ptr.dtype.element_ty), ok)
    tl.store(p_ptr + i0 * ps0 + i1 * ps1 + i2 * ps2, p.to(p_ptr.dtype.element_ty), ok)


def as3d(t):
    while t.dim() < 3:
        t = t.unsqueeze(0)
    return t


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    p, g, v = as3d(param), as3d(grad), as3d(square_avg)
    grid = lambda META: (triton.cdiv(param.numel(), META["XBLOCK"]),)
    step[grid](
        p, g, v, p.numel(), p.size(1), p.size(2), *p.stride(), *g.stride(), *v.stride(),
        float(lr), float(alpha), float(1.0 - alpha), float(eps), float(weight_decay),
    )
    return param
