#include "app/cli/text/broken_promises.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/cli/text/print.h"
#include "viz/analysis/kernel_cost.h"
#include "viz/analysis/source_lines.h"

namespace warplens::cli {

namespace {

using analysis::LineCost;
using analysis::SourceLine;
using own::Bound;
using own::Promise;
using trace::Finding;
using trace::FindingKind;
using trace::SiteTotals;
using trace::Trace;

using Totals = analysis::KernelTotals;
struct NamedFigure {
  std::string_view name;
  bool is_shared;
  double (*of)(const SiteTotals& totals);
};
template <auto Member>
double member_of(const SiteTotals& totals) {
  return static_cast<double>(totals.*Member);
}
constexpr std::array<NamedFigure, 10> kNamedFigures{
    {{"requests", false, member_of<&SiteTotals::requests>},
     {"sectors", false, member_of<&SiteTotals::sectors>},
     {"ideal_sectors", false, member_of<&SiteTotals::ideal_sectors>},
     {"bytes_used", false, member_of<&SiteTotals::bytes_used>},
     {"bytes_moved", false, member_of<&SiteTotals::bytes_moved>},
     {"efficiency", false, analysis::efficiency},
     {"wavefronts", true, member_of<&SiteTotals::wavefronts>},
     {"ideal_wavefronts", true, member_of<&SiteTotals::ideal_wavefronts>},
     {"conflicts", true, member_of<&SiteTotals::conflicts>},
     {"n_way", true, member_of<&SiteTotals::max_way>}}};

const NamedFigure& figure_of(const Promise& promise) {
  const auto* const found = std::ranges::find(kNamedFigures, promise.figure, &NamedFigure::name);
  return found == kNamedFigures.end() ? kNamedFigures.front() : *found;
}

std::string amount_text(double value) {
  return value == std::floor(value) ? fmt::format("{}", static_cast<std::uint64_t>(value))
                                    : fmt::format("{:.4g}", value);
}

std::string_view name_of_file(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

Text place_text(const SourceLine& place) {
  if (place.line == 0) return tr("code without line information");
  return fmt::format("{}:{}", name_of_file(place.file), place.line);
}

bool is_race(FindingKind kind) {
  return kind == FindingKind::race || kind == FindingKind::same_value_race ||
         kind == FindingKind::global_race;
}

// "races", "warnings", "out_of_bounds".
bool is_meant(const Finding& finding, std::string_view name) {
  if (name == "findings") return true;
  if (name == "warnings") return finding.severity >= trace::Severity::warning;
  if (name == "races") return is_race(finding.kind);
  return trace::name_of(finding.kind) == name;
}

class Judge {
 public:
  explicit Judge(const Traces& launches) : launches_(launches) {
    for (const auto& trace : launches) lines_.push_back(analysis::line_costs(*trace));
  }

  void look_at(const Promise& promise) {
    const auto line = own::line_of(promise.place);
    return line.has_value() ? look_at_line(promise, *line) : look_at_class(promise);
  }

  void look_for(std::string_view name) {
    for (std::size_t launch = 0; launch < launches_.size(); ++launch) {
      if (name == "conflicts") {
        look_for_conflicts(launch);
      } else if (name == "uncoalesced") {
        look_for_uncoalesced(launch);
      } else {
        look_for_findings(launch, name);
      }
    }
  }

  [[nodiscard]] std::vector<BrokenPromise> take() { return std::move(broken_); }

 private:
  using Lines = std::map<SourceLine, LineCost>;

  void add(std::size_t launch, const Text& text, const SourceLine& place = {}) {
    const bool is_only = launches_.size() == 1;
    broken_.push_back(
        {is_only ? text : tr("launch {}: {}", launch + 1, text), place.file, place.line});
  }

  void compare(std::size_t launch, const Promise& promise, const SiteTotals& totals,
               const SourceLine& place = {}) {
    const NamedFigure& figure = figure_of(promise);
    const std::string subject = own::subject_of(promise);
    if (figure.is_shared && !totals.modelled)
      return add(launch, tr("{} is not modelled here: promise another", subject), place);
    const double value = figure.of(totals);
    const bool is_most = promise.bound == Bound::max;
    if (is_most ? value <= promise.value : value >= promise.value) return;
    const TextView format =
        is_most ? tr("{} is {}, to be at most {}") : tr("{} is {}, to be at least {}");
    add(launch, tr(format, subject, amount_text(value), amount_text(promise.value)), place);
  }

  void look_at_class(const Promise& promise) {
    const auto& classes = analysis::kTotalsClasses;
    const auto* const one = std::ranges::find(classes, promise.place, &analysis::TotalsClass::name);
    for (std::size_t launch = 0; one != classes.end() && launch < launches_.size(); ++launch) {
      compare(launch, promise, analysis::kernel_totals(*launches_[launch]).*(one->own));
    }
  }

  static bool is_of(const SourceLine& place, const own::LinePlace& wanted) {
    const bool is_file =
        wanted.file.empty() || place.file == wanted.file || place.file.ends_with("/" + wanted.file);
    return is_file && place.line == wanted.line;
  }

  // Of global memory; of local memory where there is no other.
  static SiteTotals with_sectors(const LineCost& cost) {
    return cost.global().requests > 0 ? cost.global() : cost.local;
  }

  // The lines that are meant and have an access that the figure is of.
  [[nodiscard]] std::vector<std::pair<SourceLine, SiteTotals>> meant(
      std::size_t launch, const Promise& promise, const own::LinePlace& wanted) const {
    std::vector<std::pair<SourceLine, SiteTotals>> found;
    for (const auto& [place, cost] : lines_[launch]) {
      const SiteTotals totals = figure_of(promise).is_shared ? cost.shared : with_sectors(cost);
      if (is_of(place, wanted) && totals.requests > 0) found.emplace_back(place, totals);
    }
    return found;
  }

  void look_at_line(const Promise& promise, const own::LinePlace& wanted) {
    bool is_there = false;
    for (std::size_t launch = 0; launch < launches_.size(); ++launch) {
      const auto found = meant(launch, promise, wanted);
      is_there = is_there || !found.empty();
      if (found.size() > 1) return tell_several(promise, wanted, found);
      if (!found.empty()) compare(launch, promise, found[0].second, found[0].first);
    }
    if (is_there) return;
    const TextView format = figure_of(promise).is_shared
                                ? tr("{}: no access to shared memory is at this line")
                                : tr("{}: no access to global or local memory is at this line");
    broken_.push_back({tr(format, own::subject_of(promise)), {}, 0});
  }

  void tell_several(const Promise& promise, const own::LinePlace& wanted,
                    const std::vector<std::pair<SourceLine, SiteTotals>>& found) {
    broken_.push_back({tr("{}: several files have line {}: write line:{}:{} or line:{}:{}",
                          own::subject_of(promise), wanted.line, name_of_file(found[0].first.file),
                          wanted.line, name_of_file(found[1].first.file), wanted.line),
                       {},
                       0});
  }

  void look_for_conflicts(std::size_t launch) {
    for (const auto& [place, cost] : lines_[launch]) {
      if (cost.shared.conflicts == 0) continue;
      add(launch,
          tr("conflicts: {} has {} in {} wavefronts, {}-way", place_text(place),
             cost.shared.conflicts, cost.shared.wavefronts, cost.shared.max_way),
          place);
    }
  }

  void look_for_uncoalesced(std::size_t launch) {
    for (const auto& [place, cost] : lines_[launch]) {
      const SiteTotals totals = cost.global();
      if (totals.sectors <= totals.ideal_sectors) continue;
      add(launch,
          tr("uncoalesced: {} moves {} sectors where {} would do", place_text(place),
             totals.sectors, totals.ideal_sectors),
          place);
    }
  }

  void look_for_findings(std::size_t launch, std::string_view name) {
    for (const Finding& finding : launches_[launch]->findings) {
      if (!is_meant(finding, name)) continue;
      add(launch, tr("{}: {}", trace::name_of(finding.kind), finding.message),
          {finding.file, finding.line});
    }
  }

  const Traces& launches_;
  std::vector<Lines> lines_;
  std::vector<BrokenPromise> broken_;
};

}  // namespace

std::vector<BrokenPromise> broken_promises(const own::Promises& promises, const Traces& launches) {
  Judge judge(launches);
  for (const Promise& promise : promises.bounds) judge.look_at(promise);
  for (const std::string& name : promises.fails_on) judge.look_for(name);
  return judge.take();
}

void print_promises(const ui::Speech& speech, const std::vector<BrokenPromise>& broken) {
  if (broken.empty()) return print_line(speech, tr("promises: kept"));
  print_line(speech, tr("promises: {} not kept", broken.size()));
  for (const BrokenPromise& one : broken) print_text("  {}\n", speech.say(one.text));
}

Text not_kept(const std::vector<BrokenPromise>& broken) {
  if (broken.empty()) return {};
  if (broken.size() == 1) return tr("not kept: {}", broken.front().text);
  return tr("not kept: {}, and {} more", broken.front().text, broken.size() - 1);
}

}  // namespace warplens::cli
