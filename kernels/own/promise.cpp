#include "kernels/own/promise.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "kernels/base/one_line.h"
#include "kernels/trace/trace.h"

namespace warplens::own {
namespace {

struct PromisingClass {
  std::string_view name;
  bool has_global, has_shared;
};
constexpr std::array<PromisingClass, 9> kPromisingClasses{{{"global_load", true, false},
                                                           {"global_store", true, false},
                                                           {"global_atomic", true, false},
                                                           {"shared_load", false, true},
                                                           {"shared_store", false, true},
                                                           {"shared_atomic", false, true},
                                                           {"async_copy", true, true},
                                                           {"local_load", true, false},
                                                           {"local_store", true, false}}};
constexpr std::array<std::string_view, 5> kGlobalFigures{"sectors", "ideal_sectors", "bytes_used",
                                                         "bytes_moved", "efficiency"};
constexpr std::array<std::string_view, 4> kSharedFigures{"wavefronts", "ideal_wavefronts",
                                                         "conflicts", "n_way"};
constexpr std::array<std::string_view, 5> kCategories{"conflicts", "uncoalesced", "races",
                                                      "warnings", "findings"};

std::vector<std::string_view> names_of_classes() {
  std::vector<std::string_view> names;
  for (const PromisingClass& one : kPromisingClasses) names.push_back(one.name);
  return names;
}

std::vector<std::string_view> figures_of(bool has_global, bool has_shared) {
  std::vector<std::string_view> names{"requests"};
  if (has_global) names.insert(names.end(), kGlobalFigures.begin(), kGlobalFigures.end());
  if (has_shared) names.insert(names.end(), kSharedFigures.begin(), kSharedFigures.end());
  return names;
}

Result<std::vector<std::string_view>> figures_at(std::string_view place) {
  if (line_of(place).has_value()) return figures_of(true, true);
  const auto* const one = std::ranges::find(kPromisingClasses, place, &PromisingClass::name);
  if (one != kPromisingClasses.end()) return figures_of(one->has_global, one->has_shared);
  return fail(tr("there is no '{}': write line:29, or one of {}", place,
                 fmt::format("{}", fmt::join(names_of_classes(), " "))));
}

std::optional<double> amount_in(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  const bool is_whole = read.ec == std::errc() && read.ptr == end;
  if (!is_whole || !std::isfinite(value) || value < 0) return std::nullopt;
  return value;
}

bool is_finding_kind(std::string_view name) {
  for (int kind = 0; kind <= static_cast<int>(trace::kLastFindingKind); ++kind)
    if (trace::name_of(static_cast<trace::FindingKind>(kind)) == name) return true;
  return false;
}

}  // namespace

std::optional<LinePlace> line_of(std::string_view place) {
  constexpr std::string_view kLine = "line:";
  if (!place.starts_with(kLine)) return std::nullopt;
  place.remove_prefix(kLine.size());
  const std::size_t colon = place.rfind(':');
  LinePlace line;
  if (colon != std::string_view::npos) line.file = place.substr(0, colon);
  const std::string_view number = colon == std::string_view::npos ? place : place.substr(colon + 1);
  const char* end = number.data() + number.size();
  const auto read = std::from_chars(number.data(), end, line.line);
  const bool is_line = read.ec == std::errc() && read.ptr == end && line.line > 0;
  if (!is_line || (colon != std::string_view::npos && line.file.empty())) return std::nullopt;
  return line;
}

Result<Promise> parse_promise(Bound bound, std::string_view written) {
  const std::string one_line = in_one_line(std::string(written));
  const std::string_view text = one_line;
  const std::size_t equals = text.rfind('=');
  const std::string_view subject = text.substr(0, equals);
  const std::size_t dot = subject.rfind('.');
  if (equals == std::string_view::npos || dot == std::string_view::npos)
    return fail(tr("'{}' is no bound: write shared_load.conflicts=0 or line:29.n_way=1", text));
  std::string_view figure = subject.substr(dot + 1);
  if (figure == "max_way") figure = "n_way";
  TRY(const auto figures, figures_at(subject.substr(0, dot)));
  if (std::ranges::find(figures, figure) == figures.end())
    return fail(tr("'{}' has no figure '{}', it has: {}", subject.substr(0, dot), figure,
                   fmt::format("{}", fmt::join(figures, " "))));
  const auto value = amount_in(text.substr(equals + 1));
  if (!value.has_value())
    return fail(
        tr("'{}' is no bound of {}: write a number from 0 on", text.substr(equals + 1), subject));
  return Promise{bound, std::string(subject.substr(0, dot)), std::string(figure), *value};
}

Result<std::vector<std::string>> parse_fail_on(std::string_view written) {
  const std::string one_line = in_one_line(std::string(written));
  std::string_view text = one_line;
  std::vector<std::string> names;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string name(text.substr(0, comma));
    if (std::ranges::find(kCategories, name) == kCategories.end() && !is_finding_kind(name))
      return fail(
          tr("'{}' is nothing to fail on: write one of {}, or a kind of finding as "
             "out_of_bounds",
             name, fmt::format("{}", fmt::join(kCategories, " "))));
    names.push_back(name);
    if (comma == std::string_view::npos) return names;
    text.remove_prefix(comma + 1);
  }
}

std::string subject_of(const Promise& promise) {
  return fmt::format("{}.{}", promise.place, promise.figure);
}

}  // namespace warplens::own
