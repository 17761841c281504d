#include "kernels/ptx/parser.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/compiler.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

Result<std::string> ptx_text(const fs::path& path, const CompileOptions& options) {
  const std::string extension = path.extension().string();
  if (extension == ".ptx") return read_text(path);
  if (extension != ".cu")
    return fail_in_both("{}: give a .ptx or a .cu file", "{}：请给出 .ptx 或 .cu 文件",
                        path.string());
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    return fail_in_both("{}: no such file", "{}：没有这个文件", path.string());
  return compile(find_toolchain(), path, options);
}

}  // namespace

Result<LoadedKernel> load_kernel_file(const fs::path& path, std::vector<fs::path> source_roots,
                                      const CompileOptions& options) {
  const Result<std::string> text = ptx_text(path, options);
  if (!text.has_value()) return fail(text.error());
  Result<ptx::Module> module = ptx::parse(*text, path.string());
  if (!module.has_value()) return fail(module.error());
  LoadedKernel loaded;
  std::error_code error;
  source_roots.push_back(fs::absolute(path, error).parent_path());
  loaded.sources = find_sources(*module, source_roots);
  loaded.module = std::make_shared<const ptx::Module>(std::move(*module));
  return loaded;
}

}  // namespace warplens::run
