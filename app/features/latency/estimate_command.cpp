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
#include "app/features/latency/estimate_data.h"
#include "app/features/latency/estimate_report.h"
#include "app/features/latency/latency.h"
#include "app/session/timed_settings.h"
#include "kernels/run/run.h"
#include "kernels/timing/images.h"
#include "kernels/timing/timings.h"

namespace warplens::cli {

namespace {

using estimates::EstimateData;

constexpr JsonForm kEstimate{"estimate"};
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

Result<int> print_estimate(const EstimateCommandOptions& options, const CLI::App& parser) {
  TRY(const auto kernel,
      options.kernel.find(parser,
                          tr("is for results that are compared: here instructions are followed")));
  TRY(const auto assets, run::find_assets());
  TRY(const auto data, EstimateData::read(assets, options.chip));
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

struct Checked {
  std::shared_ptr<const run::Catalogue> catalogue;
  EstimateData data;

  static Result<Checked> open(const std::string& chip) {
    TRY(auto opened, run::Catalogue::open());
    auto catalogue = std::make_shared<const run::Catalogue>(std::move(opened));
    TRY(auto data, EstimateData::read(catalogue->assets(), chip));
    return Checked{std::move(catalogue), std::move(data)};
  }
};

// Nothing: the model has no estimate of it, or it is several launches.
std::optional<session::EstimateRun> estimated(const Checked& checked, const std::string& kernel,
                                              const catalog::Parameters& parameters) {
  session::Selection selection;
  selection.kernel = kernel;
  selection.parameters = parameters;
  session::EstimateSubject subject;
  subject.image = kernel + ".ptx";
  subject.budget = estimates::kFollowedInstructions;
  const auto planned = run::plan_variant(*checked.catalogue, kernel, parameters);
  if (!planned.has_value() || planned->plan.steps.size() != 1) return std::nullopt;
  subject.run = session::run_again(checked.catalogue, std::move(selection));
  auto run = session::estimate_run(subject, checked.data.means(), {});
  if (!run.has_value()) return std::nullopt;
  return std::move(*run);
}

std::optional<HeldEstimate> held_against(const Checked& checked, const timing::Entry& entry) {
  const std::string kernel = entry.family + "/" + entry.name;
  const auto run = estimated(checked, kernel, {entry.parameters.begin(), entry.parameters.end()});
  if (!run) return std::nullopt;
  return HeldEstimate{kernel, entry.side, run->estimate.seconds, entry.seconds.median,
                      entry.seconds.minimum};
}

// Each kernel at each size once, as it was recorded first: with the parameters that it has.
Result<int> check_estimates(const std::string& chip, const ui::Speech& speech) {
  TRY(const auto checked, Checked::open(chip));
  const std::filesystem::path& assets = checked.catalogue->assets();
  TRY(const auto images, timing::Images::open(assets));
  std::vector<HeldEstimate> all;
  for (const catalog::Family& family : checked.catalogue->families()) {
    const auto file = fmt::format("{}-{}.json", checked.data.chip.id, family.name);
    const auto timings = timing::read_timings(assets / "recordings" / file);
    if (!timings.has_value()) continue;
    std::set<std::pair<std::string, std::int64_t>> seen;
    for (const timing::Entry& entry : timings->entries) {
      if (!is_checked(entry, family) || !seen.insert({entry.name, entry.side}).second) continue;
      const auto found = checked.catalogue->look_up(entry.family + "/" + entry.name);
      if (!found || images.of(*found->family, *found->variant) != entry.image) continue;
      const auto held = held_against(checked, entry);
      if (!held) continue;
      all.push_back(*held);
      print_text("{}", held_line(*held));
    }
  }
  print_text("{}", held_summary(speech, all));
  return 0;
}

// As `warplens bench` launches it at that side; nothing: there is no such kernel.
std::optional<catalog::Parameters> benched(const Checked& checked,
                                           const latency::SampledStalls& sampled) {
  const auto found = checked.catalogue->look_up(sampled.kernel);
  if (!found || !found->family->timed) return std::nullopt;
  return session::timed_parameters(*found->family, *found->variant, sampled.side, {});
}

Result<int> check_stalls(const std::filesystem::path& file, const std::string& chip,
                         const ui::Speech& speech) {
  TRY(const auto checked, Checked::open(chip));
  TRY(const auto all, latency::read_sampled_stalls(file));
  std::vector<latency::HeldStalls> held;
  for (const latency::SampledStalls& sampled : all) {
    const auto parameters = benched(checked, sampled);
    if (!parameters) continue;
    const auto run = estimated(checked, sampled.kernel, *parameters);
    if (!run) continue;
    const auto lines = latency::stalled_lines(run->estimate.stalls, *run->records);
    held.push_back(latency::held_stalls(sampled, latency::sum_of(lines)));
    print_text("{}", held_stalls_line(held.back()));
  }
  print_text("{}", held_stalls_summary(speech, held));
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
    std::filesystem::path stalls;
    LanguageOption language;
  };
  auto options = std::make_shared<CheckOptions>();
  CLI::App* parser = app.add_subcommand(
      "estimate-check", "Estimates held against recordings: kernel, side, microseconds, error");
  parser->add_option("--chip", options->chip, "h100 or h200 (default: h100)");
  parser->add_option("--stalls", options->stalls,
                     "Sampled reasons of stalls (tests/probes/stalls.py) instead of recordings");
  options->language.add_to(*parser);
  parser->footer(
      "A line each: kernel, side, recorded median, recorded shortest, estimate (microseconds),\n"
      "error against the median. Takes minutes.\n\n"
      "With --stalls: kernel, side, the reason for which warps were sampled to wait most, the\n"
      "estimated one, how far all shares are apart (0 alike, 1 entirely).\n\n"
      "Examples:\n  warplens estimate-check --chip h200\n"
      "  warplens estimate-check --chip h200 --stalls tests/data/h200-stalls.tsv");
  return {parser, [options] {
            const ui::Speech& speech = options->language.speech();
            return options->stalls.empty() ? check_estimates(options->chip, speech)
                                           : check_stalls(options->stalls, options->chip, speech);
          }};
}

}  // namespace warplens::cli
