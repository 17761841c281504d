// warplens roofline: the catalogue's kernels below a chip's roofs, as they were counted and
// recorded.
#include <memory>

#include "app/cli/command.h"
#include "app/cli/text/print_csv.h"
#include "app/cli/text/roofline_report.h"
#include "app/session/live/kernel_roofline.h"
#include "app/session/live/roofline_table.h"
#include "kernels/run/find_assets.h"

namespace warplens::cli {

namespace {

struct RooflineCommandOptions {
  std::string family, chip = "h200";
  std::int64_t side = 0;  // 0: the largest
  bool json = false, csv = false;
};

Result<void> check_family(const std::string& name) {
  std::vector<std::string> known;
  for (const catalog::Family& family : catalog::families()) {
    if (!family.kind) continue;
    if (name.empty() || family.name == name) return {};
    known.push_back(family.name);
  }
  return fail("no operators in '{}'; choose one of: {}", name, fmt::join(known, ", "));
}

Result<int> print_roofline(const RooflineCommandOptions& options) {
  const auto checked = check_family(options.family);
  if (!checked.has_value()) return fail(checked.error());
  const auto assets = run::find_assets();
  if (!assets.has_value()) return fail(assets.error());
  session::Recordings recordings(*assets, {});
  recordings.wait();
  if (!recordings.damage().empty()) return fail("{}", recordings.damage());
  const auto chip = analysis::find_chip(recordings.chips(), options.chip);
  if (!chip.has_value()) return fail(chip.error());
  const auto sides = session::roofline_sides(recordings);
  if (sides.empty()) return fail("nothing was counted beforehand: install warplens again");
  const std::int64_t side = options.side > 0 ? options.side : sides.back();
  const auto families = catalog::families();
  const auto roofline =
      session::kernel_roofline({families, recordings}, side, **chip, options.family);
  if (roofline.kernels.empty() && roofline.unplaced.empty()) {
    return fail("nothing was counted at side {} or below; choose one of: {}", side,
                fmt::join(sides, ", "));
  }
  if (options.csv) {
    print_csv(session::roofline_table(roofline));
  } else if (options.json) {
    print_roofline_json(roofline);
  } else {
    print_roofline_text(roofline);
  }
  return 0;
}

}  // namespace

Command roofline_command(CLI::App& app) {
  auto options = std::make_shared<RooflineCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "roofline", "Kernels below a chip's roofs: operations a byte, and operations a second");
  parser->add_option("family", options->family, "FAMILY (see: warplens list; default: all)");
  parser->add_option("--chip", options->chip,
                     "h200, t4, rtx4060ti, a100, rtx4090 or b200 (default: h200)");
  parser
      ->add_option("--side", options->side,
                   "Each kernel at this side, or the largest below it that was counted (default: "
                   "the largest)")
      ->check(CLI::PositiveNumber);
  parser->add_flag("--json", options->json, "Print JSON");
  parser->add_flag("--csv", options->csv, "Print a table as CSV, a row a kernel")
      ->excludes("--json");
  parser->footer("Examples:\n  warplens roofline\n  warplens roofline window --chip a100 --json");
  return {parser, [options] { return print_roofline(*options); }};
}

}  // namespace warplens::cli
