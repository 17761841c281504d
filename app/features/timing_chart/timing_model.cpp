#include "app/features/timing_chart/timing_model.h"

#include <algorithm>
#include <set>

#include "app/features/timing_chart/family_ladder.h"
#include "app/features/timing_chart/timing_sweep.h"
#include "app/session/timed_settings.h"
#include "app/state/shares_chart.h"

namespace warplens::ui {
namespace {

using catalog::Family;
using catalog::Variant;
using session::Side;
using timing::Entry;
using timing::EntryKind;

// The series of one recording, or of what was measured live.
class Collector {
 public:
  // `side`: of a sweep, the size of all points.
  Collector(TimingModel& model, const session::Recordings& recordings, std::int64_t side)
      : model_(model), recordings_(recordings), family_(*model.family), side_(side) {}

  void add(const timing::Timings& timings, bool is_live) {
    for (const Variant& variant : family_.variants) {
      add_variant(timings, variant, is_live);
    }
    for (const EntryKind kind : {EntryKind::ceiling, EntryKind::library})
      add_baselines(timings, kind, is_live);
  }

 private:
  void add_variant(const timing::Timings& timings, const Variant& variant, bool is_live) {
    scene::ChartSeries series;
    series.name = variant.name;
    series.number = static_cast<std::size_t>(&variant - family_.variants.data());
    series.is_live = is_live;
    series.points.resize(model_.chart.sides.size());
    const std::string image = recordings_.image_of(family_, variant);
    bool is_timed = false;
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const auto parameters = parameters_at(variant, i);
      if (is_elsewhere(parameters, i)) continue;
      series.points[i] = timings.find(family_.name, variant.name, parameters, image);
      is_timed |= series.points[i] != nullptr;
    }
    if (!is_timed && (is_live || variant.broken)) return;
    model_.chart.series.push_back(std::move(series));
    if (!model_.against.empty()) add_least(model_.chart.series.back());
  }

  // What was reckoned where the sweep was timed, as a line of its own.
  void add_least(scene::ChartSeries series) {
    series.is_least = true;
    for (const Entry*& point : series.points) {
      if (point != nullptr && !point->least.has_value()) point = nullptr;
    }
    const bool is_there = std::ranges::any_of(series.points, [](const Entry* p) { return p; });
    if (is_there) model_.chart.series.push_back(std::move(series));
  }

  // Of what a sweep's parameter is none, it is the same at each of its values.
  [[nodiscard]] catalog::Parameters parameters_at(const Variant& variant, std::size_t place) const {
    const std::int64_t value = model_.chart.sides[place];
    if (model_.against.empty()) {
      return session::timed_parameters(family_, variant, value, model_.settings);
    }
    catalog::Parameters settings = model_.settings;
    settings[model_.against] = value;
    return session::timed_parameters(family_, variant, side_, settings);
  }

  // A value of the sweep that the variant does not take: it would be timed with another one.
  [[nodiscard]] bool is_elsewhere(const catalog::Parameters& parameters, std::size_t place) const {
    const auto swept = parameters.find(model_.against);
    return swept != parameters.end() && swept->second != model_.chart.sides[place];
  }

  void add_baselines(const timing::Timings& timings, EntryKind kind, bool is_live) {
    std::vector<std::string> names;
    catalog::Parameters settings = model_.settings;
    settings.erase(model_.against);
    for (const Entry& entry : timings.entries) {
      if (entry.kind != kind || entry.family != family_.name) continue;
      if (!session::agrees(entry, settings)) continue;
      if (!model_.against.empty() && entry.side != side_) continue;
      const auto place = baseline_place(entry);
      if (place) series_of(entry, names, is_live).points[*place] = &entry;
    }
    if (model_.against.empty()) return;
    for (auto series = model_.chart.series.end() - static_cast<std::ptrdiff_t>(names.size());
         series != model_.chart.series.end(); ++series)
      level(*series);
  }

  [[nodiscard]] std::optional<std::size_t> baseline_place(const Entry& entry) const {
    if (model_.against.empty()) return model_.chart.index_of(entry.side);
    const auto swept = entry.parameters.find(model_.against);
    if (swept == entry.parameters.end()) return 0;
    return model_.chart.index_of(swept->second);
  }

  // A baseline that was timed at one value of a sweep alone does not depend on it.
  static void level(scene::ChartSeries& series) {
    const auto is_there = [](const Entry* point) { return point != nullptr; };
    if (std::ranges::count_if(series.points, is_there) != 1) return;
    const Entry* const only = *std::ranges::find_if(series.points, is_there);
    std::ranges::fill(series.points, only);
  }

