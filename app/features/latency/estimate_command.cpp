// warplens estimate: how long a launch takes by a small model of an SM, with how far that is off.
#include <algorithm>
#include <memory>
#include <set>

#include "app/cli/text/command.h"
#include "app/cli/text/count_now.h"
#include "app/cli/text/kernel_to_run.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/of_launch.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/features/latency/estimate_report.h"
#include "app/features/latency/latency.h"
#include "kernels/run/run.h"
#include "kernels/timing/images.h"
#include "kernels/timing/timings.h"

namespace warplens::cli {

namespace {

constexpr JsonForm kEstimate{"estimate"};
// Warp instructions of a launch that is held against recordings: its first blocks come first.
constexpr std::uint64_t kCheckedInstructions = 12'000'000;
constexpr std::array<std::int64_t, 4> kCheckedSides{256, 512, 1024, 4096};
constexpr std::int64_t kLargestProduct = 512;

struct EstimateCommandOptions {
  KernelToRunOptions kernel;
  std::string chip = "h100";
  std::size_t launch = 1;
  bool json = false;
  CountOptions count;
  LanguageOption language;
};

struct EstimateData {
  std::filesystem::path assets;
  analysis::Chip chip;
  std::vector<latency::Latencies> latencies;
  analysis::Resources resources;

