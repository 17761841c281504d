// What this machine has: processors, memory, fonts, graphics, a GPU's driver, compilers, assets.
//
// Graphics and CUDA libraries are opened at run time, so the same program runs where they are
// missing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::cli {

struct GpuDevice {
  std::string name;
  int compute_major = 0, compute_minor = 0;
  std::uint64_t memory_bytes = 0;
};

struct GpuDriver {
  bool loadable = false;  // libcuda.so.1 opens
  int version = 0;        // CUDA version of the driver, 1000 × major + 10 × minor
  std::string problem;    // why there are no devices; empty when there are
  std::vector<GpuDevice> devices;
};

// Something that may be missing: where it is, or what to do about it.
struct Part {
  std::string name;  // "font_text"
  std::string what;  // "text font (Inter)"
  std::optional<std::string> where;
  std::string advice;
};

struct MachineReport {
  unsigned processors = 0;
  std::string processor;
  std::uint64_t memory_bytes = 0;
  std::vector<Part> parts;
  GpuDriver driver;
};

[[nodiscard]] GpuDriver find_gpu_driver();
[[nodiscard]] std::string processor_name();  // as the system calls it; "unknown"
[[nodiscard]] MachineReport inspect_machine();

}  // namespace warplens::cli
