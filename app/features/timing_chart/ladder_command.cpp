// warplens ladder: a family's kernels from the first to the fastest, as they were recorded.
#include <algorithm>
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/print_csv.h"
#include "app/features/timing_chart/family_ladder.h"
#include "app/features/timing_chart/ladder_report.h"
#include "app/features/timing_chart/ladder_table.h"
#include "app/features/timing_chart/timing_chart.h"
#include "app/state/app_state.h"
#include "kernels/run/find_assets.h"

namespace warplens::cli {

namespace {

struct LadderCommandOptions {
  std::string family, device;
  std::int64_t side = 0;  // 0: the largest
  bool json = false, csv = false;
  LanguageOption language;
};

Result<catalog::Family> ladder_family(const std::string& name) {
  std::string known;
  for (const catalog::Family& family : catalog::families()) {
    if (family.ladder.empty()) continue;
    if (family.name == name) return family;
    known += (known.empty() ? "" : ", ") + family.name;
  }
  return fail(tr("no ladder of '{}'; choose one of: {}", name, known));
}

Result<session::TimingsPtr> recording_of(const session::Recordings& recordings,
                                         const catalog::Family& family, const std::string& device) {
  std::string known;
  for (const session::TimingsPtr& timings : recordings.of(family.name)) {
    if (device.empty() || timings->device.name == device) return timings;
    known += (known.empty() ? "" : ", ") + timings->device.name;
  }
  if (known.empty()) {
    return fail(tr("{} is not recorded; on a machine with a GPU: warplens bench {} --record FILE",
                   family.name, family.name));
  }
  return fail(tr("{} is not recorded on '{}'; choose one of: {}", family.name, device, known));
}

// Sizes at which a rung was timed, in ascending order.
std::vector<std::int64_t> sides_of(const catalog::Family& family, const timing::Timings& timings) {
  std::vector<std::int64_t> sides;
  for (const timing::Entry& entry : timings.entries) {
    const bool is_rung = std::ranges::any_of(
        family.ladder, [&](const catalog::Rung& rung) { return rung.variant == entry.name; });
    if (is_rung && entry.family == family.name && entry.side > 0) sides.push_back(entry.side);
  }
  std::ranges::sort(sides);
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  return sides;
}

Result<std::int64_t> side_of(const LadderCommandOptions& options, const catalog::Family& family,
                             const timing::Timings& timings) {
  const auto sides = sides_of(family, timings);
  if (options.side == 0 && !sides.empty()) return sides.back();
  if (std::ranges::binary_search(sides, options.side)) return options.side;
  return fail(tr("no rung of {} is recorded at side {}; choose one of: {}", family.name,
                 options.side, fmt::join(sides, ", ")));
}

Result<int> print_ladder(const LadderCommandOptions& options) {
  TRY(const auto family, ladder_family(options.family));
  TRY(const auto assets, run::find_assets());
  session::Recordings recordings(assets, {});
  recordings.wait();
  if (!recordings.damage().empty()) return fail(Text(recordings.damage()));
  TRY(const auto timings, recording_of(recordings, family, options.device));
  TRY(const auto side, side_of(options, family, *timings));
  const auto ladder = timing_chart::family_ladder(family, side, *timings, recordings);
  if (options.csv) {
    print_csv(timing_chart::ladder_table(ladder));
  } else if (options.json) {
    print_ladder_json(ladder, *timings);
  } else {
    print_ladder_text(options.language.speech(), ladder, *timings);
  }
  return 0;
}

}  // namespace

Command ladder_command(CLI::App& app) {
  auto options = std::make_shared<LadderCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "ladder", "A family's kernels from the first to the fastest, each with what it gained");
  parser->add_option("family", options->family, "FAMILY (see: warplens list)")->required();
  parser->add_option("--side", options->side, "The size, as it was timed (default: the largest)")
      ->check(CLI::PositiveNumber);
  parser->add_option("--device", options->device,
                     "Whose recording, by the GPU's name (default: the first)");
  parser->add_flag("--json", options->json, "Print JSON");
  parser->add_flag("--csv", options->csv, "Print a table as CSV, a row a rung")->excludes("--json");
  options->language.add_to(*parser);
  parser->footer(
      "Examples:\n  warplens ladder transpose\n  warplens ladder gemm --side 4096 --csv");
  return {parser, [options] { return print_ladder(*options); }};
}

}  // namespace warplens::cli
