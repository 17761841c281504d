#include "viz/scene/draw/line_breaks.h"

#include <algorithm>
#include <array>

namespace warplens::scene {
namespace {

std::string_view first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  return text.substr(0, lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
}

// Chinese characters and their punctuation: a line may break beside them.
bool is_wide(std::string_view character) {
  return static_cast<unsigned char>(character.front()) >= 0xe3;
}

bool may_not_start_a_line(std::string_view character) {
  constexpr std::string_view kClosing = "，。、：；！？）》”’…,.;:!?)";
  return kClosing.find(character) != std::string_view::npos;
}
bool may_not_end_a_line(std::string_view character) {
  constexpr std::string_view kOpening = "（《“‘";
  return character.size() > 1 && kOpening.find(character) != std::string_view::npos;
}

bool ends_with_opening_mark(std::string_view text) {
  constexpr std::size_t kMarkBytes = 3;
  if (text.ends_with('(')) return true;
  return may_not_end_a_line(text.substr(text.size() - std::min(text.size(), kMarkBytes)));
}

std::string_view leading_closing_marks(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::string_view character = first_character(text.substr(end));
    if (!may_not_start_a_line(character)) break;
    end += character.size();
  }
  return text.substr(0, end);
}

bool is_number(std::string_view text) {
  constexpr std::string_view kSigns = "+-~", kInside = ",.";
  if (!text.empty() && kSigns.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || !is_digit(text.back())) return false;
  return std::ranges::all_of(
      text, [&](char c) { return is_digit(c) || kInside.find(c) != std::string_view::npos; });
}

// "TB/s", "ms", "bytes"; in Chinese what begins a unit or counts things.
bool begins_with_unit(std::string_view text) {
  constexpr std::array<std::string_view, 33> kUnits{
      "%",      "B",      "KB",    "MB",   "GB",   "TB",     "KiB",     "MiB",     "GiB",
      "B/s",    "KB/s",   "MB/s",  "GB/s", "TB/s", "FLOP/s", "GFLOP/s", "TFLOP/s", "FLOPS",
      "TFLOPS", "GFLOPS", "ns",    "µs",   "us",   "ms",     "s",       "Hz",      "MHz",
      "GHz",    "byte",   "bytes", "bit",  "bits", "W"};
  constexpr std::string_view kCounting = "个次字行列路位倍项条步块趟种组段层级张处格秒毫微纳维页浮";
  if (text.empty()) return false;
  const std::string_view first = first_character(text);
  if (is_wide(first)) return kCounting.find(first) != std::string_view::npos;
  const std::size_t end = std::min(text.find_first_of(" \n,.;:!?)"), text.size());
  std::string_view word = text.substr(0, end);
  const auto wide =
      std::ranges::find_if(word, [](char c) { return static_cast<unsigned char>(c) >= 0xe2; });
  word = word.substr(0, static_cast<std::size_t>(wide - word.begin()));
  return std::ranges::find(kUnits, word) != kUnits.end();
}

constexpr std::string_view kTimes = " × ";

// " × 8"
bool is_times_number(std::string_view text) {
  return text.starts_with(kTimes) && text.size() > kTimes.size() &&
         is_number(text.substr(kTimes.size(), 1));
}

class LineBreaker {
 public:
  LineBreaker(std::span<const TextSpan> spans, float width, const MeasurePart& measure)
      : spans_(spans), width_(width), measure_(measure) {}

  BrokenText broken() {
    for (std::size_t span = 0; span < spans_.size(); ++span) write(span);
    return std::move(made_);
  }

 private:
  void begin_line(bool by_break) {
    ++made_.lines;
    x_ = 0;
    is_broken_ = by_break;
  }

  void write(std::size_t span) {
    std::string_view rest = spans_[span].text;
    while (!rest.empty()) {
      const bool is_whole =
          spans_[span].stays_whole && rest.front() != ' ' && measure_(span, rest) <= width_;
      const std::string_view piece = is_whole ? rest : unbreakable_piece(rest);
      rest.remove_prefix(piece.size());
      if (piece == "\n") {
        begin_line(false);
      } else {
        place(span, piece, rest.empty() ? held_width(span, piece) : 0);
      }
    }
  }

