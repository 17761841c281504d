// The memory that a traced launch works on: the caller's buffers and the variables of its module,
// kept so that every run of it begins alike.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "kernels/device/trace_on_gpu.h"

namespace warplens::device {

class TraceMemory {
 public:
  using Variables = std::map<std::string, std::vector<std::byte>>;

  // Notes what the request's buffers hold, and gives the module's variables what the request says
  // that they hold.
  Result<void> take(const TraceRequest& request, const machine::Program& program,
                    const LoadedModule& module);
  Result<void> restore();
  // Copies the module variables that a kernel can change back into `variables`; nullptr: nothing to
  // do.
  Result<void> hand_back(Variables* variables) const;

  // All buffers with their guest addresses: first those of the caller, then the module variables.
  [[nodiscard]] const std::vector<trace::Buffer>& buffers() const { return buffers_; }
  [[nodiscard]] const std::vector<BufferPlace>& places() const { return places_; }

 private:
  struct Kept {
    DeviceMemory* memory = nullptr;
    std::vector<std::byte> bytes;
  };
  Result<void> keep(DeviceMemory& memory, trace::Buffer description);
  Result<void> add_variable(const ptx::Variable& variable, const LoadedModule& module,
                            const Variables* given);

  std::vector<trace::Buffer> buffers_;
  std::vector<BufferPlace> places_;
  std::vector<Kept> kept_;
  std::map<std::string, DeviceMemory> variables_;
  bool is_changed_ = false;
};

}  // namespace warplens::device
