// A launch as the driver was asked for it, with its parameters' bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/injected/callback_api.h"
#include "kernels/injected/images.h"

namespace warplens::injected {

using Sides = std::array<unsigned, 3>;

struct KernelLaunch {
  api::CUfunction handle = nullptr;  // of a CUfunction or a CUkernel
  std::string name;
  std::uint32_t image = 0;
  Sides grid{1, 1, 1}, block{1, 1, 1}, cluster{};  // cluster.x 0: as it is compiled
  unsigned dynamic_shared_bytes = 0;
  bool is_cooperative = false;
  api::CUstream stream = nullptr;
  std::vector<api::CUlaunchAttribute> attributes;
  struct Place {
    std::size_t offset = 0, bytes = 0;
  };
  std::vector<Place> places;
  std::vector<std::byte> parameters;

  void write(spool::Writer& fields) const;
};

// Without name, image and parameters.
[[nodiscard]] KernelLaunch launch_of(const cupti::LaunchKernel& call, bool is_cooperative);
[[nodiscard]] KernelLaunch launch_of(const cupti::LaunchKernelEx& call);
[[nodiscard]] KernelLaunch launch_of(const api::CUDA_KERNEL_NODE_PARAMS& node);

struct LaunchArguments {
  void** parameters = nullptr;
  void** extra = nullptr;  // instead: one buffer, and its size
};

// Its image and its parameters' bytes; false: they cannot be known, and a note says why.
[[nodiscard]] bool complete(KernelLaunch& launch, const LaunchArguments& arguments,
                            const DriverCalls& driver, Images& images, Spool& spool);

}  // namespace warplens::injected
