#include "app/grading/grade.h"

#include <algorithm>

#include "app/lessons/course.h"
#include "app/lessons/lesson_file.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "kernels/base/whole_file.h"
#include "kernels/own/sidecar.h"

namespace warplens::grading {
namespace {

namespace fs = std::filesystem;

using lessons::Bound;
using session::KernelResult;

Grade failed(Text why) { return {false, std::move(why)}; }

// The student's file under the lesson's name, beside what the lesson's own reads, with its sidecar:
// nothing of the launch is guessed from what was handed in.
Result<fs::path> put(const Task& task, const HandedIn& file, const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  const fs::path kernel = task.condition->kernel;
  TRY(lessons::put_beside(kernel, folder));
  const fs::path path = (folder / kernel.filename()).replace_extension(file.ending);
  const fs::path sidecar = own::sidecar_path(kernel);
  if (fs::exists(sidecar, error))
    fs::copy_file(sidecar, own::sidecar_path(path), fs::copy_options::overwrite_existing, error);
  if (error) return fail(tr("{}: cannot be copied: {}", sidecar.string(), error.message()));
  TRY(write_whole_file(path, file.text));
  return path;
}

// The launch of the step's example, else that in which the step shows the file.
const lessons::StagedFile& launched_as(const Task& task) {
  const bool has_example = task.condition->example && !task.condition->file.path.empty();
  return has_example ? task.condition->file : task.step->file;
}

Text first_finding(const KernelResult& result) {
  for (const session::LaunchResult& launch : result.launches) {
    for (const trace::Finding& finding : launch.trace->findings) {
      if (finding.severity == trace::Severity::error) return finding.message;
    }
  }
  return {};
}

Text wrong_result(const KernelResult& result) {
  const auto& mismatch = result.run->mismatch;
  if (result.run->verdict != trace::Verdict::mismatch || !mismatch) return {};
  return tr("{} wrong elements: {}[{}] is {} and should be {}", mismatch->count, mismatch->buffer,
            mismatch->element, mismatch->actual, mismatch->expected);
}

// "total_conflicts is 1024, and may be 0 at most".
Text broken_bound(const session::Session& session, const Bound& bound, std::size_t shown) {
  const auto value = lessons::judged_value(bound, session, shown);
  if (!value) return tr("{} is not known of it", bound.name);
  const auto most = lessons::most_of(bound, session);
  if (bound.at_most && most && *value > *most)
    return tr("{} is {}, and may be {} at most", bound.name, *value, *most);
  if (bound.at_least && *value < *bound.at_least)
    return tr("{} is {}, and must be {} at least", bound.name, *value, *bound.at_least);
  return {};
}

Grade judged(const Task& task, const session::Session& session) {
  const KernelResult& result = *session.result();
  if (Text finding = first_finding(result); !finding.empty()) return failed(std::move(finding));
  if (Text wrong = wrong_result(result); !wrong.empty()) return failed(std::move(wrong));
  const auto& sums = session.activity().sums;
  if (sums.empty()) return failed(tr("it was not run"));
  if (!task.condition->entry.empty() && sums.back().entry != task.condition->entry)
    return failed(tr("there is no kernel {} in it", task.condition->entry));
  for (const Bound& bound : task.condition->bounds) {
    if (Text broken = broken_bound(session, bound, sums.size() - 1); !broken.empty())
      return failed(std::move(broken));
  }
  return {true, {}};
}

// What the step compares with runs beside the student's file; its own kernel does not.
session::Stage stage_of(const Task& task, const fs::path& file) {
  session::Stage stage = task.step->stage;
  stage.kernel = file.string();
  stage.parameters.clear();
  stage.own = launched_as(task).own;
  stage.cursor.reset();
  stage.beside.clear();
  return stage;
}

}  // namespace

Grade grade(const Task& task, const Result<HandedIn>& file, lessons::StepStage& stage,
            const fs::path& scratch) {
  if (!file.has_value()) return failed(file.error().message);
  const auto path = put(task, *file, scratch);
  if (!path.has_value()) return failed(path.error().message);
  session::Session& session = stage.session();
  auto run = session.set_stage(stage_of(task, *path));
  if (run.has_value()) run = stage.settle();
  const catalog::Parameters& sizes = task.condition->parameters;
  if (run.has_value() && !sizes.empty()) {
    set_sizes(session, sizes);
    run = stage.settle();
  }
  if (!run.has_value()) return failed(run.error().message);
  return judged(task, session);
}

}  // namespace warplens::grading
