#include <array>

#include "tests/simulated_cuda/simulated_cuda.h"

namespace warplens::simulated {
namespace {

struct Row {
  Status status;
  const char* name;
  const char* text;
};
constexpr std::array kRows = {
    Row{success, "CUDA_SUCCESS", "no error"},
    Row{invalid_value, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    Row{out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    Row{no_device, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    Row{invalid_device, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    Row{invalid_context, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    Row{invalid_ptx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    Row{unsupported_ptx_version, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
        "the provided PTX was compiled with an unsupported toolchain."},
    Row{invalid_handle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    Row{not_found, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    Row{illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    Row{launch_timeout, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    Row{assertion, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    Row{illegal_instruction, "CUDA_ERROR_ILLEGAL_INSTRUCTION",
        "an illegal instruction was encountered"},
    Row{misaligned_address, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    Row{launch_failed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

const Row* row_of(device::api::CUresult status) {
  for (const Row& row : kRows) {
    if (row.status == status) return &row;
  }
  return nullptr;
}

}  // namespace
}  // namespace warplens::simulated

using namespace warplens::device::api;
using namespace warplens::simulated;

extern "C" {

CUresult cuGetErrorName(CUresult status, const char** name) {
  const Row* row = row_of(status);
  *name = row == nullptr ? nullptr : row->name;
  return row == nullptr ? invalid_value : success;
}

CUresult cuGetErrorString(CUresult status, const char** text) {
  const Row* row = row_of(status);
  *text = row == nullptr ? nullptr : row->text;
  return row == nullptr ? invalid_value : success;
}
}
