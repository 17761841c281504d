#include "kernels/device/shared_library.h"

#include <dlfcn.h>

#include <filesystem>
#include <vector>

#include "kernels/base/toolkit_folders.h"

namespace warplens::device {

namespace {

namespace fs = std::filesystem;

// The folders to look for libraries in; the empty one comes first, so that the loader looks by its
// own rules.
std::vector<fs::path> folders() {
  std::vector<fs::path> result = {fs::path()};
  for (const fs::path& root : toolkit_folders()) {
    result.push_back(root / "lib64");
    result.push_back(root / "extras" / "CUPTI" / "lib64");
  }
  return result;
}

}  // namespace

Result<SharedLibrary> SharedLibrary::open(std::initializer_list<std::string> names,
                                          const TextView& advice) {
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
  const std::string name = fs::path(*names.begin()).filename().string();
  return fail(tr("{} is not installed: {}", name, advice));
}

void* SharedLibrary::find(const char* symbol) const { return dlsym(handle_.get(), symbol); }

std::string beside_the_program(const char* name) {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / name;
}

}  // namespace warplens::device
