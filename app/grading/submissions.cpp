#include "app/grading/submissions.h"

#include <algorithm>

#include "app/session/kernel_file.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::grading {
namespace {

namespace fs = std::filesystem;

// No more entries of a folder are looked at.
constexpr std::size_t kMostEntries = 10'000;

bool is_hidden(const fs::path& path) { return path.filename().native().starts_with('.'); }

bool is_there(const fs::path& path, fs::file_type type) {
  std::error_code error;
  return fs::symlink_status(path, error).type() == type;
}

Result<std::vector<fs::path>> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (entries.size() == kMostEntries)
      return fail(tr("{}: more than {} entries", folder.string(), kMostEntries));
    if (!is_hidden(it->path())) entries.push_back(it->path());
  }
  if (error) return fail(tr("{}: cannot be read: {}", folder.string(), error.message()));
  std::ranges::sort(entries);
  return entries;
}

Result<HandedIn> read(const fs::path& file) {
  if (!is_there(file, fs::file_type::regular))
    return fail(tr("{} is a link or no plain file", file.filename().string()));
  TRY(auto text, run::read_text(file, run::kMaximumSourceBytes));
  return HandedIn{std::move(text), file.extension().string()};
}

// Called as the task's file, whichever of the two it is.
bool is_called(const fs::path& file, const Task& task) {
  return session::is_kernel_file(file) && file.stem() == fs::path(task.file()).stem();
}

}  // namespace

Result<std::vector<Submission>> submissions_in(const fs::path& folder) {
  TRY(const auto entries, entries_of(folder));
  std::vector<Submission> all;
  for (const fs::path& entry : entries) {
    if (is_there(entry, fs::file_type::directory)) {
      all.push_back({entry.filename().string(), entry});
    } else if (session::is_kernel_file(entry)) {
      all.push_back({entry.stem().string(), entry});
    }
  }
  if (all.empty())
    return fail(tr("no submissions in {}: a folder a student with their .cu files, or a .cu each",
                   folder.string()));
  return all;
}

Result<Submission> submission_of(const fs::path& folder, const std::string& student) {
  TRY(auto all, submissions_in(folder));
  const auto it = std::ranges::find(all, student, &Submission::student);
  if (it == all.end()) return fail(tr("no submission of {} in {}", student, folder.string()));
  return std::move(*it);
}

Result<HandedIn> handed_in(const Submission& submission, const Task& task, bool is_only) {
  if (!is_there(submission.path, fs::file_type::directory)) {
    if (is_only || is_called(submission.path, task)) return read(submission.path);
    return fail(tr("{} was not handed in", task.file()));
  }
  TRY(const auto entries, entries_of(submission.path));
  std::vector<fs::path> kernels;
  for (const fs::path& entry : entries) {
    if (entry.filename() == task.file()) return read(entry);
    if (session::is_kernel_file(entry)) kernels.push_back(entry);
  }
  const auto called =
      std::ranges::find_if(kernels, [&](const fs::path& file) { return is_called(file, task); });
  if (called != kernels.end()) return read(*called);
  if (!is_only || kernels.empty()) return fail(tr("{} was not handed in", task.file()));
  if (kernels.size() > 1)
    return fail(tr("{} kernel files, and none is called {}", kernels.size(), task.file()));
  return read(kernels.front());
}

}  // namespace warplens::grading
