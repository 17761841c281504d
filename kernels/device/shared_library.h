// A library that may be missing, opened at run time.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>

#include "kernels/base/result.h"

namespace warplens::device {

class SharedLibrary {
 public:
  // The first of `names` that opens: by itself, or in the CUDA toolkit of CUDA_HOME, CUDA_PATH or
  // /usr/local/cuda. It stays loaded until the process ends: CUPTI hooks itself into the driver,
  // and crashes when it is taken away. Errors: "NAME is not installed: ADVICE"; `advice` says how
  // to come by it.
  static Result<SharedLibrary> open(std::initializer_list<std::string> names,
                                    const TextView& advice);

  [[nodiscard]] const std::string& name() const { return name_; }
  // Errors: the library is too old for it.
  template <class Function>
  Result<void> bind(const char* symbol, Function& function) const {
    function = reinterpret_cast<Function>(find(symbol));
    if (function == nullptr) {
      return fail(tr("{} has no {}: install a newer one", name_, symbol));
    }
    return {};
  }

 private:
  [[nodiscard]] void* find(const char* symbol) const;

  std::string name_;
  std::shared_ptr<void> handle_;
};

// `name` in the folder of the running program; for what is built with it.
[[nodiscard]] std::string beside_the_program(const char* name);

}  // namespace warplens::device
