// Warp instructions a second of the operations that address arithmetic and inner loops are made of.
#include <benchmark/benchmark.h>

#include <sstream>

#include "kernels/machine/operations/operations.h"

namespace warplens::machine {
namespace {

ptx::Instruction instruction(const std::string& mnemonic, std::size_t operands) {
  ptx::Instruction result;
  std::istringstream words(mnemonic);
  std::getline(words, result.opcode, '.');
  for (std::string word; std::getline(words, word, '.');) result.modifiers.push_back(word);
  result.operands.resize(operands);
  return result;
}

void run_operation(benchmark::State& state, const char* mnemonic, std::size_t operands,
                   std::uint32_t mask) {
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  constexpr std::uint32_t kSlotBytes = 256;
  std::vector<Line> frame(operands * kSlotBytes / sizeof(Line));
  const auto operation = find_operation(instruction(mnemonic, operands));
  if (!operation) return state.SkipWithError("unknown operation");
  OperandOffsets offsets{};
  for (std::size_t i = 0; i < operands; ++i) offsets[i] = kSlotBytes * static_cast<unsigned>(i);
  offsets[kOptionPlace] = operation->option;
  for (auto _ : state) {
    operation->function(reinterpret_cast<std::byte*>(frame.data()), mask, offsets);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 32);
}

struct Case {
  const char* mnemonic;
  std::size_t operands;
};

constexpr Case kCases[] = {
    {"add.s32", 3},      {"mad.lo.s32", 4},      {"mul.wide.s32", 3},   {"add.s64", 3},
    {"shl.b32", 3},      {"and.b32", 3},         {"lop3.b32", 5},       {"setp.lt.s32", 3},
    {"setp.lt.f32", 3},  {"setp.lt.and.s32", 4}, {"selp.b32", 4},       {"mov.u32", 2},
    {"mov.pred", 2},     {"cvt.u64.u32", 2},     {"cvt.rn.f32.s32", 2}, {"cvt.rzi.s32.f32", 2},
    {"add.f32", 3},      {"fma.rn.f32", 4},      {"fma.rn.f64", 4},     {"add.rz.f32", 3},
    {"fma.rm.f64", 4},   {"div.rn.f32", 3},      {"max.f32", 3},        {"ex2.approx.ftz.f32", 2},
    {"fma.rn.f16x2", 4}, {"div.s32", 3},         {"cvt.rn.f16.f32", 2},
};

const bool kRegistered = [] {
  for (const auto& [mnemonic, operands] : kCases) {
    benchmark::RegisterBenchmark(mnemonic, run_operation, mnemonic, operands, 0xffffffffu);
  }
  benchmark::RegisterBenchmark("add.s32/half_warp", run_operation, "add.s32", 3, 0xffffu);
  return true;
}();

}  // namespace
}  // namespace warplens::machine
