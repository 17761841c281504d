// The graph of modules, checked against every #include in the tree.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/layering/modules.h"

namespace warplens {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPLENS_SOURCE_DIR;

// A module may include from those right below it, and from what they may.
std::set<std::string> modules_under(const std::string& folder) {
  std::set<std::string> under;
  for (const std::string& next : modules().at(folder).below) {
    under.insert(next);
    under.merge(modules_under(next));
  }
  return under;
}

struct Include {
  fs::path file;
  std::string target;
};

// What a browser has in the place of other sources is no module, and of no build but its own.
bool is_of_browser(const fs::path& path) {
  return fs::relative(path, kRoot).generic_string().starts_with("app/platform/web/");
}
bool is_cpp(const fs::path& path) {
  return (path.extension() == ".cpp" || path.extension() == ".h") && !is_of_browser(path);
}
// A test may look at more modules than the code that it tests.
bool is_test(const fs::path& path) {
  const std::string stem = path.stem().string();
  return stem.ends_with("_test") || stem.ends_with("_bench") || stem.ends_with("_fuzz");
}

std::vector<Include> includes() {
  std::vector<Include> found;
  for (const char* top : {"kernels", "viz", "app"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / top)) {
      if (!entry.is_regular_file() || !is_cpp(entry.path()) || is_test(entry.path())) continue;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("#include")) continue;
        const auto open = line.find_first_of("<\"");
        const auto close = line.find_first_of(">\"", open + 1);
        if (close == std::string::npos) continue;
        found.push_back(
            {fs::relative(entry.path(), kRoot), line.substr(open + 1, close - open - 1)});
      }
    }
  }
  return found;
}

TEST(Layering, EveryFolderWithSourcesIsAModule) {
  for (const char* top : {"kernels", "viz", "app"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / top)) {
      if (!entry.is_regular_file() || !is_cpp(entry.path())) continue;
      const fs::path file = fs::relative(entry.path(), kRoot);
      EXPECT_TRUE(modules().contains(file.parent_path().generic_string()))
          << file << ": add_module() in its folder's CMakeLists.txt does not say what it is ABOUT";
    }
  }
}

TEST(Layering, IncludesFollowTheArrows) {
  std::map<std::string, std::set<std::string>> under;
  for (const auto& [folder, module] : modules()) under[folder] = modules_under(folder);
  for (const Include& include : includes()) {
    const std::string from = include.file.parent_path().generic_string();
    const std::string to = fs::path(include.target).parent_path().generic_string();
    if (!modules().contains(to) || to == from || !modules().contains(from)) continue;
    EXPECT_TRUE(under.at(from).contains(to))
        << include.file << " includes " << include.target << ", which " << from << " may not";
  }
}

TEST(Layering, WindowLibrariesStayInTheUserInterfaceAndTheGraphicsLayer) {
  for (const Include& include : includes()) {
    const bool window_library = include.target.starts_with("imgui") ||
                                include.target.starts_with("GLFW/") ||
                                include.target.starts_with("glad/");
    if (!window_library) continue;
    const std::string from = include.file.parent_path().generic_string();
    EXPECT_TRUE(from.starts_with("app/ui") || from.starts_with("app/features/") || from == "viz/gl")
        << include.file << " includes " << include.target;
  }
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Beside these, what is about the text of PTX.
bool is_shown_to_a_reader(const std::string& module) {
  for (const char* top :
       {"kernels/base", "kernels/trace", "kernels/catalog", "kernels/machine", "kernels/device",
        "kernels/run", "kernels/timing", "viz/swizzle", "app/session", "app/lessons", "app/state",
        "app/features", "app/cli", "app/tour", "app/ui", "kernels/cost", "viz/gl"}) {
    if (module.starts_with(top)) return true;
  }
  return false;
}

// Whether somewhere outside a comment stands fail("….
bool fails_in_english_alone(const std::string& text) {
  constexpr std::string_view kFail = "fail(";
  for (auto at = text.find(kFail); at != std::string::npos; at = text.find(kFail, at + 1)) {
    const auto argument = text.find_first_not_of(" \n", at + kFail.size());
    if (argument == std::string::npos || text[argument] != '"') continue;
    const auto line = at == 0 ? at : text.rfind('\n', at) + 1;
    if (text.compare(text.find_first_not_of(' ', line), 2, "//") != 0) return true;
  }
  return false;
}

TEST(Layering, ErrorsThatAReaderMeetsAreInBothLanguages) {
  EXPECT_TRUE(fails_in_english_alone("  return fail(\n      \"no\");"));
  EXPECT_FALSE(fails_in_english_alone("  // return fail(\"no\");\n  return fail(tr(\"no\"));"));
  for (const auto& [folder, module] : modules()) {
    if (!is_shown_to_a_reader(folder)) continue;
    for (const auto& entry : fs::directory_iterator(kRoot / folder)) {
      if (!is_cpp(entry.path()) || is_test(entry.path())) continue;
      const std::string text = text_of(entry.path());
      EXPECT_FALSE(fails_in_english_alone(text))
          << entry.path() << ": an error in English alone, write fail(tr(…))";
    }
  }
}

TEST(Layering, IncludesAreFound) { EXPECT_GT(includes().size(), 50u); }

}  // namespace
}  // namespace warplens
