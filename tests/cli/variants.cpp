#include "tests/cli/variants.h"

#include "kernels/base/all_tests.h"
#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

std::vector<std::string> names(bool with_broken) {
  std::vector<std::string> all;
  const SortedJson list = run_json({"list", "--json"});
  for (const SortedJson& family : list.at("families")) {
    for (const SortedJson& variant : family.at("variants")) {
      if (variant.at("broken").get<bool>() && !with_broken) continue;
      all.push_back(family.at("name").get<std::string>() + "/" +
                    variant.at("name").get<std::string>());
    }
  }
  return all;
}

std::vector<std::string> as_time_allows(std::vector<std::string> all) {
  if (!is_too_slow_here()) return all;
  std::vector<std::string> some;
  for (std::size_t i = 0; i < all.size(); i += 4) some.push_back(all[i]);
  return some;
}

}  // namespace

std::vector<std::string> variants() { return as_time_allows(names(true)); }
std::vector<std::string> right_variants() { return as_time_allows(names(false)); }

}  // namespace warplens::cli_test
