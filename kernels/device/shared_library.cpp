#include "kernels/device/shared_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace warplens::device {

namespace {

namespace fs = std::filesystem;

// Where libraries of the toolkit lie; first where the loader looks by itself.
std::vector<fs::path> folders() {
  std::vector<fs::path> result = {fs::path()};
  const auto add_toolkit = [&](const fs::path& root) {
    result.push_back(root / "lib64");
    result.push_back(root / "extras" / "CUPTI" / "lib64");
  };
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0') add_toolkit(value);
  }
  add_toolkit("/usr/local/cuda");
  return result;
}

}  // namespace

Result<SharedLibrary> SharedLibrary::open(std::initializer_list<std::string> names,
                                          const char* advice) {
  SharedLibrary library;
  for (const fs::path& folder : folders()) {
    for (const std::string& name : names) {
      const fs::path path = folder / name;
      void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
      if (handle == nullptr) continue;
      library.name_ = path;
      library.handle_ = {handle, dlclose};
      return library;
    }
  }
  return fail("{} is not installed: {}", fs::path(*names.begin()).filename().string(), advice);
}

void* SharedLibrary::find(const char* symbol) const { return dlsym(handle_.get(), symbol); }

std::string beside_the_program(const char* name) {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / name;
}

}  // namespace warplens::device
