#include "kernels/device/recording_code.h"

#include "kernels/device/instrument.h"
#include "kernels/machine/program/bulk_copy_form.h"
#include "kernels/machine/program/wmma_form.h"

namespace warplens::device {
namespace {

using Kind = ptx::Operand::Kind;
using trace::EventKind;
using trace::Space;

std::string register_name(const ptx::Function& function, const ptx::Operand& operand) {
  constexpr std::string_view kComponents[] = {".x", ".y", ".z", ".w"};
  const std::string& name = function.registers[operand.index].name;
  if (operand.component < 0 || operand.component > 3) return name;
  return name + std::string(kComponents[operand.component]);
}

// A 32-bit address wraps at 4 GiB.
void add_narrow_address(std::string_view base, std::uint64_t offset, InsertedCode& code) {
  code.add("mov.b32 %$word, {}; add.s32 %$word, %$word, {}; cvt.u64.u32 %$address, %$word;", base,
           static_cast<std::int32_t>(offset));
}

// %$address becomes what stands in the brackets.
void add_address(const ptx::Function& function, const ptx::Operand& memory, InsertedCode& code) {
  const ptx::Operand& base = memory.elements.front();
  const auto offset = static_cast<std::int64_t>(memory.bits);
  const auto base_offset = static_cast<std::int64_t>(base.bits);
  if (base.kind == Kind::reg) {
    const std::string name = register_name(function, base);
    if (ptx::size_of(function.registers[base.index].type) == 4) {
      return add_narrow_address(name, memory.bits, code);
    }
    code.add("add.s64 %$address, {}, {};", name, offset);
  } else if (base.kind == Kind::special) {
    add_narrow_address(base.text, memory.bits, code);
  } else if (base.kind == Kind::symbol) {
    code.add("mov.u64 %$address, {}; add.s64 %$address, %$address, {};", written_name(base.text),
             base_offset + offset);
  } else {
    code.add("mov.u64 %$address, {};", base_offset + offset);
  }
}

constexpr std::uint32_t kGenericSites = 3;  // of a generic access; one more in a cluster

// Inserts code that finds out the state space of a generic address: it selects the site and
// computes the offset in that space.
void resolve_space(bool is_of_cluster, bool has_parameter_window, InsertedCode& code) {
  code.add("isspacep.shared %$is_shared, %$address; isspacep.local %$is_local, %$address;");
  if (is_of_cluster) {
    code.add("isspacep.shared::cluster %$fits, %$address;");
    code.add("or.pred %$is_shared, %$is_shared, %$fits;");
  }
  code.add("@%$is_shared add.u32 %$site, %$site, 1; @%$is_local add.u32 %$site, %$site, 2;");
  if (has_parameter_window) {
    code.add("isspacep.param %$fits, %$address; @%$fits or.b32 %$site, %$site, {};",
             kUnrecordedSpace);
  }
  code.add("@%$is_shared cvta.to.shared.u64 %$address, %$address;");
  code.add("@%$is_local cvta.to.local.u64 %$address, %$address;");
}

// The n-th operand in brackets. The decoder has seen it, or there would be no site.
const ptx::Operand& memory_operand(const ptx::Instruction& instruction, std::size_t n) {
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == Kind::memory && n-- == 0) return operand;
  }
  return instruction.operands.front();
}

// From what stands in the brackets to a place of the memory space that was meant.
void resolve_address(const RecordedInstruction& recorded, bool has_parameter_window,
                     InsertedCode& code) {
  const ptx::Instruction& instruction = *recorded.instruction;
  const bool is_matrix =
      recorded.kind == EventKind::load_matrix || recorded.kind == EventKind::store_matrix;
  if (is_matrix && !instruction.has("shared") && !instruction.has("shared::cta")) {
    code.add("cvta.to.shared.u64 %$address, %$address;");
  }
  // Constants are buffers of the trace, whose addresses are generic ones.
  if (recorded.space == Space::constant) code.add("cvta.const.u64 %$address, %$address;");
  if (recorded.sites >= kGenericSites) {
    resolve_space(recorded.sites > kGenericSites, has_parameter_window, code);
  }
}

void add_access_address(const RecordedInstruction& recorded, const ptx::Operand& memory,
                        bool has_parameter_window, InsertedCode& code) {
  add_address(*recorded.function, memory, code);
  resolve_address(recorded, has_parameter_window, code);
}