  // The width of the beginning of the next span that may not be parted from the end of this one:
  // behind an opening mark its first piece, behind a number its unit, else several closing marks; a
  // single one hangs.
  [[nodiscard]] float held_width(std::size_t span, std::string_view piece) const {
    if (span + 1 == spans_.size() || spans_[span + 1].text.empty()) return 0;
    const TextSpan& next = spans_[span + 1];
    std::string_view held = leading_closing_marks(next.text);
    if (held.size() <= first_character(next.text).size()) held = {};
    if (is_number(piece) && next.text.front() == ' ' && begins_with_unit(next.text.substr(1))) {
      held = next.text.substr(0, 1 + unbreakable_piece(next.text.substr(1)).size());
    }
    if (ends_with_opening_mark(piece)) {
      held = next.stays_whole ? next.text : unbreakable_piece(next.text);
    }
    if (held.empty()) return 0;
    const float more = held.size() == next.text.size() ? held_width(span + 1, held) : 0;
    return measure_(span + 1, held) + 2 * next.padding + more;
  }

  void place(std::size_t span, std::string_view piece, float held) {
    const bool at_start = x_ <= 0.5f;
    if (piece == " " && at_start && is_broken_) return;
    const float width = measure_(span, piece) + 2 * spans_[span].padding;
    const bool begins_span = piece.data() == spans_[span].text.data();
    const bool hangs =
        span > 0 && begins_span && piece == first_character(piece) && may_not_start_a_line(piece);
    if (!at_start && !hangs && x_ + width + held > width_) {
      begin_line(true);
      if (piece == " ") return;
    }
    made_.pieces.push_back({span, piece, made_.lines - 1, x_, width});
    x_ += width;
  }

  std::span<const TextSpan> spans_;
  float width_;
  const MeasurePart& measure_;
  BrokenText made_;
  float x_ = 0;
  bool is_broken_ = false;  // the line before had no room for more
};

}  // namespace

std::string_view unbreakable_piece(std::string_view text) {
  if (text.front() == '\n' || text.front() == ' ') return text.substr(0, 1);
  std::size_t end = 0;
  bool held = false;  // by an opening mark
  while (end < text.size()) {
    const std::string_view character = first_character(text.substr(end));
    const bool parts_unit = character == " " && is_number(text.substr(0, end)) &&
                            begins_with_unit(text.substr(end + 1));
    if (parts_unit) {
      return text.substr(0, end + 1 + unbreakable_piece(text.substr(end + 1)).size());
    }
    if (character == " " && is_number(text.substr(0, end)) && is_times_number(text.substr(end))) {
      const std::size_t factor = end + kTimes.size();
      return text.substr(0, factor + unbreakable_piece(text.substr(factor)).size());
    }
    if (character == " " || character == "\n") break;
    const bool glued = may_not_start_a_line(character);
    if (end > 0 && is_wide(character) && !glued && !held) break;
    end += character.size();
    held = may_not_end_a_line(character);
    if (is_wide(character) && !held) {
      const std::string_view rest = text.substr(end);
      if (rest.empty() || !may_not_start_a_line(first_character(rest))) break;
    }
  }
  return text.substr(0, end);
}

BrokenText break_lines(std::span<const TextSpan> spans, float width, const MeasurePart& measure) {
  return LineBreaker(spans, width, measure).broken();
}

std::vector<std::string> lines_of(std::string_view text, float width,
                                  const std::function<float(std::string_view)>& measure) {
  const TextSpan span{text};
  const BrokenText broken = break_lines(
      {&span, 1}, width, [&](std::size_t, std::string_view part) { return measure(part); });
  std::vector<std::string> lines(broken.lines);
  for (const LinePiece& piece : broken.pieces) lines[piece.line] += piece.text;
  return lines;
}

}  // namespace warplens::scene
