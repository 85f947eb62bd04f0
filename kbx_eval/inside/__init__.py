"""What runs beside the candidate: standard library, numpy, torch and triton only.

Nothing here is trusted by the judge; code here only makes a candidate run as it would on a device and carries buffers.
"""
