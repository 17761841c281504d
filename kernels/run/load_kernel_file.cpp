#include <algorithm>

#include "kernels/base/visible_text.h"
#include "kernels/caches/places.h"
#include "kernels/caches/triton.h"
#include "kernels/ptx/parser.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/compiler.h"
#include "kernels/run/toolkit/shipped_texts.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

// Its name is printed in one line, as a source's is.
Result<std::string> text_of_ptx(const fs::path& path) {
  TRY(std::string text, read_text(path));
  if (is_one_line(path.string())) return text;
  return fail(
      tr("{}: rename it: a name takes no line ends and other control characters", path.string()));
}

Result<std::string> ptx_text(const fs::path& path, const CompileOptions& options,
                             const std::stop_token& stop, const ProcessLimits& limits) {
  const std::string extension = path.extension().string();
  if (extension == ".ptx") return text_of_ptx(path);
  if (extension == ".cubin") {
    TRY(const std::string bytes, text_of_ptx(path));
    const std::string_view ptx = caches::ptx_within(bytes);
    if (!ptx.empty()) return std::string(ptx);
  }
  if (Text why = caches::why_no_ptx(path); !why.empty()) return fail(std::move(why));
  if (extension != ".cu") return fail(tr("{}: give a .ptx or a .cu file", path.string()));
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return fail(tr("{}: no such file", path.string()));
  Toolchain tools = find_toolchain();
  tools.limits = limits;
  return compile(tools, path, options, stop);
}

std::vector<fs::path> shipped_folders() {
  std::vector<fs::path> folders;
  const auto assets = find_assets();
  if (!assets.has_value()) return folders;
  std::error_code error;
  for (fs::recursive_directory_iterator each(*assets / "lessons", error), end;
       !error && each != end; each.increment(error)) {
    if (each->path().extension() == ".images") folders.push_back(each->path());
  }
  std::ranges::sort(folders);
  return folders;
}

// Lines of the text that was compiled become those of `path`, which says the same.
void place_lines(ptx::Module& module, const std::string& compiled, const fs::path& path,
                 const std::vector<std::uint32_t>& lines) {
  for (std::uint32_t file = 0; file < module.files.size(); ++file) {
    if (module.files[file] != compiled) continue;
    module.files[file] = path.string();
    for (ptx::SourceLocation& location : module.locations) {
      if (location.file != file || location.line == 0 || location.line > lines.size()) continue;
      location.line = lines[location.line - 1];
    }
  }
}

// The kernel that ships for the text in that folder; nothing if no image is of that text.
std::optional<LoadedKernel> shipped_in(const fs::path& folder, const fs::path& path,
                                       const std::string& text) {
  const auto texts = read_shipped_texts(folder);
  if (!texts.has_value()) return std::nullopt;
  const auto known = known_text(*texts, text);
  if (!known) return std::nullopt;
  auto ptx = read_text(folder / known->image->file);
  if (!ptx.has_value()) return std::nullopt;
  auto module = ptx::parse(*ptx, path.string());
  if (!module.has_value()) return std::nullopt;
  place_lines(*module, folder.stem().string(), path, known->lines);
  LoadedKernel loaded;
  loaded.module = std::make_shared<const ptx::Module>(std::move(*module));
  loaded.ptx = std::make_shared<const std::string>(std::move(*ptx));
  loaded.sources = std::make_shared<const trace::Sources>(trace::Sources{{path.string(), text}});
  loaded.shipped = known->image->file;
  return loaded;
}

std::optional<LoadedKernel> shipped(const fs::path& path, const CompileOptions& options) {
  if (path.extension() != ".cu" || options != CompileOptions()) return std::nullopt;
  const auto text = read_text(path, kMaximumSourceBytes);
  if (!text.has_value()) return std::nullopt;
  for (const fs::path& folder : shipped_folders())
    if (auto loaded = shipped_in(folder, path, *text)) return loaded;
  return std::nullopt;
}

}  // namespace

Result<LoadedKernel> load_kernel_file(const fs::path& path, std::vector<fs::path> source_roots,
                                      const CompileOptions& options, const std::stop_token& stop,
                                      const ProcessLimits& limits) {
  if (auto loaded = shipped(path, options)) {
    loaded->source_roots = std::move(source_roots);
    return std::move(*loaded);
  }
  TRY(std::string text, ptx_text(path, options, stop, limits));
  TRY(ptx::Module module, ptx::parse(text, path.string()));
  LoadedKernel loaded;
  loaded.source_roots = source_roots;
  if (path.extension() == ".ptx") {
    TRY(loaded.told, caches::told_beside(path, module));
  }
  std::error_code error;
  source_roots.push_back(fs::absolute(path, error).parent_path());
  loaded.sources = std::make_shared<const trace::Sources>(find_sources(module, source_roots));
  loaded.module = std::make_shared<const ptx::Module>(std::move(module));
  loaded.ptx = std::make_shared<const std::string>(std::move(text));
  return loaded;
}

}  // namespace warplens::run
