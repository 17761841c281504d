// The arrows of docs/ARCHITECTURE.md, checked against every #include in the tree.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPLENS_SOURCE_DIR;

using Rooms = std::set<std::string>;

// Room → the rooms right below it. A room may include from those, and from what they may.
const std::map<std::string, Rooms>& arrows() {
  static const std::map<std::string, Rooms> rooms = {
      {"kernels/base", {}},
      {"kernels/ptx", {"kernels/base"}},
      {"kernels/trace", {"kernels/base"}},
      {"kernels/sass", {"kernels/trace"}},
      {"kernels/catalog", {"kernels/base"}},
      {"kernels/machine/operations", {"kernels/ptx"}},
      {"kernels/machine/races", {"kernels/machine/operations"}},
      {"kernels/machine/program", {"kernels/machine/races", "kernels/trace"}},
      {"kernels/machine/findings", {"kernels/machine/program"}},
      {"kernels/machine/launch", {"kernels/machine/program"}},
      {"kernels/machine/global_races", {"kernels/machine/findings", "kernels/machine/launch"}},
      {"kernels/machine/block/state", {"kernels/machine/global_races"}},
      {"kernels/machine/block/memory", {"kernels/machine/block/state"}},
      {"kernels/machine/block/sync", {"kernels/machine/block/memory"}},
      {"kernels/machine/block", {"kernels/machine/block/sync"}},
      {"kernels/machine", {"kernels/machine/block"}},
      // What is recorded, and under which number, is the machine's to say for every backend.
      {"kernels/device/instrument", {"kernels/machine"}},
      {"kernels/device", {"kernels/device/instrument"}},
      {"kernels/run/toolkit", {"kernels/ptx", "kernels/sass"}},
      {"kernels/run", {"kernels/catalog", "kernels/device", "kernels/run/toolkit"}},
      {"kernels/run/whole", {"kernels/run"}},
      {"kernels/run/errors", {"kernels/run"}},
      {"kernels/own", {"kernels/run"}},
      {"kernels/timing", {"kernels/run/whole"}},
      {"kernels/own/timed", {"kernels/timing"}},
      {"viz/analysis/occupancy", {"kernels/base"}},
      {"viz/analysis", {"kernels/sass"}},
      {"viz/analysis/causes", {"viz/analysis"}},
      {"viz/analysis/findings", {"viz/analysis"}},
      {"viz/analysis/sass", {"viz/analysis"}},
      {"viz/analysis/executed", {"viz/analysis/sass"}},
      {"viz/analysis/threads", {"kernels/trace"}},
      {"viz/analysis/limits", {"viz/analysis", "viz/analysis/occupancy", "kernels/timing"}},
      {"viz/analysis/reduction", {"viz/analysis"}},
      {"viz/analysis/product", {"viz/analysis"}},
      {"viz/perfetto", {"viz/analysis"}},
      {"viz/swizzle", {"viz/analysis"}},
      {"viz/swizzle/checked", {"viz/swizzle", "kernels/run"}},
      {"viz/algebra", {"kernels/base"}},
      {"viz/picture", {"kernels/base"}},
      {"viz/tables", {"viz/analysis"}},
      {"viz/scene/draw", {"kernels/trace"}},
      {"viz/scene/access", {"viz/scene/draw", "viz/analysis"}},
      {"viz/scene/image", {"viz/scene/access"}},
      {"viz/scene/threads", {"viz/scene/access", "viz/analysis/threads"}},
      {"viz/scene/charts", {"viz/scene/draw", "viz/analysis/limits"}},
      {"viz/scene/tables", {"viz/scene/access"}},
      {"viz/scene/timelines", {"viz/scene/charts", "viz/analysis"}},
      {"viz/scene/cache", {"viz/scene/tables"}},
      {"viz/scene/limits", {"viz/scene/draw", "viz/analysis/limits"}},
      {"viz/scene/occupancy", {"viz/scene/draw", "viz/analysis/occupancy"}},
      {"viz/scene/reduction", {"viz/scene/tables", "viz/analysis/reduction"}},
      {"viz/scene/product", {"viz/scene/tables", "viz/analysis/product"}},
      {"viz/scene/swizzle", {"viz/scene/tables", "viz/swizzle/checked"}},
      {"viz/scene/plane", {"viz/scene/draw", "viz/algebra"}},
      {"viz/scene/errors", {"viz/scene/charts", "kernels/run/errors"}},
      {"viz/scene",
       {"viz/scene/cache", "viz/scene/image", "viz/scene/timelines", "viz/scene/limits",
        "viz/scene/threads", "viz/scene/occupancy", "viz/scene/reduction", "viz/scene/product",
        "viz/scene/swizzle", "viz/scene/plane", "viz/scene/errors"}},
      {"viz/gl", {"viz/scene/draw"}},
      {"viz/svg", {"viz/gl"}},
      {"app/settings", {"kernels/catalog", "kernels/run/toolkit"}},
      {"app/session/live", {"app/settings", "viz/analysis/limits", "viz/tables"}},
      {"app/session/own", {"kernels/own", "kernels/own/timed"}},
      {"app/session/workshop", {"viz/swizzle/checked"}},
      {"app/session/motion", {"viz/algebra"}},
      {"app/session/errors", {"kernels/run/errors", "viz/tables"}},
      {"app/session/choice",
       {"app/session/live", "app/session/own", "app/session/errors", "viz/algebra", "viz/swizzle"}},
      {"app/session",
       {"app/session/choice", "app/session/motion", "app/session/workshop", "viz/analysis/executed",
        "viz/analysis/product", "viz/analysis/threads", "viz/picture", "viz/scene/image",
        "viz/scene/tables", "viz/scene/timelines"}},
      {"app/link", {"app/session"}},
      {"app/lessons/text", {"kernels/catalog"}},
      {"app/lessons/map", {"kernels/base"}},
      {"app/lessons", {"app/lessons/text", "app/session"}},
      {"app/cli/text", {"app/words", "viz/tables"}},
      {"app/cli/options", {"app/cli/text"}},
      {"app/cli/own", {"app/cli/text"}},
      {"app/cli/check", {"app/cli/text"}},
      {"app/cli",
       {"app/cli/options", "app/cli/own", "app/cli/check", "app/lessons/check", "app/link",
        "viz/perfetto", "viz/swizzle/checked", "viz/tables"}},
      {"app/words", {"app/lessons", "viz/scene", "viz/analysis/causes"}},
      {"app/lessons/claims", {"app/lessons"}},
      {"app/lessons/check", {"app/lessons", "app/state"}},
      {"app/state/timing", {"app/session", "viz/scene/charts", "viz/tables"}},
      {"app/state",
       {"app/state/timing", "app/words", "app/link", "viz/analysis/findings", "viz/tables"}},
      {"app/ui", {"app/state", "viz/svg"}},
      {"app/ui/timing", {"app/ui"}},
      {"app/ui/overlays", {"app/ui", "app/lessons/map"}},
      {"app/ui/ribbon", {"app/ui"}},
      {"app/ui/asking", {"app/ui"}},
      {"app/ui/findings", {"app/ui/overlays"}},
      {"app/ui/views", {"app/ui/overlays"}},
      {"app/ui/motion", {"app/ui/asking", "app/ui/views"}},
      {"app/ui/matrix", {"app/ui/asking", "app/ui/views"}},
      {"app/ui/panels",
       {"app/ui/timing", "app/ui/findings", "app/ui/ribbon", "app/ui/matrix", "app/ui/motion"}},
      {"app/ui/own", {"app/ui/panels"}},
      {"app/ui/window", {"app/ui/own", "viz/perfetto"}},
      {"app/tour", {"app/ui/window"}},
      {"app", {"app/tour", "app/cli"}},
  };
  return rooms;
}

