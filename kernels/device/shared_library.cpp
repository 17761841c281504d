#include "kernels/device/shared_library.h"

#include <dlfcn.h>

#include <filesystem>

namespace warplens::device {

Result<SharedLibrary> SharedLibrary::open(std::initializer_list<std::string> names,
                                          const char* advice) {
  SharedLibrary library;
  for (const std::string& name : names) {
    // CUDA's libraries hook themselves into the driver: CUPTI crashes when it is taken away.
    void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) continue;
    library.name_ = name;
    library.handle_ = {handle, dlclose};
    return library;
  }
  const std::string first = std::filesystem::path(*names.begin()).filename();
  return fail("{} is not installed: {}", first, advice);
}

void* SharedLibrary::find(const char* symbol) const { return dlsym(handle_.get(), symbol); }

std::string beside_the_program(const char* name) {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / name;
}

}  // namespace warplens::device
