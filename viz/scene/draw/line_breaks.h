// Breaks running text into lines, in English and in Chinese: at blanks and beside Chinese
// characters, but neither before a closing mark nor behind an opening one, nor between a number and
// its unit.
//
//   spans: "threads of a ", "warp", " read" ──► break_lines(…, width, measure) ──► pieces
//
// Each piece has the line it is on and its x there; the caller adds fonts and colours.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::scene {

struct TextSpan {
  std::string_view text;
  bool stays_whole = false;  // unless it is wider than a line: a name in code
  float padding = 0;         // left and right of each of its pieces
};

struct LinePiece {
  std::size_t span = 0;
  std::string_view text{};  // a part of the span's
  std::size_t line = 0;
  float x = 0, width = 0;  // with padding
};

struct BrokenText {
  std::vector<LinePiece> pieces;
  std::size_t lines = 1;
};

// The width of a part of the span of that index, without padding.
using MeasurePart = std::function<float(std::size_t span, std::string_view part)>;
// '\n' begins a line. A blank at which a line is broken is left out. A closing mark that is parted
// by spans alone from what it closes hangs beyond the width, if it is a single one.
[[nodiscard]] BrokenText break_lines(std::span<const TextSpan> spans, float width,
                                     const MeasurePart& measure);

// The same of one text, as its lines.
[[nodiscard]] std::vector<std::string> lines_of(
    std::string_view text, float width, const std::function<float(std::string_view)>& measure);

// The longest piece at the start of `text`, which is not empty, that no line may break within.
[[nodiscard]] std::string_view unbreakable_piece(std::string_view text);

}  // namespace warplens::scene
