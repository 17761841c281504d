#include "tests/layering/modules.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace warplens {
namespace {

struct Line {
  std::string folder, below, about;
};

std::vector<Line> lines() {
  std::ifstream in(WARPLENS_BINARY_DIR "/modules.tsv");
  std::vector<Line> read;
  for (Line line; std::getline(in, line.folder, '\t');) {
    std::getline(in, line.below, '\t');
    std::getline(in, line.about);
    read.push_back(line);
  }
  return read;
}

std::string target_of(std::string folder) {
  std::ranges::replace(folder, '/', '_');
  return folder;
}

std::map<std::string, Module> read_modules() {
  const std::vector<Line> all = lines();
  std::map<std::string, std::string> folders;
  for (const Line& line : all) folders[target_of(line.folder)] = line.folder;
  std::map<std::string, Module> modules;
  for (const Line& line : all) {
    Module& module = modules[line.folder];
    module.about = line.about;
    std::istringstream below(line.below);
    for (std::string target; below >> target;) module.below.push_back(folders.at(target));
  }
  return modules;
}

}  // namespace

const std::map<std::string, Module>& modules() {
  static const std::map<std::string, Module> all = read_modules();
  return all;
}

}  // namespace warplens
