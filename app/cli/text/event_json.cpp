#include "app/cli/text/event_json.h"

#include "app/cli/text/copy_places.h"
#include "app/cli/text/event_lanes.h"
#include "kernels/base/json.h"
#include "viz/analysis/costed_event.h"

namespace warplens::cli {

namespace {

Json shared_json(const SharedLocation& place) {
  Json json = {{"buffer", nullptr}};
  if (place.array != nullptr) json["buffer"] = place.array->name;
  json["offset"] = place.offset;
  json["window_offset"] = place.window_offset;
  json["bank"] = place.bank;
  return json;
}

Json global_json(const GlobalLocation& place) {
  if (place.buffer == nullptr) return {{"buffer", nullptr}, {"address", place.address}};
  return {{"buffer", place.buffer->name}, {"offset", place.offset}, {"sector", place.sector}};
}

// An async copy's lane stands for its source, with the shared destination beside it.
Json lane_json(const LaneLocation& place) {
  Json json = {{"lane", place.lane}};
  if (place.is_zero_fill) {
    json["zeros"] = true;
    json["destination"] = shared_json(*place.shared);
  } else if (place.global.has_value()) {
    json.update(global_json(*place.global));
    if (place.shared.has_value()) json["destination"] = shared_json(*place.shared);
  } else if (place.shared.has_value()) {
    json.update(shared_json(*place.shared));
    if (place.rank.has_value()) json["rank"] = *place.rank;
  } else if (place.local.has_value()) {
    json["buffer"] = "local";
    json["offset"] = *place.local;
  } else if (place.source_lane.has_value()) {
    json["source_lane"] = *place.source_lane;
  }
  return json;
}

}  // namespace

Json dim3_json(const Dim3& dim) { return {dim.x, dim.y, dim.z}; }

void add_global_figures(Json& json, const trace::SiteTotals& totals) {
  json["requests"] = totals.requests;
  json["sectors"] = totals.sectors;
  json["ideal_sectors"] = totals.ideal_sectors;
  json["bytes_used"] = totals.bytes_used;
  json["bytes_moved"] = totals.bytes_moved;
}

void add_shared_figures(Json& json, const trace::SiteTotals& totals) {
  json["requests"] = totals.requests;
  json["wavefronts"] = totals.wavefronts;
  json["ideal_wavefronts"] = totals.ideal_wavefronts;
  json["conflicts"] = totals.conflicts;
  json["max_way"] = totals.max_way;
  if (!totals.modelled) json["modelled"] = false;
}

Json event_json(const trace::Trace& trace, std::size_t row) {
  const analysis::CostedEvent costed = analysis::costed_event(trace, row);
  const trace::EventView& event = costed.view;
  const trace::Site& site = *costed.site;
  Json json = {{"block", dim3_json(trace.launch.grid.at(event.block))},
               {"warp", event.warp},
               {"site", event.site},
               {"line", site.line},
               {"mask", event.mask}};
  if (site.kind == trace::EventKind::branch) json["taken"] = event.taken;
  const trace::SiteTotals cost = analysis::as_totals(costed.cost);
  const bool copies = site.kind == trace::EventKind::async_copy;
  const bool is_local = site.space == trace::Space::local;
  const bool is_global = site.space == trace::Space::global || trace::is_bulk_copy(site.kind);
  if (copies || is_local || is_global) add_global_figures(json, cost);
  if (copies || site.space == trace::Space::shared) add_shared_figures(json, cost);
  for (const trace::BulkCopy& copy : event.copies) {
    json["copies"].push_back(copy_json(trace, copy));
  }
  const auto places = lane_places(trace, event);
  if (places.empty()) return json;
  Json& lanes = json["lanes"] = Json::array();
  for (const LaneLocation& place : places) lanes.push_back(lane_json(place));
  return json;
}

}  // namespace warplens::cli
