// Tells who follows the program's calls, through CUPTI, of each before and after it is done.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/injected/callback_api.h"
#include "tests/simulated_cuda/simulated_cuda.h"

namespace warplens::simulated {

namespace tools = injected::cupti;

void tell(tools::CallSite site, std::uint32_t call, const char* name, const void* parameters,
          const std::string& symbol, device::api::CUresult* result);

// A module's cubin: its kernels and variables.
void tell_of_module(const ptx::Module& module);

// Loads what CUDA_INJECTION64_PATH names, once.
void inject();

template <class Parameters, class Work>
device::api::CUresult told(std::uint32_t call, const char* name, const Parameters& parameters,
                           const std::string& symbol, const Work& work) {
  tell(tools::kEnter, call, name, &parameters, symbol, nullptr);
  device::api::CUresult result = work();
  tell(tools::kExit, call, name, &parameters, symbol, &result);
  return result;
}

}  // namespace warplens::simulated
