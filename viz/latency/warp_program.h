// What the warps of some blocks execute, as a model of an SM is fed with it: instructions that wait
// for registers of earlier ones, take a unit for some cycles, and access memory.
//
// Of PTX: what ptxas drops (moves, integers with a constant, conversions) takes no issue slot here,
// and of what it may join two each takes half of one (instruction_latency.h).
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "kernels/machine/launch/instruction_records.h"
#include "kernels/trace/trace.h"
#include "viz/latency/instruction_latency.h"

namespace warplens::latency {

// The units of one of an SM's four parts; memory is one for all of them.
enum class Pipe : std::uint8_t { none, fma, alu, fp64, xu, tensor, memory };
inline constexpr std::size_t kPipes = 7;

enum class OpKind : std::uint8_t {
  compute,
  exchange,
  shared,
  load,
  store,
  atomic,
  copy,
  barrier,
  wait
};

struct Op {
  static constexpr std::uint32_t kNoOp = 0xffffffffu;

  std::uint32_t instruction = 0;  // InstructionRecords::instruction()
  OpKind kind = OpKind::compute;
  Pipe pipe = Pipe::none;
  float slots = 1;           // of issue
  float interval = 1;        // cycles that it keeps its pipe
  float latency = 0;         // to who needs its result
  std::uint32_t groups = 0;  // wait: cp.async groups that may stay open
  float wavefronts = 0;
  std::uint32_t first_sector = 0, sectors = 0;  // of BlockProgram::sectors
  std::array<std::uint32_t, 6> waits_for{kNoOp, kNoOp, kNoOp, kNoOp, kNoOp, kNoOp};
  bool commits = false;  // a group of copies
  bool is_past_l1 = false;
};

struct BlockProgram {
  std::vector<std::vector<Op>> warps;
  std::vector<std::uint64_t> sectors;  // of global memory, address / 32
};

struct ProgramOfBlocks {
  std::vector<BlockProgram> blocks;
  std::set<std::string> not_modelled;  // instructions without which there is no estimate
  bool is_cut = false;                 // a block has more than was kept
};

[[nodiscard]] ProgramOfBlocks program_of(const machine::InstructionRecords& records,
                                         const trace::Trace& trace, const Latencies& latencies);

}  // namespace warplens::latency
