// The table of modules, with which docs/MODULES.md ends, is made from the graph.
// After a wanted change: WARPLENS_UPDATE_GOLDEN=1 build/release/tests_layering_test.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/layering/modules.h"

namespace warplens {
namespace {

constexpr const char* kDocument = WARPLENS_SOURCE_DIR "/docs/MODULES.md";
constexpr std::string_view kHead =
    "| module | what lives there | right below it |\n|---|---|---|\n";

std::string row(const std::string& folder, const Module& module) {
  return fmt::format("| `{}/` | {} | {} |\n", folder, module.about, fmt::join(module.below, ", "));
}

std::string table() {
  std::string rows(kHead);
  for (const char* floor : {"kernels", "viz", "app"}) {
    for (const auto& [folder, module] : modules()) {
      if (folder.starts_with(floor)) rows += row(folder, module);
    }
  }
  return rows;
}

std::string text_of(const char* file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(ModulesDocument, HasTheTableOfTheGraph) {
  std::string text = text_of(kDocument);
  const auto begin = text.find(kHead);
  ASSERT_NE(begin, std::string::npos);
  const std::string now = text.substr(begin);
  EXPECT_TRUE(now == table()) << "the graph has another table: WARPLENS_UPDATE_GOLDEN=1 writes it";
  text.replace(begin, now.size(), table());
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) std::ofstream(kDocument) << text;
}

}  // namespace
}  // namespace warplens
