#include <algorithm>
#include <map>

#include "kernels/own/source_words.h"
#include "viz/swizzle/traced/source_array.h"

namespace warplens::swizzle {

namespace {

// The parts of `whole` between the characters `between` that stand outside of brackets.
std::vector<SourcePart> parted(std::string_view code, SourcePart whole, char between) {
  std::vector<SourcePart> parts;
  int depth = 0;
  std::size_t begin = whole.begin;
  for (std::size_t at = whole.begin; at < whole.end; ++at) {
    const char c = code[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth != 0 || c != between) continue;
    parts.push_back({begin, at});
    begin = at + 1;
  }
  parts.push_back({begin, whole.end});
  return parts;
}

bool has_outside(std::string_view code, SourcePart part, std::string_view characters) {
  int depth = 0;
  for (std::size_t at = part.begin; at < part.end; ++at) {
    const char c = code[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 && characters.find(c) != std::string_view::npos) return true;
  }
  return false;
}

std::string joined(std::string_view code, const std::vector<SourcePart>& parts,
                   std::string_view between) {
  std::string text;
  for (const SourcePart& part : parts) {
    if (!text.empty()) text += between;
    text += own::trimmed(part.of(code));
  }
  return text;
}

struct Product {
  SourcePart pitch;
  std::vector<SourcePart> others;
};

// "row * kPitch" with a pitch of that value; 0: any that has one.
std::optional<Product> product_of(const SourceArray& array, SourcePart term, std::uint32_t pitch) {
  if (has_outside(array.code, term, "-")) return std::nullopt;
  const auto factors = parted(array.code, term, '*');
  std::optional<Product> product;
  for (std::size_t i = 0; factors.size() > 1 && i < factors.size(); ++i) {
    const auto value = array.value(array.text(factors[i]));
    const bool is_pitch = value && *value > 1 && (pitch == 0 || *value == pitch);
    const bool is_last = i + 1 == factors.size();
    // What divides behind it would divide the pitch, too.
    if (!is_pitch || has_outside(array.code, factors[i], "/%")) continue;
    if (!is_last && has_outside(array.code, {factors[i].end, term.end}, "/%")) continue;
    product = Product{factors[i], {}};
    for (std::size_t j = 0; j < factors.size(); ++j) {
      if (j != i) product->others.push_back(factors[j]);
    }
  }
  return product;
}

SourcePart without_blanks(std::string_view code, SourcePart part) {
  const std::string_view text = part.of(code);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {part.begin, part.begin};
  return {part.begin + first, part.begin + text.find_last_not_of(" \t\r\n") + 1};
}

}  // namespace

std::optional<PitchedIndex> pitched_index(const SourceArray& array, const SourcePart& subscript,
                                          std::uint32_t pitch) {
  if (has_outside(array.code, subscript, "?:<>|^&=,!")) return std::nullopt;
  const auto terms = parted(array.code, subscript, '+');
  std::optional<PitchedIndex> index;
  std::vector<SourcePart> columns;
  std::size_t row_term = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto product = product_of(array, terms[i], pitch);
    if (!product) {
      columns.push_back(terms[i]);
      continue;
    }
    if (index) return std::nullopt;
    row_term = i;
    index = PitchedIndex{without_blanks(array.code, product->pitch),
                         joined(array.code, product->others, " * "),
                         {},
                         {}};
  }
  if (!index || columns.empty()) return std::nullopt;
  index->column = joined(array.code, columns, " + ");
  const bool is_side_by_side = row_term == 0 || row_term + 1 == terms.size();
  if (is_side_by_side)
    index->column_part = without_blanks(array.code, {columns.front().begin, columns.back().end});
  return index;
}

std::optional<std::uint32_t> named_pitch(const SourceArray& array) {
  std::map<std::int64_t, std::size_t> votes;
  for (const SourceUse& use : array.uses) {
    if (use.subscripts.size() != 1) continue;
    const auto index = pitched_index(array, use.subscripts[0], 0);
    if (index) votes[array.value(array.text(index->pitch)).value_or(0)] += 1;
  }
  const auto most =
      std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  if (most == votes.end() || most->first > 65536) return std::nullopt;
  return static_cast<std::uint32_t>(most->first);
}

}  // namespace warplens::swizzle
