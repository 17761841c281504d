#include "app/session/load_own_file.h"

#include <algorithm>

#include "kernels/base/toolkit_folders.h"
#include "kernels/own/included_headers.h"
#include "kernels/own/infer_form.h"
#include "kernels/own/signature.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::session {
namespace {

constexpr std::size_t kMostTexts = 8;

// The file's own text first; then those that a compiler names, which `#line` may have told it.
trace::Sources texts_of(const OwnFile& file, const run::Roots& source_roots) {
  run::Roots roots = toolkit_folders();
  roots.insert(roots.end(), source_roots.begin(), source_roots.end());
  roots.push_back(std::filesystem::path(file.path).parent_path());
  roots.emplace_back(file.path);
  std::vector<std::string> names{file.path};
  for (const run::Diagnostic& each : file.diagnostics)
    if (std::ranges::find(names, each.file) == names.end()) names.push_back(each.file);
  trace::Sources texts;
  for (const std::string& name : names) {
    if (texts.size() == kMostTexts) break;
    auto text = run::read_beneath(name, roots, run::kMaximumSourceBytes);
    if (text.has_value()) texts.emplace_back(name, std::move(*text));
  }
  return texts;
}

std::vector<OwnEntry> entries_of(const run::LoadedKernel& loaded) {
  const auto sources = own::source_texts(loaded);
  std::vector<OwnEntry> entries;
  for (const ptx::Function& function : loaded.module->functions) {
    if (!function.is_entry) continue;
    entries.push_back({own::entry_name(*loaded.module, function),
                       own::readable(own::signature_of(function, sources, loaded.told))});
  }
  return entries;
}

}  // namespace

OwnFile load_own_file(const std::string& path, std::uint64_t stamp, const run::Roots& source_roots,
                      const std::stop_token& stop) {
  OwnFile file;
  file.path = path;
  file.stamp = stamp;
  auto loaded = run::load_kernel_file(path, source_roots, {}, stop);
  if (loaded.has_value()) {
    file.loaded = std::move(*loaded);
    file.kernels = entries_of(file.loaded);
    return file;
  }
  file.error = loaded.error();
  file.diagnostics = run::parse_diagnostics(file.error->log);
  // Errors first: warnings may stand before them.
  std::ranges::stable_sort(file.diagnostics, {}, &run::Diagnostic::severity);
  if (!file.diagnostics.empty()) file.texts = texts_of(file, source_roots);
  return file;
}

}  // namespace warplens::session
