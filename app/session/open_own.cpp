#include "app/session/open_own.h"

#include <algorithm>

#include "kernels/own/infer_form.h"
#include "kernels/own/sidecar.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/entry_name.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

struct OwnLaunch {
  own::LaunchForm form;
  std::vector<Text> notes;
};

std::vector<std::string> entries_of(const ptx::Module& module) {
  std::vector<std::string> names;
  for (const ptx::Function& function : module.functions) {
    if (function.is_entry) names.push_back(function.name);
  }
  return names;
}

Text guessed_note(const fs::path& sidecar) {
  return text_in_both(
      "its launch is guessed; to correct it: warplens trace {} --save-launch, then {}",
      "它的启动方式是推测的；要更正：warplens trace {} --save-launch，然后修改 {}",
      sidecar.stem().stem().string(), sidecar.filename().string());
}

Text one_of_several(const std::string& name, std::size_t count) {
  return text_in_both("{} of {} kernels is shown: the first launch of the sidecar says which",
                      "显示的是 {}，文件共有 {} 个核函数：由附属文件中的第一个启动决定",
                      run::source_name(name), count);
}

Result<OwnLaunch> guessed_launch(const run::LoadedKernel& loaded, const fs::path& sidecar) {
  const std::vector<std::string> names = entries_of(*loaded.module);
  if (names.empty()) {
    return fail_in_both("the file has no kernel: it needs a __global__ function",
                        "文件中没有核函数：需要一个 __global__ 函数");
  }
  auto form = own::guess_form(loaded, names.front());
  if (!form.has_value()) return fail(form.error());
  OwnLaunch found{std::move(*form), {guessed_note(sidecar)}};
  if (names.size() > 1) found.notes.push_back(one_of_several(names.front(), names.size()));
  for (const Text& assumption : found.form.assumptions) found.notes.push_back(assumption);
  return found;
}

Result<OwnLaunch> launch_of_file(const fs::path& path, const run::LoadedKernel& loaded) {
  const fs::path sidecar = own::sidecar_path(path);
  auto kept = own::read_sidecar(sidecar);
  if (!kept.has_value()) return fail(kept.error());
  const own::NamedLaunch* launch = kept->has_value() ? (*kept)->find("") : nullptr;
  if (launch != nullptr) return OwnLaunch{launch->form, {}};
  return guessed_launch(loaded, sidecar);
}

}  // namespace

bool is_kernel_file(const fs::path& path) {
  return path.extension() == ".cu" || path.extension() == ".ptx";
}

Result<KernelResultPtr> open_own(const Selection& selection, const run::Options& options) {
  const fs::path path = selection.capture;
  if (selection.backend == Backend::gpu) {
    return fail_in_both(
        "own kernels run on the CPU here: press Ctrl + G, or warplens trace --backend gpu",
        "自己的核函数在这里于 CPU 上运行：请按 Ctrl + G，或使用 warplens trace --backend gpu");
  }
  if (selection.recording != 0 && selection.recording != trace::capture_stamp(path)) {
    return fail_in_both("'{}' has been saved again since: open it once more",
                        "“{}”此后已重新保存：请再次打开", selection.capture);
  }
  const auto loaded = run::load_kernel_file(path);
  if (!loaded.has_value()) return fail(loaded.error());
  auto found = launch_of_file(path, *loaded);
  if (!found.has_value()) return fail(found.error());
  const auto sized = own::set_sizes(found->form, selection.parameters);
  if (!sized.has_value()) return fail(sized.error());
  const auto kernel = own::own_kernel(found->form, *loaded, path.parent_path());
  if (!kernel.has_value()) return fail(kernel.error());
  const auto run = run::run_own(*kernel, options);
  if (!run.has_value()) return fail(run.error());
  const auto code = wanted_code(selection, *run, 0);
  KernelResult result = analyse(selection, *run, code.has_value() ? &*code : nullptr);
  result.sources = loaded->sources;
  std::ranges::move(found->notes, std::back_inserter(result.notes));
  if (options.machine.stop.stop_requested()) return fail_in_both("cancelled", "已取消");
  return std::make_shared<const KernelResult>(std::move(result));
}

}  // namespace warplens::session
