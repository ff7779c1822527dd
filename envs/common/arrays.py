"""Names for the arrays of signatures, by what numbers they hold, and for the source of chance."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
I8 = NDArray[np.int8]
U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Rng = np.random.Generator
