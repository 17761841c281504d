#include "kernels/run/toolkit/advice.h"

namespace warplens::run {

Text compiler_advice() {
  return tr(
      "a browser has none; give its PTX: nvcc -ptx -lineinfo makes it, and so does Compiler "
      "Explorer (godbolt.org), language CUDA C++, compiler NVCC, device output PTX");
}

Text disassembler_advice() {
  return tr("a browser has none of NVIDIA's tools; Warplens on a computer takes them");
}

}  // namespace warplens::run
