#include "kernels/capturing/find_cupti.h"

#include <algorithm>
#include <array>

#include "kernels/base/toolkit_folders.h"
#include "kernels/run/toolkit/toolkit.h"

namespace warplens::capturing {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<fs::path>;

constexpr std::array<const char*, 3> kNames{"libcupti.so.13", "libcupti.so.12", "libcupti.so"};

Paths folders_in(const fs::path& folder) {
  Paths inside;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    inside.push_back(each->path());
  std::ranges::sort(inside, std::greater{});
  return inside;
}

// PREFIX/lib/python3.12/site-packages/nvidia/cu13/lib for PREFIX/bin/python3.
void add_packages(const fs::path& interpreter, Paths& folders) {
  if (!interpreter.filename().string().starts_with("python")) return;
  const fs::path library = interpreter.parent_path().parent_path() / "lib";
  for (const fs::path& python : folders_in(library)) {
    if (!python.filename().string().starts_with("python")) continue;
    for (const char* packages : {"site-packages", "dist-packages"})
      for (const fs::path& package : folders_in(python / packages / "nvidia"))
        folders.push_back(package / "lib");
  }
}

}  // namespace

std::vector<std::string> find_cupti(const fs::path& program) {
  Paths folders;
  add_packages(program, folders);
  std::error_code error;
  const fs::path resolved = fs::canonical(program, error);
  if (!error) add_packages(resolved, folders);
  for (const char* inside : {"cuda_cupti/lib", "cu13/lib", "cu12/lib"})
    for (const fs::path& folder : run::python_package_folders(inside)) folders.push_back(folder);
  for (const fs::path& toolkit : toolkit_folders())
    for (const char* inside : {"extras/CUPTI/lib64", "lib64"}) folders.push_back(toolkit / inside);
  std::vector<std::string> found;
  for (const fs::path& folder : folders) {
    for (const char* name : kNames)
      if (fs::exists(folder / name, error)) found.push_back((folder / name).string());
  }
  return found;
}

}  // namespace warplens::capturing
