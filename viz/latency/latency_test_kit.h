// Latencies that are easy to add, and blocks that ran, for tests.
#pragma once

#include "kernels/machine/machine_test_kit.h"
#include "viz/latency/block_run.h"
#include "viz/latency/latencies.h"

namespace warplens::latency {

inline const Latencies& round_latencies() {
  static const Latencies latencies = [] {
    std::map<std::string, MeasuredCycles, std::less<>> rows;
    const auto add = [&](const std::string& name, double cycles) {
      rows[name] = {cycles, "a test"};
    };
    add("fma.f32", 10);
    add("mul.f32", 10);
    add("add.f32", 10);
    add("add.u32+add.u32", 4);
    add("xor.b32+and.b32+shl.b32", 8);
    add("xor.b32", 4);
    add("add.u64+xor.b64", 8);
    add("shl.b32", 4);
    add("mad.lo.u32", 4);
    add("setp.u32+selp", 8);
    add("shfl.bfly", 30);
    for (const int warps : {1, 2, 4, 8, 16, 32}) {
      add("bar.sync " + std::to_string(warps) + " warps", 20 + warps);
    }
    for (const int ways : {1, 2, 4, 8, 16, 32}) {
      add("ld.shared.u32 " + std::to_string(ways) + " wavefronts", 98 + 2 * ways);
    }
    add("st.shared+ld.shared", 105);
    add("ld.global.ca.u64 lanes 0 bytes apart", 50);
    add("L2 line least", 300);
    add("L2 line median", 320);
    add("DRAM median", 700);
    add("atom.global.add.u64 lanes 8 bytes apart", 400);
    add("cp.async.ca 16 waited", 60);
    return Latencies(90, std::move(rows));
  }();
  return latencies;
}

inline BlockRun block_of(const std::string& body, std::uint32_t threads = 32,
                         const std::vector<std::int32_t>& in = machine::zeros(4096)) {
  machine::Machine machine(machine::parse_text(machine::kernel_text(body)));
  const auto instructions =
      std::make_shared<machine::InstructionRecords>(machine::InstructionRecords::Place{});
  const auto barriers = std::make_shared<machine::BarrierRecords>(machine::BarrierRecords::Place{});
  machine.options.instructions = instructions.get();
  machine.options.barriers = barriers.get();
  machine.buffer("out", machine::zeros(4096));
  machine.buffer("in", in);
  const auto trace = std::make_shared<trace::Trace>(machine.trace_of({1}, {threads}));
  return {instructions, barriers, trace};
}

inline std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace warplens::latency
