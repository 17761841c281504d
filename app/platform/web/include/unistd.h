// What the C library for WebAssembly has not, for a program that is alone in its page.
#pragma once

#include_next <unistd.h>

static inline unsigned geteuid(void) { return 1; }
