// warplens resources: what the compiler's report says that a kernel takes of an SM.
#include <algorithm>
#include <fstream>
#include <map>
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/occupancy_check.h"
#include "app/cli/text/own_resources.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/refused_options.h"
#include "app/cli/text/time_limit.h"
#include "app/features/occupancy/occupancy.h"
#include "app/features/occupancy/occupancy_report.h"
#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "kernels/base/json.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/entry_name.h"
#include "viz/analysis/limits/occupancy.h"
#include "viz/analysis/limits/shared_loads.h"

namespace warplens::cli {

namespace {

struct ResourcesCommandOptions {
  std::string kernel, own_kernel;
  std::vector<std::string> settings;
  OwnOptions own;
  TimeLimit time;
  MemoryLimit memory;
  bool check = false;
  bool json = false;
  LanguageOption language;
};

using Chips = std::vector<analysis::Chip>;

Result<Json> read_report(const std::filesystem::path& assets) {
  const std::filesystem::path path = assets / "ptx/resources.json";
  std::ifstream file(path);
  Json report = parse_json(std::string(std::istreambuf_iterator(file), {}));
  if (report.is_discarded() || !report.contains("images")) {
    return fail(tr("{} is missing or damaged: install warplens again", path.string()));
  }
  return report;
}

// Loads of two or four elements in one instruction.
std::uint64_t vector_loads(const ptx::Module& module, std::string_view entry) {
  const ptx::Function* function = module.find_entry(entry);
  if (function == nullptr) return 0;
  return static_cast<std::uint64_t>(std::count_if(
      function->instructions.begin(), function->instructions.end(),
      [](const ptx::Instruction& instruction) {
        return instruction.opcode == "ld" && (instruction.has("v2") || instruction.has("v4"));
      }));
}

// Of shared memory, among the instructions that ship; nothing of a file's kernel.
struct ShippedLoads {
  std::filesystem::path assets;
  std::string kernel;