// 0 for the threads whose copy reads nothing: no source bytes, or a source that is ignored.
void add_source_address(const RecordedInstruction& recorded, InsertedCode& code) {
  const ptx::Instruction& copy = *recorded.instruction;
  add_access_address(recorded, memory_operand(copy, 1), false, code);
  constexpr std::size_t kExtra = 3;  // after destination, source and size
  if (copy.operands.size() <= kExtra) return;
  const ptx::Operand& extra = copy.operands[kExtra];
  if (extra.kind == Kind::integer) {
    if (extra.bits == 0) code.add("mov.u64 %$address, 0;");
    return;
  }
  if (extra.kind != Kind::reg) return;
  const std::string name = register_name(*recorded.function, extra);
  const ptx::ScalarType type = recorded.function->registers[extra.index].type;
  if (type == ptx::ScalarType::pred) {
    code.add("@{}{} mov.u64 %$address, 0;", extra.negated ? "!" : "", name);
  } else if (ptx::size_of(type) == 4) {
    code.add("setp.eq.u32 %$fits, {}, 0; @%$fits mov.u64 %$address, 0;", name);
  }
}

void add_taken(const RecordedInstruction& recorded, InsertedCode& code) {
  const ptx::Instruction& branch = *recorded.instruction;
  if (branch.guard == ptx::kNone) {
    code.add("mov.u64 %$address, 1;");
    return;
  }
  code.add("selp.b64 %$address, {}, {};", branch.guard_negated ? "0, 1" : "1, 0",
           recorded.function->registers[branch.guard].name);
}

// An operand as PTX text: a register, or a number.
std::string written(const ptx::Function& function, const ptx::Operand& operand) {
  if (operand.kind == Kind::reg) return register_name(function, operand);
  if (operand.kind == Kind::special) return operand.text;
  return fmt::format("{}", static_cast<std::int32_t>(operand.bits));
}

// The lane whose value each gets: the same shuffle of the lanes' own numbers says it.
void add_source_lane(const RecordedInstruction& recorded, InsertedCode& code) {
  const ptx::Instruction& shuffle = *recorded.instruction;
  const ptx::Function& function = *recorded.function;
  std::string name, operands;
  if (shuffle.guard != ptx::kNone) {
    name = fmt::format("@{}{} ", shuffle.guard_negated ? "!" : "",
                       function.registers[shuffle.guard].name);
  }
  name += shuffle.opcode;
  for (const std::string& modifier : shuffle.modifiers) name += "." + modifier;
  constexpr std::size_t kLane = 2;  // after the destination and the value
  for (std::size_t i = kLane; i < shuffle.operands.size(); ++i) {
    operands += ", " + written(function, shuffle.operands[i]);
  }
  code.add("mov.u32 %$word, %laneid; {} %$word, %$word{};", name, operands);
  code.add("cvt.u64.u32 %$address, %$word;");
}

// Adds to %$address how far from a matrix's beginning the lane's place of a piece lies.
void add_place(const machine::WmmaPiece& piece, std::uint32_t element_bits,
               const std::string& stride, InsertedCode& code) {
  code.add(
      "{{ .reg .b32 %$lane, %$bit, %$major, %$minor; .reg .b64 %$far; mov.u32 %$lane, %laneid;");
  code.add("mov.u32 %$major, {}; mov.u32 %$minor, {};", piece.first.major, piece.first.minor);
  for (std::size_t i = 0; i < piece.steps.size(); ++i) {
    code.add("bfe.u32 %$bit, %$lane, {}, 1;", i);
    code.add("mad.lo.u32 %$major, %$bit, {}, %$major; mad.lo.u32 %$minor, %$bit, {}, %$minor;",
             piece.steps[i].major, piece.steps[i].minor);
  }
  code.add("cvt.u64.u32 %$far, %$minor; mad.wide.u32 %$far, %$major, {}, %$far;", stride);
  code.add("mul.lo.u64 %$far, %$far, {}; shr.u64 %$far, %$far, 3;", element_bits);
  code.add("add.u64 %$address, %$address, %$far; }}");
}

// A record for each of the accesses that it is made of.
void record_wmma(const RecordedInstruction& recorded, const machine::WmmaForm& form,
                 bool has_parameter_window, InsertedCode& code) {
  const ptx::Instruction& wmma = *recorded.instruction;
  constexpr std::size_t kStride = 2;
  const std::string stride = wmma.operands.size() > kStride
                                 ? written(*recorded.function, wmma.operands[kStride])
                                 : fmt::format("{}", form.least_stride);
  for (const machine::WmmaPiece& piece : form.parts.pieces) {
    code.add("mov.u32 %$site, {};", recorded.first_site);
    add_address(*recorded.function, memory_operand(wmma, 0), code);
    add_place(piece, machine::bits_of(form.fragment.element), stride, code);
    resolve_address(recorded, has_parameter_window, code);
    append_record(code);
  }
}

