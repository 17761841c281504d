#include "app/cli/text/own_sizes.h"

#include "app/cli/text/parse.h"
#include "kernels/base/names.h"

namespace warplens::cli {

namespace {

std::vector<std::string> names_of(const catalog::Parameters& sizes) {
  std::vector<std::string> names;
  for (const auto& size : sizes) names.push_back(size.first);
  return names;
}

}  // namespace

Result<std::vector<catalog::Parameters>> own_sizes(const OwnTarget& target, std::string_view text) {
  const catalog::Parameters usual = target.sizes();
  if (text.empty()) return std::vector{usual};
  const auto named = parse_assignment(text);
  if (!named.has_value() && usual.size() != 1)
    return fail(tr("--sizes '{}': the launch has {} sizes: write NAME=SIZES with one of {}", text,
                   usual.size(), list_of_names(names_of(usual))));
  const std::string name(named.has_value() ? named->name : usual.begin()->first);
  if (!usual.contains(name))
    return fail(tr("--sizes '{}': the launch has no size '{}', it has: {}", text, name,
                   list_of_names(names_of(usual), name)));
  TRY(const auto values, parse_sizes(named.has_value() ? named->value : text));
  std::vector<catalog::Parameters> all;
  for (const std::int64_t value : values) {
    all.push_back(usual);
    all.back()[name] = value;
  }
  return all;
}

}  // namespace warplens::cli
