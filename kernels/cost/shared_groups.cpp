#include "kernels/cost/shared_groups.h"

#include "kernels/cost/bypass_copies.h"

#include <algorithm>
#include <bit>

namespace warplens::analysis {

namespace {

using trace::EventKind;

// One wavefront moves at most 128 bytes: the 32 banks.
constexpr std::uint32_t kWavefrontBytes = kBanks * kBankBytes;
constexpr std::uint32_t kMatrixRows = 8;
constexpr std::uint32_t kMatrixRowBytes = 16;

std::uint32_t low_lanes(std::uint32_t count) {
  return count >= kWarpSize ? 0xffffffffu : (1u << count) - 1;
}

void as_matrix(SharedRequest& request, const trace::Site& site) {
  request.mask &= low_lanes(kMatrixRows * site.traits.matrices);
  request.width = kMatrixRowBytes;
  request.group_lanes = kMatrixRows;
}

// red.shared.add of the constant 1 is a population count and broadcasts as a load does; any other
// atomic takes its lanes one by one. Measured for 4-byte atomics with a used result only: the
// others get the same rule as the closest one, and say so.
void as_atomic(SharedRequest& request, const trace::Site& site) {
  const bool population_count = site.traits.constant_one_add && !site.traits.result_used;
  request.broadcasts = population_count;
  request.modelled = site.width == kBankBytes && (site.traits.result_used || population_count);
}

// Past L1 the sources of lanes that read nothing count, too; a trace does not have them.
void as_copy(SharedRequest& request, const trace::Site& site, const trace::EventView& event) {
  request.broadcasts = false;
  request.sources = &event.address;
  request.reading = trace::addressed_lanes(site, event);
  request.bypasses_l1 = site.traits.is_async_bypass_l1;
  request.zero_fills = site.traits.zero_fills;
  if (request.bypasses_l1 && request.reading != request.mask) request = {.modelled = false};
}

// Every active lane agrees with its neighbour at lane ^ distance, where that one is active too.
bool neighbours_agree(const SharedRequest& request, std::uint32_t distance) {
  const LaneAddresses& offsets = *request.offsets;
  for (std::uint32_t left = request.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint32_t other = lane ^ distance;
    if ((request.mask >> other & 1) != 0 && offsets[lane] != offsets[other]) return false;
  }
  return true;
}

// The words that one group wants, in lane order: five a lane when 16 bytes are misaligned.
struct Words {
  std::array<std::uint64_t, kWarpSize * 5> values;
  std::uint32_t count = 0;
  bool ascending = true;  // strictly, so that all are distinct
};

Words wanted_words(const SharedRequest& request, std::uint32_t lanes) {
  Words words;
  std::uint64_t next = 0;
  const std::uint32_t width = std::min<std::uint32_t>(request.width, kMatrixRowBytes);
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const std::uint64_t offset = (*request.offsets)[static_cast<unsigned>(std::countr_zero(left))];
    const std::uint64_t first = offset / kBankBytes;
    const std::uint64_t count = (offset % kBankBytes + width + kBankBytes - 1) / kBankBytes;
    words.ascending &= first >= next;
    next = first + count;
    for (std::uint64_t i = 0; i < count; ++i) words.values[words.count++] = first + i;
  }
  return words;
}

void count_all(const Words& words, SharedGroup& group) {
  for (std::uint32_t i = 0; i < words.count; ++i) group.depth[words.values[i] % kBanks] += 1;
}

// Each bank's distinct words are chained; a word already in its bank's chain costs nothing more.
void count_distinct(const Words& words, SharedGroup& group) {
  constexpr std::uint8_t kEnd = 0xff;
  std::array<std::uint8_t, kBanks> newest;
  newest.fill(kEnd);
  std::array<std::uint8_t, kWarpSize * 5> older;
  for (std::uint32_t i = 0; i < words.count; ++i) {
    const std::uint32_t bank = words.values[i] % kBanks;
    std::uint8_t seen = newest[bank];
    while (seen != kEnd && words.values[seen] != words.values[i]) seen = older[seen];
    if (seen != kEnd) continue;
    older[i] = newest[bank];
    newest[bank] = static_cast<std::uint8_t>(i);
    group.depth[bank] += 1;
  }
}

// A copy's lanes stand in columns as wide as what they copy: of a 128-byte line of memory and of
// one of shared memory. A group takes as many wavefronts as the lane with the most others in
// either of its columns has, itself included (MODEL.md, "cp.async.ca").
std::uint32_t copied_wavefronts(const SharedRequest& request, std::uint32_t lanes) {
  const std::uint64_t columns = request.group_lanes;
  std::array<std::uint32_t, kWarpSize> from{};  // lanes of each column
  std::array<std::uint32_t, kWarpSize> to{};
  const auto column = [&](const LaneAddresses& addresses, std::uint32_t lane) {
    return addresses[lane] / request.width % columns;
  };
  for_each_lane(lanes, [&](std::uint32_t lane) {
    to[column(*request.offsets, lane)] |= 1u << lane;
    if ((request.reading >> lane & 1) != 0) from[column(*request.sources, lane)] |= 1u << lane;
  });
  std::uint32_t most = 0;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    std::uint32_t others = to[column(*request.offsets, lane)];
    if ((request.reading >> lane & 1) != 0) others |= from[column(*request.sources, lane)];
    most = std::max(most, static_cast<std::uint32_t>(std::popcount(others)));
  });
  return most;
}

}  // namespace

