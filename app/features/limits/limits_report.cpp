#include "app/features/limits/limits_report.h"

#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "kernels/base/json.h"
#include "viz/analysis/limits/limits_text.h"

namespace warplens::cli {
namespace {

using analysis::Unit;
using analysis::UnitLimit;
using limits::LimitsReport;

std::string least_of(const UnitLimit& limit) {
  return limit.seconds.has_value() ? analysis::time_phrase(*limit.seconds) : std::string("-");
}

Text note_of(const UnitLimit& limit, const LimitsReport& report) {
  if (!limit.seconds.has_value()) return tr("its rate is not published");
  const TextView source = limit.is_rate_measured ? tr("rate measured") : tr("rate by data sheet");
  if (limit.unit != report.limits.limiting) return source;
  return tr("{}; limits it", Text(source));
}

void print_unit(const ui::Speech& speech, const UnitLimit& limit, const LimitsReport& report) {
  print_text("  {:22} {:>22} {:>10}  {}\n", speech.say(analysis::name_of(limit.unit)),
             speech.say(analysis::amount_phrase(limit)), least_of(limit),
             speech.say(note_of(limit, report)));
}

// Below the table.
void print_note(const ui::Speech& speech, const Text& note) {
  print_text("  {}\n", speech.say(note));
}

void print_measured(const ui::Speech& speech, const LimitsReport& report) {
  if (!report.measured.has_value())
    return print_note(speech, tr("measured: no recording of it on this chip"));
  print_note(speech,
             tr("measured: {}, {:.2f} times the least", analysis::time_phrase(*report.measured),
                *report.measured / report.limits.seconds));
}

Text counted_in(const limits::Demands& launches) {
  if (limits::are_of_sass(launches)) return tr("counted in ptxas's instructions for this chip");
  return tr("counted in the PTX: integers, which ptxas may drop, are in no unit");
}

void print_waves(const ui::Speech& speech, const LimitsReport& report) {
  if (report.waves.empty()) return;
  std::string words;
  for (const double one : report.waves) {
    words =
        words.empty() ? fmt::format("{:.1f}", one) : speech.say(tr("{}, then {:.1f}", words, one));
  }
  print_note(speech, tr("waves of blocks: {}", words));
}

// What the PTX keeps in local memory, and what ptxas makes of it.
void print_local(const ui::Speech& speech, const LimitsReport& report) {
  for (std::size_t i = 0; i < report.launches.size(); ++i) {
    const analysis::LaunchDemand& launch = report.launches[i];
    const bool has_frame = i < report.frames.size();
    const limits::LocalFrame frame = has_frame ? report.frames[i] : limits::LocalFrame{};
    if (launch.local_requests == 0 && frame.spilled_bytes == 0) continue;
    const Text kept = has_frame ? tr("ptxas keeps a stack frame of {} bytes a thread and spills {}",
                                     frame.stack_frame_bytes, frame.spilled_bytes)
                                : Text(tr("ptxas, which decides what stays there, is not here"));
    print_note(speech, tr("local memory: {} requests, {} bytes in the PTX, in no figure above; {}",
                          launch.local_requests, launch.local_bytes, kept));
  }
}

Json local_json(const LimitsReport& report) {
  Json json = Json::array();
  for (std::size_t i = 0; i < report.launches.size(); ++i) {
    const analysis::LaunchDemand& launch = report.launches[i];
    Json one = {{"requests", launch.local_requests}, {"bytes", launch.local_bytes}};
    const bool has_frame = i < report.frames.size();
    one["stack_frame"] = has_frame ? Json(report.frames[i].stack_frame_bytes) : Json(nullptr);
    one["spilled"] = has_frame ? Json(report.frames[i].spilled_bytes) : Json(nullptr);
    json.push_back(std::move(one));
  }
  return json;
}

Json figure_json(const analysis::ChipFigure& figure) {
  Json json = {
      {"value", figure.value}, {"source", figure.source}, {"measured", figure.is_measured}};
  if (figure.probed) json["probed"] = *figure.probed;
  return json;
}

Json unit_json(const UnitLimit& limit) {
  Json json = {{"unit", analysis::id_of(limit.unit)}, {"amount", limit.amount}};
  json["least_seconds"] = limit.seconds.has_value() ? Json(*limit.seconds) : Json(nullptr);
  json["rate_measured"] = limit.is_rate_measured;
  json["rates"] = Json::array();
  for (const analysis::ChipFigure& rate : limit.rates) json["rates"].push_back(figure_json(rate));
  return json;
}

Json chip_json(const analysis::Chip& chip) {
  return {{"id", chip.id},
          {"name", chip.name},
          {"multiprocessors", figure_json(chip.multiprocessors)},
          {"clock", figure_json(chip.clock)},
          {"dram_rate", figure_json(chip.dram_rate)},
          {"l2_bytes", figure_json(chip.l2_bytes)}};
}

}  // namespace

void print_limits_text(const ui::Speech& speech, std::string_view kernel,
                       const catalog::Parameters& parameters, const LimitsReport& report) {
  print_text("{}", speech.say(tr("{} on {}", kernel, report.chip.name)));
  for (const auto& [name, value] : parameters) print_text(" {}={}", name, value);
  print_text("\n  {:22} {:>22} {:>10}\n", "", speech.say(tr("at least")),
             speech.say(tr("least time")));
  for (const UnitLimit& limit : analysis::shown_units(report.limits))
    print_unit(speech, limit, report);
  if (report.caches == analysis::Caches::cold) {
    print_note(speech,
               tr("caches: cold, so all bytes come from DRAM; recordings are of warm ones"));
  }
  print_note(speech, counted_in(report.launches));
  print_waves(speech, report);
  print_local(speech, report);
  print_measured(speech, report);
  print_note(speech, analysis::why(report.limits, report.measured));
}

void print_limits_json(std::string_view kernel, const catalog::Parameters& parameters,
                       const LimitsReport& report) {
  Json json = {{"kernel", kernel}, {"parameters", parameters}, {"chip", chip_json(report.chip)}};
  json["units"] = Json::array();
  for (const UnitLimit& limit : analysis::shown_units(report.limits))
    json["units"].push_back(unit_json(limit));
  json["limiting"] = analysis::id_of(report.limits.limiting);
  json["least_seconds"] = report.limits.seconds;
  json["fits_in_l2"] = report.limits.fits_in_l2;
  json["counted_in"] = limits::are_of_sass(report.launches) ? "sass" : "ptx";
  json["caches"] = report.caches == analysis::Caches::cold ? "cold" : "warm";
  json["waves"] = report.waves;
  json["local_memory"] = local_json(report);
  json["measured_seconds"] = nullptr;
  json["ratio"] = nullptr;
  if (report.measured.has_value()) {
    json["measured_seconds"] = *report.measured;
    json["ratio"] = *report.measured / report.limits.seconds;
  }
  json["why"] = analysis::why(report.limits, report.measured).in(Language::en);
  print_json(json_forms::kLimits, json);
}

}  // namespace warplens::cli
