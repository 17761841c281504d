# Linux on aarch64 (Grace, DGX Spark, Jetson) by Debian's cross compiler and arm64 packages (scripts/setup arm64).
# Programs that the build or its tests start run by qemu's emulator of a process, which finds the arm64 libraries
# where the loader looks for them; flatc, glad and msgfmt are this machine's own.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
