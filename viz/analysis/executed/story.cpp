#include "viz/analysis/executed/story.h"

#include <algorithm>

#include "kernels/sass/instruction.h"

namespace warplens::analysis {

namespace {

using sass::Access;
using trace::EventKind;
using trace::Trace;

struct Noun {
  TextView one, many;
};

Noun noun_of(EventKind kind) {
  switch (kind) {
    case EventKind::store:
      return {tr("store"), tr("stores")};
    case EventKind::atomic:
      return {tr("atomic"), tr("atomics")};
    case EventKind::async_copy:
      return {tr("copy"), tr("copies")};
    case EventKind::load_matrix:
      return {tr("matrix load"), tr("matrix loads")};
    case EventKind::store_matrix:
      return {tr("matrix store"), tr("matrix stores")};
    default:
      return {tr("load"), tr("loads")};
  }
}

std::string_view opcode(const Access& access) { return sass::instruction_of(access.text).opcode; }

class Teller {
 public:
  Teller(const Trace& trace, const std::vector<Access>& accesses, const SassCost& cost)
      : trace_(trace), accesses_(accesses), cost_(cost), joined_(cost.sites.size(), 1) {
    for (const SiteInSass& site : cost.sites) {
      if (site.covered_by != trace::kNone) ++joined_[site.covered_by];
    }
  }

  [[nodiscard]] Text tell(std::uint32_t site) const {
    const SiteInSass& in_sass = cost_.sites[site];
    if (!in_sass.is_certain()) return doubtful(in_sass.doubt);
    switch (in_sass.fate) {
      case Fate::wider:
        return joined(site);
      case Fate::covered:
        return covered(site, in_sass.covered_by);
      case Fate::narrower:
        return parted(site);
      case Fate::removed:
        return removed(site);
      case Fate::not_run:
      case Fate::as_written:
        break;
    }
    return as_another(site);
  }

 private:
  static Text doubtful(Doubt doubt) { return tr("the PTX's figures: {}", reason(doubt)); }

  [[nodiscard]] const Access& access(std::uint32_t site) const {
    return accesses_[cost_.sites[site].accesses.front()];
  }
  [[nodiscard]] Noun noun(std::uint32_t site) const { return noun_of(trace_.sites[site].kind); }

  [[nodiscard]] Text joined(std::uint32_t site) const {
    const Noun what = noun(site);
    const std::uint32_t count = joined_[site];
    const Access& one = access(site);
    if (cost_.sites[site].joins_trips) {
      return count == 1
                 ? tr("this {} became one of {} bytes, of several trips of its loop: {}", what.one,
                      one.width, opcode(one))
                 : tr("these {} {} became one of {} bytes, of several trips of their loop: {}",
                      count, what.many, one.width, opcode(one));
    }
    if (count == 1) {
      return tr("this {} became one of {} bytes: {}", what.one, one.width, opcode(one));
    }
    return tr("these {} {} became one of {} bytes: {}", count, what.many, one.width, opcode(one));
  }

  [[nodiscard]] Text covered(std::uint32_t site, std::uint32_t by) const {
    const Text text = joined(by);
    const std::uint32_t line = trace_.sites[by].line;
    if (line == 0 || line == trace_.sites[site].line) return text;
    return tr("{} (counted at line {})", text, line);
  }

  [[nodiscard]] Text parted(std::uint32_t site) const {
    const Noun what = noun(site);
    const Access& one = access(site);
    const int pieces = trace_.sites[site].width / one.width;
    return tr("this {} became {} of {} bytes: {}", what.one, pieces, one.width, opcode(one));
  }

  [[nodiscard]] Text removed(std::uint32_t site) const {
    if (trace_.sites[site].space == trace::Space::local) {
      return tr("this {} is not executed: ptxas keeps the variable in registers", noun(site).one);
    }
    return tr("this {} is not executed: an access before it has what its lanes want",
              noun(site).one);
  }

  // "a loop of 4 copies, then 2, then 1"
  [[nodiscard]] static Text unrolled(std::uint32_t copies) {
    Text text = tr("unrolled: a loop of {} copies", copies);
    for (std::uint32_t part = copies / 2; part > 0; part /= 2) text = tr("{}, then {}", text, part);
    return tr("{}; lanes that leave the loop early run the rest together with the others", text);
  }

  [[nodiscard]] Text as_another(std::uint32_t site) const {
    if (cost_.sites[site].unrolled != 0) return unrolled(cost_.sites[site].unrolled);
    const trace::Site& ptx = trace_.sites[site];
    if (executed_site(ptx, cost_.sites[site], accesses_).traits == ptx.traits) return {};
    return tr("executed as {}", opcode(access(site)));
  }

  const Trace& trace_;
  const std::vector<Access>& accesses_;
  const SassCost& cost_;
  std::vector<std::uint32_t> joined_;  // how many PTX accesses a site's own stands for
};

}  // namespace

std::vector<Text> stories(const Trace& trace, const std::vector<Access>& accesses,
                          const SassCost& cost) {
  const Teller teller(trace, accesses, cost);
  std::vector<Text> all;
  for (std::uint32_t i = 0; i < cost.sites.size(); ++i) all.push_back(teller.tell(i));
  return all;
}

}  // namespace warplens::analysis
