// A library of the CUDA toolkit, opened at run time where it is. It stays loaded until the process
// ends: CUPTI hooks itself into the driver, and crashes when it is taken away.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <string_view>
#include "kernels/base/result.h"

namespace warplens::device {

class CudaLibrary {
 public:
  // The first of `names` ("libcupti.so.13", …) that opens: by itself, then in the toolkit of
  // CUDA_HOME, CUDA_PATH or /usr/local/cuda. Errors: none does; `advice` says what to do.
  [[nodiscard]] static Result<CudaLibrary> open(const std::vector<std::string>& names,
                                                std::string_view advice);

  // False when the library has no such entry point; `function` is then null.
  template <class Function>
  bool bind(const char* name, Function& function) const {
    function = reinterpret_cast<Function>(symbol(name));
    return function != nullptr;
  }

 private:
  [[nodiscard]] void* symbol(const char* name) const;
  std::shared_ptr<void> handle_;
};

}  // namespace warplens::device
