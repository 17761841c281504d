#include "app/cli/text/own_launches.h"

#include <algorithm>
#include <set>

#include "app/cli/text/captured_launches.h"
#include "kernels/own/infer_form.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::cli {

namespace {

namespace fs = std::filesystem;

bool is_compiled_from_a_neighbour(const fs::path& file) {
  std::error_code error;
  return file.extension() == ".ptx" && fs::exists(fs::path(file).replace_extension(".cu"), error);
}

bool is_checked(const fs::path& file) {
  return file.extension() == ".cu" || file.extension() == ".ptx" || is_program_file(file.string());
}

// The kernels that a launch runs: its own, later ones and those that say what is right.
void add_kernels_of(const own::LaunchForm& form, const ptx::Module& module,
                    std::set<const ptx::Function*>& kernels) {
  const auto add = [&](const std::string& name) {
    const auto entry = run::find_entry(module, name);
    if (entry.has_value()) kernels.insert(*entry);
  };
  add(form.entry);
  for (const own::FormLaunch& next : form.then) add(next.entry);
  for (const own::FormExpectation& one : form.expectations) {
    if (!one.kernel.empty()) add(one.kernel);
  }
}

Result<OwnTarget> target_of(const std::string& file, const run::LoadedKernel& loaded,
                            OwnForm form) {
  TRY(auto kernel, own::own_kernel(form.form, loaded, fs::path(file).parent_path()));
  return OwnTarget{file, loaded, std::move(form), std::move(kernel)};
}

Result<OwnTarget> guessed_target(const std::string& file, const run::LoadedKernel& loaded,
                                 const std::string& entry, const LaunchSearch& how) {
  TRY(auto form, guess_within(how.limits, file, how.stop, [&](const std::stop_token& stop) {
        return find_own_form({file, entry, {}, {}, {}, stop}, loaded);
      }));
  if (!form.has_value()) return fail(tr("{}: name its kernel {} in a sidecar", file, entry));
  return target_of(file, loaded, std::move(*form));
}

Result<std::vector<FileLaunch>> captured_launches_of(const std::string& file,
                                                     const LaunchSearch& how) {
  TRY(const auto program, read_program_file(file, how.limits, how.stop));
  std::vector<FileLaunch> launches;
  for (const captured::Episode& episode : program.episodes)
    launches.push_back({episode.name, captured_target(file, program, episode, {}, how.stop)});
  return launches;
}

}  // namespace

Result<std::vector<std::string>> kernel_files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator each(folder, error);
  for (const fs::recursive_directory_iterator end; !error && each != end; each.increment(error)) {
    const fs::path path = each->path();
    std::error_code unknown;
    const bool is_folder = each->is_directory(unknown);
    if (is_folder && path.filename().string().starts_with('.')) each.disable_recursion_pending();
    if (is_folder || !is_checked(path) || is_compiled_from_a_neighbour(path)) continue;
    files.push_back(path.lexically_normal().string());
  }
  if (error) return fail(tr("{}: {}", folder, error.message()));
  if (files.empty()) return fail(tr("{} has no .cu or .ptx file", folder));
  std::ranges::sort(files);
  return files;
}

Result<std::vector<FileLaunch>> launches_of(const std::string& file, const LaunchSearch& how) {
  if (is_program_file(file)) return captured_launches_of(file, how);
  TRY(const auto loaded, how.options.load({file, {}, {}, how.stop}, how.limits));
  TRY(const auto sidecar, own::read_sidecar(own::sidecar_path(file)));
  std::vector<FileLaunch> launches;
  std::set<const ptx::Function*> known;
  for (const own::NamedLaunch& launch : sidecar.value_or(own::Sidecar()).launches) {
    add_kernels_of(launch.form, *loaded.module, known);
    launches.push_back({launch.name, target_of(file, loaded, {launch.form, launch.name, false})});
  }
  for (const ptx::Function& function : loaded.module->functions) {
    if (!function.is_entry || known.contains(&function)) continue;
    launches.push_back(
        {run::source_name(function.name),
         guessed_target(file, loaded, own::entry_name(*loaded.module, function), how)});
  }
  return launches;
}

}  // namespace warplens::cli
