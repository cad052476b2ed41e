// A program that is linked with this module has its functions in place of the C library's. See hash_memory.c.
