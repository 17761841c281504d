// Lane instructions a second on a whole kernel: transpose/tile_padded 32×33 at 2048×2048.
//
//   mode 0: nothing recorded, no race detection     1: race detection     2: totals and events too
#include <benchmark/benchmark.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "kernels/machine/machine.h"
#include "kernels/ptx/parser.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kSide = 2048;

std::uint64_t add_matrix(Memory& memory, const char* name) {
  trace::Buffer buffer;
  buffer.name = name;
  buffer.bytes = std::uint64_t{kSide} * kSide * sizeof(float);
  return memory.allocate(buffer).value_or(0);
}

template <class T>
void append(std::vector<std::byte>& bytes, T value) {
  const auto* first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof(T));
}

void transpose(benchmark::State& state) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/assets/ptx/transpose/tile_padded.ptx");
  std::stringstream text;
  text << file.rdbuf();
  auto module = ptx::parse(text.str(), "tile_padded.ptx");
  if (!module.has_value()) return state.SkipWithError(module.error().message.c_str());
  const auto program = Program::load(std::make_shared<const ptx::Module>(std::move(*module)),
                                     "_Z21transpose_tile_paddedILi32ELi33EEvPKfPfii");
  if (!program.has_value()) return state.SkipWithError(program.error().message.c_str());

  Memory memory;
  LaunchRequest request;
  request.grid = {kSide / 32, kSide / 32, 1};
  request.block = {32, 8, 1};
  append(request.parameters, add_matrix(memory, "in"));
  append(request.parameters, add_matrix(memory, "out"));
  append(request.parameters, kSide);
  append(request.parameters, kSide);
  RunOptions options;
  options.threads = static_cast<unsigned>(state.range(1));
  options.detect_races = state.range(0) >= 1;
  options.recording = state.range(0) >= 2 ? Recording::events : Recording::none;
  std::uint64_t lanes = 0;
  for (auto _ : state) {
    const auto trace = run(*program, request, memory, options);
    if (!trace.has_value()) return state.SkipWithError(trace.error().message.c_str());
    lanes += trace->lane_instructions;
  }
  state.counters["lane_instructions"] =
      benchmark::Counter(static_cast<double>(lanes), benchmark::Counter::kIsRate);
}

BENCHMARK(transpose)
    ->ArgNames({"mode", "threads"})
    ->ArgsProduct({{0, 1, 2}, {1, 0}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warplens::machine
