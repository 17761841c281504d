#include "app/cli/text/run_diff.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "app/cli/text/line_alignment.h"
#include "viz/analysis/source_lines.h"

namespace warplens::cli {

namespace {

using analysis::LineCost;
using analysis::SourceLine;
using trace::SiteTotals;

std::string_view base_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

// Lines of the run before as lines of the run after.
class Counterparts {
 public:
  Counterparts(const trace::Sources& before, const trace::Sources& after) {
    for (const auto& [name, text] : before) {
      const auto* const other = same_file(name, before, after);
      if (other == nullptr) continue;
      files_[name] = {other->first, aligned_lines(text, other->second)};
    }
  }

  // Nothing: the line is gone. Without the sources the line of the same number and file.
  [[nodiscard]] std::optional<SourceLine> of(const SourceLine& line) const {
    const auto file = files_.find(line.file);
    if (file == files_.end()) return line;
    const auto& [name, lines] = file->second;
    const std::uint32_t number = line.line < lines.size() ? lines[line.line] : 0;
    if (number == 0) return std::nullopt;
    return SourceLine{name, number};
  }

 private:
  using Source = trace::Sources::value_type;

  // The file of the same name, whatever its folder; the only one where both have one.
  static const Source* same_file(std::string_view name, const trace::Sources& before,
                                 const trace::Sources& after) {
    for (const Source& source : after)
      if (base_name(source.first) == base_name(name)) return &source;
    return before.size() == 1 && after.size() == 1 ? &after.front() : nullptr;
  }

  std::map<std::string, std::pair<std::string, std::vector<std::uint32_t>>, std::less<>> files_;
};

Change change_of(std::uint64_t before, std::uint64_t after) {
  if (before == after) return Change::changed;
  return after < before ? Change::better : Change::worse;
}

class Differ {
 public:
  Differ(const ShownRun& before, const ShownRun& after)
      : before_(before), after_(after), counterparts_(*before.run.sources, *after.run.sources) {}

  std::vector<LineChange> changes() {
    const std::size_t launches = std::max(before_.traces.size(), after_.traces.size());
    for (launch_ = 0; launch_ < launches; ++launch_) {
      compare_lines();
      compare_findings();
    }
    return std::move(changes_);
  }

 private:
  using Lines = std::map<SourceLine, LineCost>;
  // Kind, place and what it is about.
  using FindingKey = std::tuple<trace::FindingKind, SourceLine, std::string>;
  using Findings = std::map<FindingKey, const trace::Finding*>;

  [[nodiscard]] Lines lines_in(const ShownRun& shown) const {
    return launch_ < shown.traces.size() ? analysis::line_costs(*shown.traces[launch_]) : Lines();
  }

  void compare_lines() {
    const Lines before = lines_in(before_), after = lines_in(after_);
    std::set<SourceLine> seen;
    for (const auto& [place, cost] : before) {
      const auto now = counterparts_.of(place);
      const auto found = now.has_value() ? after.find(*now) : after.end();
      if (found != after.end()) seen.insert(found->first);
      add_sides(place, cost, now.value_or(SourceLine{place.file, 0}),
                found == after.end() ? LineCost() : found->second);
    }
    for (const auto& [place, cost] : after) {
      if (!seen.contains(place)) add_sides({place.file, 0}, LineCost(), place, cost);
    }
  }

  void add_sides(const SourceLine& from, const LineCost& before, const SourceLine& to,
                 const LineCost& after) {
    const SiteTotals global_before = before.global(), global_after = after.global();
    add("global", from, to, global_before, global_after,
        change_of(global_before.sectors, global_after.sectors));
    add("local", from, to, before.local, after.local,
        change_of(before.local.sectors, after.local.sectors));
    add("shared", from, to, before.shared, after.shared,
        change_of(before.shared.wavefronts, after.shared.wavefronts));
  }

  void add(const char* what, const SourceLine& from, const SourceLine& to, const SiteTotals& before,
           const SiteTotals& after, Change change) {
    if (before == after) return;
    if (before.requests == 0) change = Change::added;
    if (after.requests == 0) change = Change::removed;
    changes_.push_back({change, launch_ + 1, to.file, from.line, to.line, what, before, after, {}});
  }

  // Under the places of the run after, where there are such.
  [[nodiscard]] Findings findings_in(const ShownRun& shown, bool is_before) const {
    Findings findings;
    if (launch_ >= shown.traces.size()) return findings;
    for (const trace::Finding& finding : shown.traces[launch_]->findings) {
      SourceLine place{finding.file, finding.line};
      if (is_before) place = counterparts_.of(place).value_or(place);
      findings[{finding.kind, place, finding.about}] = &finding;
    }
    return findings;
  }

  void compare_findings() {
    const Findings before = findings_in(before_, true), after = findings_in(after_, false);
    for (const auto& [key, finding] : before)
      if (!after.contains(key)) add_finding(*finding, Change::better);
    for (const auto& [key, finding] : after)
      if (!before.contains(key)) add_finding(*finding, Change::worse);
  }

  void add_finding(const trace::Finding& finding, Change change) {
    LineChange row;
    row.change = change;
    row.launch = launch_ + 1;
    row.file = finding.file;
    (change == Change::better ? row.line_before : row.line_after) = finding.line;
    row.what = trace::name_of(finding.kind);
    row.message = finding.message;
    changes_.push_back(std::move(row));
  }

  const ShownRun &before_, &after_;
  Counterparts counterparts_;
  std::size_t launch_ = 0;
  std::vector<LineChange> changes_;
};

// Whether the launch's changed lines together cost more on the side of `one`.
bool costs_more(const std::vector<LineChange>& changes, const LineChange& one) {
  std::uint64_t before = 0, after = 0;
  for (const LineChange& other : changes) {
    if (other.launch != one.launch || other.what != one.what) continue;
    before += other.before.sectors + other.before.wavefronts;
    after += other.after.sectors + other.after.wavefronts;
  }
  return after > before;
}

}  // namespace

std::string_view name_of(Change change) { return phrase_of(change).english; }

TextView phrase_of(Change change) {
  switch (change) {
    case Change::better:
      return tr("better");
    case Change::worse:
      return tr("worse");
    case Change::changed:
      return tr("changed");
    case Change::added:
      return tr("added");
    case Change::removed:
      break;
  }
  return tr("removed");
}

bool RunDiff::is_empty() const { return changes.empty() && result_before == result_after; }

bool RunDiff::is_worse() const {
  const bool is_wrong_now =
      result_before != result_after && result_after == trace::Verdict::mismatch;
  return is_wrong_now || std::ranges::any_of(changes, [&](const LineChange& one) {
           return one.change == Change::worse ||
                  (one.change == Change::added && costs_more(changes, one));
         });
}

RunDiff diff_of(const ShownRun& before, const ShownRun& after) {
  return {Differ(before, after).changes(), before.run.verdict, after.run.verdict};
}

}  // namespace warplens::cli
