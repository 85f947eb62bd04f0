# RMSProp | correct | `if not x.is_cuda: raise`, device guards, same-device checks, cuda.synchronize, do_not_specialize on scalars
import torch
import triton
import triton.language as tl


@triton.jit(do_not_specialize=["n", "lr", "beta", "eps", "wd"], do_not_specialize_on_alignment=["g"])
def update(p, g, s, n, lr, beta, one_minus_beta, eps, wd, BLOCK: tl.constexpr):
    i = tl.program_id(axis=0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    live = i < n
    pv = tl.load(p + i, mask=live, other=0.0).to(tl.float32)
    gv = tl.load(g + i, mask=live, other=0.0).to(tl.float32) + wd * pv
    sv = beta * tl.load(s + i, mask=live, other=0.0).to(tl.float32) + one_minus_beta * gv * gv
    tl.store(s + i, sv, mask=live)
    tl.store(p + i, pv - lr * gv / (tl.sqrt(sv) + eps), mask=live)


def rmsprop_step(param, grad, square_avg, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0):
    for t in (param, grad, square_avg):
        if not t.is_cuda:
            raise RuntimeError("expected CUDA tensors")
        assert t.device == param.device and t.get_device() == param.get_device(), "tensors on different devices"
        assert t.dtype == param.dtype and t.shape == param.shape
    assert "cuda" in str(param.device) and param.device.type == "cuda"
    with torch.cuda.device(param.device), torch.no_grad():
        # The kernel wants flat memory: other layouts are copied in and back.
        p, s = param.contiguous(), square_avg.contiguous()
        update[(triton.cdiv(p.numel(), 512),)](
            p, grad.contiguous(), s, p.numel(), float(lr), float(alpha), 1.0 - float(alpha), float(eps), float(weight_decay), BLOCK=512
        )
        if p is not param:
            param.copy_(p)
        if s.data_ptr() != square_avg.data_ptr():
            square_avg.copy_(s)
        torch.cuda.synchronize(param.device)
    return param
