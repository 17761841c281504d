#include "kernels/run/compiler.h"

#include <dlfcn.h>

#include <sstream>
#include <vector>

#include "kernels/base/toolkit_folders.h"
#include "kernels/run/process.h"
#include "kernels/run/sources.h"
#include "kernels/run/toolkit.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaximumDetailBytes = 8192;

bool can_be_opened(const fs::path& library) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return false;
  dlclose(handle);
  return true;
}

std::optional<fs::path> find_nvrtc() {
  std::vector<fs::path> candidates = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
  for (const fs::path& root : toolkit_folders())
    candidates.push_back(root / "lib64" / "libnvrtc.so");
  for (const fs::path& candidate : candidates) {
    if (can_be_opened(candidate)) return candidate;
  }
  return std::nullopt;
}

// nvcc hands names to a shell, so it is given links with plain names in a folder of our own:
// `source` to the folder in which the kernel's headers lie, `kernel.cu` to the kernel.
class PlainNames {
 public:
  PlainNames(const fs::path& folder, const fs::path& source)
      : source_(source), kernel_(folder / "kernel.cu"), headers_(folder / "source") {
    const fs::path absolute = fs::absolute(source, error_);
    if (!error_) fs::create_symlink(absolute, kernel_, error_);
    if (!error_) fs::create_directory_symlink(absolute.parent_path(), headers_, error_);
  }
  [[nodiscard]] const std::error_code& error() const { return error_; }
  [[nodiscard]] std::string kernel() const { return kernel_.string(); }
  [[nodiscard]] std::string headers() const { return headers_.string(); }

  // The compiler's words with the names that the person knows.
  [[nodiscard]] std::string restored(std::string text) const {
    text = replaced(std::move(text), kernel(), source_.string());
    return replaced(std::move(text), headers() + "/", (source_.parent_path() / "").string());
  }

 private:
  fs::path source_, kernel_, headers_;
  std::error_code error_;
};

}  // namespace

Toolchain find_toolchain() { return {find_tool("nvcc"), find_nvrtc()}; }

Result<std::string> compile(const Toolchain& tools, const fs::path& source) {
  if (source.string().find_first_of("\"\\\n") != std::string::npos) {
    return fail("{}: rename it, PTX cannot hold quotes or backslashes in a name", source.string());
  }
  if (tools.nvcc.has_value()) return compile_with_nvcc(*tools.nvcc, source);
  if (tools.nvrtc.has_value()) return compile_with_nvrtc(*tools.nvrtc, source);
  return fail("{}: neither nvcc nor libnvrtc.so is here: install the CUDA toolkit, or give its PTX",
              source.string());
}

Result<std::string> compile_with_nvcc(const fs::path& nvcc, const fs::path& source) {
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder.has_value()) return fail(folder.error());
  const PlainNames names(folder->path(), source);
  if (names.error()) return fail("{}: {}", source.string(), names.error().message());
  const fs::path ptx = folder->path() / "kernel.ptx";
  const fs::path log = folder->path() / "log";
  const Result<int> status = run_process(
      {nvcc.string(), "-ptx", "-lineinfo", fmt::format("-arch={}", kOwnKernelArchitecture), "-I",
       names.headers(), "-o", ptx.string(), names.kernel()},
      log);
  if (!status.has_value()) return fail(status.error());
  if (*status != 0) {
    return fail(compile_error(source, names.restored(read_text(log).value_or(""))));
  }
  Result<std::string> text = read_text(ptx);
  if (!text.has_value()) return text;
  return names.restored(std::move(*text));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  std::size_t at = text.find(from);
  while (at != std::string::npos) {
    text.replace(at, from.size(), to);
    at = text.find(from, at + to.size());
  }
  return text;
}

Error compile_error(const fs::path& source, const std::string& log) {
  std::istringstream lines(log);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (first.empty()) first = line;
    if (line.find("error") == std::string::npos) continue;
    first = line;
    break;
  }
  if (first.empty()) first = "the compiler gave no reason";
  std::string details = log.substr(0, kMaximumDetailBytes);
  while (!details.empty() && details.back() == '\n') details.pop_back();
  const std::string separator = details.empty() || details == first ? "" : "\n" + details;
  return {fmt::format("{} does not compile: {}{}", source.string(), first, separator)};
}

}  // namespace warplens::run
