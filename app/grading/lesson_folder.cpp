#include "app/grading/lesson_folder.h"

#include <zip.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "app/features/features.h"
#include "app/lessons/kernel_files.h"
#include "app/lessons/lesson.h"
#include "kernels/base/whole_file.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::grading {
namespace {

namespace fs = std::filesystem;

// What the lesson that new ones are made from has in place of their id and number.
constexpr std::string_view kId = "\"new-lesson\"";
constexpr std::string_view kNumber = "\"number\": 100";
constexpr int kFirstNumber = 100;  // ours end far below
constexpr std::uint64_t kMaximumLessonFileBytes = std::uint64_t{64} << 20;

bool is_id(const std::string& name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == std::string::npos;
}

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

// The first that no lesson beside it has.
int free_number(const fs::path& folder) {
  std::vector<int> taken;
  for (const fs::path& each : lessons::lesson_folders_in(folder)) {
    const auto lesson = lessons::load_lesson(each, features::all());
    if (lesson.has_value()) taken.push_back(lesson->number);
  }
  int number = kFirstNumber;
  while (std::ranges::find(taken, number) != taken.end()) ++number;
  return number;
}

Result<std::vector<fs::path>> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (it->symlink_status(error).type() == fs::file_type::regular) files.push_back(it->path());
  }
  if (error) return fail(tr("{}: cannot be read: {}", folder.string(), error.message()));
  std::ranges::sort(files);
  return files;
}

bool is_solution(const fs::path& name) {
  return std::ranges::find(name, fs::path(lessons::kSolutionFolder)) != name.end();
}

// A zip that appears whole or not at all: libzip writes beside it and renames.
class ZipFile {
 public:
  static Result<ZipFile> create(const fs::path& path) {
    int code = 0;
    zip_t* zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_EXCL, &code);
    if (zip != nullptr) return ZipFile(path, zip);
    if (code == ZIP_ER_EXISTS) return fail(tr("{} is there already", path.string()));
    return fail(tr("{}: cannot be written", path.string()));
  }

  Result<void> add(const fs::path& file, const std::string& name) {
    TRY(auto text, run::read_text(file, kMaximumLessonFileBytes));
    texts_.push_back(std::make_unique<std::string>(std::move(text)));
    zip_source_t* source =
        zip_source_buffer(zip_.get(), texts_.back()->data(), texts_.back()->size(), 0);
    if (source == nullptr || zip_file_add(zip_.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8) < 0)
      return fail(tr("{}: {} cannot be added", path_.string(), name));
    return {};
  }

  Result<void> publish() {
    zip_t* zip = zip_.release();
    if (zip_close(zip) == 0) return {};
    zip_discard(zip);
    return fail(tr("{}: cannot be written", path_.string()));
  }

 private:
  ZipFile(fs::path path, zip_t* zip) : path_(std::move(path)), zip_(zip) {}

  struct Discard {
    void operator()(zip_t* zip) const { zip_discard(zip); }
  };
  fs::path path_;
  std::vector<std::unique_ptr<std::string>> texts_;  // until the zip is written
  std::unique_ptr<zip_t, Discard> zip_;
};

}  // namespace

Result<void> write_new_lesson(const fs::path& folder) {
  std::error_code error;
  const fs::path place = fs::absolute(folder, error).lexically_normal();
  const fs::path whole = place.has_filename() ? place : place.parent_path();
  const std::string id = whole.filename().string();
  if (!is_id(id)) return fail(tr("{} is no lesson's name: small letters, digits, - and _", id));
  if (fs::exists(whole, error) && !fs::is_empty(whole, error))
    return fail(tr("{} is there already: choose another folder", whole.string()));
  TRY(const auto assets, run::find_assets());
  const fs::path from = assets / "new-lesson";
  TRY(const auto files, files_below(from));
  const int number = free_number(whole.parent_path());
  for (const fs::path& file : files) {
    TRY(auto text, run::read_text(file, kMaximumLessonFileBytes));
    if (file.filename() == "lesson.json") {
      text = replaced(std::move(text), kId, "\"" + id + "\"");
      text = replaced(std::move(text), kNumber, fmt::format("\"number\": {}", number));
    }
    const fs::path target = whole / file.lexically_relative(from);
    fs::create_directories(target.parent_path(), error);
    TRY(write_whole_file(target, text));
  }
  return {};
}

Result<std::size_t> pack_lessons(const fs::path& lessons, const fs::path& zip) {
  const std::vector<fs::path> folders = lessons::lesson_folders_in(lessons);
  if (folders.empty())
    return fail(tr("no lessons in {}: a lesson is a folder with lesson.json, en.md and zh.md",
                   lessons.string()));
  TRY(auto packed, ZipFile::create(zip));
  for (const fs::path& folder : folders) {
    const fs::path above = fs::absolute(folder).lexically_normal().parent_path();
    TRY(const auto files, files_below(fs::absolute(folder).lexically_normal()));
    for (const fs::path& file : files) {
      const fs::path name = file.lexically_relative(above);
      if (!is_solution(name)) TRY(packed.add(file, name.generic_string()));
    }
  }
  TRY(packed.publish());
  return folders.size();
}

}  // namespace warplens::grading
