"""What settings may be: the types of their values."""

from typing import Annotated

from pydantic import ConfigDict, Field

STRICT = ConfigDict(extra="forbid", allow_inf_nan=False)

Share = Annotated[float, Field(ge=0, le=1)]
NotNegative = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(ge=1e-6)]
Count = Annotated[int, Field(ge=1)]
CountFrom0 = Annotated[int, Field(ge=0)]
Names = Annotated[tuple[str, ...], Field(min_length=1)]
