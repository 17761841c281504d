#include "kernels/own/fill_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace warplens::own {
namespace {

using catalog::Fill;
using Filled = Result<std::optional<Fill>>;

template <class T>
std::optional<T> whole_number(std::string_view text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

Filled iota_fill(std::string_view text) {
  Fill fill{Fill::Kind::iota, 0};
  if (text.empty()) return fill;
  fill.modulus = whole_number<std::uint64_t>(text.substr(1)).value_or(0);
  if (fill.modulus > 0) return fill;
  return fail(tr("'iota{}' counts up to no number: write iota%N, as in iota%16", text));
}

// "LOW..HIGH", both included.
std::optional<catalog::FillRange> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto low = whole_number<double>(text.substr(0, dots));
  const auto high = whole_number<double>(text.substr(dots + 2));
  const bool is_range = low.has_value() && high.has_value() && std::isfinite(*low) &&
                        std::isfinite(*high) && *low <= *high;
  return is_range ? std::optional(catalog::FillRange{*low, *high}) : std::nullopt;
}

Filled random_fill(std::string_view text) {
  if (text.empty()) return fail(tr("'random' needs a seed: write random:SEED, as in random:1"));
  const std::size_t colon = text.find(':', 1);
  const auto seed = whole_number<std::uint64_t>(text.substr(1, colon - 1));
  if (!seed.has_value())
    return fail(tr("'random{}' has no seed: write a number, as in random:1", text));
  Fill fill{Fill::Kind::random, *seed};
  if (colon == std::string_view::npos) return fill;
  fill.range = parse_range(text.substr(colon + 1));
  if (fill.range.has_value()) return fill;
  return fail(
      tr("'random{}' has no range: write random:SEED:LOW..HIGH, as in random:1:0..9", text));
}

}  // namespace

Filled parse_fill(std::string_view text) {
  constexpr std::string_view kIota = "iota", kRandom = "random";
  if (text == "zero") return Fill{};
  if (text == kIota || text.starts_with("iota%")) return iota_fill(text.substr(kIota.size()));
  if (text == kRandom || text.starts_with("random:"))
    return random_fill(text.substr(kRandom.size()));
  Fill fill{Fill::Kind::constant, 0};
  const auto value = whole_number<double>(text);
  if (!value.has_value()) return std::optional<Fill>();
  if (!std::isfinite(*value))
    return fail(tr("'{}' fills no buffer: write a finite number, or ./{} for a file", text, text));
  fill.value = *value;
  return fill;
}

std::string fill_text(const Fill& fill) {
  switch (fill.kind) {
    case Fill::Kind::zero:
      return "zero";
    case Fill::Kind::constant:
      return fmt::format("{}", fill.value);
    case Fill::Kind::iota:
      return fill.modulus == 0 ? "iota" : fmt::format("iota%{}", fill.modulus);
    case Fill::Kind::picture:  // no form asks for it
      return "picture";
    case Fill::Kind::random:
      break;
  }
  if (!fill.range.has_value()) return fmt::format("random:{}", fill.seed);
  return fmt::format("random:{}:{}..{}", fill.seed, fill.range->low, fill.range->high);
}

}  // namespace warplens::own
