#include "app/session/resident_notes.h"

#include "kernels/run/run.h"
#include "viz/analysis/limits/resident_blocks.h"

namespace warplens::session {

std::vector<Text> resident_notes(const ptx::Module& module, const trace::Run& run) {
  std::vector<Text> notes;
  const auto assets = run::find_assets();
  if (!assets.has_value()) return notes;
  const auto chips = analysis::read_chips(*assets / "chips.json");
  if (!chips.has_value()) return notes;
  for (const auto& launch : run.traces) {
    auto note = analysis::too_many_to_be_resident(module, *launch, *chips);
    if (note.has_value()) notes.push_back(std::move(*note));
  }
  return notes;
}

}  // namespace warplens::session
