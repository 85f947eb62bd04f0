"""What a candidate's process may say, strictly: anything else is no answer."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

_Size = Annotated[int, Field(ge=0, le=1 << 40)]
_Text = Annotated[str, Field(max_length=8000)]
_Name = Annotated[str, Field(max_length=64)]


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Part(_Told):
    """One part of a result."""

    kind: Literal["tensor", "none", "number", "other"]
    dtype: _Name = ""
    shape: Annotated[list[_Size], Field(max_length=16)] = []
    device: _Name = ""
    value: _Name = ""
    type: _Text = ""


class Buffer(_Told):
    """Where a tensor's storage is: in the judge's arena, or somewhere of the candidate's."""

    input: _Size | None = None
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{1,16}:[0-9]{1,12}$")] | None = None


class Place(_Told):
    """A tensor as a view of a buffer."""

    buffer: Buffer
    dtype: _Name
    shape: Annotated[list[_Size], Field(max_length=16)]
    stride: Annotated[list[_Size], Field(max_length=16)]
    start: _Size


class Answer(_Told):
    """A failure (`error` is set), the entry point's name, or results."""

    error: _Name = ""
    message: _Text = ""
    where: _Text = ""
    blame: _Name = ""
    entry: _Text = ""
    results: Annotated[list[Part], Field(max_length=64)] | None = None
    places: Annotated[list[Place | None], Field(max_length=64)] = []


def understood(raw: object) -> Answer | None:
    """The answer, or None when it is not one."""
    try:
        return Answer.model_validate(raw)
    except (ValidationError, RecursionError):
        return None
