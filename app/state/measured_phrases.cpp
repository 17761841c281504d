#include "app/state/measured_phrases.h"

#include <algorithm>
#include <cctype>

#include "app/session/kernel_roofline.h"
#include "app/session/recorded_seconds.h"
#include "app/session/timed_settings.h"
#include "kernels/timing/host_timeline.h"
#include "kernels/timing/timeline_figures.h"
#include "viz/analysis/limits/roofline_text.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::ui {
namespace {

using catalog::Family;
using lessons::Measured;
using lessons::MeasuredKernel;
using timing::Entry;
using timing::EntryKind;

constexpr TextView kNotRecorded = tr("not recorded");

class MeasuredText {
 public:
  MeasuredText(const std::vector<Family>& families, const session::Recordings& recordings,
               Language language = Language::en)
      : families_(families), recordings_(recordings), language_(language) {}

  [[nodiscard]] std::optional<std::string> words(const Measured& measured) const {
    if (measured.kind == Measured::Kind::recorded) return recorded_phrase(measured.kernel);
    const auto number = value(measured);
    return number ? std::optional(phrase(measured, *number)) : std::nullopt;
  }

  [[nodiscard]] std::optional<double> value(const Measured& measured) const {
    if (measured.kind == Measured::Kind::intensity || measured.kind == Measured::Kind::roof) {
      return place(measured);
    }
    if (measured.kernel.family == lessons::kHostTimeline) return timeline_value(measured);
    for (const session::TimingsPtr& timings : recordings_of(measured.kernel)) {
      const auto found = value(measured, *timings);
      if (found) return found;
    }
    return std::nullopt;
  }

 private:
  // On a roofline.
  [[nodiscard]] std::optional<double> place(const Measured& measured) const {
    const MeasuredKernel& kernel = measured.kernel;
    return session::roofline_figure(
        {families_, recordings_}, {kernel.family + "/" + kernel.name, kernel.settings}, kernel.side,
        measured.kind == Measured::Kind::roof ? session::RooflineFigure::roof_share
                                              : session::RooflineFigure::intensity);
  }

  [[nodiscard]] std::optional<double> timeline_value(const Measured& measured) const {
    const auto seconds = timeline_seconds(measured.kernel);
    if (!seconds || measured.kind == Measured::Kind::time) return seconds;
    const auto over = timeline_seconds(measured.over);
    const bool is_of_two =
        measured.kind == Measured::Kind::ratio || measured.kind == Measured::Kind::share;
    return is_of_two && over ? std::optional(*over / *seconds) : std::nullopt;
  }

  // Of a run, or of launching each of its kernels.
  [[nodiscard]] std::optional<double> timeline_seconds(const MeasuredKernel& kernel) const {
    constexpr std::string_view kLaunch = ":launch";
    std::string_view name = kernel.name;
    const bool is_of_launch = name.ends_with(kLaunch);
    if (is_of_launch) name.remove_suffix(kLaunch.size());
    const auto scenario = timing::scenario_named(name);
    const session::HostTimelinePtr timeline = recordings_.timeline(families_);
    if (!scenario || !timeline) return std::nullopt;
    const auto parts = kernel.settings.find("parts");
    const timing::TimelineRun* run = timeline->find(
        *scenario, static_cast<std::uint64_t>(kernel.side),
        parts == kernel.settings.end() ? 1 : static_cast<std::uint32_t>(parts->second));
    if (run == nullptr) return std::nullopt;
    return is_of_launch ? timing::launch_seconds(*run) / run->parts : run->seconds();
  }

  [[nodiscard]] std::optional<double> value(const Measured& measured,
                                            const timing::Timings& timings) const {
    const Entry* entry = find(measured.kernel, timings);
    if (entry == nullptr) return std::nullopt;
    if (measured.kind == Measured::Kind::time) return entry->seconds.median;
    if (measured.kind == Measured::Kind::rate) return rate(*entry);
    const Entry* over = find(measured.over, timings);
    return over == nullptr ? std::nullopt : std::optional(rate(*entry) / rate(*over));
  }

  // Those of the GPU that is named.
  [[nodiscard]] std::vector<session::TimingsPtr> recordings_of(const MeasuredKernel& kernel) const {
    std::vector<session::TimingsPtr> all = recordings_.of(kernel.family);
    std::erase_if(all, [&](const session::TimingsPtr& each) {
      std::string name = each->device.name;
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
      return name.find(kernel.device) == std::string::npos;
    });
    return all;
  }

