#include "app/cli/machine_report.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string_view>
#include <thread>

#include "kernels/run/compiler.h"
#include "kernels/run/run.h"

namespace warplens::cli {

namespace fs = std::filesystem;

namespace {

using Names = std::initializer_list<const char*>;

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::uint64_t memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0
             ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)
             : 0;
}

std::optional<std::string> loadable(Names libraries) {
  for (const char* name : libraries) {
    void* library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) continue;
    dlclose(library);
    return name;
  }
  return std::nullopt;
}

bool is_font(const fs::path& file, std::string_view family) {
  const std::string name = file.filename().string();
  const std::string extension = file.extension().string();
  return name.starts_with(family) &&
         (extension == ".ttf" || extension == ".otf" || extension == ".ttc");
}

std::vector<fs::path> font_folders() {
  std::vector<fs::path> folders = {"/usr/share/fonts", "/usr/local/share/fonts"};
  if (const char* home = std::getenv("HOME")) {
    folders.push_back(fs::path(home) / ".fonts");
    folders.push_back(fs::path(home) / ".local/share/fonts");
  }
  return folders;
}

std::optional<std::string> find_font(Names families) {
  for (const char* family : families) {
    for (const fs::path& folder : font_folders()) {
      std::error_code error;
      fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied,
                                            error);
      for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
        if (is_font(walk->path(), family)) return walk->path().string();
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> text_of(const std::optional<fs::path>& path) {
  if (!path.has_value()) return std::nullopt;
  return path->string();
}

std::optional<std::string> assets_folder() {
  const auto assets = run::find_assets();
  if (!assets.has_value()) return std::nullopt;
  return assets->string();
}

}  // namespace

MachineReport inspect_machine() {
  const run::Toolchain tools = run::find_toolchain();
  MachineReport report;
  report.processors = std::thread::hardware_concurrency();
  report.processor = processor_name();
  report.memory_bytes = memory_bytes();
  report.driver = find_gpu_driver();
  report.parts = {
      {"assets", "kernels and lessons", assets_folder(),
       "run warplens from its build folder, or keep assets/ beside it"},
      {"egl", "EGL (pictures without a display)", loadable({"libEGL.so.1"}),
       "install libegl1 and libgl1-mesa-dri"},
      {"opengl", "OpenGL (the window)", loadable({"libGL.so.1", "libOpenGL.so.0"}),
       "install libgl1 and libgl1-mesa-dri"},
      {"font_text", "text font", find_font({"Inter-Regular", "Inter", "DejaVuSans"}),
       "install fonts-inter"},
      {"font_mono", "code font",
       find_font({"JetBrainsMono-Regular", "JetBrainsMono", "DejaVuSansMono"}),
       "install fonts-jetbrains-mono"},
      {"font_chinese", "Chinese font", find_font({"NotoSansCJK", "NotoSansSC"}),
       "install fonts-noto-cjk"},
      {"nvcc", "nvcc (compiles your own .cu)", text_of(tools.nvcc),
       "optional: install the CUDA toolkit, or give PTX"},
      {"nvrtc", "NVRTC (compiles your own .cu)", text_of(tools.nvrtc),
       "optional: install the CUDA toolkit's NVRTC, or give PTX"},
  };
  return report;
}

}  // namespace warplens::cli
