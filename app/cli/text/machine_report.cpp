#include "app/cli/text/machine_report.h"

#include "kernels/run/toolkit/processor_name.h"

#include <dlfcn.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <thread>

#include "app/settings/font_files.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/advice.h"
#include "kernels/run/toolkit/compiler.h"
#include "kernels/run/toolkit/disassemble.h"

namespace warplens::cli {

namespace fs = std::filesystem;

namespace {

using Names = std::initializer_list<const char*>;

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

// From version 3.4 on it loads X11 when it opens a window.
std::optional<std::string> glfw() {
  return loadable({"libX11.so.6"}) ? loadable({"libglfw.so.3"}) : std::nullopt;
}

std::optional<std::string> text_of(const std::optional<fs::path>& path) {
  if (!path.has_value()) return std::nullopt;
  return path->string();
}

std::optional<fs::path> assets_folder() {
  auto assets = run::find_assets();
  if (!assets.has_value()) return std::nullopt;
  return std::move(*assets);
}

std::optional<std::string> where(std::optional<session::FontFile> font) {
  if (!font.has_value()) return std::nullopt;
  return font->path.string();
}

}  // namespace

MachineReport inspect_machine() {
  const run::Toolchain tools = run::find_toolchain();
  const run::Disassembler sass = run::find_disassembler();
  const Text sass_advice = tr("optional: {}", run::disassembler_advice());
  const std::optional<fs::path> assets = assets_folder();
  session::FontFiles fonts = session::font_files(assets.value_or(fs::path()));
  MachineReport report;
  report.driver = device::Driver::open();
  report.capabilities = device::capabilities();
  report.processors = std::thread::hardware_concurrency();
  report.processor = run::processor_name();
  report.memory_bytes = memory_bytes();
  report.parts = {
      {"assets", tr("kernels and lessons"), text_of(assets),
       tr("run warplens from its build folder, or keep assets/ beside it")},
      {"egl", tr("EGL (pictures without a display)"), loadable({"libEGL.so.1"}),
       tr("install libegl1 and libgl1-mesa-dri")},
      {"opengl", tr("OpenGL (the window and pictures)"), loadable({"libGL.so.1"}),
       tr("install libgl1 and libgl1-mesa-dri")},
      {"glfw", tr("GLFW (the window)"), glfw(), tr("install libglfw3 and libx11-6")},
      {"font_text", tr("text font"), where(fonts.find(session::Face::regular)),
       tr("install fonts-inter")},
      {"font_mono", tr("code font"), where(fonts.find(session::Face::mono)),
       tr("install fonts-jetbrains-mono")},
      {"font_chinese", tr("Chinese font"), where(fonts.find(session::Face::chinese)),
       tr("install fonts-noto-cjk")},
      {"nvcc", tr("nvcc (compiles your own .cu)"), text_of(tools.nvcc),
       tr("optional: install the CUDA toolkit, or give PTX")},
      {"nvrtc", tr("NVRTC (compiles your own .cu)"), text_of(tools.nvrtc),
       tr("optional: install the CUDA toolkit's NVRTC, or give PTX")},
      {"ptxas", tr("ptxas (what GPUs execute of your own kernels)"), text_of(sass.ptxas),
       sass_advice},
      {"nvdisasm", tr("nvdisasm (likewise)"), text_of(sass.nvdisasm), sass_advice},
  };
  return report;
}

}  // namespace warplens::cli
