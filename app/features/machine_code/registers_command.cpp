// warplens registers: registers live by line, spills, and what the next block an SM would need.
#include <memory>
#include <set>

#include "app/cli/text/architecture_option.h"
#include "app/cli/text/command.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/own_options.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/refused_options.h"
#include "app/features/machine_code/machine_code.h"
#include "app/features/machine_code/registers_report.h"
#include "app/session/code_run.h"
#include "app/session/kernel_reports.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::cli {

namespace {

using analysis::EntryResources;
using code::CodeModel;

constexpr std::uint32_t kUsualArchitecture = 90;

struct RegistersCommandOptions {
  std::string kernel;
  std::vector<std::string> settings;
  OwnOptions own;
  std::vector<std::string> architectures;
  bool json = false;
  LanguageOption language;

  Result<std::uint32_t> capability() const {
    if (architectures.empty()) return kUsualArchitecture;
    TRY(const auto named, architectures_named(architectures.front()));
    if (named.size() != 1) return fail(tr("--arch: name one architecture here"));
    return named.front();
  }
};

// What the kernels are read from.
struct RegistersOf {
  std::string kernel;
  std::shared_ptr<const ptx::Module> module;
  std::shared_ptr<const std::string> ptx;
  trace::Sources sources;
  std::uint32_t capability = kUsualArchitecture;
  sass::Assembled code;
};

Result<sass::Assembled> code_of(const std::string& kernel, const std::string& ptx,
                                std::uint32_t capability) {
  return run::listed_code(run::code_sources(), {kernel, &ptx}, capability);
}

struct LaunchShape {
  std::string entry;
  std::uint32_t threads = 0, dynamic_bytes = 0;
  auto operator<=>(const LaunchShape&) const = default;
};

Result<CodeModel> model_of(const RegistersOf& of, const LaunchShape& launch,
                           const std::optional<EntryResources>& resources) {
  CodeModel model =
      code::code_model({*of.module, of.kernel, launch.entry, &of.code.listing, of.capability,
                        [&](std::string_view file) { return trace::text_of(of.sources, file); }});
  if (model.sass.empty()) return fail(tr("ptxas made no code of {}", launch.entry));
  if (!resources) return model;
  model.reported_spill_bytes = resources->spilled_bytes;
  code::add_needs({.threads = launch.threads,
                   .registers = resources->registers,
                   .shared_bytes = resources->shared_bytes + launch.dynamic_bytes},
                  model);
  return model;
}

Result<std::vector<CodeModel>> models_in_catalogue(const RegistersCommandOptions& options) {
  TRY(options.own.check_unused());
  TRY(const auto settings, parse_settings(options.settings));
  TRY(const auto catalogue, run::Catalogue::open());
  TRY(const auto planned, run::plan_variant(catalogue, options.kernel, settings));
  TRY(const auto capability, options.capability());
  session::KernelReports reports(catalogue.assets());
  const auto text = std::make_shared<const std::string>(planned.module->text);
  TRY(auto code, code_of(options.kernel, *text, capability));
  const RegistersOf of{options.kernel, planned.module, text, catalogue.sources(*planned.module),
                       capability,     std::move(code)};
  std::vector<CodeModel> models;
  std::set<LaunchShape> seen;
  for (const catalog::Step& step : planned.plan.steps) {
    const auto* launch = std::get_if<catalog::LaunchStep>(&step);
    if (launch == nullptr) continue;
    const LaunchShape shape{launch->entry, static_cast<std::uint32_t>(launch->block.count()),
                            launch->dynamic_shared_bytes};
    if (!seen.insert(shape).second) continue;
    const auto* known = reports.get();
    const auto resources = known == nullptr
                               ? std::nullopt
                               : known->of(options.kernel + ".ptx", launch->entry, capability);
    TRY(auto model, model_of(of, shape, resources));
    models.push_back(std::move(model));
  }
  return models;
}

Result<std::vector<CodeModel>> models_of_file(const RegistersCommandOptions& options,
                                              const CLI::App& parser) {
  TRY(refuse(parser, {"--expect", "--reference", "--symbol"},
             tr("is for a kernel that runs: here none does")));
  TRY(const auto capability, options.capability());
  TRY(const auto targets, options.own.read_all({options.kernel, options.settings}, parser));
  if (targets.empty()) return fail(tr("{} has no kernel", options.kernel));
  const auto& loaded = targets.front().loaded;
  TRY(auto code, code_of(options.kernel, *loaded.ptx, capability));
  const RegistersOf of{options.kernel,  loaded.module, loaded.ptx,
                       *loaded.sources, capability,    std::move(code)};
  std::vector<CodeModel> models;
  for (const OwnTarget& target : targets) {
    TRY(const auto* entry, run::find_entry(*loaded.module, target.kernel.entry));
    const LaunchShape shape{entry->name, static_cast<std::uint32_t>(target.kernel.block.count()),
                            target.kernel.dynamic_shared_bytes};
    const auto resources = session::asked_of_ptxas(*loaded.ptx, entry->name, capability, {});
    TRY(auto model, model_of(of, shape, resources));
    models.push_back(std::move(model));
  }
  return models;
}

Result<int> print_registers(const RegistersCommandOptions& options, const CLI::App& parser) {
  TRY(const auto models,
      is_own_file(options.kernel) ? models_of_file(options, parser) : models_in_catalogue(options));
  if (options.json) {
    print_json(json_forms::kRegisters, registers_json(options.kernel, models));
  } else {
    print_text("{}", registers_text(options.language.speech(), models));
  }
  return 0;
}

}  // namespace

Command registers_command(CLI::App& app) {
  auto options = std::make_shared<RegistersCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "registers", "Registers live by line, spills, and what the next block an SM would need");
  parser
      ->add_option("kernel", options->kernel,
                   "FAMILY/VARIANT (see: warplens list), FILE.ptx or FILE.cu")
      ->required();
  parser->add_option("--set", options->settings, "A setting, NAME=NUMBER")->allow_extra_args(false);
  options->own.add_to(*parser);
  parser->add_option("--arch", options->architectures, "sm_75 to sm_120 (default: sm_90)")
      ->expected(1);
  parser->add_flag("--json", options->json, "Print JSON");
  options->language.add_to(*parser);
  parser->footer(
      "Live: registers that hold a value which is used later, by nvdisasm's life ranges.\n\n"
      "Examples:\n  warplens registers gemm/register_tile\n"
      "  warplens registers gemm/register_tile --arch sm_80 --json\n"
      "  warplens registers my.cu");
  return {parser, [options, parser] { return print_registers(*options, *parser); }};
}

}  // namespace warplens::cli
