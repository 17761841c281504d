// The arrows of docs/ARCHITECTURE.md, checked against every #include in the tree.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPLENS_SOURCE_DIR;

// Folder → the folders that its sources may include from, besides itself.
const std::map<std::string, std::set<std::string>>& allowed() {
  static const std::map<std::string, std::set<std::string>> rules = [] {
    std::map<std::string, std::set<std::string>> r;
    r["kernels/base"] = {};
    r["kernels/ptx"] = {"kernels/base"};
    r["kernels/trace"] = {"kernels/base"};
    r["kernels/sass"] = {"kernels/trace"};
    r["kernels/catalog"] = {"kernels/base"};
    r["kernels/machine"] = {"kernels/base", "kernels/ptx", "kernels/trace"};
    // What is recorded, and under which number, is the machine's to say for every backend.
    r["kernels/device/instrument"] = {"kernels/base", "kernels/ptx", "kernels/trace",
                                      "kernels/machine"};
    r["kernels/device"] = r["kernels/device/instrument"];
    r["kernels/device"].insert("kernels/device/instrument");
    r["kernels/run"] = {"kernels/base",    "kernels/ptx",     "kernels/trace", "kernels/sass",
                        "kernels/catalog", "kernels/machine", "kernels/device"};
    r["kernels/timing"] = r["kernels/run"];
    r["kernels/timing"].insert("kernels/run");
    r["viz/analysis"] = {"kernels/base", "kernels/trace", "kernels/sass"};
    r["viz/scene"] = {"kernels/base", "kernels/trace", "kernels/timing", "viz/analysis"};
    r["viz/gl"] = {"kernels/base", "viz/scene"};
    r["app/session"] = r["kernels/timing"];
    r["app/session"].insert({"kernels/timing", "viz/analysis"});
    r["app/lessons"] = r["app/session"];
    r["app/lessons"].insert("app/session");
    r["app/cli"] = r["app/lessons"];
    r["app/cli"].insert("app/lessons");
    r["app/ui"] = r["app/cli"];
    r["app/ui"].insert({"viz/scene", "viz/gl"});
    r["app"] = r["app/ui"];
    r["app"].insert({"app/ui", "app/cli"});
    return r;
  }();
  return rules;
}

struct Include {
  fs::path file;
  std::string target;
};

bool is_cpp(const fs::path& path) { return path.extension() == ".cpp" || path.extension() == ".h"; }
// A test may look at more rooms than the code that it tests.
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

TEST(Layering, IncludesFollowTheArrows) {
  for (const Include& include : includes()) {
    const std::string from = include.file.parent_path().generic_string();
    const std::string to = fs::path(include.target).parent_path().generic_string();
    if (!allowed().contains(to) || to == from) continue;
    ASSERT_TRUE(allowed().contains(from)) << include.file << ": folder without a rule";
    EXPECT_TRUE(allowed().at(from).contains(to))
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
    const bool may = from == "app/ui" || from == "viz/gl" || include.file == "app/main.cpp";
    EXPECT_TRUE(may) << include.file << " includes " << include.target;
  }
}

TEST(Layering, IncludesAreFound) { EXPECT_GT(includes().size(), 50u); }

}  // namespace
