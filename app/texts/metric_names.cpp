#include "app/texts/metric_names.h"

#include <array>

namespace warplens::ui {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 11> kMetricKeys{
    "active_lanes",     "requests",  "sectors", "sectors_per_request", "efficiency", "wavefronts",
    "ideal_wavefronts", "conflicts", "max_way", "not_modelled",        "no_rule"};
}  // namespace

Str name_of(scene::MetricLabel metric) {
  using enum scene::MetricLabel;
  switch (metric) {
    case active_lanes:
      return Str::active_lanes;
    case requests:
      return Str::requests;
    case sectors:
      return Str::sectors;
    case sectors_per_request:
      return Str::sectors_per_request;
    case efficiency:
      return Str::efficiency;
    case wavefronts:
      return Str::wavefronts;
    case ideal_wavefronts:
      return Str::ideal_wavefronts;
    case conflicts:
      return Str::conflicts;
    case n_way:
      return Str::n_way;
    case not_modelled:
      return Str::not_modelled;
    case no_rule:
      return Str::no_rule;
  }
  return Str::requests;
}

Str name_of(scene::MetricClass of) {
  using enum scene::MetricClass;
  switch (of) {
    case global_load:
      return Str::global_load;
    case global_store:
      return Str::global_store;
    case global_atomic:
      return Str::global_atomic;
    case shared_load:
      return Str::shared_load;
    case shared_store:
      return Str::shared_store;
    case shared_atomic:
      return Str::shared_atomic;
    case async_copy:
      return Str::async_copy;
    case local_load:
      return Str::local_load;
    case local_store:
      return Str::local_store;
    case bulk_load:
      return Str::bulk_load;
    case bulk_store:
      return Str::bulk_store;
  }
  return Str::global_load;
}

std::string_view key_of(scene::MetricLabel metric) {
  return kMetricKeys[static_cast<std::size_t>(metric)];
}

// In the order of the enumerators.
std::string_view key_of(scene::MetricClass of) {
  return analysis::kTotalsClasses[static_cast<std::size_t>(of)].name;
}

}  // namespace warplens::ui
