#include "viz/swizzle/pattern.h"

#include "kernels/base/expression.h"
#include "viz/swizzle/accesses.h"
#include "viz/swizzle/text_parts.h"

namespace warplens::swizzle {

namespace {

using Kind = Pattern::Kind;

tl::unexpected<Error> no_pattern(std::string_view text, Direction direction) {
  const std::string_view matrix = direction == Direction::read ? "ldmatrix" : "stmatrix";
  return fail(
      tr("'{}' is no access: give rows, columns, groups, rows.16B, {}.x4, {}.x4.trans or lanes(…)",
         text, matrix, matrix));
}

// Takes ".SUFFIX" off the front.
bool takes(std::string_view& text, std::string_view suffix) {
  if (!text.starts_with(suffix)) return false;
  text.remove_prefix(suffix.size());
  return true;
}

std::uint32_t taken_bytes(std::string_view& text) {
  if (takes(text, ".16B")) return 16;
  if (takes(text, ".8B")) return 8;
  return takes(text, ".4B") ? 4 : 0;
}

Result<Pattern> parse_matrix(std::string_view whole, std::string_view rest, Direction direction) {
  const bool is_load = whole.starts_with("ld");
  if (is_load != (direction == Direction::read))
    return is_load ? fail(tr("ldmatrix reads: who writes takes stmatrix"))
                   : fail(tr("stmatrix writes: who reads takes ldmatrix"));
  Pattern pattern{.kind = Kind::matrix};
  if (takes(rest, ".x1")) {
    pattern.matrices = 1;
  } else if (takes(rest, ".x2")) {
    pattern.matrices = 2;
  } else {
    takes(rest, ".x4");
  }
  pattern.is_transposed = takes(rest, ".trans");
  if (!rest.empty()) return no_pattern(whole, direction);
  return pattern;
}

Result<void> check_lanes(const Pattern& pattern) {
  if (is_list(pattern)) {
    const auto list = listed_lanes(pattern);
    return list.has_value() ? Result<void>() : fail(list.error());
  }
  const auto expression = IntExpression::parse(pattern.lanes, kLaneNames);
  return expression.has_value() ? Result<void>() : fail(expression.error());
}

Result<Pattern> parse_lanes(std::string_view whole, std::string_view rest, Direction direction) {
  Pattern pattern{.kind = Kind::lanes};
  pattern.lane_bytes = taken_bytes(rest);
  const auto inside = enclosed(rest, "", '(', ')');
  if (!inside.has_value() || trimmed(*inside).empty()) return no_pattern(whole, direction);
  if (inside->size() > IntExpression::kLongest)
    return fail(tr("a list of {} characters is too long: at most {}", inside->size(),
                   IntExpression::kLongest));
  pattern.lanes = trimmed(*inside);
  TRY(check_lanes(pattern));
  return pattern;
}

}  // namespace

Result<Pattern> parse_pattern(std::string_view text, Direction direction) {
  text = trimmed(text);
  std::string_view rest = text;
  if (takes(rest, "ldmatrix") || takes(rest, "stmatrix"))
    return parse_matrix(text, rest, direction);
  if (takes(rest, "lanes")) return parse_lanes(text, rest, direction);
  Pattern pattern;
  if (takes(rest, "columns")) {
    pattern.kind = Kind::columns;
    pattern.lane_bytes = taken_bytes(rest);
  } else if (takes(rest, "rows")) {
    pattern.lane_bytes = taken_bytes(rest);
  } else if (takes(rest, "groups")) {
    pattern.kind = Kind::groups;
  } else {
    return no_pattern(text, direction);
  }
  if (!rest.empty()) return no_pattern(text, direction);
  return pattern;
}

std::string text_of(const Pattern& pattern, Direction direction) {
  const std::string bytes = pattern.lane_bytes == 0 ? "" : fmt::format(".{}B", pattern.lane_bytes);
  switch (pattern.kind) {
    case Kind::rows:
      return "rows" + bytes;
    case Kind::columns:
      return "columns" + bytes;
    case Kind::groups:
      return "groups";
    case Kind::matrix:
      return fmt::format("{}matrix.x{}{}", direction == Direction::read ? "ld" : "st",
                         pattern.matrices, pattern.is_transposed ? ".trans" : "");
    default:
      return fmt::format("lanes{}({})", bytes, pattern.lanes);
  }
}

bool is_list(const Pattern& pattern) { return pattern.lanes.find(',') != std::string::npos; }

}  // namespace warplens::swizzle
