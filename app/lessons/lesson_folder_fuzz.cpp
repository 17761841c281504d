// A folder of lessons with any bytes in its files, any of them missing, a folder, a pipe, a link to
// itself or out of the folder, must load: each lesson is there, whole, or what is wrong with it is
// told, and nothing of it comes from outside.
//
// The input is parted by zero bytes into the three files of each lesson, up to three. The first
// byte of a part says what becomes of the file; all but a few mean a plain one.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "app/features/features.h"
#include "app/lessons/lesson.h"
#include "app/lessons/lesson_search.h"

namespace {

namespace fs = std::filesystem;
using namespace warplens;
using namespace warplens::lessons;

constexpr std::array kFiles{"lesson.json", "en.md", "zh.md"};
constexpr int kMostLessons = 3;

enum class Fate : std::uint8_t {
  missing = 1,
  folder = 2,
  link_to_itself = 3,
  link_out = 4,
  pipe = 5
};

// Words of a lesson that lies beside the folder of lessons.
constexpr const char* kOutside =
    "# SECRET 密\n## SECRET 密\nSECRET 密\n### Do\nSECRET 密\n### Seen\nSECRET 密\n";
constexpr const char* kOutsideName = "outside.md";

void write_part(const fs::path& path, std::string_view part) {
  std::error_code ignored;
  switch (static_cast<Fate>(part.empty() ? 0 : part.front())) {
    case Fate::missing:
      return;
    case Fate::folder:
      fs::create_directory(path, ignored);
      return;
    case Fate::link_to_itself:
      fs::create_symlink(path.filename(), path, ignored);
      return;
    case Fate::link_out:
      fs::create_symlink(fs::path("../..") / kOutsideName, path, ignored);
      return;
    case Fate::pipe:
      mkfifo(path.c_str(), 0600);
      return;
    default:
      std::ofstream(path, std::ios::binary) << part;
  }
}

std::string_view next_part(std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find('\0'));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

void write_lessons(const fs::path& folder, std::string_view rest) {
  for (int lesson = 0; lesson < kMostLessons && !rest.empty(); ++lesson) {
    const fs::path place = folder / std::to_string(lesson);
    fs::create_directory(place);
    for (const char* file : kFiles) write_part(place / file, next_part(rest));
  }
}

bool is_whole(const Step& step) {
  if (step.scene.views.empty()) return false;
  return std::ranges::all_of(step.text.in, [&](const StepText& text) {
    const std::size_t options = step.prediction ? option_count(*step.prediction) : 0;
    return !text.title.empty() && step.prediction.has_value() != text.question.empty() &&
           text.options.size() == options && text.reasons.size() == options;
  });
}

// Where a text is found, its words stand.
void search_for(const std::vector<Lesson>& lessons, std::string_view words) {
  for (const SearchHit& hit : search(lessons, words, Language::zh)) {
    if (hit.lesson >= lessons.size() || hit.end < hit.begin || hit.end > hit.snippet.size()) {
      __builtin_trap();
    }
  }
}

void use(const std::vector<Lesson>& lessons) {
  for (const Lesson& lesson : lessons) {
    if ((lesson.title.en + lesson.title.zh).find("SECRET 密") != std::string::npos)
      __builtin_trap();
    if (lesson.title.en.empty() || lesson.title.zh.empty()) __builtin_trap();
    if (!std::ranges::all_of(lesson.steps, is_whole)) __builtin_trap();
    if (!find_lesson(lessons, lesson.id).has_value()) __builtin_trap();
    search_for(lessons, lesson.title.zh);
  }
}

// A folder of this process's own, in memory where there is one.
const fs::path& scratch() {
  static const fs::path folder = [] {
    std::error_code ignored;
    const fs::path memory = "/dev/shm";
    return (fs::is_directory(memory, ignored) ? memory : fs::temp_directory_path()) /
           ("warplens-lesson-folder-fuzz-" + std::to_string(getpid()));
  }();
  return folder;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fs::remove_all(scratch());
  fs::create_directories(scratch());
  std::ofstream(scratch() / kOutsideName) << kOutside;
  const fs::path lessons = scratch() / "lessons";
  fs::create_directory(lessons);
  write_lessons(lessons, {reinterpret_cast<const char*>(data), size});
  const auto loaded = load_lessons(lessons, features::all());
  fs::remove_all(scratch());
  if (!loaded.has_value()) {
    if (loaded.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const Error& broken : loaded->broken) {
    if (broken.message.empty()) __builtin_trap();
  }
  use(loaded->lessons);
  return 0;
}