  scene::ChartSeries& series_of(const Entry& entry, std::vector<std::string>& names, bool is_live) {
    const auto at = std::ranges::find(names, entry.name);
    const auto number = static_cast<std::size_t>(at - names.begin());
    auto& all = model_.chart.series;
    if (at != names.end()) return all[all.size() - names.size() + number];
    names.push_back(entry.name);
    scene::ChartSeries series;
    series.kind = entry.kind;
    series.name = entry.name;
    series.number = number;
    series.is_live = is_live;
    series.points.resize(model_.chart.sides.size());
    return all.emplace_back(std::move(series));
  }

  TimingModel& model_;
  const session::Recordings& recordings_;
  const Family& family_;
  std::int64_t side_;
};

// Every size at which a kernel of the family, a ceiling or a library was timed.
void add_sides(const timing::Timings& timings, const Family& family,
               std::set<std::int64_t>& sides) {
  for (const Entry& entry : timings.entries) {
    if (entry.family == family.name && entry.side > 0) sides.insert(entry.side);
  }
}

// Sizes at which nothing was timed with these settings have no place on the axis.
void drop_empty_sides(scene::Chart& chart) {
  for (std::size_t i = chart.sides.size(); i-- > 0;) {
    const bool is_timed = std::ranges::any_of(
        chart.series, [i](const scene::ChartSeries& each) { return each.points[i] != nullptr; });
    if (is_timed) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    chart.sides.erase(chart.sides.begin() + at);
    for (scene::ChartSeries& series : chart.series) series.points.erase(series.points.begin() + at);
  }
}

// Of a sweep: its size. The axis is the size where what is asked for was timed at too few values.
std::int64_t choose_axis(TimingModel& model, const session::Session& session) {
  const session::TimingChoice& choice = session.chosen<session::TimingChoice>();
  std::vector<const Variant*> variants;
  for (const Side side : model.on_stage) variants.push_back(session.variant(side));
  const Sweeps sweeps = sweeps_of(model, variants);
  for (const auto& [name, sizes] : sweeps) model.sweeps.push_back(name);
  const auto wanted = sweeps.find(choice.against);
  if (wanted == sweeps.end()) return 0;
  model.against = choice.against;
  for (const auto& [size, values] : wanted->second) model.sizes.push_back(size);
  const std::int64_t side = shown_side(model, choice);
  const std::set<std::int64_t>& values = wanted->second.at(side);
  model.chart.sides.assign(values.begin(), values.end());
  model.chart.swept = label_of(*model.family, choice.against);
  return side;
}

// Timed as the settings ask, but with PTX that no longer ships.
void note_stale(TimingModel& model, const session::Recordings& recordings) {
  if (!model.recorded) return;
  std::set<std::string> names;
  for (const Entry& entry : model.recorded->entries) {
    if (entry.kind != EntryKind::variant || entry.family != model.family->name) continue;
    const Variant* variant = model.family->find(entry.name);
    if (variant != nullptr && entry.image != recordings.image_of(*model.family, *variant)) {
      names.insert(entry.name);
    }
  }
  model.stale.assign(names.begin(), names.end());
}

session::TimingsPtr recording_of(const TimingModel& model, const std::string& device) {
  const auto chosen = std::ranges::find_if(model.recordings, [&](const session::TimingsPtr& each) {
    return each->device.name == device;
  });
  if (chosen != model.recordings.end()) return *chosen;
  return model.recordings.empty() ? nullptr : model.recordings.front();
}

// A copy moves other bytes than those that such kernels read.
void keep_what_reads_shared_memory(TimingModel& model) {
  if (model.family->timed->figure != catalog::ChartedRate::shared_bandwidth) return;
  model.chart.of_shared_memory = true;
  std::erase_if(model.chart.series,
                [](const scene::ChartSeries& each) { return each.kind == EntryKind::ceiling; });
}

// A family that is judged by its operations is held against the library, which does as many; others
// against what copying takes.
void choose_ceiling(TimingModel& model) {
  const auto is_timed = [&](EntryKind kind) {
    return std::ranges::any_of(
        model.chart.series, [kind](const scene::ChartSeries& each) { return each.kind == kind; });
  };
  const bool is_flops = model.rate == scene::ChartFigure::flop_rate;
  if (is_flops || (is_timed(EntryKind::library) && !is_timed(EntryKind::ceiling))) {
    model.chart.ceiling = EntryKind::library;
  }
}

// The kernels that are looked at stand out, the first of them is what others are compared with;
// what the list of series hides is hidden.
void mark_series(TimingModel& model, const session::Session& session) {
  for (scene::ChartSeries& series : model.chart.series) {
    const std::string key = series_key(model, series);
    series.is_hidden = session.chosen<session::TimingChoice>().hidden.contains(key);
    for (const Side side : session::kSides) {
      const bool is_there = session.choice().has(side) && session.selection(side).capture.empty() &&
                            session.selection(side).index.empty();
      series.is_on_stage |= is_there && session.selection(side).kernel == key;
    }
    series.is_selected = series.kind == EntryKind::variant && !series.is_least &&
                         session.selection(model.on_stage.front()).kernel == key;
  }
  // Of the others' limits the lines would only cross.
  std::erase_if(model.chart.series, [](const scene::ChartSeries& series) {
    return series.is_least && !series.is_on_stage;
  });
  scene::give_hues(model.chart);
}

void add_known_settings(TimingModel& model, const Variant& variant) {
  for (const auto& timings : {model.recorded, model.live}) {
    if (!timings) continue;
    for (auto& settings : session::recorded_settings(*model.family, variant, *timings)) {
      if (std::ranges::find(model.known, settings) == model.known.end()) {
        model.known.push_back(std::move(settings));
      }
    }
  }
}

// Of two kernels each has settings that the other one lacks; where both have one, it is the same.
catalog::Parameters settings_of_the_stage(const TimingModel& model,
                                          const session::Session& session) {
  catalog::Parameters all;
  for (const Side side : model.on_stage) {
    all.merge(session::settings_on_stage(*model.family, session.selection(side).parameters));
  }
  return all;
}

// What was measured live comes first, where it has a rung at that size.
void climb_ladder(TimingModel& model, const session::Recordings& recordings, std::int64_t side) {
  for (const session::TimingsPtr& timings : {model.live, model.recorded}) {
    if (!timings) continue;
    model.ladder = timing_chart::family_ladder(*model.family, side, *timings, recordings);
    model.is_ladder_live = timings == model.live;
    if (model.ladder.is_timed()) return;
  }
}

}  // namespace

