#include "tests/layering/rooms.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace warplens {
namespace {

struct Line {
  std::string folder, below, about;
};

std::vector<Line> lines() {
  std::ifstream in(WARPLENS_BINARY_DIR "/rooms.tsv");
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

std::map<std::string, Room> read_rooms() {
  const std::vector<Line> all = lines();
  std::map<std::string, std::string> folders;
  for (const Line& line : all) folders[target_of(line.folder)] = line.folder;
  std::map<std::string, Room> rooms;
  for (const Line& line : all) {
    Room& room = rooms[line.folder];
    room.about = line.about;
    std::istringstream below(line.below);
    for (std::string target; below >> target;) room.below.push_back(folders.at(target));
  }
  return rooms;
}

}  // namespace

const std::map<std::string, Room>& rooms() {
  static const std::map<std::string, Room> all = read_rooms();
  return all;
}

}  // namespace warplens