SharedRequest shared_request(const trace::Site& site, const trace::EventView& event) {
  const bool copies = site.kind == EventKind::async_copy;
  if (!copies && site.space != trace::Space::shared) return {};
  SharedRequest request;
  request.offsets = copies ? &event.address2 : &event.address;
  request.mask = event.mask;
  request.width = std::max<std::uint32_t>(site.width, 1);
  request.group_lanes = std::clamp(kWavefrontBytes / request.width, 1u, kWarpSize);
  switch (site.kind) {
    case EventKind::load:
      request.can_merge = request.width > kBankBytes;
      break;
    case EventKind::store:
      break;
    case EventKind::atomic:
      as_atomic(request, site);
      break;
    case EventKind::async_copy:
      as_copy(request, site, event);
      break;
    case EventKind::load_matrix:
    case EventKind::store_matrix:
      as_matrix(request, site);
      break;
    case EventKind::barrier:
    case EventKind::branch:
    case EventKind::shuffle:
    case EventKind::bulk_load:
    case EventKind::bulk_store:
    case EventKind::bulk_send:
      return {};
  }
  return request;
}

LaneGroups lane_groups(const SharedRequest& request) {
  LaneGroups groups;
  if (request.mask == 0) return groups;
  if (request.bypasses_l1) {
    const BypassCopies copies = bypass_copies(*request.sources, *request.offsets, request.mask);
    std::ranges::copy(copies.wavefronts, groups.lanes.begin());
    groups.count = copies.count;
    if (!request.zero_fills) return groups;
  }
  if (request.sources != nullptr) groups.by_columns = groups.count;
  groups.merged =
      request.can_merge && (neighbours_agree(request, 1) || neighbours_agree(request, 2));
  const std::uint32_t size = groups.merged ? request.group_lanes * 2 : request.group_lanes;
  for (std::uint32_t first = 0; first < kWarpSize; first += size) {
    const std::uint32_t lanes = request.mask & low_lanes(size) << first;
    if (lanes != 0) groups.lanes[groups.count++] = lanes;
  }
  return groups;
}

SharedGroup serve(const SharedRequest& request, const LaneGroups& groups, std::uint32_t index) {
  SharedGroup group;
  group.lanes = groups.lanes[index];
  const Words words = wanted_words(request, group.lanes);
  if (!request.broadcasts || words.ascending) {
    count_all(words, group);
  } else {
    count_distinct(words, group);
  }
  group.wavefronts = index >= groups.by_columns ? copied_wavefronts(request, group.lanes)
                                                : *std::ranges::max_element(group.depth);
  return group;
}

}  // namespace warplens::analysis
