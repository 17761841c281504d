#include "kernels/trace/hot_words.h"

#include <algorithm>
#include <bit>

namespace warplens::trace {
namespace {

bool is_of_floats(const Site& site) {
  for (const char* type : {".f32", ".f64", ".f16", ".bf16"}) {
    if (site.ptx.find(type) != std::string::npos) return true;
  }
  return false;
}

template <class Updates>
std::uint64_t most(const Updates& updates) {
  std::uint64_t found = 0;
  for (const auto& [address, times] : updates) found = std::max(found, times);
  return found;
}

}  // namespace

void HotWords::add(const Site& site, const EventView& event) {
  if (site.kind != EventKind::atomic || site.space != Space::global) return;
  const bool floats = is_of_floats(site);
  Updates& updates = floats ? floats_ : integers_;
  std::uint64_t before = ~std::uint64_t{0};
  for (std::uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = event.address[static_cast<std::size_t>(std::countr_zero(lanes))];
    if (floats || address != before) ++updates[address];
    before = address;
  }
}

void HotWords::count(LaunchCounts& counts) const {
  counts.most_updates = most(integers_);
  counts.most_float_updates = most(floats_);
}

}  // namespace warplens::trace
