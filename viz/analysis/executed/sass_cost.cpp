#include "viz/analysis/executed/sass_cost.h"

#include <algorithm>
#include <array>
#include <set>

#include "viz/analysis/executed/sass_reader.h"

namespace warplens::analysis {

namespace {

using sass::Access;
using trace::EventKind;
using trace::Site;
using trace::Trace;

constexpr std::array<std::string_view, 6> kFates{"not run",  "as written", "wider",
                                                 "narrower", "covered",    "removed"};
constexpr std::array<TextView, kLastDoubt + 1> kReasons{{
    {"", ""},
    tr("the trace has not kept every event"),
    tr("no SASS instruction stands for it, and nothing shows why"),
    tr("its line has other kinds of SASS accesses"),
    tr("copies of it in the SASS have different widths"),
    tr("parts of its wider store are written by no PTX store"),
    tr("its SASS instruction runs for other lanes than PTX does"),
    tr("PTX repeats it in a loop, its SASS instruction stands in none"),
    tr("lanes of a warp may run different copies of it in the SASS"),
    tr("a loop of compare-and-swap does it, as often as it takes"),
    tr("ptxas decides which variables stay in local memory, and how wide their accesses are"),
    tr("ptxas or nvdisasm is not here, and ptxas may fuse accesses"),
}};

}  // namespace

std::string_view name_of(Fate fate) { return kFates[static_cast<std::size_t>(fate)]; }
TextView reason(Doubt doubt) { return kReasons[static_cast<std::size_t>(doubt)]; }

std::vector<Doubt> doubts_of(const SassCost& cost) {
  std::set<Doubt> doubts;
  for (const SiteInSass& site : cost.sites) doubts.insert(site.doubt);
  doubts.erase(Doubt::none);
  if (!cost.strays.empty()) doubts.insert(Doubt::replaced);  // accesses that PTX does not have
  return {doubts.begin(), doubts.end()};
}

bool SassCost::is_certain() const {
  return strays.empty() && std::ranges::all_of(sites, [](const SiteInSass& site) {
           return site.doubt == Doubt::none;
         });
}

std::map<std::uint32_t, std::uint32_t> unrolled_copies(const SassCost& cost) {
  std::map<std::uint32_t, std::uint32_t> copies;
  for (std::uint32_t i = 0; i < cost.sites.size(); ++i) {
    const SiteInSass& site = cost.sites[i];
    if (site.unrolled != 0 && site.is_certain()) copies[i] = site.unrolled;
  }
  return copies;
}

Site executed_site(const Site& site, const SiteInSass& in_sass,
                   const std::vector<Access>& accesses) {
  Site executed = site;
  if (in_sass.accesses.empty() || !in_sass.is_certain()) return executed;
  const Access& access = accesses[in_sass.accesses.front()];
  executed.width = access.width;
  if (site.kind == EventKind::atomic) executed.traits = access.traits;
  return executed;
}

SassCost cost_without_sass(const Trace& trace) {
  SassCost cost;
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    SiteInSass& site = cost.sites.emplace_back();
    site.totals = trace.totals[i];
    add_to_class(trace.sites[i], site.totals, cost.totals);
    const bool is_local = trace.sites[i].space == trace::Space::local;
    if (!(is_counted(trace.sites[i]) || is_local) || site.totals.events == 0) continue;
    site.fate = Fate::as_written;
    site.doubt = Doubt::not_assembled;
  }
  return cost;
}

SassCost sass_cost(const Trace& trace, const std::vector<Access>& accesses) {
  SassReader reader(accesses);
  reader.start(trace);
  reader.read(trace.events);
  return reader.cost(trace);
}

}  // namespace warplens::analysis
