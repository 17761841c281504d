// PTX text as data.
//
// parse() (parser.h) turns PTX text into a Module. The reading is syntactic: an instruction is its
// mnemonic, its modifiers and its operands, with every register, symbol and label resolved. What an
// instruction *means* is the machine's business; one that nobody knows is kept all the same
// ("opaque") and refused only when it would be executed.
//
//   Module ── functions ── instructions ── operands
//          ── variables (module-scope .global, .const, .shared)
//          ── files, locations (.file, .loc with inlined_at chains)
//
// Reference: PTX ISA 9.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/dim3.h"

namespace warplens::ptx {

inline constexpr std::uint32_t kNone = 0xffffffffu;

// PTX ISA 5.2 "Types". Untyped bits are b*, integers u*/s*.
enum class ScalarType : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  tf32,
  f32,
  f64,
  e4m3,
  e5m2,
  texref,
  samplerref,
  surfref,
};

// Size in bytes of one value; 0 for none, pred and the opaque reference types.
[[nodiscard]] std::uint32_t size_of(ScalarType type);
// "f32" or ".f32" → ScalarType::f32; nullopt when the word is no type.
[[nodiscard]] std::optional<ScalarType> scalar_type(std::string_view word);
[[nodiscard]] std::string_view name_of(ScalarType type);

enum class StateSpace : std::uint8_t { generic, reg, sreg, constant, global, local, param, shared };

// One .loc: where the instructions after it come from. `inlined_at` indexes Module::locations:
// the call site into which this code was inlined (kNone when it was not).
struct SourceLocation {
  std::uint32_t file = kNone;  // index into Module::files
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t inlined_at = kNone;
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

// A pointer stored in an initialiser: `symbol + addend` at byte `offset`.
struct Relocation {
  std::uint64_t offset = 0;
  std::string symbol;
  std::int64_t addend = 0;
};

// A .global/.const/.shared/.local/.param declaration.
struct Variable {
  std::string name;  // unique in its function: a second `param0`, declared in
                     // another { } scope, is "param0#2"
  StateSpace space = StateSpace::global;
  ScalarType type = ScalarType::b8;
  std::uint32_t vector_width = 1;  // .v2, .v4
  std::uint32_t alignment = 1;     // bytes; natural alignment when not stated
  std::uint64_t size = 0;          // bytes; 0 for an unsized extern array
  bool is_extern = false;
  std::vector<std::byte> initializer;  // `size` bytes, or empty: zero (global, const) or
                                       // undefined (shared, local)
  bool is_set = false;  // `initializer` is not what the module's text says: a person set it
  std::vector<Relocation> relocations;
  std::uint32_t ptx_line = 0;
  std::uint64_t address = 0;  // where it is to lie; 0: anywhere. No text says it
};

struct Register {
  std::string name;  // with its %
  ScalarType type = ScalarType::b32;
  std::uint32_t vector_width = 1;
};

struct Operand {
  enum class Kind : std::uint8_t {
    reg,  // index: Function::registers; component: x,y,z,w = 0..3 of a vector register, else -1;
          //   text: "b0".."b3", "h0", "h1" where a video instruction selects a part
    special,  // text: "%tid.x", "%laneid", "%clock64"…
    integer,  // bits: value, sign-extended to 64 bits
    f32,      // bits: IEEE binary32 in the low half (0f3F800000)
    f64,      // bits: IEEE binary64 (0d…, or a decimal literal such as 1.5)
    symbol,   // text: name of a variable or function; bits: byte offset added (`sym+8`). The name
              //   of a target list or prototype: index into target_lists or prototypes
    label,    // index: index into Function::instructions (may be == instructions.size())
    memory,   // [base+bits]: elements[0] is the base (reg, symbol or integer); bits: byte offset;
              //   further elements: further parts inside the brackets (texture coordinates)
    vector,   // {a,b,c,d}: elements
    pair,     // d|p: elements[0], elements[1]
    group,    // (a,b): elements; the parameter lists of call
    sink,     // _
  };
  Kind kind = Kind::sink;
  bool negated = false;  // !%p or -%r
  std::int8_t component = -1;
  std::uint32_t index = kNone;
  std::uint64_t bits = 0;
  std::string text;
  std::vector<Operand> elements;
};

struct Instruction {
  std::string opcode;                  // "ld", "mad", "bar" (the part before the first dot)
  std::vector<std::string> modifiers;  // "global", "nc", "v4", "f32", in order, without dots
  std::vector<Operand> operands;
  std::uint32_t guard = kNone;     // register index of @%p
  bool guard_negated = false;      // @!%p
  std::uint32_t location = kNone;  // index into Module::locations
  std::uint32_t ptx_line = 0;      // 1-based line in the PTX text
  std::uint32_t text_begin = 0;    // byte range in Module::text, guard to semicolon
  std::uint32_t text_end = 0;
  std::uint32_t call_prototype = kNone;  // index into Function::prototypes, for an indirect call
  bool never_returns = false;            // a call of a .noreturn function

  [[nodiscard]] bool has(std::string_view modifier) const;
  // "ld.global.nc.v4.f32"
  [[nodiscard]] std::string mnemonic() const;
};

// The target list of brx.idx, or the candidates of an indirect call (.calltargets).
struct TargetList {
  std::string name;
  std::vector<std::uint32_t> labels;   // instruction indices (.branchtargets)
  std::vector<std::string> functions;  // (.calltargets)
};

struct Prototype {
  std::string name;
  std::vector<Variable> returns;
  std::vector<Variable> parameters;
  bool is_noreturn = false;
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool is_declaration = false;  // no body
  bool is_noreturn = false;
  std::vector<Variable> returns;     // .func (ret)
  std::vector<Variable> parameters;  // in order; entries: kernel parameters
  std::vector<Register> registers;   // those that the body uses, in order of first use
  std::vector<Variable> variables;   // .shared/.local/.param/.const/.global declared in the body
  std::vector<Instruction> instructions;
  std::vector<TargetList> target_lists;
  std::vector<Prototype> prototypes;
  std::optional<std::uint32_t> max_threads;         // .maxntid (product)
  std::optional<std::uint32_t> required_threads;    // .reqntid (product)
  std::optional<Dim3> cluster;                      // .reqnctapercluster, in blocks
  std::optional<std::uint32_t> max_cluster_blocks;  // .maxclusterrank
  bool is_explicit_cluster = false;                 // .explicitcluster: the launch gives a shape
  std::uint32_t ptx_line = 0;
  std::uint32_t body_begin = 0;  // in Module::text, just after the { of the body
};

struct Module {
  std::string text;                 // as read: byte ranges point into it
  std::string file_name;            // as given to parse(), for messages
  std::uint32_t version_major = 0;  // .version 9.0
  std::uint32_t version_minor = 0;
  std::string target;              // "sm_75"
  std::vector<std::string> files;  // .file, in order of first appearance
  std::vector<SourceLocation> locations;
  std::vector<Variable> variables;
  std::vector<Function> functions;

  [[nodiscard]] const Function* find_function(std::string_view name) const;
  [[nodiscard]] const Variable* find_variable(std::string_view name) const;
  // The entry of that name, or the only entry when the name is empty; nullptr when there is none.
  [[nodiscard]] const Function* find_entry(std::string_view name) const;
};

}  // namespace warplens::ptx
