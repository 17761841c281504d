// The variables beside each kernel that the driver has loaded, by the cubin that has it.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace warplens::injected {

// Its members call nothing of the driver's, which may be told of a cubin in the middle of its work.
class ModuleVariables {
 public:
  void add(std::span<const std::byte> cubin);
  // Of the cubin with this kernel that was loaded last.
  [[nodiscard]] std::vector<std::string> beside(const std::string& kernel) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<std::string>, std::less<>> of_kernel_;
};

}  // namespace warplens::injected
