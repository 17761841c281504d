// Matrix instructions a second, of one warp.
#include <benchmark/benchmark.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "kernels/machine/operations/matrix_multiply.h"
#include "kernels/machine/operations/wgmma.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;

// Ones and other small numbers, of whatever type.
void fill(std::byte* to, std::size_t bytes, MatrixElement element) {
  const std::uint32_t word = element == f16                      ? 0x3c003800
                             : element == bf16                   ? 0x3f803f00
                             : element == tf32 || element == f32 ? 0x3f800000
                                                                 : 0x38403c38;
  for (std::size_t i = 0; i < bytes; i += sizeof word) std::memcpy(to + i, &word, sizeof word);
}

void run_mma(benchmark::State& state, MatrixShape shape, MatrixElement factor, MatrixElement sum) {
  MatrixMultiply multiply;
  multiply.shape = shape;
  multiply.a.element = multiply.b.element = factor;
  multiply.c.element = multiply.d.element = sum;
  if (!place_mma(multiply)) return state.SkipWithError("no such mma");
  std::vector<std::byte> frame(20 * std::size_t{128});
  std::uint32_t slot = 0;
  for (MatrixFragment* fragment : {&multiply.a, &multiply.b, &multiply.c, &multiply.d}) {
    for (std::uint32_t i = 0; i < fragment->registers; ++i, slot += 128) {
      fragment->slots[i] = slot;
      fill(frame.data() + slot, 128, fragment->element);
    }
  }
  for (auto _ : state) {
    multiply_matrices(multiply, TensorCores::hopper, frame.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations());
}

void run_wgmma(benchmark::State& state, std::uint32_t depth, MatrixElement factor,
               MatrixElement sum) {
  WgmmaMultiply multiply;
  multiply.columns = 256;
  multiply.depth = depth;
  multiply.a = multiply.b = factor;
  multiply.d = sum;
  if (!is_known_shape(multiply)) return state.SkipWithError("no such wgmma");
  multiply.d_slots.resize(d_registers(multiply));
  std::iota(multiply.d_slots.begin(), multiply.d_slots.end(), 0u);
  for (std::uint32_t& slot : multiply.d_slots) slot *= 128;
  std::vector<std::byte> a(16 * 32), b(256 * 32), frame(multiply.d_slots.size() * 128);
  fill(a.data(), a.size(), factor);
  fill(b.data(), b.size(), factor);
  for (auto _ : state) {
    multiply_wgmma(multiply, false, a.data(), b.data(), nullptr, frame.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(run_mma, m16n8k16_f32_f16, MatrixShape{16, 8, 16}, f16, f32);
BENCHMARK_CAPTURE(run_mma, m16n8k16_f16_f16, MatrixShape{16, 8, 16}, f16, f16);
BENCHMARK_CAPTURE(run_mma, m16n8k16_f32_bf16, MatrixShape{16, 8, 16}, bf16, f32);
BENCHMARK_CAPTURE(run_mma, m16n8k8_f32_tf32, MatrixShape{16, 8, 8}, tf32, f32);
BENCHMARK_CAPTURE(run_mma, m16n8k32_f32_e4m3, MatrixShape{16, 8, 32}, e4m3, f32);
BENCHMARK_CAPTURE(run_mma, m16n8k32_s32_s8, MatrixShape{16, 8, 32}, s8, s32);
BENCHMARK_CAPTURE(run_wgmma, n256k16_f32_f16, 16, f16, f32);
BENCHMARK_CAPTURE(run_wgmma, n256k16_f16_f16, 16, f16, f16);
BENCHMARK_CAPTURE(run_wgmma, n256k16_f32_bf16, 16, bf16, f32);
BENCHMARK_CAPTURE(run_wgmma, n256k8_f32_tf32, 8, tf32, f32);
BENCHMARK_CAPTURE(run_wgmma, n256k32_f32_e4m3, 32, e4m3, f32);
BENCHMARK_CAPTURE(run_wgmma, n256k32_s32_s8, 32, s8, s32);

}  // namespace
}  // namespace warplens::machine