// %$address becomes an operand of any size; a number is 32 bits wide.
void add_value(const ptx::Function& function, const ptx::Operand& operand, InsertedCode& code) {
  const std::string name = written(function, operand);
  if (operand.kind != Kind::reg) return void(code.add("mov.b64 %$address, {};", name));
  const std::uint32_t bits = 8 * ptx::size_of(function.registers[operand.index].type);
  if (bits == 64) return void(code.add("mov.b64 %$address, {};", name));
  code.add("cvt.u64.u{} %$address, {};", bits, name);
}

// The records that bulk_copy_records.h reads.
void record_bulk_copy(const RecordedInstruction& recorded, const machine::BulkCopyForm& form,
                      InsertedCode& code) {
  const ptx::Function& function = *recorded.function;
  const auto add = [&](const ptx::Operand& operand) {
    add_value(function, operand, code);
    append_record(code);
  };
  for (const ptx::Operand* const address : {form.shared, form.other}) {
    add_address(function, *address, code);
    append_record(code);
  }
  if (form.bytes != nullptr) add(*form.bytes);
  for (const ptx::Operand& coordinate : form.coordinates) add(coordinate);
  for (const ptx::Operand& offset : form.offsets) add(offset);
  if (form.blocks != nullptr) add(*form.blocks);
  if (form.byte_mask != nullptr) add(*form.byte_mask);
  if (form.dimensions == 0) return;
  for (std::size_t at = 0; at < TensorMap::kBytes; at += sizeof(std::uint64_t)) {
    add_address(function, *form.other, code);
    code.add("@%$on ld.b64 %$address, [%$address+{}];", at);
    append_record(code);
  }
}

// %$on: the threads that record. What runs under a guard is recorded under it; a branch is recorded
// for those that do not take it as well.
void begin_record(const RecordedInstruction& recorded, InsertedCode& code) {
  const ptx::Instruction& instruction = *recorded.instruction;
  if (instruction.guard == ptx::kNone || recorded.kind == EventKind::branch) {
    code.add("mov.pred %$on, %$in; activemask.b32 %$mask;");
    return;
  }
  const std::string& guard = recorded.function->registers[instruction.guard].name;
  if (instruction.guard_negated) {
    code.add("not.pred %$on, {0}; and.pred %$on, %$on, %$in; @!{0} activemask.b32 %$mask;", guard);
  } else {
    code.add("and.pred %$on, {0}, %$in; @{0} activemask.b32 %$mask;", guard);
  }
}

}  // namespace

void declare_control(InsertedCode& code) {
  static_assert(sizeof(RecordingControl) == 6 * 8);
  code.add(" .visible .global .align 8 .b64 $control[6];");
}

void declare_registers(InsertedCode& code) {
  code.add(" .reg .pred %$in, %$on, %$fits, %$is_shared, %$is_local;");
  code.add(".reg .b32 %$capacity, %$count, %$mask, %$site, %$word, %$called_at, %$frame;");
  code.add(".reg .b64 %$slice, %$place, %$key, %$address;");
}

void append_record(InsertedCode& code) {
  static_assert(kSliceHeaderBytes == 16 && sizeof(Record) == 16);
  code.add("@%$on ld.global.u32 %$count, [%$slice];");
  code.add("setp.lt.and.u32 %$fits, %$count, %$capacity, %$on;");
  code.add("mad.wide.u32 %$place, %$count, 16, %$slice; mov.b64 %$key, {{%$site, %$mask}};");
  code.add("@%$fits st.global.v2.b64 [%$place+16], {{%$key, %$address}};");
  code.add("add.u32 %$count, %$count, 1; @%$on st.global.u32 [%$slice], %$count;");
}

void record_before(const RecordedInstruction& recorded, bool has_parameter_window,
                   InsertedCode& code) {
  const ptx::Instruction& instruction = *recorded.instruction;
  begin_record(recorded, code);
  if (const auto wmma = machine::read_wmma_form(instruction)) {
    return record_wmma(recorded, *wmma, has_parameter_window, code);
  }
  code.add("mov.u32 %$site, {};", recorded.first_site);
  if (trace::is_bulk_copy(recorded.kind)) {
    return record_bulk_copy(recorded, *machine::read_bulk_copy_form(instruction), code);
  }
  if (recorded.kind == EventKind::barrier) {
    code.add("mov.u64 %$address, 0;");
  } else if (recorded.kind == EventKind::branch) {
    add_taken(recorded, code);
  } else if (recorded.kind == EventKind::shuffle) {
    add_source_lane(recorded, code);
  } else if (recorded.kind == EventKind::async_copy) {
    add_source_address(recorded, code);
    append_record(code);
    add_access_address(recorded, memory_operand(instruction, 0), false, code);
  } else {
    add_access_address(recorded, memory_operand(instruction, 0), has_parameter_window, code);
  }
  append_record(code);
}

}  // namespace warplens::device
