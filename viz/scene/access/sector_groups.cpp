#include "viz/scene/access/sector_groups.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warplens::scene {
namespace {

using analysis::kSectorBytes;
constexpr std::uint64_t kLineSectors = kLineBytes / kSectorBytes;

using SectorNumbers = std::vector<std::uint64_t>;  // address / 32, ascending

// Every sector of the lines from the first touched one to the last.
SectorNumbers whole_stretch(const SectorNumbers& touched) {
  SectorNumbers all;
  const std::uint64_t end = (touched.back() / kLineSectors + 1) * kLineSectors;
  for (std::uint64_t at = touched.front() / kLineSectors * kLineSectors; at < end; ++at)
    all.push_back(at);
  return all;
}

SectorNumbers whole_lines(const SectorNumbers& touched) {
  SectorNumbers all;
  for (const std::uint64_t sector : touched) {
    const std::uint64_t line = sector / kLineSectors * kLineSectors;
    if (!all.empty() && line <= all.back()) continue;
    for (std::uint64_t i = 0; i < kLineSectors; ++i) all.push_back(line + i);
  }
  return all;
}

// One stretch is drawn whole as long as that does not more than double what is drawn.
bool is_one_stretch(const SectorNumbers& touched) {
  const std::uint64_t lines = touched.back() / kLineSectors - touched.front() / kLineSectors + 1;
  return lines <= touched.size() / 2 + 2;
}

SectorNumbers drawn_sectors(const SectorNumbers& touched, Grain grain) {
  if (is_one_stretch(touched)) return whole_stretch(touched);
  return grain == Grain::lines ? whole_lines(touched) : touched;
}

void add_sectors(SectorGroups& strip, const SectorNumbers& drawn, const SectorNumbers& touched) {
  strip.sectors.reserve(drawn.size());
  auto next = touched.begin();
  for (const std::uint64_t number : drawn) {
    StripSector sector{number * kSectorBytes, 0, 0, false};
    if (next != touched.end() && *next == number) {
      sector.pass = static_cast<std::uint32_t>(next - touched.begin());
      sector.touched = true;
      ++next;
    }
    strip.sectors.push_back(sector);
  }
}

void add_groups(SectorGroups& strip) {
  for (std::uint32_t i = 0; i < strip.sectors.size(); ++i) {
    const std::uint64_t address = strip.sectors[i].address;
    const bool follows = i > 0 && strip.sectors[i - 1].address + kSectorBytes == address;
    if (follows && address % kLineBytes != 0) {
      ++strip.groups.back().count;
      continue;
    }
    if (i > 0) strip.groups.back().gap = address - strip.sectors[i - 1].address - kSectorBytes;
    strip.groups.push_back({i, 1, 0});
  }
}

using LanesOfBytes = std::array<std::uint32_t, kSectorBytes>;  // each byte's lanes

void add_uses(SectorGroups& strip, std::uint32_t sector, const LanesOfBytes& lanes) {
  for (std::uint32_t byte = 0; byte < kSectorBytes; ++byte) {
    if (lanes[byte] == 0) continue;
    strip.sectors[sector].used |= 1u << byte;
    if (byte > 0 && lanes[byte] == lanes[byte - 1])
      ++strip.uses.back().bytes;
    else
      strip.uses.push_back({sector, byte, 1, lanes[byte]});
  }
}

std::vector<LanesOfBytes> lanes_of_bytes(const std::vector<StripSector>& sectors,
                                         const trace::Site& site, const trace::EventView& event) {
  std::vector<LanesOfBytes> lanes(sectors.size());
  for (std::uint32_t rest = trace::addressed_lanes(site, event); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t begin = event.address[lane];
    auto sector = std::ranges::upper_bound(sectors, begin, {}, &StripSector::address) - 1;
    // An access that would pass the end of the address space stops there.
    for (std::uint64_t at = begin; at - begin < site.width && at >= begin; ++at) {
      if (at - sector->address >= kSectorBytes) ++sector;
      lanes[static_cast<std::size_t>(sector - sectors.begin())][at % kSectorBytes] |= 1u << lane;
    }
  }
  return lanes;
}

}  // namespace

SectorGroups sector_groups(const analysis::ExplainedEvent& event, Grain grain) {
  SectorGroups strip;
  if (event.sectors.empty()) return strip;
  strip.cost = event.cost;
  strip.service = global_service(event);
  add_sectors(strip, drawn_sectors(event.sectors, grain), event.sectors);
  add_groups(strip);
  const auto lanes = lanes_of_bytes(strip.sectors, *event.site, event.view);
  for (std::uint32_t i = 0; i < lanes.size(); ++i) add_uses(strip, i, lanes[i]);
  return strip;
}

}  // namespace warplens::scene
