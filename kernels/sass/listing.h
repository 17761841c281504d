// Every instruction that a GPU executes of a PTX text (SASS), in order, with the registers live at
// it.
//
//   nvdisasm -c -gp k.cubin          ──►  list()  ──►  Listing ◄── add_live()  ◄──  nvdisasm -c
//   -lrm count .text.kernel:                                      ListedFunction "kernel"
//     //## File ".nv_debug_ptx_txt", line 118          the PTX line that it stands for
//     /*0340*/  @!P1 LDS.128 R4, [R2+0x10] ;           ListedInstruction at 0x340
//   .L_x_4:                                            a straight run of code begins
//
// Labels in branches are written as addresses, as cuobjdump does: "@P0 BRA 0x130". Which registers
// are live is nvdisasm's own analysis of life ranges. Names: CUDA Binary Utilities.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::sass {

// How many hold a value that is used later, where the instruction stands: what it writes counts.
struct LiveRegisters {
  std::uint16_t general = 0;             // R0, R1, …: 32 bits a thread
  std::uint16_t uniform = 0;             // UR0, …: 32 bits a warp
  std::uint16_t predicates = 0;          // P0, …
  std::uint16_t uniform_predicates = 0;  // UP0, …
  friend bool operator==(const LiveRegisters&, const LiveRegisters&) = default;
};

struct ListedInstruction {
  std::uint32_t address = 0;   // in bytes, from where its function begins
  std::string text;            // "@!P1 LDS.128 R4, [R2+0x10]"
  std::uint32_t ptx_line = 0;  // from 1; 0: not told
  // Instructions of one straight run that are not predicated run equally often.
  std::uint32_t straight_run = 0;
  bool is_in_loop = false;              // between a label and a branch back to it
  std::optional<std::uint32_t> target;  // the address that it may branch to or that it calls
  std::optional<LiveRegisters> live;    // nothing: nvdisasm did not say
  friend bool operator==(const ListedInstruction&, const ListedInstruction&) = default;
};

// "LDS.128" of "@!P1 LDS.128 R4, [R2+0x10]", and its first word, "LDS".
[[nodiscard]] std::string_view opcode_of(const ListedInstruction& instruction);
[[nodiscard]] std::string_view operation_of(const ListedInstruction& instruction);
// "!P1"; empty: every lane.
[[nodiscard]] std::string_view predicate_of(const ListedInstruction& instruction);

struct ListedFunction {
  std::string name;  // of the entry, as in the PTX; code that it calls may stand behind its own
  std::vector<ListedInstruction> instructions;
  friend bool operator==(const ListedFunction&, const ListedFunction&) = default;
};

struct Listing {
  std::vector<ListedFunction> functions;
  [[nodiscard]] const ListedFunction* find(std::string_view name) const;  // null: no such function
  [[nodiscard]] bool has_live() const;
  friend bool operator==(const Listing&, const Listing&) = default;
};

// Any text is read; functions without instructions are left out.
[[nodiscard]] Listing list(std::string_view text);
// Takes over what is live from the text of life ranges of the same image, by address.
void add_live(std::string_view life_ranges, Listing& listing);

// The address that "@P0 BRA 0x130" names; nothing for what does not branch.
[[nodiscard]] std::optional<std::uint32_t> target_of(std::string_view text);

}  // namespace warplens::sass
