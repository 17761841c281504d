// Where an address lies, as findings say it.
#pragma once

#include <cstdint>

#include "kernels/machine/launch/finding_text.h"
#include "kernels/machine/launch/memory.h"

namespace warplens::machine {

// The buffer that holds the address; without a name where there is none.
[[nodiscard]] inline SharedPlace place_in_buffer(const Memory& memory, std::uint64_t address) {
  const std::size_t index = memory.find(address, 1);
  if (index == memory.buffers().size()) return {};
  const trace::Buffer& buffer = memory.buffers()[index];
  return {buffer.name, address - buffer.address};
}

}  // namespace warplens::machine
