#include "kernels/device/capabilities.h"

#include <unistd.h>

#include <fstream>
#include <iterator>

#include "kernels/device/shared_library.h"

namespace warplens::device {
namespace {

constexpr TextView kToolkit = tr("install it with the CUDA toolkit");

std::string read_all(const char* path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

Capability library(std::string name, TextView what, std::initializer_list<std::string> files,
                   const TextView& advice) {
  const Result<SharedLibrary> opened = SharedLibrary::open(files, advice);
  if (opened.has_value()) return {std::move(name), what, opened->name(), {}};
  return {std::move(name), what, {}, opened.error().message};
}

Capability counters() {
  Capability capability{"counters", tr("hardware counters"), {}, {}};
  const std::string params = read_all("/proc/driver/nvidia/params");
  const std::optional<bool> open = counters_are_open(params, geteuid() == 0);
  if (!open.has_value()) {
    capability.missing = tr("no NVIDIA kernel module is loaded");
  } else if (*open) {
    capability.there = tr("open to this user");
  } else {
    capability.missing =
        tr("open to administrators only: load the kernel module nvidia with "
           "NVreg_RestrictProfilingToAdminUsers=0, or run as root");
  }
  return capability;
}

}  // namespace

std::optional<bool> counters_are_open(std::string_view params, bool is_root) {
  constexpr std::string_view kKey = "RmProfilingAdminOnly: ";
  const std::size_t at = params.find(kKey);
  if (at == std::string_view::npos) return std::nullopt;
  return is_root || params.substr(at + kKey.size()).starts_with('0');
}

std::vector<Capability> capabilities() {
  return {library("cupti", tr("CUPTI (hardware counters)"), {"libcupti.so.13", "libcupti.so.12"},
                  kToolkit),
          counters(),
          library("cublas", tr("cuBLAS (to compare timings with)"),
                  {"libcublas.so.13", "libcublas.so.12"}, kToolkit),
          library("cub", tr("CUB (to compare timings with)"),
                  {beside_the_program("libwarplens_cub.so")},
                  tr("build the target warplens_cub (needs nvcc)"))};
}

std::string release_in(std::string_view text) {
  // "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build …"
  std::size_t at = text.find("Kernel Module");
  while ((at = text.find("  ", at)) != std::string_view::npos) {
    at = text.find_first_not_of(' ', at);
    if (at == std::string_view::npos) break;
    const std::string_view word = text.substr(at, text.find_first_of(" \n", at) - at);
    const bool is_release = word.find('.') != std::string_view::npos &&
                            word.find_first_not_of("0123456789.") == std::string_view::npos;
    if (is_release) return std::string(word);
  }
  return "";
}

std::string driver_release(const Driver& driver) {
  const std::string release = release_in(read_all("/proc/driver/nvidia/version"));
  return release.empty() ? "CUDA " + version_text(driver.version()) : release;
}

}  // namespace warplens::device
