#include "kernels/injected/module_variables.h"

#include "kernels/injected/cubin_symbols.h"

namespace warplens::injected {

void ModuleVariables::add(std::span<const std::byte> cubin) {
  const CubinSymbols symbols = symbols_of(cubin);
  const std::lock_guard lock(mutex_);
  for (const std::string& kernel : symbols.kernels) {
    if (symbols.variables.empty()) {
      of_kernel_.erase(kernel);
    } else {
      of_kernel_[kernel] = symbols.variables;
    }
  }
}

std::vector<std::string> ModuleVariables::beside(const std::string& kernel) const {
  const std::lock_guard lock(mutex_);
  const auto found = of_kernel_.find(kernel);
  return found == of_kernel_.end() ? std::vector<std::string>() : found->second;
}

}  // namespace warplens::injected
