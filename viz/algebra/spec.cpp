#include "viz/algebra/spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "viz/algebra/power.h"

namespace warplens::algebra {
namespace {

constexpr std::size_t kLongestSpec = 400;

tl::unexpected<Error> wrong_plane(std::string_view name, std::string_view value) {
  return fail(
      tr("'{}={}' is not understood: write A=[1 1; 0 1], v=[1 2], lens=area, n=100, p=[1 0 0], "
         "turn=30,20",
         name.substr(0, 24), value.substr(0, 40)));
}

bool parts_numbers(char c) { return c == ' ' || c == ';' || c == ','; }

// The numbers in "[1 1; 0 1]", each an entry.
Result<std::vector<Fraction>> numbers_in(std::string_view text) {
  std::vector<Fraction> numbers;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (parts_numbers(c) || c == '[' || c == ']') {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !parts_numbers(text[end]) && text[end] != ']') ++end;
    TRY(const auto number, parse_fraction(text.substr(at, end - at)));
    numbers.push_back(number);
    at = end;
  }
  return numbers;
}

Result<std::vector<Fraction>> so_many(std::string_view name, std::string_view text,
                                      std::size_t count) {
  auto numbers = numbers_in(text);
  if (numbers.has_value() && numbers->size() != count) return wrong_plane(name, text);
  return numbers;
}

bool read_number(std::string_view text, int& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_lens(std::string_view text, PlaneSpec& spec) {
  const auto* const lens = std::ranges::find(kLensNames, text);
  if (lens == kLensNames.end()) return false;
  spec.lens = static_cast<Lens>(lens - kLensNames.begin());
  return true;
}

bool read_power(std::string_view text, PlaneSpec& spec) {
  int n = 0;
  if (!read_number(text, n) || n < 1 || n > static_cast<int>(kLargestPower)) return false;
  spec.n = static_cast<std::uint32_t>(n);
  return true;
}

bool read_turn(std::string_view text, PlaneSpec& spec) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return false;
  Turn turn;
  const bool fits = read_number(text.substr(0, comma), turn.round) &&
                    read_number(text.substr(comma + 1), turn.above) && turn.round > -360 &&
                    turn.round < 360 && turn.above >= -kMostAbove && turn.above <= kMostAbove;
  if (fits) spec.turn = turn;
  return fits;
}

Result<void> read_numbers(std::string_view name, std::string_view text, PlaneSpec& spec) {
  const bool is_matrix = name == "A" || name == "B", is_plane = name == "v";
  TRY(const auto numbers, so_many(name, text, is_matrix ? 4 : is_plane ? 2 : 3));
  const std::vector<Fraction>& n = numbers;
  if (is_matrix) {
    (name == "A" ? spec.a : spec.b) = Matrix{n[0], n[1], n[2], n[3]};
  } else if (is_plane) {
    spec.v = {n[0], n[1]};
  } else {
    (name == "p" ? spec.p : spec.q) = Vector3{n[0], n[1], n[2]};
  }
  return {};
}

Result<void> read_part(std::string_view name, std::string_view text, PlaneSpec& spec) {
  constexpr std::array<std::string_view, 5> kOfNumbers{"A", "B", "v", "p", "q"};
  if (std::ranges::find(kOfNumbers, name) != kOfNumbers.end()) {
    return read_numbers(name, text, spec);
  }
  const bool is_read = (name == "lens" && read_lens(text, spec)) ||
                       (name == "n" && read_power(text, spec)) ||
                       (name == "turn" && read_turn(text, spec));
  if (!is_read) return wrong_plane(name, text);
  return {};
}

std::string bracketed(std::initializer_list<Fraction> numbers) {
  std::string text = "[";
  for (const Fraction& each : numbers) text += (text.size() > 1 ? " " : "") + text_of(each);
  return text + "]";
}

}  // namespace

std::string text_of(const Matrix& m) {
  return fmt::format("{} {}; {} {}", text_of(m.a), text_of(m.b), text_of(m.c), text_of(m.d));
}

Result<Matrix> parse_matrix(std::string_view text) {
  TRY(const auto numbers, so_many("A", text.substr(0, kLongestSpec), 4));
  return Matrix{numbers[0], numbers[1], numbers[2], numbers[3]};
}

std::string text_of(const PlaneSpec& spec) {
  const PlaneSpec usual;
  std::string text;
  const auto add = [&](bool differs, std::string_view name, const std::string& value) {
    if (differs) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  };
  add(spec.lens != usual.lens, "lens",
      std::string(kLensNames[static_cast<std::size_t>(spec.lens)]));
  add(spec.a != usual.a, "A", "[" + text_of(spec.a) + "]");
  add(spec.b != usual.b, "B", "[" + text_of(spec.b) + "]");
  add(spec.v != usual.v, "v", bracketed({spec.v.x, spec.v.y}));
  add(spec.n != usual.n, "n", fmt::format("{}", spec.n));
  add(spec.p != usual.p, "p", bracketed({spec.p.x, spec.p.y, spec.p.z}));
  add(spec.q != usual.q, "q", bracketed({spec.q.x, spec.q.y, spec.q.z}));
  add(spec.turn != usual.turn, "turn", fmt::format("{},{}", spec.turn.round, spec.turn.above));
  return text;
}

Result<PlaneSpec> parse_plane(std::string_view text) {
  if (text.size() > kLongestSpec) return wrong_plane("…", text);
  PlaneSpec spec;
  while (true) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    if (text.empty()) return spec;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return wrong_plane(text, "");
    const std::string_view name = text.substr(0, equals);
    text.remove_prefix(equals + 1);
    const std::size_t close = text.starts_with('[') ? text.find(']') : text.find(' ') - 1;
    const std::size_t length = close >= text.size() ? text.size() : close + 1;
    TRY(read_part(name, text.substr(0, length), spec));
    text.remove_prefix(length);
  }
}

}  // namespace warplens::algebra
