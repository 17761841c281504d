// The modules as add_module() notes them: modules.tsv in the build folder.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace warplens {

struct Module {
  std::vector<std::string> below;  // folders, right below it
  std::string about;
};

// By folder: "kernels/machine".
const std::map<std::string, Module>& modules();

}  // namespace warplens
