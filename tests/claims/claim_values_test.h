// What the words of a claim's formulas mean.
//
//   pitch, sectors, shared_load.max_way    of the step's kernel: a parameter, a figure
//     (app/session/figures.h), a total of a class of accesses, launch.blocks, launch.threads
//   … pitch=34 kernel=transpose/tile       with these in place of the step's
//   … index=row*33+col                     with this index written, without a space in it
//   … at=shared_store, at=global_load:c4[v]#2   at the first such access, or the third
//   … lane=5                               word, bank, byte: where a lane's access begins
//   right.sectors                          of the kernel beside it
//   resident_warps gpu=t4 what.registers=64    on that GPU, what if a thread took 64; what.threads,
//                                          what.shared_bytes
//   registers gpu=t4                       of a thread, as ptxas reports them
//   answer                                 of the step's question
//   time, rate, ratio, share, roof …       of a recording, as {{…}} has it
//   part UNIT KERNEL SIDE                  of the least time that the unit needs; 1: it limits
//   slack KERNEL SIDE                      the recorded time, of the least; both are of the first
//                                          chip, or with on=h200 of that one, and of a launch that
//                                          is not counted beforehand (assets/demands.json) are
//                                          counted for seconds: take a small side
//   span SCENARIO BYTES TRACK ACTION       seconds of the first such span of the recorded host
//                                          timeline; PARTS behind it where the scenario has some
//   timeline FIGURE SCENARIO BYTES         a figure of such a run (timing::TimelineFigure), or
//                                          `wrong`, its wrong elements; PARTS likewise
#pragma once

#include "app/features/limits/limits_data.h"
#include "app/lessons/course_test.h"
#include "app/session/choosing.h"
#include "app/session/count_run.h"
#include "app/session/occupancy_choice.h"
#include "app/session/resident.h"
#include "app/session/timed_settings.h"
#include "app/state/measured_phrases.h"
#include "kernels/timing/timeline_figures.h"
#include "tests/claims/formula.h"
#include "viz/analysis/limits/limits_text.h"

namespace warplens::lessons {

class ClaimValues : public Course {
 protected:
  Result<double> value(const Step& step, const Words& words) {
    const std::string& kind = words.front();
    if (kind == "part" || kind == "slack") return limits_value(words);
    if (kind == "span") return span_value(words);
    if (kind == "timeline") return timeline_value(words);
    const auto measured = parse_measured(fmt::format("{}", fmt::join(words, " ")));
    if (measured.has_value()) {
      const auto number = ui::measured_value(*measured, session_.families(), recordings());
      if (number) return *number;
      return fail("'{}' is not recorded", fmt::join(words, " "));
    }
    return staged_value(step, words);
  }

 private:
  struct Settings {
    std::string kernel, index;
    catalog::Parameters parameters;
    session::OccupancyChoice occupancy;
    std::optional<std::size_t> gpu;
    friend bool operator==(const Settings&, const Settings&) = default;
  };
  struct Place {
    std::string at;
    std::optional<std::uint32_t> lane;
  };

  Result<double> limits_value(const Words& words) {
    const bool is_part = words.front() == "part";
    Words of{"time"};
    of.insert(of.end(), words.begin() + (is_part ? 2 : 1), words.end());
    TRY(const Measured named, parse_measured(fmt::format("{}", fmt::join(of, " "))));
    const auto& [family, name, side, settings, device] = named.kernel;
    TRY(const auto found, catalogue_.find(family + "/" + name));
    if (!limits_) limits_ = *limits::LimitsData::read(WARPLENS_SOURCE_DIR "/assets");
    const auto parameters =
        session::timed_parameters(*found.family, *found.variant, side, settings);
    TRY(const limits::Demands demands, demands_of(family + "/" + name, parameters));
    const auto chip = std::ranges::find_if(limits_->chips(), [&](const analysis::Chip& each) {
      return each.id.find(device) != std::string::npos;
    });
    if (chip == limits_->chips().end()) return fail("no chip is {}", device);
    const limits::LimitsReport report = limits_->report(found, parameters, demands, *chip);
    if (!is_part) {
      if (!report.measured) return fail("{}/{} is not recorded at {}", family, name, side);
      return *report.measured / report.limits.seconds;
    }
    for (const analysis::UnitLimit& unit : report.limits.units) {
      if (analysis::id_of(unit.unit) == words[1] && unit.seconds)
        return *unit.seconds / report.limits.seconds;
    }
    return fail("there is no unit {}", words[1]);
  }

  // What is not counted beforehand is counted, once.
  Result<limits::Demands> demands_of(const std::string& kernel,
                                     const catalog::Parameters& parameters) {
    TRY(const auto found, catalogue_.find(kernel));
    if (const limits::Demands* known = limits_->counted(found, parameters)) return *known;
    limits::Demands& counted = counted_[{kernel, parameters}];
    if (!counted.empty()) return counted;
    run::Options options;
    options.memory = std::uint64_t{2} << 30;
    TRY(counted, session::count_run(catalogue_, kernel, parameters, options));
    return counted;
  }

