// What is chosen in the view of machine code, and as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "viz/code/code_model.h"

namespace warplens::code {

// A line that stays lit whatever the cursor does: of the source or of the PTX by its number, of the
// SASS by its address.
struct ChosenLine {
  CodeColumn column = CodeColumn::sass;
  std::uint32_t number = 0;
  friend bool operator==(const ChosenLine&, const ChosenLine&) = default;
};

struct CodeChoice {
  std::optional<ChosenLine> line{};  // none: what stands at the cursor
  friend bool operator==(const CodeChoice&, const CodeChoice&) = default;
};

// "source:57", "ptx:118", "sass:0x2a0". Nothing: it is none of these.
[[nodiscard]] std::optional<ChosenLine> parse_line(std::string_view text);
[[nodiscard]] std::string line_text(const ChosenLine& line);

// Where it stands in a model, and back. Nothing: the model has no such line.
[[nodiscard]] std::optional<CodeMark> mark_of(const CodeModel& model, const ChosenLine& line);
[[nodiscard]] std::optional<ChosenLine> line_of(const CodeModel& model, const CodeMark& mark);

}  // namespace warplens::code
