// The figures above the columns: registers, the most that are live, spills, blocks, the next block.
#pragma once

#include <string>
#include <vector>

#include "viz/code/code_model.h"

namespace warplens::scene {

struct CodeTile {
  std::string value, caption, brief;  // brief: the caption in few words
  bool is_bad = false;
};
[[nodiscard]] std::vector<CodeTile> code_tiles(const code::CodeModel& model, Language language);

}  // namespace warplens::scene
