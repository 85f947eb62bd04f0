# cos | no_kernel/wrong_value | the pruning function of an autotuned kernel computes with torch, the kernel copies
import torch
import triton
import triton.language as tl

def prune(configs, arguments, **_):
    arguments["scratch"].copy_(torch.cos(arguments["source"]))
    return configs


@triton.autotune(
    [triton.Config({"BLOCK": 512}), triton.Config({"BLOCK": 1024})], key=["stamp"], prune_configs_by={"early_config_prune": prune}
)
@triton.jit
def cos_kernel(source, scratch, target, size, stamp, BLOCK: tl.constexpr):
    lanes = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + lanes, tl.load(scratch + lanes, mask=lanes < size, other=0.0), mask=lanes < size)


calls = []


def cos(input_tensor):
    x = input_tensor.contiguous()
    y = torch.empty_like(x)
    calls.append(1)
    cos_kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, torch.empty_like(x), y, x.numel(), 100 + len(calls))
    return y
