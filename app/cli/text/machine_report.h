// What this machine has: processors, memory, fonts, graphics, a GPU's driver, compilers, assets.
//
// Graphics and CUDA libraries are opened at run time, so the same program runs where they are
// missing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/device/capabilities.h"
#include "kernels/device/driver.h"

namespace warplens::cli {

// Something that may be missing: where it is, or what to do about it.
struct Part {
  std::string name;  // "font_text"
  Text what;         // "text font (Inter)"
  std::optional<std::string> where;
  Text advice;
};

struct MachineReport {
  unsigned processors = 0;
  std::string processor;
  std::uint64_t memory_bytes = 0;
  std::vector<Part> parts;
  Result<device::Driver> driver = fail(tr("not asked"));
  std::vector<device::Capability> capabilities;  // of a GPU
};

[[nodiscard]] MachineReport inspect_machine();

}  // namespace warplens::cli