  Result<double> span_value(const Words& words) {
    if (words.size() != 5 && words.size() != 6)
      return fail("write: span SCENARIO BYTES TRACK ACTION, and the parts");
    const auto scenario = timing::scenario_named(words[1]);
    const session::HostTimelinePtr timeline = recordings().timeline(session_.families());
    const timing::TimelineRun* run =
        scenario && timeline ? timeline->find(*scenario, std::stoull(words[2]), parts_at(words, 5))
                             : nullptr;
    if (run == nullptr) return fail("{} of {} bytes is not recorded", words[1], words[2]);
    const auto track = words[3] == "host" ? timing::Track::host : timing::Track::device;
    for (const timing::Span& span : run->spans) {
      if (span.track == track && span.action == timing::action_named(words[4]))
        return span.seconds();
    }
    return fail("it has no {} on the {}", words[4], words[3]);
  }

  static std::uint32_t parts_at(const Words& words, std::size_t at) {
    return at < words.size() ? static_cast<std::uint32_t>(std::stoul(words[at])) : 1;
  }

  Result<double> timeline_value(const Words& words) {
    if (words.size() != 4 && words.size() != 5)
      return fail("write: timeline FIGURE SCENARIO BYTES, and the parts");
    const auto* const which = std::ranges::find(timing::kTimelineFigureNames, words[1]);
    const auto scenario = timing::scenario_named(words[2]);
    const session::HostTimelinePtr timeline = recordings().timeline(session_.families());
    const timing::TimelineRun* run =
        scenario && timeline ? timeline->find(*scenario, std::stoull(words[3]), parts_at(words, 4))
                             : nullptr;
    if (run == nullptr) return fail("{} of {} bytes is not recorded", words[2], words[3]);
    if (words[1] == "wrong") return static_cast<double>(run->wrong.value_or(0));
    if (which == timing::kTimelineFigureNames.end()) return fail("there is no {}", words[1]);
    return static_cast<double>(timing::figure(
        *timeline, *run,
        static_cast<timing::TimelineFigure>(which - timing::kTimelineFigureNames.begin())));
  }

  Result<double> staged_value(const Step& step, const Words& words) {
    Settings settings;
    Place place;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::size_t equals = words[i].find('=');
      if (equals == std::string::npos) return fail("'{}' is no value", fmt::join(words, " "));
      const std::string name = words[i].substr(0, equals), text = words[i].substr(equals + 1);
      if (name == "kernel") {
        settings.kernel = text;
      } else if (name == "index") {
        settings.index = text;
      } else if (name == "at") {
        place.at = text;
      } else if (name == "lane") {
        place.lane = static_cast<std::uint32_t>(std::stoul(text));
      } else if (name == "gpu") {
        const auto gpu = analysis::occupancy_gpu_named(text);
        if (!gpu) return fail("there is no GPU {}", text);
        settings.gpu = *gpu;
      } else if (name.starts_with("what.")) {
        const auto* const need = std::ranges::find(analysis::kNeedNames, name.substr(5));
        if (need == analysis::kNeedNames.end()) return fail("a block has no '{}'", name);
        settings.occupancy.what_if.at(static_cast<std::size_t>(
            need - analysis::kNeedNames.begin())) = static_cast<std::uint32_t>(std::stoul(text));
      } else {
        settings.parameters[name] = std::stoll(text);
      }
    }
    enter_with(step, settings);
    if (!place.at.empty()) TRY(go(place.at));
    return figure_here(step, words.front(), place.lane);
  }

  void enter_with(const Step& step, const Settings& settings) {
    if (entered_ == &step && settings_ == settings && !has_moved_) return;
    entered_ = &step;
    settings_ = settings;
    has_moved_ = false;
    begin(step);
    if (!settings.kernel.empty()) select(settings.kernel);
    for (const auto& [name, number] : settings.parameters) set(name, number);
    if (!settings.index.empty()) write(settings.index);
    choose_occupancy(settings);
  }

  // What is not set stays as the step has it.
  void choose_occupancy(const Settings& settings) {
    session::OccupancyChoice choice = session_.chosen<session::OccupancyChoice>();
    if (settings.gpu) choice.gpu = *settings.gpu;
    for (const analysis::Need need : analysis::kAllNeeds)
      if (const auto& value = settings.occupancy.of(need)) choice.of(need) = value;
    if (choice != session_.chosen<session::OccupancyChoice>()) session_.choose(choice);
  }

