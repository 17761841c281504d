#include "kernels/device/cuda_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

namespace warplens::device {
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> candidates(const std::vector<std::string>& names) {
  std::vector<fs::path> folders = {fs::path()};
  const auto add_toolkit = [&](const fs::path& root) {
    folders.push_back(root / "lib64");
    folders.push_back(root / "extras" / "CUPTI" / "lib64");
  };
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0') add_toolkit(value);
  }
  add_toolkit("/usr/local/cuda");
  std::vector<fs::path> paths;
  for (const fs::path& folder : folders) {
    for (const std::string& name : names) paths.push_back(folder / name);
  }
  return paths;
}

}  // namespace

Result<CudaLibrary> CudaLibrary::open(const std::vector<std::string>& names,
                                      std::string_view advice) {
  for (const fs::path& path : candidates(names)) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) continue;
    CudaLibrary library;
    library.handle_ = std::shared_ptr<void>(handle, dlclose);
    return library;
  }
  return fail("{} is not installed: {}", names.front(), advice);
}

void* CudaLibrary::symbol(const char* name) const { return dlsym(handle_.get(), name); }

}  // namespace warplens::device
