#include "kernels/injected/find_cupti.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string_view>
#include <system_error>

namespace warplens::injected {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<fs::path>;

constexpr std::array kNames{"libcupti.so.13", "libcupti.so.12", "libcupti.so"};

void add_once(const fs::path& path, Paths& paths) {
  if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
}

// Newer ones first.
Paths inside(const fs::path& folder) {
  Paths all;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    all.push_back(each->path());
  std::ranges::sort(all, std::greater{});
  return all;
}

// Folders of packages, of which this process has loaded something.
void add_loaded_packages(Paths& packages) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const auto path = line.find('/');
    for (const std::string_view name : {"/site-packages/", "/dist-packages/"}) {
      const auto at = line.find(name);
      if (path != std::string::npos && at != std::string::npos)
        add_once(line.substr(path, at + name.size() - 1 - path), packages);
    }
  }
}

// PREFIX/lib/python3.12/site-packages of a virtual environment or of an interpreter.
void add_packages_of(const fs::path& prefix, Paths& packages) {
  if (!prefix.is_absolute()) return;
  for (const fs::path& python : inside(prefix / "lib")) {
    if (!python.filename().string().starts_with("python")) continue;
    for (const char* name : {"site-packages", "dist-packages"}) add_once(python / name, packages);
  }
}

// The interpreter as it was called: that of a virtual environment is a link.
fs::path called_as() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string name;
  std::getline(file, name, '\0');
  return name;
}

Paths package_folders() {
  Paths packages;
  add_loaded_packages(packages);
  if (const char* environment = std::getenv("VIRTUAL_ENV")) add_packages_of(environment, packages);
  std::error_code error;
  const fs::path called = called_as();
  if (called.filename().string().starts_with("python")) {
    if (called.is_absolute()) add_packages_of(called.parent_path().parent_path(), packages);
    const fs::path itself = fs::read_symlink("/proc/self/exe", error);
    add_packages_of(itself.parent_path().parent_path(), packages);
  }
  return packages;
}

Paths toolkit_folders() {
  Paths toolkits;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(name)) add_once(value, toolkits);
  add_once("/usr/local/cuda", toolkits);
  for (const fs::path& path : inside("/usr/local"))
    if (path.filename().string().starts_with("cuda-")) add_once(path, toolkits);
  return toolkits;
}

}  // namespace

std::vector<std::string> find_cupti() {
  Paths folders;
  for (const fs::path& packages : package_folders())
    for (const fs::path& package : inside(packages / "nvidia")) folders.push_back(package / "lib");
  for (const fs::path& toolkit : toolkit_folders())
    for (const char* in : {"extras/CUPTI/lib64", "lib64"})
      if (toolkit.is_absolute()) folders.push_back(toolkit / in);
  std::vector<std::string> found;
  std::error_code error;
  for (const fs::path& folder : folders)
    for (const char* name : kNames)
      if (fs::exists(folder / name, error)) found.push_back((folder / name).string());
  return found;
}

}  // namespace warplens::injected
