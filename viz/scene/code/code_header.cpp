#include "viz/scene/code/code_header.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/base/result.h"

namespace warplens::scene {
namespace {

using code::CodeModel;

std::string said(const warplens::Text& words, Language language) {
  return std::string(words.in(language));
}

// "line 57", of the source where it is known.
std::string peak_place(const CodeModel& model, Language language) {
  const code::SassCodeRow& row = model.sass[model.pressure.peak_at];
  if (row.ptx == trace::kNone) return said(tr("at {:#06x}", row.address), language);
  const code::PtxCodeRow& ptx = model.ptx[row.ptx];
  if (ptx.source.empty()) return said(tr("at PTX line {}", ptx.line), language);
  return said(tr("at line {}", model.source[ptx.source.front()].line), language);
}

CodeTile spill_tile(const CodeModel& model, Language language) {
  const auto& spills = model.pressure.spills;
  if (spills.empty()) {
    return {"0", said(tr("bytes spilled"), language), said(tr("spilled"), language), false};
  }
  const auto stores = std::ranges::count(spills, true, &code::Spill::is_store);
  const auto loads = static_cast<std::ptrdiff_t>(spills.size()) - stores;
  return {said(tr("{} B", model.pressure.spilled_bytes(true)), language),
          said(tr("spilled: {} stores, {} loads", stores, loads), language),
          said(tr("spilled"), language), true};
}

}  // namespace

std::vector<CodeTile> code_tiles(const CodeModel& model, Language language) {
  std::vector<CodeTile> tiles;
  if (model.sass.empty()) return tiles;
  if (model.needs) {
    tiles.push_back({fmt::format("{}", model.needs->registers),
                     said(tr("registers a thread"), language), said(tr("registers"), language)});
  }
  if (model.pressure.is_known) {
    tiles.push_back({fmt::format("{}", model.pressure.peak.general),
                     said(tr("live at most, {}", peak_place(model, language)), language),
                     said(tr("live at most"), language)});
  }
  tiles.push_back(spill_tile(model, language));
  if (!model.next) return tiles;
  tiles.push_back(
      {fmt::format("{}", model.next->blocks),
       said(tr("blocks an SM: {} of {} warps", model.resident_warps, model.most_warps), language),
       said(tr("blocks an SM"), language), model.next->blocks == 0});
  tiles.push_back({said(code::short_next_block(*model.next), language),
                   said(tr("for block {} an SM", model.next->blocks + 1), language),
                   said(tr("for one more"), language)});
  return tiles;
}

}  // namespace warplens::scene