  void add_to(Json& row, std::uint32_t capability, const std::string& entry) const {
    const auto code = run::shipped_code(assets, kernel, capability);
    if (!code.has_value()) return;
    const analysis::SharedLoads loads = analysis::shared_loads(*code, entry);
    row["shared_loads"] = loads.all;
    row["wide_shared_loads"] = loads.wide;
  }
};

Json on_architecture(const std::string& capability, const Json& reported,
                     const catalog::LaunchStep& launch) {
  Json row = {{"architecture", "sm_" + capability}};
  row.update(reported);
  const auto threads = static_cast<std::uint32_t>(launch.block.count());
  const std::uint32_t shared =
      reported.at("shared_bytes").get<std::uint32_t>() + launch.dynamic_shared_bytes;
  row["shared_bytes"] = shared;
  if (threads == 0) return row;  // nobody knows how it is launched
  const auto blocks =
      analysis::blocks_an_sm(parse_number<std::uint32_t>(capability).value_or(0),
                             {.threads = threads,
                              .registers = reported.at("registers").get<std::uint32_t>(),
                              .shared_bytes = shared});
  if (blocks.has_value()) row["blocks_an_sm"] = *blocks;
  return row;
}

Json of_launch(const catalog::LaunchStep& launch, const ptx::Module& module, const Json& reported,
               const Chips& chips, const ShippedLoads& loads = {}) {
  std::map<std::uint32_t, Json> sorted;  // "100" comes after "75"
  for (const auto& [name, row] : reported.items()) {
    const std::uint32_t capability = parse_number<std::uint32_t>(name).value_or(0);
    sorted[capability] = on_architecture(name, row, launch);
    loads.add_to(sorted[capability], capability, launch.entry);
  }
  Json rows = Json::array();
  for (const auto& [capability, row] : sorted) rows.push_back(row);
  return {{"entry", launch.entry},
          {"threads_a_block", launch.block.count()},
          {"vector_loads", vector_loads(module, launch.entry)},
          {"architectures", rows},
          {"chips", occupancy_json(chips, reported,
                                   {.threads = static_cast<std::uint32_t>(launch.block.count()),
                                    .shared_bytes = launch.dynamic_shared_bytes})}};
}

void print(const ui::Speech& speech, const Json& launch) {
  const auto threads = launch["threads_a_block"].get<std::uint64_t>();
  const Text block = threads == 0 ? Text(tr("nobody knows how it is launched"))
                                  : tr("{} threads a block", threads);
  print_line(speech, tr("{}: {}, {} vector loads in its PTX", launch["entry"].get<std::string>(),
                        block, launch["vector_loads"].get<std::uint64_t>()));
  if (launch["architectures"].empty()) return;
  print_text("  {:6} {:>10} {:>12} {:>14} {:>14} {:>13} {:>13} {:>12}\n", "",
             speech.say(tr("registers")), speech.say(tr("stack frame")),
             speech.say(tr("spilled bytes")), speech.say(tr("shared bytes")),
             speech.say(tr_in("column", "blocks an SM")), speech.say(tr("shared loads")),
             speech.say(tr("of 16 bytes")));
  const auto told = [](const Json& row, const char* name) {
    return row.contains(name) ? json_text(row[name], -1) : std::string("-");
  };
  for (const Json& row : launch["architectures"]) {
    print_text("  {:6} {:>10} {:>12} {:>14} {:>14} {:>13} {:>13} {:>12}\n",
               row["architecture"].get<std::string>(), row["registers"].get<std::uint32_t>(),
               told(row, "stack_frame_bytes"),
               row["spill_store_bytes"].get<std::uint32_t>() +
                   row["spill_load_bytes"].get<std::uint32_t>(),
               row["shared_bytes"].get<std::uint32_t>(), told(row, "blocks_an_sm"),
               told(row, "shared_loads"), told(row, "wide_shared_loads"));
  }
  print_occupancy(speech, launch["chips"]);
}

// The image's entries in `report`, as {entry: {capability: …}}.
Result<Json> entries_of(const Json& report, const run::Catalogue::Found& found) {
  const std::string image = fmt::format("{}/{}.ptx", found.family->name, found.variant->name);
  const auto entry = report["images"].find(image);
  if (entry == report["images"].end()) {
    return fail(tr("resources.json does not tell of {}: build regenerate_ptx", image));
  }
  return entry->at("entries");
}

Result<Json> resources_of(const ResourcesCommandOptions& options) {
  TRY(const auto settings, parse_settings(options.settings));
  TRY(const auto catalogue, run::Catalogue::open());
  TRY(const auto planned, run::plan_variant(catalogue, options.kernel, settings));
  TRY(const auto report, read_report(catalogue.assets()));
  TRY(const auto entries, entries_of(report, planned.found));
  TRY(const auto chips, analysis::read_chips(catalogue.assets() / "chips.json"));

  Json launches = Json::array();
  for (const catalog::Step& step : planned.plan.steps) {
    const auto* launch = std::get_if<catalog::LaunchStep>(&step);
    if (launch != nullptr)
      launches.push_back(of_launch(*launch, *planned.module, entries.at(launch->entry), chips,
                                   {catalogue.assets(), options.kernel}));
  }
  return Json{{"kernel", options.kernel}, {"ptxas", report["ptxas"]}, {"launches", launches}};
}

// By steps, so that each launch of the kernel has its block.
void add_launches(const OwnTarget& target, const OwnReports& reports, const Chips& chips,
                  Json& launches) {
  const auto add = [&](const run::OwnLaunch& launch) {
    const auto entry = run::find_entry(*target.loaded.module, launch.entry);
    if (!entry.has_value()) return;
    const catalog::LaunchStep step{
        (*entry)->name, launch.grid, launch.block, launch.dynamic_shared_bytes, {}};
    launches.push_back(
        of_launch(step, *target.loaded.module, reported_json(reports, (*entry)->name), chips));
  };
  add(target.kernel);
  for (const run::OwnLaunch& next : target.kernel.then) add(next);
}

Result<Json> resources_of_file(const ResourcesCommandOptions& options, const CLI::App& parser) {
  TRY(refuse(parser, {"--expect", "--reference", "--symbol"},
             tr("is for a kernel that runs: here none does")));
  TRY(const auto targets,
      options.own.read_all({options.kernel, options.settings, options.own_kernel}, parser));
  if (targets.empty()) return fail(tr("{} has no kernel", options.kernel));
  TRY(const auto reports,
      own_reports(*targets.front().loaded.module, std::nullopt, own_limits(parser).compiler));
  TRY(const auto assets, run::find_assets());
  TRY(const auto chips, analysis::read_chips(assets / "chips.json"));
  Json launches = Json::array();
  for (const OwnTarget& target : targets) add_launches(target, reports, chips, launches);
  return Json{{"kernel", options.kernel}, {"ptxas", reports.ptxas}, {"launches", launches}};
}

Result<Json> resources_of_variant(const ResourcesCommandOptions& options, const CLI::App& parser) {
  TRY(refuse(parser, {"--time-limit", "--memory"},
             tr("is for a .ptx or .cu file: what ships is known")));
  if (!options.own_kernel.empty())
    return fail(tr("'{}': a kernel is named so only of a .ptx or .cu file", options.own_kernel));
  const auto unused = options.own.check_unused();
  return unused.has_value() ? resources_of(options) : fail(unused.error());
}

Result<int> check(const ResourcesCommandOptions& options) {
  const bool is_catalogues = options.settings.empty() && options.own_kernel.empty() &&
                             (options.kernel.empty() || !is_own_file(options.kernel));
  if (!is_catalogues)
    return fail(
        tr("--check takes a FAMILY or FAMILY/VARIANT alone: it tries each of its settings"));
  TRY(options.own.check_unused());
  return check_occupancy(options.kernel, options.language.speech(), options.json);
}

Result<int> resources(const ResourcesCommandOptions& options, const CLI::App& parser) {
  if (options.check) return check(options);
  if (options.kernel.empty()) return fail(tr("name a kernel (see: warplens list), or use --check"));
  TRY(const auto json, is_own_file(options.kernel) ? resources_of_file(options, parser)
                                                   : resources_of_variant(options, parser));
  if (options.json) {
    print_json(json_forms::kResources, json);
    return 0;
  }
  for (const Json& launch : json["launches"]) print(options.language.speech(), launch);
  return 0;
}

}  // namespace

Command resources_command(CLI::App& app) {
  auto options = std::make_shared<ResourcesCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "resources", "Registers, spills, shared memory and blocks an SM on several architectures");
  parser->add_option("kernel", options->kernel,
                     "FAMILY/VARIANT (see: warplens list), FILE.ptx or FILE.cu");
  parser->add_option("name", options->own_kernel, "File: its kernel (default: all of them)");
  parser->add_option("--set", options->settings, "A parameter or a file's size, NAME=NUMBER")
      ->allow_extra_args(false);
  options->own.add_to(*parser);
  options->time.add_to(*parser);
  options->memory.add_to(*parser);
  parser->add_flag("--check", options->check,
                   "Hold blocks an SM against this machine's GPU driver, for all kernels or those "
                   "of a FAMILY or FAMILY/VARIANT; exit status 1 where they differ");
  parser->add_flag("--json", options->json, "Print JSON");
  options->language.add_to(*parser);
  parser->footer(
      "A file needs ptxas. Its blocks are those of its launch, from FILE.warplens.json or as "
      "guessed. --check asks cuOccupancyMaxActiveBlocksPerMultiprocessor for every launch, and for "
      "many other\nsizes of blocks and of shared memory.\n\n"
      "Examples:\n  warplens resources gemm/register_tile_padded\n"
      "  warplens resources --check\n"
      "  warplens resources my.cu\n"
      "  warplens resources my.cu scale --set n=1048576 --json");
  return {parser, [options, parser] { return resources(*options, *parser); }};
}

}  // namespace warplens::cli
