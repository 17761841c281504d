#include "viz/explain/metrics.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "viz/explain/metric_rows.h"

namespace warplens::explain {
namespace {

std::string lower(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

std::string_view without_suffix(std::string_view name) {
  for (const std::string_view suffix : {".sum", ".ratio", ".pct", ".avg"}) {
    if (name.ends_with(suffix)) return name.substr(0, name.size() - suffix.size());
  }
  return name;
}

}  // namespace

std::span<const Metric> metrics() {
  static const std::vector<Metric> kAll = [] {
    std::vector<Metric> all;
    for (const auto table : {source_metrics(), shared_metrics(), global_metrics(), cache_metrics()})
      all.insert(all.end(), table.begin(), table.end());
    return all;
  }();
  return kAll;
}

const Metric* find_metric(std::string_view name) {
  const std::string wanted = lower(name);
  const std::string_view bare = without_suffix(wanted);
  for (const Metric& metric : metrics()) {
    if (wanted == metric.name || bare == without_suffix(metric.name)) return &metric;
    if (wanted == lower(metric.label)) return &metric;
  }
  return nullptr;
}

std::vector<const Metric*> metrics_like(std::string_view text) {
  const std::string wanted = lower(text);
  std::vector<const Metric*> found;
  for (const Metric& metric : metrics()) {
    const std::string all = lower(metric.label) + " " + std::string(metric.name);
    bool has_all = !wanted.empty();
    for (std::size_t at = 0; at < wanted.size();) {
      const std::size_t end = std::min(wanted.find(' ', at), wanted.size());
      has_all &= all.find(wanted.substr(at, end - at)) != std::string::npos;
      at = end + 1;
    }
    if (has_all) found.push_back(&metric);
  }
  return found;
}

std::string_view name_of(Page page) { return page == Page::source ? "source" : "details"; }

std::string_view name_of(Unit unit) {
  switch (unit) {
    case Unit::requests:
      return "requests";
    case Unit::sectors:
      return "sectors";
    case Unit::wavefronts:
      return "wavefronts";
    case Unit::conflicts:
      return "conflicts";
    case Unit::bytes:
      return "bytes";
    case Unit::percent:
      return "percent";
    case Unit::ratio:
      break;
  }
  return "ratio";
}

}  // namespace warplens::explain
