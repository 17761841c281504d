#include "viz/analysis/perfetto.h"

#include <bit>

#include "kernels/base/json.h"
#include "viz/analysis/costed_event.h"
#include "viz/analysis/tracks.h"

namespace warplens::perfetto {
namespace {

using analysis::AccessCost;
using trace::Site;
using trace::Space;

constexpr std::size_t kPiece = 1 << 20;  // bytes that are handed over at once

std::string phrase_of(const Site& site) {
  std::string words(trace::name_of(site.kind));
  for (char& c : words) c = c == '_' ? ' ' : c;
  const bool has_space = site.space != Space::none;
  if (has_space) words = fmt::format("{} {}", trace::name_of(site.space), words);
  return site.line == 0 ? words : fmt::format("{}, line {}", words, site.line);
}

// What all events of a site have: text between what each has of its own.
struct SiteText {
  std::string name;  // "name":…,"cat":…
  std::string args;  // "line":…,"file":…
};

std::string members(const Json& json) {
  const std::string text = json_text(json, -1);
  return text.substr(1, text.size() - 2);
}

SiteText text_of(const Site& site) {
  return {members({{"name", phrase_of(site)}, {"cat", trace::name_of(site.space)}}),
          members({{"file", site.file},
                   {"line", site.line},
                   {"ptx", site.ptx},
                   {"bytes_a_lane", site.width}})};
}

std::string cost_members(const AccessCost& cost) {
  std::string words;
  if (cost.sectors > 0) {
    words += fmt::format(",\"sectors\":{},\"ideal_sectors\":{}", cost.sectors, cost.ideal_sectors);
  }
  if (cost.wavefronts > 0) {
    words += fmt::format(",\"wavefronts\":{},\"ideal_wavefronts\":{}", cost.wavefronts,
                         cost.ideal_wavefronts);
  }
  return words;
}

// A slice for each event, behind those of the launches before.
class Slices {
 public:
  explicit Slices(const TakePiece& take) : take_(take) {}

  // False: no more is wanted.
  bool add(const trace::Trace& trace, std::size_t launch) {
    tracks_.begin(trace, launch);
    sites_.clear();
    for (const Site& site : trace.sites) sites_.push_back(text_of(site));
    for (std::size_t row = 0; row < trace.events.size(); ++row) {
      add_event(analysis::costed_event(trace, row), row);
      if (text_.size() >= kPiece && !hand_over()) return false;
    }
    return hand_over();
  }

 private:
  void add_event(const analysis::CostedEvent& event, std::size_t row) {
    const Track track = tracks_.of(event.view.block, event.view.warp, text_);
    const std::uint64_t cost = std::uint64_t{event.cost.sectors} + event.cost.wavefronts;
    const std::uint64_t length = std::max<std::uint64_t>(cost, 1);
    const SiteText& site = sites_[event.view.site];
    text_ += fmt::format(
        ",\n{{\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{},\"dur\":{},{},\"args\":{{\"event\":{},"
        "\"cost\":{},\"lanes\":{},\"mask\":\"0x{:08x}\",{}{}}}}}",
        track.process, track.thread, now_, length, site.name, row + 1, cost,
        std::popcount(event.view.mask), event.view.mask, site.args, cost_members(event.cost));
    now_ += length;
  }
  bool hand_over() {
    const bool is_wanted = take_(text_);
    text_.clear();
    return is_wanted;
  }

  const TakePiece& take_;
  Tracks tracks_;
  std::vector<SiteText> sites_;
  std::string text_;
  std::uint64_t now_ = 0;
};

// The first event, so that each other one follows a comma.
std::string head() {
  const Json labels = {
      {"ph", "M"}, {"name", "process_labels"}, {"pid", 1}, {"args", {{"labels", "not time"}}}};
  return "{\"traceEvents\":[\n" + json_text(labels, -1);
}

std::string tail(std::size_t launches) {
  const Json other = {{"program", "warplens"},
                      {"unit", "1 us stands for 1 wavefront or sector; it is not time"},
                      {"order", "as the trace has its events: no hardware ran them so"},
                      {"launches", launches}};
  return fmt::format("\n],\"displayTimeUnit\":\"ms\",\"otherData\":{}}}\n", json_text(other, -1));
}

}  // namespace

void write(std::span<const std::shared_ptr<const trace::Trace>> launches, const TakePiece& take) {
  if (!take(head())) return;
  Slices slices(take);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    if (!slices.add(*launches[i], launches.size() == 1 ? 0 : i + 1)) return;
  }
  take(tail(launches.size()));
}

}  // namespace warplens::perfetto
