"""The GPUs that a candidate can be compiled for without owning one."""

TARGETS = ("sm_80", "sm_89", "sm_90", "sm_100", "sm_120", "gfx942")
DEFAULT_TARGET = "sm_90"
"""Where there is no GPU whose own target would be the obvious one."""


class UnknownTargetError(ValueError):
    """Not one of `TARGETS`."""


def resolve(wanted: tuple[str, ...], own: str = DEFAULT_TARGET) -> tuple[str, ...]:
    """Target names for a setting: the device's own for none, every one for "all"."""
    names = TARGETS if "all" in wanted else wanted or (own,)
    for name in names:
        if name not in TARGETS and name != own:
            raise UnknownTargetError(f"unknown target {name!r}; choose from {', '.join(TARGETS)} or all")
    return tuple(dict.fromkeys(names))
