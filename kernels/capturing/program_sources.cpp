#include "kernels/capturing/program_sources.h"

#include <algorithm>
#include <system_error>

#include "kernels/ptx/parser.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::capturing {
namespace {

// Calls act(module) with each image that can be read.
template <class Act>
void each_module(const captured::Program& program, Act act) {
  for (const captured::Image& image : program.images) {
    if (image.ptx.empty()) continue;
    const auto module = ptx::parse(image.ptx, "PTX");
    if (module.has_value()) act(*module);
  }
}

template <class T>
void add_once(const T& one, std::vector<T>& all) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

}  // namespace

std::vector<std::string> source_files(const captured::Program& program) {
  std::vector<std::string> files;
  each_module(program, [&](const ptx::Module& module) {
    for (const std::string& file : module.files) add_once(file, files);
  });
  return files;
}

void add_sources(const std::vector<std::filesystem::path>& roots, captured::Program& program) {
  std::error_code error;
  auto all = roots;
  all.push_back(std::filesystem::current_path(error));
  each_module(program, [&](const ptx::Module& module) {
    for (const auto& source : run::find_sources(module, all)) add_once(source, program.sources);
  });
}

}  // namespace warplens::capturing
