// What a program has of the driver, as its calls tell: modules and libraries, memory, graphs.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/injected/allocations.h"
#include "kernels/injected/callback_api.h"
#include "kernels/injected/graphs.h"
#include "kernels/injected/images.h"
#include "kernels/injected/wanted_launches.h"

namespace warplens::injected {

struct FollowedProgram {
  struct Wanted {
    std::string kernels;
    std::uint64_t skipped = 0, launches = 0;
  };
  FollowedProgram(const DriverCalls& driver, Spool& spool, const Wanted& what)
      : images(driver, spool),
        allocations(driver),
        wanted(what.kernels, what.skipped, what.launches),
        graphs(driver, images, spool, wanted) {}

  // Before the driver does a call, what the program gives back by it.
  void before(std::uint32_t call, const void* parameters);
  // After one that was a success, what the driver has given.
  void after(std::uint32_t call, const cupti::CallbackData& data);

  Images images;
  Allocations allocations;
  WantedLaunches wanted;
  Graphs graphs;
};

}  // namespace warplens::injected
