// NVRTC through its C interface (NVRTC documentation, "User Interface"), opened at run time so that
// nothing of CUDA is needed to build or start.
#include <dlfcn.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "kernels/run/toolkit/compiler.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

using Program = struct OpaqueProgram*;
constexpr int kSuccess = 0;

struct Nvrtc {
  int (*create)(Program*, const char* source, const char* name, int header_count,
                const char* const* headers, const char* const* include_names) = nullptr;
  int (*compile)(Program, int option_count, const char* const* options) = nullptr;
  int (*ptx_size)(Program, std::size_t*) = nullptr;
  int (*ptx)(Program, char*) = nullptr;
  int (*log_size)(Program, std::size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*destroy)(Program*) = nullptr;
};

template <class Function>
bool bind(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool bind_all(void* library, Nvrtc& nvrtc) {
  return bind(library, "nvrtcCreateProgram", nvrtc.create) &&
         bind(library, "nvrtcCompileProgram", nvrtc.compile) &&
         bind(library, "nvrtcGetPTXSize", nvrtc.ptx_size) &&
         bind(library, "nvrtcGetPTX", nvrtc.ptx) &&
         bind(library, "nvrtcGetProgramLogSize", nvrtc.log_size) &&
         bind(library, "nvrtcGetProgramLog", nvrtc.log) &&
         bind(library, "nvrtcDestroyProgram", nvrtc.destroy);
}

// Both texts come with their length, the terminating zero included.
std::string text_of(Program program, int (*get_size)(Program, std::size_t*),
                    int (*get)(Program, char*)) {
  std::size_t size = 0;
  if (get_size(program, &size) != kSuccess || size == 0) return {};
  std::string text(size, '\0');
  if (get(program, text.data()) != kSuccess) return {};
  text.resize(size - 1);
  return text;
}

std::vector<std::string> options_for(const fs::path& library, const fs::path& source) {
  std::vector<std::string> options = {
      fmt::format("--gpu-architecture={}", kOwnKernelArchitecture), "-lineinfo",
      fmt::format("--include-path={}", fs::absolute(source).parent_path().string())};
  // The toolkit's headers, when the library lies in one.
  const fs::path headers = library.parent_path().parent_path() / "include";
  std::error_code error;
  if (library.has_parent_path() && fs::is_directory(headers, error)) {
    options.push_back(fmt::format("--include-path={}", headers.string()));
  }
  return options;
}

struct Source {
  std::string name, text;
};

// What a copy of this process leaves: whether it is PTX, or the compiler's words.
int compile_into(const Nvrtc& nvrtc, const Source& source, const std::vector<std::string>& options,
                 const fs::path& made) {
  Program program = nullptr;
  if (nvrtc.create(&program, source.text.c_str(), source.name.c_str(), 0, nullptr, nullptr) !=
      kSuccess) {
    return 1;
  }
  std::vector<const char*> pointers;
  for (const std::string& option : options) pointers.push_back(option.c_str());
  const int count = static_cast<int>(pointers.size());
  const bool is_compiled = nvrtc.compile(program, count, pointers.data()) == kSuccess;
  const std::string text = is_compiled ? text_of(program, nvrtc.ptx_size, nvrtc.ptx)
                                       : text_of(program, nvrtc.log_size, nvrtc.log);
  const bool is_written = static_cast<bool>((std::ofstream(made) << text).flush());
  return is_compiled && is_written ? 0 : 1;
}

}  // namespace

Result<std::string> compile_with_nvrtc(const fs::path& library, const fs::path& source,
                                       const CompileOptions& options, const std::stop_token& stop,
                                       const ProcessLimits& limits) {
  TRY(const auto words, compiler_arguments(options));
  TRY(std::string text, read_text(source));
  const auto close = [](void* handle) { dlclose(handle); };
  const std::unique_ptr<void, decltype(close)> handle(
      dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL), close);
  if (handle == nullptr) return fail(tr("{} cannot be opened: {}", library.string(), dlerror()));
  Nvrtc nvrtc;
  if (!bind_all(handle.get(), nvrtc)) return fail(tr("{} is no NVRTC library", library.string()));

  const std::string name = fs::absolute(source).string();
  std::vector<std::string> all = options_for(library, source);
  all.insert(all.end(), words.begin(), words.end());
  TRY(const TemporaryFolder folder, TemporaryFolder::make());
  const fs::path made = folder.path() / "made";
  const Source given{name, std::move(text)};
  TRY(const int status,
      run_copy(
          "NVRTC", [&] { return compile_into(nvrtc, given, all, made); }, stop, limits));
  // NVRTC was given the absolute name; the person knows the other one.
  std::string left = replaced(read_text(made).value_or(""), name, source.string());
  if (status == 0) return left;
  return fail(compile_error(source, left));
}

}  // namespace warplens::run
