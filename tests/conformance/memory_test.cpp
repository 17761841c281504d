// State spaces, widths, bounds and alignment.
#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

using Ints = std::vector<int>;
using Words = std::vector<std::uint64_t>;

// n elements of `ints_each` ints, read and written by more threads than there are elements.
template <class T>
void check_out_of_bounds(const char* name, std::size_t each) {
  std::vector<T> in;
  for (const int v : numbers(100 * each, 100)) in.push_back(static_cast<T>(v));
  KernelCase kernel(name, {4}, {32});
  kernel.input(in);
  kernel.output<T>(std::vector<T>(100 * each), in);
  kernel.scalar(100);
  kernel.finding_at("out_of_bounds", {3, 0, 0}, 0, 4).check();
}

TEST(Conformance, OneByteTooFarIsOutOfBounds) { check_out_of_bounds<char>("out_of_bounds_1", 1); }
TEST(Conformance, OneWordTooFarIsOutOfBounds) { check_out_of_bounds<int>("out_of_bounds_4", 1); }
TEST(Conformance, OneVectorTooFarIsOutOfBounds) { check_out_of_bounds<int>("out_of_bounds_16", 4); }

TEST(Conformance, PastTheSharedMemoryIsOutOfBounds) {
  const Ints in = numbers(33, 1000);
  KernelCase kernel("shared_out_of_bounds", {1}, {33});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int t) { return in[31 - t]; }));
  kernel.finding_at("out_of_bounds", {0, 0, 0}, 1, 0).check();
}

TEST(Conformance, ANullPointerIsOutOfBounds) {
  KernelCase kernel("null_pointer", {1}, {32});
  kernel.output_if<int>(Ints(32), [](const Ints& out) {
    for (int t = 0; t < 32; ++t)
      if (t != 7 && out[t] != t) return fmt::format("element {} is {}", t, out[t]);
    return std::string();
  });
  kernel.scalar(std::uint64_t{0});
  kernel.finding_at("out_of_bounds", {0, 0, 0}, 0, 7).check();
}

TEST(Conformance, AMisalignedFloat4IsAFinding) {
  const std::vector<float> in = make(132, [](int i) { return 0.5f * static_cast<float>(i); });
  KernelCase kernel("misaligned_float4", {1}, {32});
  kernel.input(in);
  kernel.output_if<float>(std::vector<float>(256), [in](const std::vector<float>& out) {
    return std::equal(out.begin(), out.begin() + 128, in.begin()) ? "" : "an aligned copy is wrong";
  });
  kernel.check();
}

TEST(Conformance, ArraysInDynamicAndStaticSharedMemoryDoNotOverlap) {
  const Ints in = numbers(64, 1000);
  KernelCase kernel("dynamic_shared", {1}, {64}, 64 * 8);
  kernel.input(in);
  kernel.output<float>(std::vector<float>(64), make(64, [&](int t) {
                         return static_cast<float>(in[63 - t]) * 1.5f + 7.0f;
                       }));
  kernel.scalar(64);
  kernel.check();
}

TEST(Conformance, LocalArraysAreOneAThread) {
  const Ints in = numbers(16, 1000);
  KernelCase kernel("local_array", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(64), make(64, [&](int t) {
                       std::array<unsigned, 8> count{};
                       for (unsigned i = 0; i < 16; ++i) count[(in[i] + t) & 7] += i;
                       unsigned hash = 0;
                       for (int i = 0; i < 8; ++i) hash = hash * 31 + count[(i + t) & 7];
                       return static_cast<int>(hash);
                     }));
  kernel.check();
}

TEST(Conformance, AnAtomicOnSharedMemoryThatNobodySetIsAFinding) {
  const std::vector<int> in = make(64, [](int i) { return i % 32; });
  KernelCase kernel("unset_bins", {1}, {64});
  kernel.input(in);
  kernel.output<int>(std::vector<int>(32), make(32, [](int) { return 2 + 40 % 32; }));
  kernel.check();
}

TEST(Conformance, AReadOfABufferThatNobodyWroteIsAFinding) {
  const Ints in = numbers(64, 1000);
  KernelCase kernel("unset_out", {1}, {64});
  kernel.input(in);
  kernel.unset<int>(Ints(64), make(64, [&](int t) { return in[t] + (t < 32 ? in[t + 32] : 0); }));
  kernel.finding_at("uninitialized_read", {0, 0, 0}, 1, 0).check();
}

TEST(Conformance, ACounterThatNobodySetIsAFinding) {
  KernelCase kernel("unset_counter", {3}, {64});
  kernel.input(make(192, [](int i) { return i % 8; }));
  kernel.unset<int>(Ints(8), Ints(8, 24));
  kernel.check();
}

TEST(Conformance, ACounterThatAnotherBlockSetIsRight) {
  KernelCase kernel("unset_zeroed_inside", {3}, {64});
  kernel.input(make(192, [](int i) { return i % 8; }));
  kernel.unset<int>(Ints(8, 99), Ints(8, 24));
  kernel.order_dependent().check();
}

