#include "viz/latency/warp_program.h"

#include <algorithm>
#include <unordered_map>

#include "kernels/cost/access_cost.h"
#include "kernels/machine/program/register_use.h"
#include "viz/analysis/limits/fusable_sites.h"

namespace warplens::latency {
namespace {

using machine::InstructionRecord;
using machine::InstructionRecords;
using ptx::Instruction;

struct Unit {
  Pipe pipe = Pipe::alu;
  float interval = 2;  // CUDA C++ Programming Guide, arithmetic throughput of capability 9.0
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

Unit float_unit(const Instruction& instruction) {
  const bool compares = is_one_of(instruction.opcode, {"min", "max", "setp", "abs", "neg"});
  return compares ? Unit{Pipe::alu, 2} : Unit{Pipe::fma, 1};
}

Unit unit_of(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  if (is_one_of(opcode, {"ex2", "lg2", "rcp", "rsqrt", "sqrt", "sin", "cos", "tanh", "div"})) {
    return {Pipe::xu, 8};
  }
  if (is_one_of(opcode, {"popc", "clz", "bfind", "brev"})) return {Pipe::xu, 8};
  if (is_one_of(opcode, {"mma", "wmma", "wgmma"})) return {Pipe::tensor, 6};
  if (instruction.has("f64")) return opcode == "cvt" ? Unit{Pipe::xu, 8} : Unit{Pipe::fp64, 3};
  if (opcode == "cvt") return {Pipe::alu, 2};
  if (instruction.has("f32")) return float_unit(instruction);
  if (is_one_of(opcode, {"fma", "mul", "mad", "dp4a"})) return {Pipe::fma, 2};
  if (is_one_of(opcode, {"add", "sub"})) return {Pipe::alu, 1};
  return {Pipe::alu, 2};
}

class BlockReader {
 public:
  BlockReader(const InstructionRecords& records, const trace::Trace& trace,
              const Latencies& latencies, const std::vector<bool>& fusable, ProgramOfBlocks& all)
      : records_(&records),
        trace_(&trace),
        latencies_(&latencies),
        fusable_(&fusable),
        all_(&all) {}

  BlockProgram read(std::size_t block);

 private:
  struct Slot {
    std::uint32_t op = Op::kNoOp;
  };
  void add(const InstructionRecord& record, std::size_t first, std::size_t end);
  void wait_for_registers(const InstructionRecord& record, const Instruction& instruction, Op& op);
  void write_registers(const InstructionRecord& record, const Instruction& instruction,
                       std::uint32_t op);
  void describe(const Instruction& instruction, Op& op);
  void describe_access(const Instruction& instruction, std::size_t first, std::size_t end, Op& op);
  void describe_copy(const Instruction& instruction, Op& op);
  [[nodiscard]] float cycles(std::string_view row) const {
    return static_cast<float>(latencies_->of(row).value_or(0));
  }

