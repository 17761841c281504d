# A system that CMake does not know by itself: WebAssembly with WASI's functions.