TEST(Conformance, PartialSumsOfOtherBlocksAreNotUnset) {
  const Ints in = numbers(256, 100);
  Ints sums(4);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i / 64] += in[i];
  KernelCase kernel("last_block", {4}, {64});
  kernel.input(in);
  kernel.unset<int>(Ints(4, 77), sums);
  kernel.output<unsigned>({0}, {0});
  kernel.unset<int>({77}, {sums[0] + sums[1] + sums[2] + sums[3]});
  kernel.order_dependent().check();
}

TEST(Conformance, AnIndexThatLeavesItsArrayForItsNeighbourIsAFinding) {
  const Ints in = numbers(128, 1000);
  const auto right = [&](int i) { return in[127 - i]; };
  KernelCase kernel("neighbour_array", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(64), make(64, [&](int t) {
                       const int next = t < 63 ? in[t + 1] : right(0);
                       return next + (t > 0 ? right(t - 1) : 0) + in[t] + right(t);
                     }));
  kernel.finding_at("out_of_bounds", {0, 0, 0}, 1, 31).check();
}

TEST(Conformance, IndicesThatStayInTheirArrayAreRight) {
  const Ints in = numbers(64, 1000);
  KernelCase kernel("whole_arrays", {1}, {64}, 512);
  kernel.input(in);
  kernel.output<int>(Ints(64), make(64, [&](int t) {
                       int sum = in[16 + t % 16] + in[63 - t];
                       for (int i = 0; i < 16; ++i) sum += in[t / 16 * 16 + i];
                       return sum;
                     }));
  kernel.check();
}

TEST(Conformance, ALocalVariableThatNobodySetIsAFinding) {
  KernelCase kernel("local_unset", {1}, {32});
  kernel.input(make(32, [](int t) { return t == 20 ? 21 : t; }));
  kernel.output<int>(Ints(32), Ints(32, 3));
  kernel.finding_at("uninitialized_read", {0, 0, 0}, 0, 20).check();
}

TEST(Conformance, PaddingMayBeCopiedUnset) {
  // A character, three doubles and a short, in five words.
  const auto word = [](int of, int i) -> std::uint64_t {
    if (i == 0) return static_cast<std::uint64_t>(of);
    return i == 4 ? 7 : std::bit_cast<std::uint64_t>(static_cast<double>(of + i - 1));
  };
  KernelCase kernel("padding_copied", {1}, {32});
  kernel.input(numbers(32, 2));
  kernel.unset<std::uint64_t>(Words(160),
                              make(160, [&](int i) { return word(31 - i / 5, i % 5); }));
  kernel.unset<std::uint64_t>(Words(160), make(160, [&](int i) { return word(i / 5, i % 5); }));
  kernel.check();
}

TEST(Conformance, APointerToAnotherThreadsVariableReadsItsOwn) {
  const Ints in = make(32, [](int t) { return t; });
  KernelCase kernel("local_published", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), in);
  kernel.finding_at("foreign_local", {0, 0, 0}, 0, 0).check();
}

TEST(Conformance, ADivisionByZeroIsANoteWhereItIsUsed) {
  const Ints in = make(64, [](int t) { return t == 7 || t == 40 ? 0 : t; });
  KernelCase kernel("division_by_zero", {1}, {64});
  kernel.input(in);
  kernel.output_if<int>(Ints(128), [in](const Ints& out) {
    for (int t = 1; t < 64; ++t) {
      const bool is_zero = in[t] == 0;
      if (out[64 + t] != (is_zero ? -1 : 1000 / in[t])) return fmt::format("quotient {}", t);
      if (t > 32 && !is_zero && out[t] != 1000 % in[t]) return fmt::format("remainder {}", t);
    }
    return std::string();
  });
  kernel.finding_at("division_by_zero", {0, 0, 0}, 1, 8).check();
}

TEST(Conformance, Atomics64GiveTheSameInAnyOrder) {
  const auto value = [](int t) { return (std::uint64_t(t) << 33) + std::uint64_t(t); };
  std::uint64_t sum = 0;
  for (int t = 0; t < 64; ++t) sum += value(t);
  KernelCase kernel("atomics_64", {1}, {64});
  kernel.output<std::uint64_t>(Words{1, 99, 0, 10, 0, 0},
                               Words{sum + 1, 3, ~std::uint64_t{0}, sum + 10, sum + 5, value(63)});
  kernel.order_dependent().check();
}

TEST(Conformance, OneFunctionReadsGlobalSharedAndLocalMemory) {
  const Ints in = numbers(128, 1000);
  KernelCase kernel("generic_pointers", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(64), make(64, [&](int t) {
                       if (t % 3 == 2) return t + t * t + 1;
                       const int sum = in[t] + in[t + 32] + in[t + 64];
                       return t % 3 == 0 ? sum : 2 * sum;
                     }));
  kernel.check();
}

