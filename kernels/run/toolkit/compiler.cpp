#include "kernels/run/toolkit/compiler.h"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <span>
#include <sstream>
#include <vector>

#include "kernels/base/toolkit_folders.h"
#include "kernels/run/toolkit/advice.h"
#include "kernels/run/toolkit/included_files.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"
#include "kernels/run/toolkit/toolkit.h"

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
  for (const fs::path& folder : python_package_folders("lib")) {
    for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12"})
      candidates.push_back(folder / name);
  }
  for (const fs::path& candidate : candidates) {
    if (can_be_opened(candidate)) return candidate;
  }
  return std::nullopt;
}

// nvcc resolves links and hands the names that it finds to a shell. It is given a file of our own,
// which includes the kernel through a link `source` to the kernel's folder: so no name but ours
// reaches a shell, lines and headers are found as ever, and nothing else is on the way to them.
class PlainNames {
 public:
  PlainNames(const fs::path& folder, const fs::path& source)
      : source_(source), kernel_(folder / "kernel.cu"), headers_(folder / "source") {
    const fs::path absolute = fs::absolute(source, error_);
    if (!error_) fs::create_directory_symlink(absolute.parent_path(), headers_, error_);
    if (error_) return;
    std::ofstream out(kernel_);
    out << "#include \"" << (headers_ / source.filename()).string() << "\"\n";
    if (!out.flush()) error_ = std::make_error_code(std::errc::no_space_on_device);
  }
  [[nodiscard]] const std::error_code& error() const { return error_; }
  [[nodiscard]] std::string kernel() const { return kernel_.string(); }

  // The compiler's words with the names that the person knows.
  [[nodiscard]] std::string restored(std::string text) const {
    text = replaced(std::move(text), "In file included from " + kernel() + ":1:\n", "");
    return replaced(std::move(text), headers_.string() + "/",
                    (source_.parent_path() / "").string());
  }

 private:
  fs::path source_, kernel_, headers_;
  std::error_code error_;
};

bool is_plain(const fs::path& path) {
  return std::ranges::all_of(path.string(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+,@ ").find(c) != std::string_view::npos;
  });
}

// The names that reach nvcc's shell.
Result<void> check_plain(const fs::path& nvcc, const fs::path& folder) {
  if (!is_plain(nvcc)) {
    return fail(
        tr("'{}' is not run: move the CUDA toolkit to a folder with a plain name", nvcc.string()));
  }
  if (!is_plain(folder)) {
    return fail(tr("nvcc is not run in '{}': set TMPDIR to a folder with a plain name",
                   folder.parent_path().string()));
  }
  return {};
}

Result<void> check_name(const fs::path& source) {
  const auto is_bad = [](char c) {
    return c == '"' || c == '\\' || std::iscntrl(static_cast<unsigned char>(c)) != 0;
  };
  if (std::ranges::none_of(source.string(), is_bad)) return {};
  return fail(
      tr("{}: rename it, PTX cannot hold quotes, backslashes or control characters in a name",
         source.string()));
}

// The output of nvcc for a source, and the names that it was given.
struct Compiled {
  PlainNames names;
  std::string output;
};

// `flags` say what is made.
Result<Compiled> run_nvcc(const fs::path& nvcc, const fs::path& source,
                          const std::vector<std::string>& flags, const std::stop_token& stop,
                          const ProcessLimits& limits) {
  TRY(check_name(source));
  TRY(const TemporaryFolder folder, TemporaryFolder::make());
  TRY(check_plain(nvcc, folder.path()));
  PlainNames names(folder.path(), source);
  if (names.error()) return fail(tr("{}: {}", source.string(), names.error().message()));
  const fs::path made = folder.path() / "made";
  const fs::path log = folder.path() / "log";
  std::vector<std::string> command = {nvcc.string()};
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-o", made.string(), names.kernel()});
  TRY(const int status, run_process(command, log, stop, limits));
  if (status != 0) {
    return fail(compile_error(source, names.restored(read_text(log).value_or(""))));
  }
  TRY(std::string output, read_text(made));
  return Compiled{std::move(names), std::move(output)};
}

}  // namespace

namespace {

bool chooses_architecture(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("-arch") || word.starts_with("--gpu-architecture") ||
           word.starts_with("-gencode") || word.starts_with("--generate-code");
  });
}

}  // namespace

Toolchain find_toolchain() { return {find_tool("nvcc"), find_nvrtc()}; }

Result<std::string> compile(const Toolchain& tools, const fs::path& source,
                            const CompileOptions& options, const std::stop_token& stop) {
  TRY(check_name(source));
  TRY(check_includes(source, options.include_folders));
  if (tools.nvcc.has_value())
    return compile_with_nvcc(*tools.nvcc, source, options, stop, tools.limits);
  if (tools.nvrtc.has_value())
    return compile_with_nvrtc(*tools.nvrtc, source, options, stop, tools.limits);
  return fail(tr("{}: no compiler is here: {}", source.string(), compiler_advice()));
}

Result<std::string> compile_with_nvcc(const fs::path& nvcc, const fs::path& source,
                                      const CompileOptions& options, const std::stop_token& stop,
                                      const ProcessLimits& limits) {
  TRY(const auto words, compiler_arguments(options));
  std::vector<std::string> flags = {"-ptx", "-lineinfo"};
  if (!chooses_architecture(words))
    flags.push_back(fmt::format("-arch={}", kOwnKernelArchitecture));
  flags.insert(flags.end(), words.begin(), words.end());
  TRY(Compiled ptx, run_nvcc(nvcc, source, flags, stop, limits));
  return ptx.names.restored(std::move(ptx.output));
}

Result<std::vector<std::byte>> compile_binary(const fs::path& nvcc, const fs::path& source,
                                              const std::string& architecture,
                                              const std::vector<std::string>& flags,
                                              const std::stop_token& stop) {
  std::vector<std::string> all = flags;
  all.insert(all.end(), {"-cubin", "-arch=" + architecture});
  TRY(const Compiled binary, run_nvcc(nvcc, source, all, stop, {}));
  const auto bytes = std::as_bytes(std::span(binary.output));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

Result<std::string> version_of(const fs::path& nvcc) {
  TRY(const TemporaryFolder folder, TemporaryFolder::make());
  const fs::path log = folder.path() / "log";
  TRY(run_process({nvcc.string(), "--version"}, log));
  // "Cuda compilation tools, release 13.0, V13.0.88"
  constexpr std::string_view kBefore = "release ";
  const std::string text = read_text(log).value_or("");
  const std::size_t at = text.find(kBefore);
  if (at == std::string::npos) return fail(tr("{} does not say its version", nvcc.string()));
  const std::size_t first = at + kBefore.size();
  return text.substr(first, text.find_first_not_of("0123456789.", first) - first);
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
  Error error{tr("{} does not compile: {}{}", source.string(), first, separator)};
  error.log = details.empty() ? first : details;
  return error;
}

}  // namespace warplens::run
