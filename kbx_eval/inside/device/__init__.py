"""The device of a host without a GPU, as a process of its own: it compiles, runs and repeats what a candidate launched.

It never sees the candidate's host code. Kernels arrive as text and are checked to be nothing but Triton; tensors arrive as bytes.
Because the candidate's process only asks, nothing that it patches, forges or counts changes what a kernel computes, and the judge can
have the same launches repeated on inputs that the candidate never saw.
"""