TEST(Conformance, AStructureIsPassedByValue) {
  struct Settings {
    char letter;
    double scale;
    short offsets[5];
    std::uint64_t data;
    int box[3];
  };
  const Ints in = numbers(32, 1000);
  KernelCase kernel("struct_parameter", {1}, {32});
  kernel.output<int>(
      Ints(32), make(32, [&](int t) { return in[t] * 3 + (t % 5) * 100 - 200 + 65 + 7 * 11 - 9; }));
  kernel.scalar(
      Settings{'A', 3.75, {-200, -100, 0, 100, 200}, kernel.hidden_input(in), {5, 7, 11}});
  kernel.scalar(static_cast<signed char>(-9));
  kernel.check();
}

TEST(Conformance, ConstantMemoryHoldsItsInitialisers) {
  const std::array<float, 8> primes{2, 3, 5, 7, 11, 13, 17, 19};
  const std::array<float, 4> halves{0.5f, 1.5f, 2.5f, -3.5f};
  KernelCase kernel("constant_table", {1}, {32});
  kernel.output<float>(std::vector<float>(32), make(32, [&](int t) {
                         return primes[t & 7] * halves[t / 8] +
                                (t % 2 == 0 ? -4.0f + 0.25f : 9.0f + 8.0f);
                       }));
  kernel.check();
}

TEST(Conformance, ModuleVariablesHoldTheirInitialisersAndPointers) {
  const std::array<int, 4> number{10, 20, 30, 40};
  KernelCase kernel("module_globals", {1}, {64});
  kernel.output<int>(Ints(64),
                     make(64, [&](int t) { return number[t & 3] + number[2 + (t & 1)] * 100; }));
  kernel.check();
}

TEST(Conformance, VectorsAreLoadedAndStoredWhole) {
  const Ints in = numbers(128, 1000);
  std::vector<unsigned char> pixels, inverted;
  for (const int v : numbers(129, 256)) pixels.push_back(static_cast<unsigned char>(v));
  pixels.pop_back();
  for (int i = 0; i < 128; ++i) {
    const int t = i / 4;
    inverted.push_back(i % 4 < 3 ? 255 - pixels[i] : pixels[(31 - t) * 4 + 3]);
  }
  KernelCase kernel("vector_access", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(128), make(128, [&](int i) {
                       const int other = 31 - i / 4;
                       return in[other * 4 + 3 - i % 4] + (i % 4 == 3 ? pixels[other * 4] : 0);
                     }));
  kernel.input(pixels);
  kernel.output<unsigned char>(std::vector<unsigned char>(128), inverted);
  kernel.check();
}

// Fragment register r of lane t holds, of matrix r, row t / 4, elements 2 (t % 4) and the next;
// transposed, column t / 4 (PTX ISA, ldmatrix).
TEST(Conformance, LdmatrixGivesEveryLaneItsElements) {
  const std::vector<unsigned> in = make(128, [](int i) {
    return static_cast<unsigned>(2 * i) | static_cast<unsigned>(2 * i + 1) << 16;
  });
  const auto element = [](int matrix, int row, int column) {
    return static_cast<unsigned>(matrix * 64 + row * 8 + column);
  };
  KernelCase kernel("load_matrix", {1}, {32});
  kernel.input(in);
  kernel.output<unsigned>(std::vector<unsigned>(256), make(256, [&](int i) {
                            const int r = i / 32, t = i % 32, a = t / 4, b = 2 * (t % 4);
                            if (r < 4) return element(r, a, b) | element(r, a, b + 1) << 16;
                            return element(r - 4, b, a) | element(r - 4, b + 1, a) << 16;
                          }));
  kernel.check();
}

TEST(Conformance, AThreadsStackGrowsAsItAsks) {
  const Ints in = numbers(96, 1000);
  KernelCase kernel("dynamic_stack", {2}, {48});
  kernel.input(in);
  kernel.output<int>(Ints(96), make(96, [&](int t) {
                       const int count = t % 7 + 1;
                       return count * in[t] + count * (count - 1) / 2 + 100 * count;
                     }));
  kernel.check();
}

TEST(Conformance, PastWhatAThreadHasTakenOfItsStackIsOutOfBounds) {
  const Ints in = numbers(32, 1000);
  KernelCase kernel("dynamic_stack_too_far", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int t) { return in[t] + t % 7; }));
  kernel.finding_at("out_of_bounds", {0, 0, 0}, 0, 6).check();
}

TEST(Conformance, MemoryOfMallocIsTheThreadsOrTheBlocks) {
  const Ints in = numbers(128, 1000);
  KernelCase kernel("device_heap", {2}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(128),
                     make(128, [&](int t) { return 5 * in[t / 64 * 64 + 63 - t % 64] + 10; }));
  kernel.scalar(5);
  kernel.order_dependent().check();
}

TEST(Conformance, WhatIsDoneWrongWithMemoryOfMallocIsFound) {
  const Ints in = numbers(32, 1000);
  KernelCase kernel("device_heap_misuse", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int t) {
                       return t == 4 ? 0 : t == 5 ? 9 : in[t] + 1;
                     }));
  kernel.order_dependent().check();
}

TEST(Conformance, ThreadsRaceOnMemoryOfMallocAsOnAnyOther) {
  const Ints in = numbers(64, 1000);
  KernelCase kernel("device_heap_race", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(64), in);
  kernel.order_dependent().check();
}

}  // namespace
}  // namespace warplens::conformance
