#include "app/state/measured_phrases.h"

#include <algorithm>
#include <optional>

#include "app/session/kernel_roofline.h"
#include "app/session/recorded_seconds.h"
#include "app/session/timed_settings.h"
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
    if (measured.kind == Measured::Kind::intensity || measured.kind == Measured::Kind::roof) {
      return place_phrase(measured);
    }
    for (const session::TimingsPtr& timings : recordings_.of(measured.kernel.family)) {
      auto found = words(measured, *timings);
      if (found) return found;
    }
    return std::nullopt;
  }

 private:
  // On a roofline.
  [[nodiscard]] std::optional<std::string> place_phrase(const Measured& measured) const {
    const bool is_share = measured.kind == Measured::Kind::roof;
    const MeasuredKernel& kernel = measured.kernel;
    const auto value = session::roofline_figure(
        {families_, recordings_}, {kernel.family + "/" + kernel.name, kernel.settings}, kernel.side,
        is_share ? session::RooflineFigure::roof_share : session::RooflineFigure::intensity);
    if (!value) return std::nullopt;
    return is_share ? fmt::format("{:.0f}%", 100 * *value) : analysis::intensity_phrase(*value);
  }

  [[nodiscard]] std::optional<std::string> words(const Measured& measured,
                                                 const timing::Timings& timings) const {
    if (measured.kind == Measured::Kind::recorded) {
      return tr(tr_in("recorded on", "{}, {}"), timings.device.name, timings.days()).in(language_);
    }
    const Entry* entry = find(measured.kernel, timings);
    if (entry == nullptr) return std::nullopt;
    switch (measured.kind) {
      case Measured::Kind::time:
        return scene::figure_phrase(entry->seconds.median, scene::ChartFigure::time);
      case Measured::Kind::rate:
        return scene::figure_phrase(rate(*entry), figure_of(measured.kernel.family));
      default:
        break;
    }
    const Entry* over = find(measured.over, timings);
    if (over == nullptr) return std::nullopt;
    const double times = rate(*entry) / rate(*over);
    if (measured.kind == Measured::Kind::share) return fmt::format("{:.0f}%", 100 * times);
    return fmt::format("{:.{}f}", times, times < 1 ? 3 : 2);
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