  static Result<EstimateData> read(const std::string& chip) {
    EstimateData data;
    TRY(data.assets, run::find_assets());
    TRY(const auto chips, analysis::read_chips(data.assets / "chips.json"));
    TRY(const auto found, analysis::find_chip(chips, chip));
    data.chip = *found;
    TRY(data.latencies, latency::read_latencies(data.assets / "latencies.json"));
    TRY(auto resources, analysis::Resources::read(data.assets / "ptx" / "resources.json"));
    data.resources = std::move(resources);
    if (latency::latencies_of(data.latencies, data.chip.capability) == nullptr) {
      return fail(tr("no latency was measured on sm_{}; --chip h100 and h200 have them",
                     data.chip.capability));
    }
    return data;
  }
  [[nodiscard]] session::EstimateMeans means() const {
    return {&resources, latency::latencies_of(latencies, chip.capability), &chip};
  }
  // Errors: nothing was held against recordings of that chip.
  [[nodiscard]] Result<latency::EstimateError> error() const {
    TRY(const auto all, latency::read_estimate_errors(assets / "estimates.json"));
    const auto found = std::ranges::find(all, chip.id, &latency::EstimateError::chip);
    if (found == all.end()) {
      return fail(tr("estimates for {} were held against no recordings: none is shown", chip.name));
    }
    return *found;
  }
};

Result<int> print_estimate(const EstimateCommandOptions& options, const CLI::App& parser) {
  TRY(const auto kernel,
      options.kernel.find(parser,
                          tr("is for results that are compared: here instructions are followed")));
  TRY(const auto data, EstimateData::read(options.chip));
  EstimateReport report;
  report.kernel = kernel.name;
  report.launch = options.launch - 1;
  report.chip = data.chip;
  TRY(report.error, data.error());
  TRY(report.run, counted_now(options.count, [&](const run::Options& how) {
        return session::estimate_run({kernel.name + ".ptx", kernel.run, report.launch},
                                     data.means(), how);
      }));
  if (options.json) {
    print_json(kEstimate, estimate_json(report));
  } else {
    print_text("{}", estimate_text(options.language.speech(), report));
  }
  return 0;
}

bool is_checked(const timing::Entry& entry, const catalog::Family& family) {
  if (entry.kind != timing::EntryKind::variant) return false;
  const bool is_product = family.timed && family.timed->figure != catalog::ChartedRate::bandwidth;
  return std::ranges::find(kCheckedSides, entry.side) != kCheckedSides.end() &&
         (!is_product || entry.side <= kLargestProduct);
}

// Nothing: the model has no estimate of it, or it is several launches.
std::optional<HeldEstimate> held_against(const std::shared_ptr<const run::Catalogue>& catalogue,
                                         const EstimateData& data, const timing::Entry& entry) {
  session::Selection selection;
  selection.kernel = entry.family + "/" + entry.name;
  selection.parameters = {entry.parameters.begin(), entry.parameters.end()};
  session::EstimateSubject subject;
  subject.image = selection.kernel + ".ptx";
  subject.budget = kCheckedInstructions;
  const auto planned = run::plan_variant(*catalogue, selection.kernel, selection.parameters);
  if (!planned.has_value() || planned->plan.steps.size() != 1) return std::nullopt;
  subject.run = session::run_again(catalogue, selection);
  const auto run = session::estimate_run(subject, data.means(), {});
  if (!run.has_value()) return std::nullopt;
  return HeldEstimate{selection.kernel, entry.side, run->estimate.seconds, entry.seconds.median,
                      entry.seconds.minimum};
}

// Each kernel at each size once, as it was recorded first: with the parameters that it has.
Result<int> check_estimates(const std::string& chip, const ui::Speech& speech) {
  TRY(const auto data, EstimateData::read(chip));
  TRY(auto opened, run::Catalogue::open());
  const auto catalogue = std::make_shared<const run::Catalogue>(std::move(opened));
  TRY(const auto images, timing::Images::open(data.assets));
  std::vector<HeldEstimate> all;
  for (const catalog::Family& family : catalogue->families()) {
    const auto file = fmt::format("{}-{}.json", data.chip.id, family.name);
    const auto timings = timing::read_timings(data.assets / "recordings" / file);
    if (!timings.has_value()) continue;
    std::set<std::pair<std::string, std::int64_t>> seen;
    for (const timing::Entry& entry : timings->entries) {
      if (!is_checked(entry, family) || !seen.insert({entry.name, entry.side}).second) continue;
      const auto found = catalogue->look_up(entry.family + "/" + entry.name);
      if (!found || images.of(*found->family, *found->variant) != entry.image) continue;
      const auto held = held_against(catalogue, data, entry);
      if (!held) continue;
      all.push_back(*held);
      print_text("{}", held_line(*held));
    }
  }
  print_text("{}", held_summary(speech, all));
  return 0;
}

}  // namespace

Command estimate_command(CLI::App& app) {
  auto options = std::make_shared<EstimateCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "estimate", "How long a launch takes by a small model of an SM, and how far that is off");
  options->kernel.add_to(*parser);
  parser->add_option("--chip", options->chip, "h100 or h200 (default: h100)");
  add_of_launch(*parser, options->launch);
  options->count.add_to(*parser);
  parser->add_flag("--json", options->json, "Print JSON");
  options->language.add_to(*parser);
  parser->footer(
      "An estimate is no measurement (docs/ESTIMATE.md). \"warplens estimate-check\" holds it\n"
      "against the recordings of a chip.\n\n"
      "Examples:\n  warplens estimate transpose/tile --set rows=1024 --set cols=1024\n"
      "  warplens estimate gemm/row_loop --json");
  return {parser, [options, parser] { return print_estimate(*options, *parser); }};
}

Command estimate_check_command(CLI::App& app) {
  struct CheckOptions {
    std::string chip = "h100";
    LanguageOption language;
  };
  auto options = std::make_shared<CheckOptions>();
  CLI::App* parser = app.add_subcommand(
      "estimate-check", "Estimates held against recordings: kernel, side, microseconds, error");
  parser->add_option("--chip", options->chip, "h100 or h200 (default: h100)");
  options->language.add_to(*parser);
  parser->footer(
      "A line each: kernel, side, recorded median, recorded shortest, estimate (microseconds),\n"
      "error against the median. Takes minutes.\n\n"
      "Example:\n  warplens estimate-check --chip h200");
  return {parser, [options] { return check_estimates(options->chip, options->language.speech()); }};
}

}  // namespace warplens::cli
