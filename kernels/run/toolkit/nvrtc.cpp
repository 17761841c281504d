// NVRTC through its C interface (NVRTC documentation, "User Interface"), opened at run time so that
// nothing of CUDA is needed to build or start.
#include <dlfcn.h>

#include <memory>
#include <string>
#include <vector>

#include "kernels/run/toolkit/compiler.h"
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

Result<std::string> compile_program(const Nvrtc& nvrtc, Program program,
                                    const std::vector<std::string>& options,
                                    const fs::path& source) {
  std::vector<const char*> pointers;
  for (const std::string& option : options) pointers.push_back(option.c_str());
  const int status = nvrtc.compile(program, static_cast<int>(pointers.size()), pointers.data());
  // NVRTC was given the absolute name; the person knows the other one.
  const auto restored = [&](std::string text) {
    return replaced(std::move(text), fs::absolute(source).string(), source.string());
  };
  if (status != kSuccess) {
    const std::string log = text_of(program, nvrtc.log_size, nvrtc.log);
    return fail(compile_error(source, restored(log)));
  }
  return restored(text_of(program, nvrtc.ptx_size, nvrtc.ptx));
}

}  // namespace

Result<std::string> compile_with_nvrtc(const fs::path& library, const fs::path& source,
                                       const CompileOptions& options) {
  TRY(const auto words, compiler_arguments(options));
  TRY(const std::string text, read_text(source));
  const auto close = [](void* handle) { dlclose(handle); };
  const std::unique_ptr<void, decltype(close)> handle(
      dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL), close);
  if (handle == nullptr) return fail(tr("{} cannot be opened: {}", library.string(), dlerror()));
  Nvrtc nvrtc;
  if (!bind_all(handle.get(), nvrtc)) return fail(tr("{} is no NVRTC library", library.string()));

  Program program = nullptr;
  const std::string name = fs::absolute(source).string();
  if (nvrtc.create(&program, text.c_str(), name.c_str(), 0, nullptr, nullptr) != kSuccess) {
    return fail(tr("{}: NVRTC does not take this source", source.string()));
  }
  std::vector<std::string> all = options_for(library, source);
  all.insert(all.end(), words.begin(), words.end());
  Result<std::string> ptx = compile_program(nvrtc, program, all, source);
  nvrtc.destroy(&program);
  return ptx;
}

}  // namespace warplens::run
