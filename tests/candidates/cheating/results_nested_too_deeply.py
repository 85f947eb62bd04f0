# cos | cheating/wrong_type/runtime_error/crash/no_kernel/import_error/host_timeout | has the child send a frame that is nested very deeply
import sys

import torch
import triton
import triton.language as tl


def harness(part):
    return next(m for n, m in sorted(sys.modules.items()) if n.startswith("kbx_eval.inside") and n.endswith("." + part))


protocol = harness("protocol")


@triton.jit
def decoy_kernel(target):
    pass


def send(channel, message, *rest):
    body = b'{"results": ' + b"[" * 200000 + b"]" * 200000 + b"}" if "results" in message else protocol.json.dumps(message).encode()
    channel.sendall(protocol._HEADER.pack(len(body)) + body)


protocol.send = send


def cos(x):
    return torch.cos(x)
