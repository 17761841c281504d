#include "app/texts/cost_phrases.h"

#include "viz/scene/access/metrics_view.h"

namespace warplens::ui {
namespace {

CostPhrases counted(const Speech& speech, Str one, Str many, std::uint32_t cost,
                    std::uint32_t ideal) {
  const std::string costs = speech.say(cost == 1 ? one : many, scene::with_separators(cost));
  if (cost <= ideal) return {costs, std::string(speech.say(Str::cost_is_ideal)), false};
  return {costs, speech.say(Str::cost_ideal, scene::with_separators(ideal)), true};
}

}  // namespace

CostPhrases cost_phrase(const Speech& speech, const analysis::CostedEvent& event) {
  const analysis::AccessCost& cost = event.cost;
  if (!cost.modelled && cost.sectors == 0) {
    return {std::string(speech.say(Str::cost_not_modelled)), {}, false};
  }
  if (cost.wavefronts > 0) {
    return counted(speech, Str::cost_wavefront, Str::cost_wavefronts, cost.wavefronts,
                   cost.ideal_wavefronts);
  }
  if (cost.sectors > 0) {
    return counted(speech, Str::cost_sector, Str::cost_sectors, cost.sectors, cost.ideal_sectors);
  }
  return {};
}

std::string joined(const CostPhrases& words) {
  if (words.ideal.empty()) return words.costs;
  return fmt::format("{} · {}", words.costs, words.ideal);
}

}  // namespace warplens::ui
