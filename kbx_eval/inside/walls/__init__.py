"""The walls that a process raises around itself before it meets a candidate; each is one file, and each can be missing on a host."""
