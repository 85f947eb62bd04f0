# matmul | extract_error | explains how a kernel could be written and writes none
To implement this efficiently in Triton, I would tile the output into blocks of 128 by 128 and let each program accumulate
one tile in float32. The K dimension is walked in steps of 32; every step loads a tile of each operand with a mask for the
boundary, multiplies them on the tensor cores, and adds the product to the accumulator. Programs should be ordered in groups
along M so that neighbouring programs share tiles of the right operand in L2.

For batched inputs a third grid axis selects the batch, whose strides are 0 where it is broadcast. Vectors are viewed as
matrices with one row or column. Finally the tile is converted to the output type and stored under a mask.

Would you like me to write out the full implementation, or should I first discuss the autotuning configurations?
