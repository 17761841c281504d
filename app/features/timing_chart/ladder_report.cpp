#include "app/features/timing_chart/ladder_report.h"

#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "kernels/base/json.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::cli {
namespace {

using analysis::Ladder;
using analysis::LadderRung;
using scene::ChartFigure;
using timing::Entry;

std::string figure(const Entry* entry, ChartFigure wanted) {
  const auto value = entry == nullptr ? std::nullopt : scene::value_of(*entry, wanted);
  return value ? scene::figure_phrase(*value, wanted) : "-";
}

std::string gain(std::optional<double> gained) {
  return gained ? scene::ratio_phrase(*gained) : "-";
}

ChartFigure rate_of(const Ladder& ladder) {
  for (const LadderRung& rung : ladder.rungs) {
    if (rung.timed != nullptr && rung.timed->flops > rung.timed->bytes) {
      return ChartFigure::flop_rate;
    }
  }
  return ChartFigure::bandwidth;
}

Json number(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

Json entry_json(const Entry* entry) {
  if (entry == nullptr) return nullptr;
  return {{"median_seconds", entry->seconds.median},
          {"repetitions", entry->seconds.repetitions},
          {"bytes", entry->bytes},
          {"flops", entry->flops}};
}

Json rung_json(const Ladder& ladder, std::size_t number_of_rung) {
  const LadderRung& rung = ladder.rungs[number_of_rung];
  return {{"variant", rung.variant},
          {"parameters", rung.parameters},
          {"expected",
           {{"en", rung.expected.in(Language::en)}, {"zh", rung.expected.in(Language::zh)}}},
          {"timed", entry_json(rung.timed)},
          {"least_seconds", number(rung.least)},
          {"gained", number(analysis::measured_gain(ladder, number_of_rung))},
          {"gained_by_least_times", number(analysis::least_gain(ladder, number_of_rung))},
          {"gained_in_all", number(analysis::gain_in_all(ladder, number_of_rung))}};
}

}  // namespace

void print_ladder_text(const ui::Speech& speech, const Ladder& ladder,
                       const timing::Timings& timings) {
  const ChartFigure rate = rate_of(ladder);
  print_line(speech, tr("{} on {}, recorded {}, side {}", ladder.family, timings.device.name,
                        timings.days(), ladder.side));
  print_text("  {:24} {:>10} {:>14} {:>8} {:>15}\n", speech.say(tr("from the lowest rung")),
             speech.say(tr_in("column", "time")), scene::name_of(rate, speech.language),
             speech.say(tr("gained")), speech.say(tr("by least times")));
  for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
    const LadderRung& rung = ladder.rungs[i];
    print_text("  {:24} {:>10} {:>14} {:>8} {:>15}\n      {}\n", rung.variant,
               figure(rung.timed, ChartFigure::time), figure(rung.timed, rate),
               gain(analysis::measured_gain(ladder, i)), gain(analysis::least_gain(ladder, i)),
               rung.expected.in(speech.language));
  }
  for (const Entry* entry : ladder.yardsticks) {
    print_text("  {:24} {:>10} {:>14}\n", entry->name, figure(entry, ChartFigure::time),
               figure(entry, rate));
  }
}

void print_ladder_json(const Ladder& ladder, const timing::Timings& timings) {
  Json json = {{"family", ladder.family},       {"side", ladder.side},
               {"device", timings.device.name}, {"recorded", timings.days()},
               {"rungs", Json::array()},        {"held_against", Json::array()}};
  for (std::size_t i = 0; i < ladder.rungs.size(); ++i)
    json["rungs"].push_back(rung_json(ladder, i));
  for (const Entry* entry : ladder.yardsticks) {
    Json one = entry_json(entry);
    one["name"] = entry->name;
    json["held_against"].push_back(std::move(one));
  }
  print_json(json_forms::kLadder, json);
}

}  // namespace warplens::cli
