#include "app/cli/text/event_text.h"

#include "app/cli/text/copy_places.h"
#include "app/cli/text/event_lanes.h"
#include "app/cli/text/print.h"
#include "viz/analysis/costed_event.h"

namespace warplens::cli {

namespace {

std::string block_text(const Dim3& dim) { return fmt::format("({},{},{})", dim.x, dim.y, dim.z); }

std::string place_text(const LaneLocation& place) {
  std::string text = place.is_zero_fill ? "zeros" : "";
  if (place.global.has_value()) {
    const GlobalLocation& global = *place.global;
    text = global.buffer == nullptr
               ? fmt::format("{:#x}", global.address)
               : fmt::format("{}+{}/s{}", global.buffer->name, global.offset, global.sector);
  }
  if (place.shared.has_value()) {
    const SharedLocation& shared = *place.shared;
    if (!text.empty()) text += ">";
    if (place.rank.has_value()) text += fmt::format("rank{}:", *place.rank);
    text += fmt::format("{}+{}/b{}", shared.array == nullptr ? "shared" : shared.array->name,
                        shared.offset, shared.bank);
  }
  if (place.local.has_value()) text = fmt::format("local+{}", *place.local);
  if (place.source_lane.has_value()) text = fmt::format("lane{}", *place.source_lane);
  return fmt::format("{}:{}", place.lane, text);
}

std::string cost_text(const ui::Speech& speech, const analysis::AccessCost& cost) {
  std::string text;
  if (cost.sectors > 0) text += " " + speech.say(tr("sectors {}", cost.sectors));
  if (cost.wavefronts > 0) text += " " + speech.say(tr("wavefronts {}", cost.wavefronts));
  return text;
}

}  // namespace

void print_events(const ui::Speech& speech, const trace::Trace& trace) {
  print_text("\n");
  print_line(speech, tr("lane:buffer+offset/sN (sector of the buffer) or /bN (bank); shuffle: "
                        "lane:laneN (whose value)"));
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const analysis::CostedEvent costed = analysis::costed_event(trace, row);
    const trace::EventView& event = costed.view;
    const trace::Site& site = *costed.site;
    print_text("{}{}",
               speech.say(tr("block {} warp {} site {} line {} {} {} mask {:08x}",
                             block_text(trace.launch.grid.at(event.block)), event.warp, event.site,
                             site.line, trace::name_of(site.space), trace::name_of(site.kind),
                             event.mask)),
               cost_text(speech, costed.cost));
    for (const LaneLocation& place : lane_places(trace, event))
      print_text(" {}", place_text(place));
    for (const trace::BulkCopy& copy : event.copies) print_text(" {}", copy_text(trace, copy));
    print_text("\n");
  }
}

}  // namespace warplens::cli
