// warplens roofline: the catalogue's kernels below a chip's roofs, as they were counted and
// recorded.
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/count_now.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/own_resources.h"
#include "app/cli/text/print_csv.h"
#include "app/cli/text/refused_options.h"
#include "app/features/roofline/roofline.h"
#include "app/features/roofline/roofline_report.h"
#include "app/features/roofline/roofline_table.h"
#include "app/session/count_run.h"
#include "app/session/kernel_roofline.h"
#include "app/session/recordings.h"
#include "app/session/shared_gpu.h"
#include "kernels/own/time_own.h"
#include "kernels/run/find_assets.h"
#include "viz/analysis/limits/limits.h"

namespace warplens::cli {

namespace {

struct RooflineCommandOptions {
  std::string family, chip = "h100";  // the family, or an own kernel's file
  std::int64_t side = 0;              // 0: the largest
  std::vector<std::string> settings;
  OwnOptions own;
  CountOptions count;
  std::string memory = "dram";
  bool json = false, csv = false;
  LanguageOption language;
};

analysis::RooflineMemory memory_of(const RooflineCommandOptions& options) {
  return options.memory == id_of(analysis::RooflineMemory::shared)
             ? analysis::RooflineMemory::shared
             : analysis::RooflineMemory::dram;
}

// Of shared memory those that are no operator, too.
Result<void> check_family(const std::string& name, analysis::RooflineMemory memory) {
  std::vector<std::string> known;
  for (const catalog::Family& family : catalog::families()) {
    if (!family.kind && (memory == analysis::RooflineMemory::dram || !family.timed)) continue;
    if (name.empty() || family.name == name) return {};
    known.push_back(family.name);
  }
  return fail(tr("no operators in '{}'; choose one of: {}", name, fmt::join(known, ", ")));
}

int print_as_wanted(const RooflineCommandOptions& options, const analysis::Roofline& roofline) {
  if (options.csv) {
    print_csv(roofline::roofline_table(roofline));
  } else if (options.json) {
    print_roofline_json(roofline);
  } else {
    print_roofline_text(options.language.speech(), roofline);
  }
  return 0;
}

Result<int> print_roofline(const RooflineCommandOptions& options) {
  if (!options.settings.empty())
    return fail(tr("--set is for a file: {} has --side", options.family));
  TRY(check_family(options.family, memory_of(options)));
  TRY(const auto assets, run::find_assets());
  session::Recordings recordings(assets, {});
  recordings.wait();
  if (!recordings.damage().empty()) return fail(Text(recordings.damage()));
  TRY(const auto chip, analysis::find_chip(recordings.chips(), options.chip));
  const auto sides = session::roofline_sides(recordings);
  if (sides.empty()) return fail(tr("nothing was counted beforehand: install warplens again"));
  const std::int64_t side = options.side > 0 ? options.side : sides.back();
  const auto families = catalog::families();
  const auto roofline = session::kernel_roofline(
      {families, recordings, nullptr, memory_of(options)}, side, *chip, options.family);
  if (roofline.kernels.empty() && roofline.unplaced.empty()) {
    return fail(tr("nothing was counted at side {} or below; choose one of: {}", side,
                   fmt::join(sides, ", ")));
  }
  return print_as_wanted(options, roofline);
}

// On this machine's GPU, as `bench` times it, where that is the chip; nothing elsewhere: the mark
// is then what it can be at most.
Result<std::optional<double>> seconds_here(const run::OwnKernel& kernel, const analysis::Chip& chip,
                                           const run::Options& how) {
  const auto driver = device::Driver::open();
  auto gpu = driver.has_value() ? device::Gpu::open(*driver) : fail(driver.error());
  if (!gpu.has_value() || gpu->description().name != chip.name) return std::nullopt;
  TRY(const auto timed, own::time_own(std::make_shared<const device::Gpu>(std::move(*gpu)), kernel,
                                      how.memory, {}, how.machine.stop));
  if (timed.mismatch) return fail(tr("its result on the GPU is wrong: see warplens check"));
  return timed.seconds.median;
}

Result<int> print_own_roofline(const RooflineCommandOptions& options, const CLI::App& parser) {
  TRY(refuse(parser, {"--side"}, tr("is for families: set a file's sizes with --set")));
  TRY(const auto assets, run::find_assets());
  TRY(const auto chips, analysis::read_chips(assets / "chips.json"));
  TRY(const auto chip, analysis::find_chip(chips, options.chip));
  TRY(const auto target, options.own.read({options.family, options.settings}, parser));
  TRY(const auto demands, counted_now(options.count, [&](const run::Options& how) {
        return session::count_own(target.kernel, how);
      }));
  TRY(const auto seconds, counted_now(options.count, [&](const run::Options& how) {
        return seconds_here(target.kernel, *chip, how);
      }));
  analysis::RooflineKernel kernel{target.name(), "", std::nullopt, 0, target.sizes()};
  const analysis::RooflineMemory memory = memory_of(options);
  kernel.point = analysis::roofline_point(demands, seconds, memory);
  kernel.is_live = seconds.has_value();
  const bool is_of_shared = memory == analysis::RooflineMemory::shared;
  if (is_of_shared && kernel.point.bytes == 0) {
    return fail(tr("{} asks for no byte of shared memory", target.name()));
  }
  kernel.fits_in_l2 = !is_of_shared && analysis::limits(demands, *chip).fits_in_l2;
  return print_as_wanted(options,
                         {*chip, analysis::roofs_of(*chip, memory), {std::move(kernel)}, {}});
}

Result<int> print_wanted_roofline(const RooflineCommandOptions& options, const CLI::App& parser) {
  if (is_own_file(options.family)) return print_own_roofline(options, parser);
  TRY(options.own.check_unused());
  TRY(refuse(parser, {"--time-limit", "--instruction-limit"},
             tr("is for a file: the catalogue's kernels were counted beforehand")));
  return print_roofline(options);
}

}  // namespace

Command roofline_command(CLI::App& app) {
  auto options = std::make_shared<RooflineCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "roofline", "Kernels below a chip's roofs: FLOP a byte, and FLOP a second");
  parser->add_option("family", options->family,
                     "FAMILY (see: warplens list; default: all), or FILE.ptx or FILE.cu");
  parser->add_option("--set", options->settings, "Of a file, a size of its launch, NAME=NUMBER")
      ->allow_extra_args(false);
  options->own.add_to(*parser);
  parser->add_option("--chip", options->chip,
                     "h100, h200, t4, rtx4060ti, a100, rtx4090 or b200 (default: h100)");
  parser
      ->add_option("--side", options->side,
                   "Each kernel at this side, or the largest below it that was counted (default: "
                   "the largest)")
      ->check(CLI::PositiveNumber);
  parser
      ->add_option("--roof", options->memory,
                   "Whose bytes and roof: dram or shared (default: dram)")
      ->check(CLI::IsMember({"dram", "shared"}));
  options->count.add_to(*parser);
  parser->add_flag("--json", options->json, "Print JSON");
  parser->add_flag("--csv", options->csv, "Print a table as CSV, a row a kernel")
      ->excludes("--json");
  options->language.add_to(*parser);
  parser->footer(
      "Examples:\n  warplens roofline\n  warplens roofline window --chip a100 --json\n"
      "  warplens roofline gemm --roof shared\n"
      "  warplens roofline my.cu --set n=1048576");
  return {parser, [options, parser] { return print_wanted_roofline(*options, *parser); }};
}

}  // namespace warplens::cli