  [[nodiscard]] std::optional<std::string> recorded_phrase(const MeasuredKernel& kernel) const {
    if (kernel.family == lessons::kHostTimeline) {
      const session::HostTimelinePtr timeline = recordings_.timeline(families_);
      if (!timeline) return std::nullopt;
      return tr(tr_in("recorded on", "{}, {}"), timeline->device.name, timeline->date)
          .in(language_);
    }
    const auto all = recordings_of(kernel);
    if (all.empty()) return std::nullopt;
    return tr(tr_in("recorded on", "{}, {}"), all.front()->device.name, all.front()->days())
        .in(language_);
  }

  [[nodiscard]] std::string phrase(const Measured& measured, double value) const {
    switch (measured.kind) {
      case Measured::Kind::time:
        return scene::figure_phrase(value, scene::ChartFigure::time);
      case Measured::Kind::rate:
        return scene::figure_phrase(value, figure_of(measured.kernel.family));
      case Measured::Kind::intensity:
        return analysis::intensity_phrase(value);
      case Measured::Kind::ratio:
        return fmt::format("{:.{}f}", value, value < 1 ? 3 : 2);
      default:
        return fmt::format("{:.0f}%", 100 * value);
    }
  }

  [[nodiscard]] const Family* family(const std::string& name) const {
    const auto at = std::ranges::find(families_, name, &Family::name);
    return at == families_.end() || !at->timed ? nullptr : &*at;
  }

  [[nodiscard]] scene::ChartFigure figure_of(const std::string& name) const {
    const bool is_flops = family(name)->timed->figure == catalog::ChartedRate::flop_rate;
    return is_flops ? scene::ChartFigure::flop_rate : scene::ChartFigure::bandwidth;
  }

  [[nodiscard]] double rate(const Entry& entry) const {
    return figure_of(entry.family) == scene::ChartFigure::flop_rate ? entry.flops_per_second()
                                                                    : entry.bytes_per_second();
  }

  [[nodiscard]] const Entry* find(const MeasuredKernel& kernel,
                                  const timing::Timings& timings) const {
    const Family* of = family(kernel.family);
    if (of == nullptr) return nullptr;
    if (const catalog::Variant* variant = of->find(kernel.name)) {
      return session::recorded_entry(recordings_, timings, *of, *variant, kernel.side,
                                     kernel.settings);
    }
    const auto is_it = [&](const Entry& entry) {
      return entry.kind != EntryKind::variant && entry.family == kernel.family &&
             entry.name == kernel.name && entry.side == kernel.side &&
             session::agrees(entry, kernel.settings);
    };
    const auto at = std::ranges::find_if(timings.entries, is_it);
    return at == timings.entries.end() ? nullptr : &*at;
  }

  const std::vector<Family>& families_;
  const session::Recordings& recordings_;
  Language language_;
};

}  // namespace

std::string measured_phrase(const Measured& measured, const std::vector<Family>& families,
                            const session::Recordings& recordings, Language language) {
  const auto words = MeasuredText(families, recordings, language).words(measured);
  return words ? *words : std::string(kNotRecorded.in(language));
}

std::optional<double> measured_value(const Measured& measured, const std::vector<Family>& families,
                                     const session::Recordings& recordings) {
  return MeasuredText(families, recordings).value(measured);
}

bool is_recorded(const Measured& measured, const std::vector<Family>& families,
                 const session::Recordings& recordings) {
  return MeasuredText(families, recordings).words(measured).has_value();
}

lessons::StepText text_of_step(const AppState& app, const lessons::Step& step, Language language) {
  const auto with_figures = [&](const lessons::Markdown& text) {
    return lessons::with_measured(text, [&](const Measured& measured) {
      return measured_phrase(measured, app.session.families(), app.recordings, language);
    });
  };
  const lessons::StepText& words = step.text[language];
  return {words.title,
          with_figures(words.body),
          with_figures(words.todo),
          with_figures(words.question),
          with_figures(words.options),
          with_figures(words.reasons),
          with_figures(words.seen)};
}

}  // namespace warplens::ui
