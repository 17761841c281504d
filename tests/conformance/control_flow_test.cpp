// Divergence, loops, calls and jumps: every lane's result against the host's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

using Ints = std::vector<int>;

TEST(Conformance, DivergentLoopsOfDifferentTripCountsMeetAgain) {
  const Ints steps = make(256, [](int t) {
    int count = 0;
    for (unsigned n = static_cast<unsigned>(t) + 1; n != 1; n = n % 2 ? 3 * n + 1 : n / 2) ++count;
    return count;
  });
  KernelCase kernel("divergent_loops", {4}, {64});
  kernel.output<int>(Ints(256), make(256, [&](int t) {
                       const auto warp = steps.begin() + t / 32 * 32;
                       return steps[t] * 1000 + *std::max_element(warp, warp + 32);
                     }));
  kernel.check();
}

int nested(int t) {
  int v = 0;
  for (int i = 0; i < (t & 3) + 1; ++i) {
    if ((t & 4) == 0) {
      v += (t & 8) != 0 ? i : 2 * i + 1;
      if (i == 2) v *= 3;
      continue;
    }
    for (int k = i; k < t % 5; ++k) {
      if (((k + t) & 1) != 0) {
        v += k * t;
      } else if ((k & 2) != 0) {
        v -= t;
      } else {
        v ^= k + 1;
      }
    }
  }
  return v;
}

TEST(Conformance, NestedDivergenceMeetsAgainForTheVote) {
  KernelCase kernel("nested_divergence", {1}, {64});
  kernel.output<int>(Ints(128), make(128, [](int i) {
                       if (i < 64) return nested(i);
                       const int warp = (i - 64) / 32 * 32;
                       int odd = 0;
                       for (int t = warp; t < warp + 32; ++t) odd += nested(t) & 1;
                       return odd;
                     }));
  kernel.check();
}

TEST(Conformance, LanesLeaveALoopByBreakContinueAndReturn) {
  const Ints in = numbers(50, 1000);
  const auto expected = [&](int t) {
    int sum = 0;
    for (int i = 0; i < 50; ++i) {
      const int v = in[(t + i) % 50];
      if (v % 5 == 0) continue;
      if (v % 7 == 6) break;
      if (v % 11 == 10) return -v;
      sum += v;
    }
    return sum;
  };
  KernelCase kernel("break_continue", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(64), make(64, expected));
  kernel.scalar(50);
  kernel.check();
}

TEST(Conformance, ASwitchSendsEveryLaneToItsCase) {
  const Ints in = make(32, [](int t) { return t % 10 - 1; });
  const auto expected = [&](int t) {
    switch (in[t]) {
      case 0:
        return t * 3;
      case 1:
        return (t ^ 21) + t * 4;
      case 2:
        return t * 4;
      case 3:
        return in[(t + 1) & 31];
      case 4:
        return 4;
      case 5:
        return t / 3 * (t / 3) - 1;
      case 6:
        return -1;
      case 7: {
        int sum = 0;
        for (int i = 0; i < t; ++i) sum += in[i];
        return sum;
      }
      default:
        return -1;
    }
  };
  KernelCase kernel("switch_cases", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(64, 77), make(64, [&](int i) {
                       if (i < 32) return expected(i);
                       return in[i - 32] == 4 ? i - 32 : 77;
                     }));
  kernel.check();
}

TEST(Conformance, AJumpTableSendsEveryLaneToItsTarget) {
  const Ints in = numbers(32, 100);
  const auto target = [&](int t) { return in[t] % 3 == 0 ? 2 * t : in[t] % 3 == 1 ? t + 100 : -t; };
  KernelCase kernel("jump_table", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int t) { return target(t) + target(t ^ 2); }));
  kernel.check();
}

int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

TEST(Conformance, RecursionGoesToADifferentDepthInEveryLane) {
  KernelCase kernel("recursion", {1}, {32});
  kernel.output<int>(Ints(32), make(32, [](int t) { return ackermann(t & 3, t >> 3); }));
  kernel.check();
}

