#include <algorithm>
#include <array>

#include "tests/simulated_cuda/simulated_cuda.h"

using namespace warplens::device::api;
using namespace warplens::simulated;

namespace {

constexpr int kRegisterUnit = 256;
constexpr int kSharedUnit = 128, kReserved = 1024;
constexpr int kMostThreads = 1024, kMostBlocks = 32, kMostSharedOfABlock = 227 * 1024;

int up_to(int value, int unit) { return (value + unit - 1) / unit * unit; }

// An SM of compute capability 9.0 that is filled warp by warp, so that the count owes nothing to a
// formula.
class Filled {
 public:
  // Whether the block fitted.
  bool add(int warps, int registers_of_a_warp, int shared_bytes) {
    if (++blocks_ > kMostBlocks || (shared_ -= shared_bytes) < 0) return false;
    for (int i = 0; i < warps; ++i) {
      const auto emptiest = std::ranges::max_element(parts_, {}, [&](const Part& part) {
        return part.registers < registers_of_a_warp ? -1 : part.warps;
      });
      emptiest->registers -= registers_of_a_warp;
      if (emptiest->registers < 0 || --emptiest->warps < 0) return false;
    }
    return true;
  }

 private:
  struct Part {
    int warps = 16, registers = 16 << 10;
  };
  std::array<Part, 4> parts_;
  int shared_ = 228 << 10;
  int blocks_ = 0;
};

}  // namespace

extern "C" CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function,
                                                                int threads,
                                                                std::size_t dynamic_shared_bytes) {
  const auto attribute = [&](CUfunction_attribute which) {
    int value = 0;
    cuFuncGetAttribute(&value, which, function);
    return value;
  };
  const int warps = up_to(threads, 32) / 32;
  const int a_warp = up_to(attribute(kFunctionRegisters) * 32, kRegisterUnit);
  const int asked = attribute(kFunctionSharedBytes) + static_cast<int>(dynamic_shared_bytes);
  *blocks = 0;
  const bool fits = threads <= kMostThreads && asked <= kMostSharedOfABlock &&
                    a_warp * up_to(warps, 4) <= 64 << 10;
  if (!fits) return success;
  Filled multiprocessor;
  while (multiprocessor.add(warps, a_warp, up_to(asked + kReserved, kSharedUnit))) ++*blocks;
  if (fails_as("wrong_occupancy") && asked > 0) --*blocks;
  return success;
}
