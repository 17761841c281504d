#include "kernels/sass/sass.h"

#include "kernels/sass/instruction.h"

namespace warplens::sass {

std::vector<Access> accesses_of(const Listing& listing) {
  std::vector<Access> accesses;
  for (const ListedFunction& function : listing.functions) {
    for (const ListedInstruction& instruction : function.instructions) {
      std::optional<Access> access = access_of(instruction_of(instruction.text));
      if (!access.has_value()) continue;
      access->function = function.name;
      access->ptx_line = instruction.ptx_line;
      access->straight_run = instruction.straight_run;
      access->is_in_loop = instruction.is_in_loop;
      accesses.push_back(std::move(*access));
    }
  }
  return accesses;
}

std::vector<Access> parse(std::string_view text) { return accesses_of(list(text)); }

}  // namespace warplens::sass