TEST(Conformance, EndlessRecursionIsAFinding) {
  KernelCase kernel("endless_recursion", {1}, {1});
  kernel.output<int>({3}, {3});
  kernel.order_dependent().check();
}

TEST(Conformance, FunctionPointersCallAnotherFunctionInEveryLane) {
  const Ints in = numbers(32, 100);
  KernelCase kernel("function_pointers", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int t) {
                       if (in[t] % 3 == 0) return in[t] + t;
                       return in[t] % 3 == 1 ? in[t] * t : std::abs(in[t] - t);
                     }));
  kernel.check();
}

TEST(Conformance, CallsFromBothArmsMeetAgainInTheCaller) {
  const auto mix = [](int v, int rounds) {
    for (int i = 0; i < rounds; ++i) v = v * 5 + (v >> 3) + i;
    return v;
  };
  const Ints in = numbers(32, 1000);
  const auto value = [&](int t) {
    const int v = in[t];
    if ((v & 1) != 0) return mix(v, t & 7);
    return (v & 2) != 0 ? mix(mix(v, 2), t & 3) : -v;
  };
  KernelCase kernel("call_in_divergence", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int t) { return value(t) + value(t ^ 1); }));
  kernel.check();
}

TEST(Conformance, AThreeDimensionalGridCountsXFirst) {
  KernelCase kernel("grid_3d", {3, 2, 2}, {5, 3, 3});
  kernel.output<int>(Ints(12 * 45), make(12 * 45, [](int i) {
                       const int block = i / 45, t = i % 45;
                       return t % 5 + 10 * (t / 5 % 3) + 100 * (t / 15) + 1000 * (block % 3) +
                              10000 * (block / 3 % 2) + 100000 * (block / 6);
                     }));
  kernel.check();
}

TEST(Conformance, AWaitForAFlagThatNobodySetsIsADeadlock) {
  KernelCase kernel("infinite_loop", {1}, {1});
  kernel.input<int>({0});
  kernel.output<int>({0}, {1});
  kernel.order_dependent().check();
}

TEST(Conformance, AFailedAssertionIsAFinding) {
  Ints in = make(32, [](int t) { return t == 9 ? 13 : t + 20; });
  KernelCase kernel("assertion", {1}, {32});
  kernel.input(in);
  kernel.output_if<int>(Ints(32), [](const Ints&) { return std::string(); });
  kernel.finding_at("assertion", {0, 0, 0}, 0, 9).check();
}

TEST(Conformance, PrintfIsAccepted) {
  const Ints in = numbers(32, 100);
  KernelCase kernel("printing", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int t) { return in[t] + t; }));
  kernel.check();
}

TEST(Conformance, ClocksAndTheMultiprocessorAreTheSameInEveryBlock) {
  KernelCase kernel("fixed_clock", {3}, {32});
  kernel.output_if<std::int64_t>(std::vector<std::int64_t>(96, -1), [](const auto& out) {
    for (int i = 0; i < 96; ++i)
      if (out[i] != out[0] + i % 32) return fmt::format("element {} is {}", i, out[i]);
    return std::string();
  });
  kernel.check();
}

TEST(Conformance, AnUnknownInstructionThatNobodyExecutesIsNoMatter) {
  const Ints in = numbers(32, 1000);
  KernelCase kernel("opaque_unreached", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), in);
  kernel.scalar(std::uint64_t{0});
  kernel.check();
}

TEST(Conformance, AnUnknownInstructionThatIsExecutedIsAFinding) {
  const Ints in = make(32, [](int t) { return t; });
  KernelCase kernel("opaque_reached", {1}, {32});
  kernel.input(in);
  kernel.output_if<int>(Ints(32), [](const Ints& out) {
    return out[20] == 20 ? "" : fmt::format("element 20 is {}, not 20", out[20]);
  });
  kernel.scalar(std::uint64_t{0});
  kernel.finding_at("opaque_instruction", {0, 0, 0}, 0, 21).check();
}

}  // namespace
}  // namespace warplens::conformance
