// From a GPU's addresses to a trace's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/device/instrument/read_records.h"

namespace warplens::device {

// The GPU address of the first byte of a block's shared window that the kernel may use: the system
// has the bytes before it (PTX ISA, "%reserved_smem_offset_end"). Rounded down to a row of banks,
// so that an address less this stays in its bank.
[[nodiscard]] std::uint64_t shared_base(std::span<const machine::PlacedVariable> placed,
                                        std::span<const std::uint64_t> places);

class AddressMap {
 public:
  AddressMap(const Instrumented& kernel, std::span<const std::uint64_t> places,
             std::span<const BufferPlace> buffers);

  // Nothing for an address in no buffer or variable.
  [[nodiscard]] std::optional<std::uint64_t> find(const trace::Site& site, trace::Space space,
                                                  std::uint64_t address) const;

 private:
  struct Range {
    std::uint64_t first = 0, bytes = 0, to = 0;
    const ptx::Function* function = nullptr;
  };
  [[nodiscard]] std::optional<std::uint64_t> find_buffer(std::uint64_t address) const;
  [[nodiscard]] std::optional<std::uint64_t> find_local(const std::string& function,
                                                        std::uint64_t address) const;

  std::uint64_t shared_base_;
  std::vector<Range> buffers_;  // in ascending order
  std::vector<Range> locals_;
};

}  // namespace warplens::device