// Facts about timings, without what measures them: all that a scene takes from kernels/timing.
bool is_timing_data(const std::string& header) {
  return header == "kernels/timing/timings.h" || header == "kernels/timing/host_timeline.h";
}

Rooms rooms_below(const std::string& room) {
  Rooms below;
  for (const std::string& next : arrows().at(room)) {
    below.insert(next);
    below.merge(rooms_below(next));
  }
  return below;
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

TEST(Layering, EveryFolderWithSourcesIsARoom) {
  for (const char* top : {"kernels", "viz", "app"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / top)) {
      if (!entry.is_regular_file() || !is_cpp(entry.path())) continue;
      const fs::path file = fs::relative(entry.path(), kRoot);
      EXPECT_TRUE(arrows().contains(file.parent_path().generic_string()))
          << file << ": its folder has no arrows in tests/layering/layering_test.cpp";
    }
  }
}

TEST(Layering, IncludesFollowTheArrows) {
  std::map<std::string, Rooms> below;
  for (const auto& [room, next] : arrows()) below[room] = rooms_below(room);
  for (const Include& include : includes()) {
    const std::string from = include.file.parent_path().generic_string();
    const std::string to = fs::path(include.target).parent_path().generic_string();
    if (!arrows().contains(to) || to == from || !arrows().contains(from)) continue;
    if (from.starts_with("viz/scene") && is_timing_data(include.target)) continue;
    EXPECT_TRUE(below.at(from).contains(to))
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
    const bool may =
        from.starts_with("app/ui") || from == "viz/gl" || include.file == "app/main.cpp";
    EXPECT_TRUE(may) << include.file << " includes " << include.target;
  }
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Beside these, what only a terminal shows: PTX and options that a person gives there.
bool is_shown_in_the_window(const std::string& room) {
  for (const char* top : {"kernels/base", "kernels/trace", "kernels/catalog", "kernels/machine",
                          "kernels/device", "kernels/run", "kernels/timing", "viz/swizzle",
                          "app/session", "app/lessons", "app/link", "app/state"}) {
    if (room.starts_with(top)) return true;
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

TEST(Layering, ErrorsThatTheWindowShowsAreInBothLanguages) {
  EXPECT_TRUE(fails_in_english_alone("  return fail(\n      \"no\");"));
  EXPECT_FALSE(fails_in_english_alone("  // return fail(\"no\");\n  return fail(tr(\"no\"));"));
  for (const auto& [room, below] : arrows()) {
    if (!is_shown_in_the_window(room)) continue;
    for (const auto& entry : fs::directory_iterator(kRoot / room)) {
      if (!is_cpp(entry.path()) || is_test(entry.path())) continue;
      EXPECT_FALSE(fails_in_english_alone(text_of(entry.path())))
          << entry.path() << ": an error in English alone, write fail(tr(…))";
    }
  }
}

TEST(Layering, IncludesAreFound) { EXPECT_GT(includes().size(), 50u); }

}  // namespace
