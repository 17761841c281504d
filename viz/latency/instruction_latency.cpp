#include "viz/latency/instruction_latency.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace warplens::latency {
namespace {

using ptx::Instruction;
using ptx::ScalarType;

// An opcode on operands of a kind; its row, where that is of several instructions the part of it
// that is this one's; and the part of that which no assembler can do without.
struct Row {
  std::string_view opcode;
  char kind = '*';  // i: 32 bits, l: 64 bits, f: f32, d: f64, h: halves, *: any
  std::string_view row;
  double least = 1;
  double part = 1;
};

constexpr std::string_view kLogic = "xor.b32+and.b32+shl.b32";  // a LOP3 and a SHF
constexpr std::string_view kTwoAdds = "add.u32+add.u32";        // an IADD3

constexpr std::array kRows{
    Row{"add", 'f', "add.f32"},
    Row{"sub", 'f', "add.f32"},
    Row{"mul", 'f', "mul.f32"},
    Row{"fma", 'f', "fma.f32"},
    Row{"mad", 'f', "fma.f32"},
    Row{"min", 'f', "max.f32", 0.5},
    Row{"max", 'f', "max.f32", 0.5},
    Row{"add", 'd', "add.f64"},
    Row{"sub", 'd', "add.f64"},
    Row{"mul", 'd', "mul.f64"},
    Row{"fma", 'd', "fma.f64"},
    Row{"mad", 'd', "fma.f64"},
    Row{"add", 'h', "add.f16x2"},
    Row{"sub", 'h', "add.f16x2"},
    Row{"mul", 'h', "fma.f16x2"},
    Row{"fma", 'h', "fma.f16x2"},
    Row{"add", 'i', kTwoAdds, 0.5},
    Row{"sub", 'i', kTwoAdds, 0.5},
    Row{"add", 'l', "add.u64+xor.b64-xor.b32", 0.5},
    Row{"sub", 'l', "add.u64+xor.b64-xor.b32", 0.5},
    Row{"mul", 'i', "mad.lo.u32"},
    Row{"mad", 'i', "mad.lo.u32"},
    Row{"mul", 'l', "mad.lo.u64"},
    Row{"mad", 'l', "mad.lo.u64"},
    Row{"min", 'i', "min.u32", 0.5},
    Row{"max", 'i', "min.u32", 0.5},
    Row{"abs", 'i', "abs.s32", 0.5},
    Row{"and", '*', kLogic, 0.5, 0.5},
    Row{"or", '*', kLogic, 0.5, 0.5},
    Row{"xor", '*', kLogic, 0.5, 0.5},
    Row{"not", '*', kLogic, 0, 0.5},
    Row{"lop3", '*', "lop3.b32", 0.5},
    Row{"shl", '*', "shl.b32", 0.5},
    Row{"shr", '*', "shl.b32", 0.5},
    Row{"shf", '*', "shf.b32", 0.5},
    Row{"bfe", '*', "shf.b32", 0.5},
    Row{"bfi", '*', "shf.b32", 0.5},
    Row{"prmt", '*', "prmt.b32", 0.5},
    Row{"popc", '*', "popc.b32"},
    Row{"clz", '*', "clz.b32"},
    Row{"bfind", '*', "clz.b32"},
    Row{"brev", '*', "brev.b32"},
    Row{"dp4a", '*', "dp4a"},
    Row{"setp", 'f', "setp.f32+selp", 0.5, 0.5},
    Row{"setp", '*', "setp.u32+selp", 0.5, 0.5},
    Row{"set", '*', "setp.u32+selp", 0.5, 0.5},
    Row{"selp", '*', "setp.u32+selp", 0, 0.5},
    Row{"ex2", 'f', "ex2.f32"},
    Row{"lg2", 'f', "lg2.f32"},
    Row{"rcp", 'f', "rcp.f32"},
    Row{"div", 'f', "rcp.f32"},
    Row{"rsqrt", 'f', "rsqrt.f32"},
    Row{"sqrt", 'f', "rsqrt.f32"},
    Row{"sin", 'f', "sin.f32"},
    Row{"cos", 'f', "sin.f32"},
    Row{"tanh", 'f', "tanh.f32"},
    Row{"match", '*', "match.any"},
    Row{"vote", '*', "setp.u32+vote.ballot-setp.u32+selp"},
};

// What takes no time of its own, whatever an assembler makes of it.
constexpr std::array<std::string_view, 24> kFree{
    "mov",        "cvta",      "neg",         "bra",   "brx",        "ret",    "exit",
    "activemask", "call",      "isspacep",    "mapa",  "getctarank", "trap",   "brkpt",
    "nop",        "pragma",    "setmaxnreg",  "elect", "fence",      "membar", "griddepcontrol",
    "alloca",     "stacksave", "stackrestore"};
// Their latency depends on memory, or on who else comes.
constexpr std::array<std::string_view, 24> kElsewhere{
    "ld",           "ldu",      "st",       "atom",     "red",
    "bar",          "barrier",  "cp",       "mbarrier", "prefetch",
    "prefetchu",    "ldmatrix", "stmatrix", "discard",  "applypriority",
    "createpolicy", "tex",      "tld4",     "txq",      "suld",
    "sust",         "sured",    "tcgen05",  "tensormap"};

bool is_among(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// Of its last modifier that is a type: "cvt.f32.s32" is of s32, "mul.wide.s32" of s32.
ScalarType type_of(const Instruction& instruction) {
  for (auto it = instruction.modifiers.rbegin(); it != instruction.modifiers.rend(); ++it) {
    if (const auto type = ptx::scalar_type(*it)) return *type;
  }
  return ScalarType::none;
}

char kind_of(ScalarType type) {
  switch (type) {
    case ScalarType::f32:
      return 'f';
    case ScalarType::f64:
      return 'd';
    case ScalarType::f16:
    case ScalarType::f16x2:
    case ScalarType::bf16:
    case ScalarType::bf16x2:
      return 'h';
    case ScalarType::b64:
    case ScalarType::u64:
    case ScalarType::s64:
      return 'l';
    default:
      return 'i';
  }
}

const Row* row_of(const Instruction& instruction) {
  const char kind = kind_of(type_of(instruction));
  const auto found = std::ranges::find_if(kRows, [&](const Row& row) {
    return row.opcode == instruction.opcode && (row.kind == '*' || row.kind == kind);
  });
  return found == kRows.end() ? nullptr : &*found;
}

bool is_floating(ScalarType type) {
  const char kind = kind_of(type);
  return kind == 'f' || kind == 'd' || kind == 'h';
}

// Between integers a conversion is a move.
std::string conversion_row(const Instruction& instruction) {
  std::vector<ScalarType> types;
  for (const std::string& modifier : instruction.modifiers) {
    if (const auto type = ptx::scalar_type(modifier)) types.push_back(*type);
  }
  if (types.size() != 2 || (!is_floating(types[0]) && !is_floating(types[1]))) return {};
  const std::string row = fmt::format("cvt.{}.{}", name_of(types[0]), name_of(types[1]));
  if (row == "cvt.f32.s32") return "cvt.s32.f32+cvt.f32.s32-cvt.s32.f32";
  if (row == "cvt.f64.f32") return "cvt.f64.f32+cvt.f32.f64-cvt.f32.f64";
  return row;
}

// Of m64nNk16 the widest that was measured and is no wider: it takes no less than that.
std::string measured_shape(const std::string& shape) {
  if (!shape.starts_with("m64n") || !shape.ends_with("k16")) return shape;
  const int columns = std::atoi(shape.c_str() + 4);
  for (const int measured : {256, 128, 64, 8}) {
    if (columns >= measured) return fmt::format("m64n{}k16", measured);
  }
  return shape;
}

// "mma.m16n8k16.f32.f16": its shape, the type of its sums, that of A.
std::string matrix_row(const Instruction& instruction) {
  std::string shape;
  std::vector<std::string> types;
  for (const std::string& modifier : instruction.modifiers) {
    if (modifier.starts_with("m") && modifier.find('n') != modifier.npos) shape = modifier;
    if (ptx::scalar_type(modifier)) types.push_back(modifier);
  }
  if (shape.empty() || types.size() < 2) return instruction.mnemonic();
  if (instruction.opcode == "wgmma") {
    return fmt::format("wgmma.{}.{} after another", measured_shape(shape), types[1]);
  }
  if (instruction.has("sp") || instruction.has("sp::ordered_metadata")) return "mma.sp." + shape;
  if (types[0] == "f64") return fmt::format("mma.{}.f64", shape);
  return fmt::format("mma.{}.{}.{}", shape, types[0], types[1]);
}

std::string shuffle_row(const Instruction& instruction) {
  return instruction.has("bfly") ? "shfl.bfly" : "shfl.down";
}

std::string reduction_row(const Instruction& instruction) {
  return instruction.has("add") ? "redux.add" : "redux.min";
}

bool has_constant(const Instruction& instruction) {
  return std::ranges::any_of(instruction.operands, [](const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::integer;
  });
}

bool is_rounded(const Instruction& instruction) {
  constexpr std::array<std::string_view, 4> kRoundings{"rn", "rz", "rm", "rp"};
  return std::ranges::any_of(kRoundings, [&](auto word) { return instruction.has(word); });
}

// The part of its row that no assembler can do without.
double least_part(const Instruction& instruction, const Row& row) {
  const ScalarType type = type_of(instruction);
  if (is_floating(type)) {
    const bool may_be_fused = instruction.opcode == "mul" && !is_rounded(instruction);
    return may_be_fused ? 0 : row.least;
  }
  return has_constant(instruction) && row.opcode != "popc" ? 0 : row.least;
}

}  // namespace

std::string latency_row(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  if (is_among(kFree, opcode) || is_among(kElsewhere, opcode)) return {};
  if (opcode == "cvt") return conversion_row(instruction);
  if (opcode == "shfl") return shuffle_row(instruction);
  if (opcode == "redux") return reduction_row(instruction);
  if (opcode == "mma") return matrix_row(instruction);
  if (opcode == "wgmma") {
    return instruction.has("mma_async") ? matrix_row(instruction) : std::string();
  }
  if (opcode == "wmma") {
    return instruction.has("mma") ? "wmma" : std::string();
  }
  const Row* row = row_of(instruction);
  if (row != nullptr) return std::string(row->row);
  return opcode == "abs" ? std::string() : instruction.mnemonic();
}

InstructionLatency instruction_latency(const Instruction& instruction, const Latencies& latencies,
                                       Reading reading) {
  const std::string name = latency_row(instruction);
  if (name.empty()) return {};
  const auto cycles = latencies.of(name);
  if (!cycles) return {0, false};
  const Row* row = row_of(instruction);
  if (row == nullptr || row->row != name) return {*cycles, true};
  const double part = reading == Reading::least ? least_part(instruction, *row) : 1.0;
  return {*cycles * row->part * part, true};
}

}  // namespace warplens::latency
