# normalized_cosine_similarity | correct | kernels as static methods of a class, jit with options (repr, debug, noinline helper), triton.jit called as a function
import torch
import triton
import triton.language as tl


def _plain_power_sum(magnitude, p, ORDER: tl.constexpr):
    if ORDER == 1:
        return tl.sum(magnitude, axis=1)
    elif ORDER == 2:
        return tl.sum(magnitude * magnitude, axis=1)
    else:
        return tl.sum(tl.where(magnitude > 0.0, tl.exp2(p * tl.log2(magnitude)), magnitude), axis=1)


power_sum = triton.jit(_plain_power_sum)


@triton.jit(noinline=True)
def usable(eps, smallest):
    """A scalar function that is called, not inlined."""
    return tl.maximum(eps, smallest)


@triton.jit
def reciprocal_length(square_sum, scale, eps):
    return 1.0 / tl.maximum(tl.sqrt(square_sum) / scale, eps)


class Kernels:
    """A namespace."""

    ORDERS = {1: 1, 2: 2, float("inf"): 3}

    @staticmethod
    @triton.jit(repr=lambda specialization: "cosine_of_rows", debug=False)
    def cosine(x1, x2, y, rows, n, inner, a0, a1, a2, b0, b1, b2, p, eps_n, eps_s, ORDER: tl.constexpr, R: tl.constexpr, N: tl.constexpr):
        r = (tl.program_id(0) * R + tl.arange(0, R)).to(tl.int64)
        k = tl.arange(0, N).to(tl.int64)
        ok = (r < rows)[:, None] & (k < n)[None, :]
        u = tl.load(x1 + (r // inner * a0 + r % inner * a2)[:, None] + k[None, :] * a1, mask=ok, other=0.0).to(tl.float32)
        v = tl.load(x2 + (r // inner * b0 + r % inner * b2)[:, None] + k[None, :] * b1, mask=ok, other=0.0).to(tl.float32)
        if ORDER == 3:
            nu = tl.max(tl.abs(u), axis=1)
            nv = tl.max(tl.abs(v), axis=1)
        else:
            nu = power_sum(tl.abs(u), p, ORDER)
            nv = power_sum(tl.abs(v), p, ORDER)
            if ORDER == 2:
                nu = tl.sqrt(nu)
                nv = tl.sqrt(nv)
            elif ORDER == 0:
                nu = tl.where(nu > 0.0, tl.exp2(tl.log2(nu) / p), nu)
                nv = tl.where(nv > 0.0, tl.exp2(tl.log2(nv) / p), nv)
        eps_n = usable(eps_n, 1e-37)
        nu = tl.maximum(nu, eps_n)
        nv = tl.maximum(nv, eps_n)
        iu = reciprocal_length(tl.sum(u * u, axis=1), nu, eps_s)
        iv = reciprocal_length(tl.sum(v * v, axis=1), nv, eps_s)
        dot = tl.sum(u * v, axis=1) / nu / nv
        tl.store(y + r, (dot * iu * iv).to(y.dtype.element_ty), mask=r < rows)

    @classmethod
    def launch(cls, x1, x2, dim, eps_s, p, eps_n):
        shape = torch.broadcast_shapes(x1.shape, x2.shape)
        x1, x2 = x1.expand(shape), x2.expand(shape)
        dim = dim % len(shape)
        n, inner = shape[dim], shape[dim + 1 :].numel() if isinstance(shape, torch.Size) else 1
        y = torch.empty(shape[:dim] + shape[dim + 1 :], dtype=x1.dtype, device=x1.device)
        a, b = x1.reshape(-1, n, inner), x2.reshape(-1, n, inner)
        order = cls.ORDERS.get(p, 0)
        N = triton.next_power_of_2(n)
        R = max(1, min(16, 1024 // N))
        cls.cosine[(triton.cdiv(y.numel(), R),)](
            a, b, y, y.numel(), n, inner, *a.stride(), *b.stride(), float(p) if order == 0 else 1.0, float(eps_n), float(eps_s),
            ORDER=order, R=R, N=N,
        )
        return y


def normalized_cosine_similarity(x1, x2, dim=1, eps_similarity=1e-8, p_norm=2, eps_norm=1e-12):
    return Kernels.launch(x1, x2, dim, eps_similarity, p_norm, eps_norm)
