"""A filter on system calls: no sockets, no tracing, no new privileges of any kind.

Denied calls fail with EPERM, so that a library which merely tries one goes on. A page of ctypes rather than a library: `pyseccomp` needs
libseccomp's shared object on every host, and this list does not change with kernels.
"""

import ctypes
import struct

from kbx_eval.inside.walls.libc import LIBC, MACHINE, WallError, checked

_X86 = {
    "socket": 41, "connect": 42, "accept": 43, "bind": 49, "listen": 50, "socketpair": 53, "accept4": 288, "ptrace": 101,
    "process_vm_readv": 310, "process_vm_writev": 311, "bpf": 321, "add_key": 248, "request_key": 249, "keyctl": 250,
    "seccomp": 317, "userfaultfd": 323, "perf_event_open": 298, "mount": 165, "umount2": 166, "pivot_root": 155,
    "move_mount": 429, "open_tree": 428, "fsopen": 430, "fsmount": 432, "mount_setattr": 442, "unshare": 272, "setns": 308,
    "open_by_handle_at": 304, "pidfd_getfd": 438, "io_uring_setup": 425, "chroot": 161, "init_module": 175, "finit_module": 313,
    "kexec_load": 246, "quotactl": 179, "swapon": 167, "reboot": 169, "kcmp": 312,
}  # fmt: skip
_ARM = {
    "socket": 198, "connect": 203, "accept": 202, "bind": 200, "listen": 201, "socketpair": 199, "accept4": 242, "ptrace": 117,
    "process_vm_readv": 270, "process_vm_writev": 271, "bpf": 280, "add_key": 217, "request_key": 218, "keyctl": 219,
    "seccomp": 277, "userfaultfd": 282, "perf_event_open": 241, "mount": 40, "umount2": 39, "pivot_root": 41, "move_mount": 429,
    "open_tree": 428, "fsopen": 430, "fsmount": 432, "mount_setattr": 442, "unshare": 97, "setns": 268, "open_by_handle_at": 265,
    "pidfd_getfd": 438, "io_uring_setup": 425, "chroot": 51, "init_module": 105, "finit_module": 273, "kexec_load": 104,
    "quotactl": 60, "swapon": 224, "reboot": 142, "kcmp": 272,
}  # fmt: skip
_HOST_MEMORY = {"x86_64": {"memfd_create": 319, "memfd_secret": 447}, "aarch64": {"memfd_create": 279, "memfd_secret": 447}}
_FOR_GPU = frozenset({"socket", "connect", "accept", "bind", "listen", "socketpair", "accept4"})
"""The network namespace has nobody to talk to."""
_CLONE3 = 435
_ARCH = {"x86_64": (0xC000003E, _X86), "aarch64": (0xC00000B7, _ARM)}
_LOAD, _JUMP_EQUAL, _JUMP_ABOVE, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_PR_SET_SECCOMP, _MODE_FILTER = 22, 2


def restrict(*, gpu: bool) -> None:
    """Install the filter in this process for good; a `gpu`'s driver needs local sockets and memory files. `WallError` where that fails."""
    if MACHINE not in _ARCH:
        raise WallError(f"no system call table for {MACHINE}")
    architecture, denied = _ARCH[MACHINE]
    numbers = [number for name, number in denied.items() if not (gpu and name in _FOR_GPU)]
    numbers += [] if gpu else _HOST_MEMORY[MACHINE].values()
    program = [(_LOAD, 0, 0, 4), (_JUMP_EQUAL, 1, 0, architecture), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    if MACHINE == "x86_64":  # the x32 ABI has numbers of its own
        program += [(_JUMP_ABOVE, 0, 1, 0x40000000), (_RETURN, 0, 0, _ERRNO | _EPERM)]
    for number in numbers:
        program += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERRNO | _EPERM)]
    # clone3 hides its flags from filters; without it libc falls back to clone.
    program += [(_JUMP_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ERRNO | _ENOSYS), (_RETURN, 0, 0, _ALLOW)]
    code = b"".join(struct.pack("HBBI", *instruction) for instruction in program)
    buffer = ctypes.create_string_buffer(code)
    header = struct.pack("HP", len(program), ctypes.addressof(buffer))
    checked("seccomp", LIBC.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.c_char_p(header), 0, 0))
