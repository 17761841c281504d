// A kernel's source, PTX and SASS as three columns of rows, and which rows belong together.
//
//   source row ◄── .loc, inlined_at ── PTX row ◄── nvdisasm's PTX line ── SASS row
//
//   lit(model, {CodeColumn::sass, 12})  ─► rows of all three that belong to instruction 12
//
// Made once a launch, away from the frame. Code that was inlined belongs to its own line and to
// every line that it was inlined into.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"
#include "viz/code/next_block.h"
#include "viz/code/ptx_places.h"
#include "viz/code/register_pressure.h"

namespace warplens::code {

enum class CodeColumn : std::uint8_t { source, ptx, sass };
inline constexpr std::size_t kCodeColumns = 3;
inline constexpr std::array kAllCodeColumns{CodeColumn::source, CodeColumn::ptx, CodeColumn::sass};

// What the machine code of a row's instructions has.
struct CodeFigures {
  std::uint32_t instructions = 0;
  std::uint16_t live = 0;  // general registers, where most are
  std::uint32_t spills = 0;
  friend bool operator==(const CodeFigures&, const CodeFigures&) = default;
};

struct SourceCodeRow {
  std::string text;        // tabs are spaces
  std::uint32_t line = 0;  // 0: the heading of a file, whose name is the text
  CodeFigures figures;
};

struct PtxCodeRow {
  std::string text;
  std::uint32_t line = 0;
  std::vector<std::uint32_t> source;  // rows, from the innermost call to the outermost
  std::vector<std::uint32_t> calls;   // rows of `call`s of the function that it stands in
  CodeFigures figures;
};

struct SassCodeRow {
  std::string text;
  std::uint32_t address = 0;
  std::uint32_t ptx = trace::kNone;  // row
  std::optional<sass::LiveRegisters> live;
  std::uint32_t straight_run = 0;  // of code: sass::ListedInstruction
  bool is_spill = false, is_in_loop = false;
  std::optional<std::uint32_t> target;      // row that it may branch to
  std::optional<std::uint64_t> executions;  // by warps, of the launch; nothing: not known
  std::string cost;  // of an access: "8 sectors", "32-way"; empty: none, not known
  double times = 0;  // of its ideal
};

// What would help at a PTX line's access, as the swizzle workshop takes it.
struct CodeHelp {
  std::uint32_t ptx = 0;  // row
  Text gain;              // "pitch 33 instead of 32: 31 conflicts → 0 (counted)"
  std::string question;   // of the workshop; empty: it has no such tile
  // Of the source where the access stands; empty and 0: not known.
  std::string file;
  std::uint32_t line = 0;
};

struct CodeModel {
  std::string kernel, entry;
  std::uint32_t capability = 0;
  std::vector<SourceCodeRow> source;
  std::vector<PtxCodeRow> ptx;
  std::vector<SassCodeRow> sass;
  Text why_no_sass;  // one line; empty where there is SASS
  std::vector<CodeHelp> helps;
  RegisterPressure pressure;
  // What ptxas reports; nothing: it was not asked.
  std::optional<analysis::BlockNeeds> needs;
  std::optional<std::uint32_t> reported_spill_bytes;
  std::optional<NextBlock> next;
  std::uint32_t resident_warps = 0, most_warps = 0;  // of an SM, where `next` is known

  [[nodiscard]] std::size_t rows(CodeColumn column) const;
  [[nodiscard]] std::string_view text(CodeColumn column, std::size_t row) const;
};

struct CodeSourceFile {
  std::string name;  // as .file has it
  std::string_view text;
};

// What it is made of.
struct CodeParts {
  const ptx::Module& module;
  std::string kernel, entry;
  const sass::Listing* listing = nullptr;  // null: there is none
  std::uint32_t capability = 0;
  std::function<std::string_view(std::string_view file)> source;  // empty text: not at hand
};
[[nodiscard]] CodeModel code_model(const CodeParts& parts);

// Takes over what ptxas reports, and what follows from it.
void add_needs(const analysis::BlockNeeds& needs, CodeModel& model);

// Executions and costs of the launch: `trace` is as its GPU executes it. `is_certain`: whether a
// site's figures are those of the SASS.
void add_executions(const trace::Trace& trace,
                    const std::function<bool(std::size_t site)>& is_certain, CodeModel& model);

struct CodeMark {
  CodeColumn column = CodeColumn::sass;
  std::uint32_t row = 0;
  friend bool operator==(const CodeMark&, const CodeMark&) = default;
};

// Beside the rows of each column: not at all, as a line that it was inlined into, as its own.
enum class Lit : std::uint8_t { no, by_call, yes };
using LitRows = std::array<std::vector<Lit>, kCodeColumns>;
[[nodiscard]] LitRows lit(const CodeModel& model, const std::optional<CodeMark>& mark);

// Rows that hold `words`, in the order of columns and rows; letters' case is not looked at.
[[nodiscard]] std::vector<CodeMark> found(const CodeModel& model, std::string_view words);

// The row of a PTX line; nothing: it is not shown.
[[nodiscard]] std::optional<std::uint32_t> ptx_row(const CodeModel& model, std::uint32_t ptx_line);

// What would help at the row, or where it was inlined into; null: nothing is known.
[[nodiscard]] const CodeHelp* help_at(const CodeModel& model, const LitRows& rows);

// The lit lines of all three columns, as text to copy.
[[nodiscard]] std::string copied_text(const CodeModel& model, const LitRows& rows);

}  // namespace warplens::code
