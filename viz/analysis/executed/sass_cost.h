// Costs of a kernel by the instructions that the GPU runs, where those differ from PTX's.
//
// The assembler fuses neighbouring accesses (four ld.shared.f32 into one LDS.128), splits, copies
// (unrolled loops) and drops them. The addresses stay those of the trace, so the rules of
// access_cost.h can be applied to what stands in the SASS: for each access the events of the PTX
// line that it names, at its own width, from the address aligned to that width.
//
//   trace::Site ── its SASS accesses, found by PTX line ── Fate ── totals, or a Doubt
//
// Where the SASS does not tell what runs, the site's doubt says so; its totals are then those of
// the PTX, a guess that no comparison may rest on.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "kernels/base/text.h"
#include "kernels/sass/sass.h"
#include "viz/analysis/kernel_cost.h"

namespace warplens::analysis {

// How the SASS executes a PTX access.
enum class Fate : std::uint8_t {
  not_run,     // it has no event
  as_written,  // an access of its own width, or several in copies of the code
  wider,       // a wider access that does the work of other sites too
  narrower,    // several narrower accesses
  covered,     // a wider access of another site's does its work
  removed,     // every time, the same lanes have what they want from an access before it
};
[[nodiscard]] std::string_view name_of(Fate fate);

// Why the SASS does not tell what a site costs.
enum class Doubt : std::uint8_t {
  none,
  events_left_out,  // figures need every event, the trace does not have them all
  missing,          // no instruction stands for it, and nothing shows why
  replaced,         // its line has other kinds of accesses
  mixed_widths,     // copies of it have different widths
  partly_covered,   // a wider store, parts of which no PTX store writes
  other_lanes,      // its instruction also runs for lanes that PTX guards, or for fewer
  other_times,      // PTX repeats it in a loop, its instruction stands in none
  lanes_part,       // lanes of a warp may run different copies of it
  retried,          // a loop of compare-and-swap does it, as often as it takes
  local_memory,     // ptxas decides anew what lies there (local_sites.h)
  not_assembled,    // there is no SASS
};
inline constexpr auto kLastDoubt = static_cast<std::size_t>(Doubt::not_assembled);
[[nodiscard]] TextView reason(Doubt doubt);

struct SiteInSass {
  Fate fate = Fate::not_run;
  Doubt doubt = Doubt::none;
  std::vector<std::uint32_t> accesses;      // its own, by their place in the list that was given
  std::uint32_t covered_by = trace::kNone;  // the site whose wider access does its work
  // Copies in its loop, where lanes leave it at different trips (unrolled_loop.h); 0: they do not.
  std::uint32_t unrolled = 0;
  bool joins_trips = false;  // a wider load that does its work of several trips of a loop
  trace::SiteTotals totals;

  [[nodiscard]] bool is_certain() const { return doubt == Doubt::none; }
  friend bool operator==(const SiteInSass&, const SiteInSass&) = default;
};

struct SassCost {
  std::vector<SiteInSass> sites;  // beside Trace::sites
  KernelTotals totals;
  std::vector<std::uint32_t> strays;   // accesses at lines where PTX accesses no memory
  bool has_predicated_copies = false;  // a cp.async.cg that has run is one with a predicate

  [[nodiscard]] bool is_certain() const;  // no doubt, no stray
};

// The doubts of all sites, each once.
[[nodiscard]] std::vector<Doubt> doubts_of(const SassCost& cost);

// `accesses` are of the trace's PTX image; those of other entries are passed over.
// A site whose doubt is not none has the PTX's totals, and so have
// those whose work its access does.
[[nodiscard]] SassCost sass_cost(const trace::Trace& trace,
                                 const std::vector<sass::Access>& accesses);

// The sites that have SiteInSass::unrolled, and it.
[[nodiscard]] std::map<std::uint32_t, std::uint32_t> unrolled_copies(const SassCost& cost);

// Costs without SASS: every site as in the PTX, and in doubt.
[[nodiscard]] SassCost cost_without_sass(const trace::Trace& trace);

// A site as its SASS accesses have it; as it is where they are not known for certain.
[[nodiscard]] trace::Site executed_site(const trace::Site& site, const SiteInSass& in_sass,
                                        const std::vector<sass::Access>& accesses);

// Calls visit(event) with what `site`, an executed_site() of `ptx`, does for an event of it.
template <class Visit>
void for_each_executed(const trace::Site& ptx, const trace::Site& site,
                       const trace::EventView& asked, const Visit& visit) {
  trace::EventView event = asked;
  // Widths are powers of two.
  for (std::uint64_t& address : event.address) address &= -std::uint64_t{site.width};
  for (std::uint64_t& address : event.address2) address &= -std::uint64_t{site.width};
  visit(event);
  for (std::uint32_t done = site.width; done < ptx.width; done += site.width) {
    for (std::uint64_t& address : event.address) address += site.width;
    for (std::uint64_t& address : event.address2) address += site.width;
    visit(event);
  }
}

}  // namespace warplens::analysis
