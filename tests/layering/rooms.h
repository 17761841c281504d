// The rooms as add_module() notes them: rooms.tsv in the build folder.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace warplens {

struct Room {
  std::vector<std::string> below;  // folders, right below it
  std::string about;
};

// By folder: "kernels/machine".
const std::map<std::string, Room>& rooms();

}  // namespace warplens
