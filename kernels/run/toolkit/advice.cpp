#include "kernels/run/toolkit/advice.h"

namespace warplens::run {

Text compiler_advice() {
  return tr(
      "install the CUDA toolkit (nvcc), or pip install nvidia-cuda-nvrtc in a virtual environment, "
      "or give its PTX");
}

Text disassembler_advice() {
  return tr(
      "pip install nvidia-cuda-nvcc nvidia-cuda-nvdisasm in a virtual environment, install the "
      "CUDA toolkit, or set CUDA_HOME to its folder");
}

}  // namespace warplens::run