  const InstructionRecords* records_;
  const trace::Trace* trace_;
  const Latencies* latencies_;
  const std::vector<bool>* fusable_;
  ProgramOfBlocks* all_;
  BlockProgram program_;
  std::vector<std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>> registers_;
};

BlockProgram BlockReader::read(std::size_t block) {
  const auto& kept = records_->blocks()[block].records;
  const std::uint64_t index = records_->place().first_block + block;
  std::size_t base = 0;
  while (base < trace_->events.size() && trace_->events.block(base) != index) ++base;
  program_.warps.resize(trace_->launch.warps_per_block());
  registers_.resize(program_.warps.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const std::size_t end = i + 1 < kept.size() ? kept[i + 1].events : kept[i].events + 1;
    if (kept[i].mask != 0) add(kept[i], base + kept[i].events, base + end);
  }
  return std::move(program_);
}

// A result that takes no time is what its sources are: who reads it waits for those.
void BlockReader::add(const InstructionRecord& record, std::size_t first, std::size_t end) {
  const Instruction* instruction = records_->instruction(record.instruction);
  if (instruction == nullptr || record.warp >= program_.warps.size()) return;
  Op op;
  op.instruction = record.instruction;
  describe(*instruction, op);
  describe_access(*instruction, first, end, op);
  describe_copy(*instruction, op);
  auto& ops = program_.warps[record.warp];
  wait_for_registers(record, *instruction, op);
  ops.push_back(op);
  write_registers(record, *instruction, static_cast<std::uint32_t>(ops.size() - 1));
}

std::uint64_t key_of(const InstructionRecords& records, const InstructionRecord& record,
                     std::uint32_t reg) {
  const auto function = reinterpret_cast<std::uintptr_t>(records.function(record.instruction));
  return std::uint64_t{function} * 8191 + reg;
}

void BlockReader::wait_for_registers(const InstructionRecord& record,
                                     const Instruction& instruction, Op& op) {
  std::size_t count = 0;
  auto& known = registers_[record.warp];
  machine::each_register_use(instruction, [&](std::uint32_t reg, bool is_read, bool) {
    if (!is_read) return;
    const auto found = known.find(key_of(*records_, record, reg));
    if (found == known.end()) return;
    for (const std::uint32_t before : found->second) {
      const auto end = op.waits_for.begin() + static_cast<std::ptrdiff_t>(count);
      if (count < op.waits_for.size() && std::find(op.waits_for.begin(), end, before) == end) {
        op.waits_for[count++] = before;
      }
    }
  });
}

void BlockReader::write_registers(const InstructionRecord& record, const Instruction& instruction,
                                  std::uint32_t number) {
  const Op& op = program_.warps[record.warp][number];
  std::vector<std::uint32_t> sources;
  const bool is_free = op.kind == OpKind::compute && op.slots == 0;
  for (const std::uint32_t before : op.waits_for) {
    if (is_free && before != Op::kNoOp) sources.push_back(before);
  }
  if (!is_free) sources = {number};
  machine::each_register_use(instruction, [&](std::uint32_t reg, bool, bool is_written) {
    if (is_written) registers_[record.warp][key_of(*records_, record, reg)] = sources;
  });
}

void BlockReader::describe(const Instruction& instruction, Op& op) {
  const std::string& opcode = instruction.opcode;
  if (is_one_of(opcode, {"mbarrier", "tcgen05", "tex", "suld", "sust", "tensormap"}) ||
      instruction.has("cluster") || instruction.has("bulk")) {
    all_->not_modelled.insert(instruction.has("bulk")      ? opcode + ".async.bulk"
                              : instruction.has("cluster") ? opcode + ".cluster"
                                                           : opcode);
  }
  if (is_one_of(opcode, {"bar", "barrier"})) {
    op.kind = instruction.has("warp") ? OpKind::compute : OpKind::barrier;
    return;
  }
  if (opcode == "bra" || opcode == "brx") {
    op.pipe = Pipe::alu;
    op.latency = 0;
    op.slots = instruction.guard == ptx::kNone ? 0 : 1;
    return;
  }
  const auto least = instruction_latency(instruction, *latencies_, Reading::least);
  const auto full = instruction_latency(instruction, *latencies_, Reading::as_written);
  if (!full.is_known) all_->not_modelled.insert(latency_row(instruction));
  if (is_one_of(opcode, {"shfl", "vote", "redux", "match"})) {
    op.kind = OpKind::exchange;
    op.pipe = Pipe::memory;
    op.latency = static_cast<float>(full.cycles);
    op.wavefronts = 1;
    return;
  }
  op.slots = full.cycles <= 0 ? 0 : static_cast<float>(least.cycles / full.cycles);
  op.latency = op.slots == 0 ? 0 : static_cast<float>(full.cycles);
  const Unit unit = unit_of(instruction);
  op.pipe = op.slots == 0 ? Pipe::none : unit.pipe;
  op.interval = unit.interval * op.slots;
}

void BlockReader::describe_access(const Instruction& instruction, std::size_t first,
                                  std::size_t end, Op& op) {
  std::set<std::uint64_t> sectors;
  bool is_access = false, is_global = false;
  float part = 1;  // of 16 bytes that ptxas may join it to: it knows how shared arrays are aligned
  trace::EventKind kind = trace::EventKind::load;
  for (std::size_t row = first; row < end && row < trace_->events.size(); ++row) {
    const trace::EventView event = trace_->events.view(row);
    const trace::Site& site = trace_->sites[event.site];
    if (site.ptx_line != instruction.ptx_line || !trace::is_access(site.kind)) continue;
    is_access = true;
    kind = site.kind;
    const bool may_join = (*fusable_)[event.site] && site.space == trace::Space::shared &&
                          site.width > 0 && site.width < 16;
    part = may_join ? static_cast<float>(site.width) / 16 : 1;
    const analysis::AccessCost cost = analysis::access_cost(site, event);
    op.wavefronts += static_cast<float>(std::max(cost.wavefronts, 1u));
    if (site.space != trace::Space::global) continue;
    is_global = true;
    for (const std::uint64_t sector : analysis::touched_sectors(site, event))
      sectors.insert(sector);
  }
  if (!is_access) return;
  op.pipe = Pipe::memory;
  op.slots = part;
  op.first_sector = static_cast<std::uint32_t>(program_.sectors.size());
  op.sectors = static_cast<std::uint32_t>(sectors.size());
  program_.sectors.insert(program_.sectors.end(), sectors.begin(), sectors.end());
  op.is_past_l1 = instruction.has("cg") || instruction.has("volatile") ||
                  instruction.has("relaxed") || instruction.has("acquire");
  if (kind == trace::EventKind::atomic) {
    op.kind = is_global ? OpKind::atomic : OpKind::shared;
    op.latency =
        cycles(is_global ? "atom.global.add.u64 lanes 8 bytes apart" : "atom.shared.add.u32");
  } else if (is_global) {
    // A load keeps L1 for two cycles, or one for each 128 bytes (the probe's "of 32 warps").
    op.kind = kind == trace::EventKind::store ? OpKind::store : OpKind::load;
    const std::uint32_t least = op.kind == OpKind::load ? 2 : 1;
    op.wavefronts = static_cast<float>(std::max(least, (op.sectors + 3) / 4));
  } else {
    op.kind = OpKind::shared;
    op.wavefronts *= part;
    op.latency = cycles("ld.shared.u32 1 wavefronts");
  }
}

void BlockReader::describe_copy(const Instruction& instruction, Op& op) {
  if (instruction.opcode != "cp" || !instruction.has("async")) return;
  op.slots = 1;
  op.pipe = Pipe::none;
  if (instruction.has("commit_group")) {
    op.kind = OpKind::wait;
    op.commits = true;
  } else if (instruction.has("wait_group") || instruction.has("wait_all")) {
    op.kind = OpKind::wait;
    const bool has_number = !instruction.operands.empty();
    op.groups = has_number ? static_cast<std::uint32_t>(instruction.operands[0].bits) : 0;
  } else {
    op.kind = OpKind::copy;
    op.pipe = Pipe::memory;
  }
}

// Where no instruction is moved across: what may jump, what others see or wait for.
bool ends_segment(const InstructionRecords& records, const Op& op) {
  const bool may_move = op.kind == OpKind::compute || op.kind == OpKind::load ||
                        op.kind == OpKind::shared || op.kind == OpKind::exchange;
  return !may_move || is_one_of(records.instruction(op.instruction)->opcode,
                                {"bra", "brx", "st", "red", "atom", "stmatrix", "call"});
}

// As ptxas orders what stands between two of those: what can begin first comes first.
void order_segment(const std::vector<Op>& ops, std::size_t first, std::size_t end,
                   double load_cycles, std::vector<std::uint32_t>& order) {
  std::vector<double> begin(end - first);
  for (std::size_t i = first; i < end; ++i) {
    for (const std::uint32_t before : ops[i].waits_for) {
      if (before == Op::kNoOp || before < first || before >= i) continue;
      const double taken =
          ops[before].kind == OpKind::load ? load_cycles : double{ops[before].latency};
      begin[i - first] = std::max(begin[i - first], begin[before - first] + taken);
    }
    order.push_back(static_cast<std::uint32_t>(i));
  }
  const auto mine = order.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(mine, order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return begin[a - first] < begin[b - first];
  });
}

std::vector<Op> in_order_of_ptxas(const InstructionRecords& records, const std::vector<Op>& ops,
                                  double load_cycles) {
  std::vector<std::uint32_t> order;
  std::size_t first = 0;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (!ends_segment(records, ops[i])) continue;
    order_segment(ops, first, i, load_cycles, order);
    order.push_back(static_cast<std::uint32_t>(i));
    first = i + 1;
  }
  order_segment(ops, first, ops.size(), load_cycles, order);
  std::vector<std::uint32_t> place(ops.size());
  std::vector<Op> ordered;
  for (const std::uint32_t from : order) {
    place[from] = static_cast<std::uint32_t>(ordered.size());
    ordered.push_back(ops[from]);
  }
  for (Op& op : ordered) {
    for (std::uint32_t& before : op.waits_for) {
      if (before != Op::kNoOp) before = place[before];
    }
  }
  return ordered;
}

}  // namespace

ProgramOfBlocks program_of(const InstructionRecords& records, const trace::Trace& trace,
                           const Latencies& latencies) {
  ProgramOfBlocks all;
  const std::vector<bool> fusable = analysis::fusable_sites(trace);
  const double load_cycles = latencies.of("ld.global.ca.u64 lanes 0 bytes apart").value_or(0);
  for (std::size_t block = 0; block < records.blocks().size(); ++block) {
    if (records.blocks()[block].records.empty()) continue;
    all.is_cut = all.is_cut || records.blocks()[block].is_cut;
    BlockReader reader(records, trace, latencies, fusable, all);
    all.blocks.push_back(reader.read(block));
    for (std::vector<Op>& ops : all.blocks.back().warps) {
      ops = in_order_of_ptxas(records, ops, load_cycles);
    }
  }
  return all;
}

}  // namespace warplens::latency