  // "shared_load:tile[#2"
  Result<void> go(const std::string& at) {
    has_moved_ = true;
    const std::size_t hash = at.rfind('#'), colon = at.find(':');
    const std::string kind = at.substr(0, std::min(colon, hash));
    session::Anchor anchor;
    const std::size_t end = std::min(hash, at.size());
    if (colon != std::string::npos) anchor.marker = at.substr(colon + 1, end - colon - 1);
    if (hash != std::string::npos)
      anchor.occurrence = static_cast<std::uint32_t>(std::stoul(at.substr(hash + 1)));
    anchor.space = kind.starts_with("shared") ? trace::Space::shared : trace::Space::global;
    anchor.kind = kind.ends_with("load")     ? trace::EventKind::load
                  : kind.ends_with("store")  ? trace::EventKind::store
                  : kind.ends_with("matrix") ? trace::EventKind::load_matrix
                                             : trace::EventKind::atomic;
    const auto found = session::find_event(*session_.result(), anchor);
    if (!found) return fail("no access {} in {}", at, session_.result()->selection.kernel);
    session_.seek(found->event);
    return {};
  }

  Result<double> figure_here(const Step& step, std::string_view name,
                             std::optional<std::uint32_t> lane) {
    if (name == "answer") {
      const auto answer = expected_answer(step, session_);
      if (answer) return static_cast<double>(*answer);
      return fail("{} asks nothing", step.id);
    }
    const bool is_right = name.starts_with("right.");
    if (is_right) name.remove_prefix(6);
    const session::Side side = is_right ? session::Side::right : session::Side::left;
    if (lane) return lane_value(name, *lane, side);
    if (name == "used") return used_percent();
    if (const auto figure = session::figure_named(name)) {
      const auto number = session_.figure(*figure, side);
      if (number) return static_cast<double>(*number);
      return fail("there is no {} here", name);
    }
    if (const auto total = total_named(name, side)) return *total;
    const trace::TracedLaunch& launch = session_.launch(side)->trace->launch;
    if (name == "registers") return registers(side);
    if (name == "launch.blocks") return static_cast<double>(launch.grid.count());
    if (name == "launch.threads") return static_cast<double>(launch.block.count());
    if (name == "launch.warps")
      return static_cast<double>(launch.warps_per_block() * launch.grid.count());
    const catalog::Parameters& parameters = session_.selection(side).parameters;
    const auto parameter = parameters.find(std::string(name));
    if (parameter != parameters.end()) return static_cast<double>(parameter->second);
    return fail("there is no value '{}'", name);
  }

  Result<double> registers(session::Side side) {
    const auto needs =
        session::block_needs(session_.launch(side)->trace->launch, session_.launch(side)->reports,
                             session_.chosen<session::OccupancyChoice>());
    if (!needs) return fail("ptxas has not reported it");
    return needs->registers;
  }

  // "shared_load.max_way"
  std::optional<double> total_named(std::string_view name, session::Side side) {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto at = std::ranges::find(analysis::kTotalsClasses, name.substr(0, dot),
                                      &analysis::TotalsClass::name);
    if (at == analysis::kTotalsClasses.end()) return std::nullopt;
    const trace::SiteTotals& of = totals(side).*at->own;
    const std::map<std::string_view, std::uint64_t> figures{
        {"requests", of.requests},   {"events", of.events},
        {"lanes", of.lanes},         {"sectors", of.sectors},
        {"bytes", of.bytes_used},    {"wavefronts", of.wavefronts},
        {"conflicts", of.conflicts}, {"max_way", of.max_way},
        {"moved", of.bytes_moved},   {"ideal_sectors", of.ideal_sectors}};
    const auto figure = figures.find(name.substr(dot + 1));
    if (figure == figures.end()) return std::nullopt;
    return static_cast<double>(figure->second);
  }

  Result<double> lane_value(std::string_view name, std::uint32_t lane, session::Side side) {
    const trace::Trace& trace = *session_.launch(side)->trace;
    const trace::EventView view = trace.events.view(session_.cursor(side).event);
    const std::uint64_t address = view.address[lane];
    if (name == "bank") return static_cast<double>(address / 4 % 32);
    std::uint64_t start = 0;
    if (trace.sites[view.site].space == trace::Space::shared) {
      for (const trace::SharedArray& array : trace.shared_arrays)
        if (array.offset <= address) start = array.offset;
    } else if (const trace::Buffer* buffer = trace::find_buffer(trace.buffers, address)) {
      start = buffer->address;
    }
    const auto byte = static_cast<double>(address - start);
    if (name == "byte") return byte;
    if (name == "word") return byte / 4;
    return fail("a lane has no '{}'", name);
  }

  std::optional<limits::LimitsData> limits_;
  std::map<std::pair<std::string, catalog::Parameters>, limits::Demands> counted_;
  const Step* entered_ = nullptr;
  Settings settings_;
  bool has_moved_ = false;
};

}  // namespace warplens::lessons
