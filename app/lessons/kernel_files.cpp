#include "app/lessons/kernel_files.h"

#include "app/session/kernel_file.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

// Every place of a step that names a kernel.
std::vector<std::string*> kernels_named_in(Step& step) {
  std::vector<std::string*> names{&step.stage.kernel, &step.stage.beside};
  const auto add_all = [&](std::vector<session::NamedKernel>& kernels) {
    for (session::NamedKernel& each : kernels) names.push_back(&each.kernel);
  };
  add_all(step.stage.compared_kernels);
  if (step.prediction) add_all(step.prediction->ranking.of);
  for (Condition& condition : step.done) {
    names.push_back(&condition.kernel);
    names.push_back(&condition.with);
    if (condition.example) names.push_back(&condition.example->kernel);
    for (Bound& bound : condition.bounds) {
      if (bound.of) names.push_back(&bound.of->kernel);
    }
  }
  return names;
}

bool is_below_its_folder(const fs::path& file) {
  const fs::path normal = file.lexically_normal();
  return normal.is_relative() && normal.begin() != normal.end() && *normal.begin() != "..";
}

// Of a lesson as students get it: `lesson pack` leaves solutions out.
bool is_kept_apart(const fs::path& name, const fs::path& folder) {
  std::error_code error;
  return *name.lexically_normal().begin() == kSolutionFolder &&
         !fs::exists(folder / kSolutionFolder, error);
}

Result<void> find_file(std::string& name, const fs::path& folder, const Step& step) {
  if (!session::is_kernel_file(name) || is_kept_apart(name, folder)) return {};
  if (!is_below_its_folder(name)) {
    return fail(
        tr("lesson.json: step '{}': {} must be a file in the lesson's folder", step.id, name));
  }
  std::error_code error;
  const fs::path file = fs::absolute(folder, error) / name;
  if (!fs::is_regular_file(file, error)) {
    return fail(
        tr("lesson.json: step '{}': there is no file {} in the lesson's folder", step.id, name));
  }
  if (!run::first_readable({file}, {folder})) {
    return fail(
        tr("lesson.json: step '{}': {} must be a file in the lesson's folder", step.id, name));
  }
  name = file.lexically_normal().string();
  return {};
}

}  // namespace

Result<void> find_kernel_files(Lesson& lesson, const fs::path& folder) {
  for (Step& step : lesson.steps) {
    for (std::string* name : kernels_named_in(step)) {
      TRY(find_file(*name, folder, step));
    }
  }
  return {};
}

}  // namespace warplens::lessons