TimingModel timing_model(const session::Session& session, const session::Recordings& recordings,
                         const session::TimingsPtr& live, Side side) {
  TimingModel model;
  model.family = session.family(side);
  if (model.family == nullptr || !model.family->timed) return model;
  model.on_stage = {side};
  if (shares_chart(session)) model.on_stage = {Side::left, Side::right};
  const session::TimingChoice& choice = session.chosen<session::TimingChoice>();
  const bool is_flops = model.family->timed->figure == catalog::ChartedRate::flop_rate;
  model.rate = is_flops ? scene::ChartFigure::flop_rate : scene::ChartFigure::bandwidth;
  model.recordings = recordings.of(model.family->name);
  model.recorded = recording_of(model, choice.device);
  model.live = live;
  model.settings =
      choice.settings.empty() ? settings_of_the_stage(model, session) : choice.settings;
  for (const Side of : model.on_stage) add_known_settings(model, *session.variant(of));
  std::set<std::int64_t> sides;
  for (const auto& timings : {model.recorded, model.live}) {
    if (timings) add_sides(*timings, *model.family, sides);
  }
  model.chart.sides.assign(sides.begin(), sides.end());
  const std::int64_t swept_at = choose_axis(model, session);
  Collector collector(model, recordings, swept_at);
  if (model.recorded) collector.add(*model.recorded, false);
  if (model.live) collector.add(*model.live, true);
  keep_what_reads_shared_memory(model);
  drop_empty_sides(model.chart);
  if (model.against.empty()) model.sizes = model.chart.sides;
  note_stale(model, recordings);
  choose_ceiling(model);
  mark_series(model, session);
  climb_ladder(model, recordings, shown_side(model, choice));
  return model;
}

const TimingModel& KeptTiming::get(const session::Session& session,
                                   const session::Recordings& recordings,
                                   const session::TimingsPtr& live, Side side,
                                   const std::vector<std::string>& quoted) {
  Key key{session.choice(), recordings.all().size(), live, side, quoted};
  if (key_ != key) {
    model_ = timing_model(session, recordings, live, side);
    for (scene::ChartSeries& series : model_.chart.series)
      series.is_quoted = std::ranges::find(quoted, series_key(model_, series)) != quoted.end();
    key_ = std::move(key);
  }
  return model_;
}

}  // namespace warplens::ui
