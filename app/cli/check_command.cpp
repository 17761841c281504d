// warplens check: the CPU against this machine's GPU, variant by variant.
#include <algorithm>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/folder_check.h"
#include "app/cli/text/architecture_option.h"
#include "app/cli/text/check_machine.h"
#include "app/cli/text/check_report.h"
#include "app/cli/text/check_tasks.h"
#include "app/cli/text/checked_launch.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/own_check.h"
#include "app/cli/text/own_options.h"
#include "app/cli/text/own_timings.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/progress_line.h"
#include "app/cli/text/promise_options.h"
#include "app/cli/text/refused_options.h"
#include "app/cli/text/report_files.h"
#include "app/cli/text/run_limits.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "app/cli/text/trace_status.h"
#include "app/session/shared_gpu.h"
#include "kernels/base/json.h"
#include "kernels/run/executed_code.h"

namespace warplens::cli {

namespace {

struct CheckCommandOptions {
  std::vector<std::string> names;
  std::optional<std::int64_t> size;
  std::vector<std::string> settings;  // of a file
  OwnOptions own;
  bool json = false;
  RunLimits limits;
  MemoryLimit memory;
  // Of files:
  PromiseOptions promises;
  ArchitectureOption architecture;
  ReportFiles reports;
  LanguageOption language;
};

TextView verdict_phrase(bool has_passed, bool has_counters) {
  if (!has_passed) return tr("FAIL");
  return has_counters ? tr("pass") : tr("pass, counters not read");
}

// How what is checked is told.
struct CheckTelling {
  ui::Speech speech;
  bool json = false;
};

class Checking {
 public:
  Checking(const run::Catalogue& catalogue, const device::Gpu& gpu, CheckBackends backends,
           const CheckTelling& telling)
      : catalogue_(catalogue),
        gpu_(gpu),
        backends_(std::move(backends)),
        speech_(telling.speech),
        json_(telling.json) {
    print(fmt::format("{}\n{}", speech_.say(tr("{} against the CPU", gpu.description().name)),
                      check_heading(speech_)));
  }

  // Errors: a GPU that is of no use any more; "cancelled".
  Result<void> check(const CheckTask& task, const std::stop_token& stop) {
    const auto planned = run::plan_variant(catalogue_, task.name(), task.sizes);
    if (!planned.has_value()) {
      // A size that this kernel does not take is no fault of either backend.
      tell(task, tr("not taken: {}"), planned.error());
      return {};
    }
    const auto checked = check_variant(backends_, *planned);
    if (stop.stop_requested()) return fail(tr("cancelled: not all was checked"));
    ++runs_;
    if (checked.has_value()) {
      add(*checked, *task.found.family);
    } else {
      ++failed_;
      tell(task, tr("FAILED: {}"), checked.error());
    }
    return gpu_.synchronize();
  }

  [[nodiscard]] int runs() const { return runs_; }

  // Returns the exit status. Error: some runs differ.
  Result<int> end() const {
    const bool passed = failed_ == 0;
    if (json_) {
      print_json(json_forms::kCheck, {{"device", gpu_.description().name},
                                      {"result", passed ? "pass" : "fail"},
                                      {"failed", failed_},
                                      {"why_no_counters", why_no_counters_},
                                      {"runs", all_}});
      return status();
    }
    const bool counted = why_no_counters_.empty();
    print_line(speech_, tr("masks: {} of {} differ", tally_.masks_different, tally_.masks));
    print_line(speech_, counted ? tr("counters: {}", counters_text(speech_, tally_))
                                : tr("counters not read: {}", why_no_counters_));
    print_line(speech_, tr("{} of {} runs differ", failed_, runs_));
    print_line(speech_, verdict_phrase(passed, counted));
    return status();
  }

 private:
  Result<int> status() const {
    if (failed_ > 0) return fail(tr("{} of {} runs differ: see above", failed_, runs_));
    return 0;
  }

  void add(const VariantCheck& checked, const catalog::Family& family) {
    failed_ += checked.faults.empty() ? 0 : 1;
    tally_ += tally_of(checked);
    if (!checked.has_counters) why_no_counters_ = checked.why_no_counters;
    print(check_text(speech_, checked, family));
    all_.push_back(check_json(checked));
  }

  // Of what could not be compared.
  void tell(const CheckTask& task, TextView format, const Error& error) {
    const std::string name = task.name();
    print(unchecked_text(name, sizes_text(*task.found.family, task.sizes),
                         speech_.say(tr(format, error.message))));
    all_.push_back(
        {{"variant", name}, {"parameters", task.sizes}, {"error", error.message.in(Language::en)}});
  }

  void print(const std::string& text) const {
    if (json_) return;
    print_text("{}", text);
    std::fflush(stdout);
  }

  const run::Catalogue& catalogue_;
  const device::Gpu& gpu_;
  CheckBackends backends_;
  ui::Speech speech_;
  bool json_;
  Tally tally_;
  int runs_ = 0, failed_ = 0;
  std::string why_no_counters_;
  Json all_ = Json::array();
};

Result<void> check_all(const std::vector<CheckTask>& tasks, Checking& checking,
                       const std::stop_token& stop) {
  const ProgressLine line;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    line.show(fmt::format("{}/{} {}", i + 1, tasks.size(), tasks[i].name()));
    TRY(checking.check(tasks[i], stop));
  }
  return {};
}

Result<std::shared_ptr<const device::Gpu>> open_gpu_to_check() {
  TRY(const auto driver, device::Driver::open());
  TRY(auto gpu, device::Gpu::open(driver));
  return std::make_shared<const device::Gpu>(std::move(gpu));
}

std::uint32_t capability_of(const device::Gpu* gpu) {
  if (gpu == nullptr) return run::kDefaultCapability;
  return static_cast<std::uint32_t>(10 * gpu->description().compute_major +
                                    gpu->description().compute_minor);
}

run::Options run_options(const CheckCommandOptions& options, std::uint32_t capability,
                         const std::stop_token& stop) {
  run::Options how;
  options.limits.apply(how.machine);
  how.machine.tensor_cores = machine::tensor_cores_of(capability);
  how.machine.stop = stop;
  how.memory = options.memory.bytes();
  return how;
}

Result<int> check(const CheckCommandOptions& options, const CLI::App& parser) {
  TRY(const auto catalogue, run::Catalogue::open());
  TRY(const auto tasks, check_tasks(catalogue, options.names, options.size));
  const StopOnInterrupt interrupt;
  TRY(const auto gpu, open_gpu_to_check());

  return options.memory.watch(interrupt.token(), [&](const std::stop_token& stop) -> Result<int> {
    const run::Options how = run_options(options, capability_of(gpu.get()), stop);
    Checking checking(catalogue, *gpu, check_backends(gpu, how, own_limits(parser).compiler),
                      {options.language.speech(), options.json});
    TRY(check_all(tasks, checking, stop));
    if (checking.runs() == 0) return fail(tr("nothing was checked: choose another --size"));
    return checking.end();
  });
}

struct OwnCheck {
  const OwnTarget& target;
  std::shared_ptr<const device::Gpu> gpu;  // null: there is none
  Error why_no_gpu;
};

void print_own(const ui::Speech& speech, const OwnCheck& own, const VariantCheck& checked,
               const std::string& sizes) {
  if (own.gpu == nullptr) return print_text("{}", cpu_only_result(speech, checked));
  print_line(speech, tr("{} against the CPU", own.gpu->description().name));
  print_text("{}{}", check_heading(speech), check_text(speech, checked, sizes));
  const std::string& why = checked.why_no_counters;
  if (!checked.has_counters) print_line(speech, tr("counters not read: {}", why));
  print_line(speech, verdict_phrase(checked.faults.empty(), checked.has_counters));
}

Json own_json(const OwnCheck& own, const VariantCheck& checked) {
  Json json = {{"device", nullptr}, {"result", checked.faults.empty() ? "pass" : "fail"}};
  if (own.gpu != nullptr) json["device"] = own.gpu->description().name;
  json["why_no_gpu"] = own.gpu == nullptr ? own.why_no_gpu.message.in(Language::en) : "";
  json["why_no_counters"] = checked.why_no_counters;
  json["runs"] = Json::array({check_json(checked)});
  return json;
}

Result<LaunchChecker> launch_checker(const CheckCommandOptions& options, const CLI::App& parser,
                                     std::shared_ptr<const device::Gpu> gpu,
                                     const std::stop_token& stop) {
  TRY(const auto promises, options.promises.read());
  TRY(const auto capability, options.architecture.read(capability_of(gpu.get())));
  const auto how = run_options(options, capability.value_or(run::kDefaultCapability), stop);
  return LaunchChecker{std::move(gpu), how, own_limits(parser).compiler, capability, promises};
}

Result<int> check_own(const CheckCommandOptions& options, const CLI::App& parser,
                      const OwnCheck& own, const std::stop_token& stop) {
  const run::OwnKernel& kernel = own.target.kernel;
  TRY(const auto checker, launch_checker(options, parser, own.gpu, stop));
  const CheckSubject subject = own_subject(own.target.name(), own.target.sizes(), kernel);
  const std::string sizes = own_sizes_text(subject.parameters);
  if (own.gpu == nullptr && !options.json)
    print_line(options.language.speech(), cpu_only_text(subject, kernel, sizes, own.why_no_gpu));
  const auto checked = check_launch(own.target, checker);
  if (stop.stop_requested()) return fail(tr("cancelled: not all was checked"));
  TRY(checked);
  if (options.json) {
    print_json(json_forms::kCheck, own_json(own, checked->check));
  } else {
    print_own(options.language.speech(), own, checked->check, sizes);
  }
  const LaunchReport report = report_of(own.target, *checked);
  TRY(options.reports.write({report}));
  if (checked->check.faults.empty()) return 0;
  if (report.fails_by_its_guess()) {
    print_error("warplens: {}\n", options.language.speech().say(tr(
                                      "{}, or the guess of its launch, fails the check: see above",
                                      own.target.name())));
    return kGuessStatus;
  }
  return fail(tr("{} fails the check: see above", own.target.name()));
}

// Without a GPU on the CPU alone.
Result<int> check_file(const CheckCommandOptions& options, const CLI::App& parser) {
  const StopOnInterrupt interrupt;
  TRY(const auto target,
      options.own.read({options.names.front(), options.settings, {}, interrupt.token()}, parser));
  const auto gpu = open_gpu_to_check();
  OwnCheck own{target, gpu.value_or(nullptr), gpu.has_value() ? Error{} : gpu.error()};
  return options.memory.watch(interrupt.token(), [&](const std::stop_token& stop) {
    return check_own(options, parser, own, stop);
  });
}

Result<int> check_folder(const CheckCommandOptions& options, const CLI::App& parser) {
  if (!options.settings.empty())
    return fail(tr("--set is of one file: several are launched as their sidecars say"));
  TRY(options.own.check_of_several());
  const StopOnInterrupt interrupt;
  const auto gpu = open_gpu_to_check().value_or(nullptr);
  return options.memory.watch(interrupt.token(), [&](const std::stop_token& stop) -> Result<int> {
    TRY(const auto checker, launch_checker(options, parser, gpu, stop));
    return check_files(options.names,
                       {options.own, own_limits(parser), checker, options.reports, options.json,
                        options.language.speech()},
                       stop);
  });
}

Result<int> check_own_files(const CheckCommandOptions& options, const CLI::App& parser) {
  if (options.size.has_value())
    return fail(tr("--size is for the catalogue: set a file's sizes with --set NAME=NUMBER"));
  TRY(options.promises.read());
  TRY(options.reports.check());
  return are_kernel_files(options.names) ? check_folder(options, parser)
                                         : check_file(options, parser);
}

Result<int> check_wanted(const CheckCommandOptions& options, const CLI::App& parser) {
  if (are_kernel_files(options.names) || std::ranges::any_of(options.names, is_own_file))
    return check_own_files(options, parser);
  if (!options.settings.empty()) return fail(tr("--set is for a .ptx or .cu file: use --size"));
  TRY(options.own.check_unused());
  TRY(refuse(parser, {"--max", "--min", "--fail-on", "--arch", "--as-ptx", "--junit", "--sarif"},
             tr("is for .cu and .ptx files and their folders")));
  return check(options, parser);
}

constexpr const char* kCheckFooter =
    "Each variant runs at two small sizes, an even and an odd one, on the CPU and, instrumented, "
    "on\n"
    "the GPU. Compared are every lane's sequence of accesses, the lanes that went together "
    "(masks),\n"
    "each line's totals and the results' bits; then the untouched kernels' results with the\n"
    "reference, and what the GPU's counters say of them with the figures of the instructions that "
    "it\n"
    "executes (what ptxas makes of the PTX). Where blocks may run in any order and the\n"
    "counters differ, 64 orders are tried on the CPU: all of a launch's counters must be those of\n"
    "one order. What a broken twin does that hangs on the order is not compared, and told.\n\n"
    "A file's kernel is checked at the sizes of its launch; findings are faults, its results are\n"
    "held against --expect and --reference, in the default order and on the CPU in others: its\n"
    "asynchronous copies land early and at once, and blocks, warps and copies go by five seeds.\n"
    "What is wrong in those alone is told with trace's option that shows it. Its figures are held\n"
    "against what it promises: --max, --min and --fail-on, and \"promises\" of its sidecar.\n"
    "Without a GPU all of it is done on the CPU alone. Of a folder, or of several files, all\n"
    "launches of the sidecars are checked, and each other kernel as it is guessed.\n\n"
    "Exit status: 0 when it ends in \"pass\"; 2 where all that fails are guessed launches by\n"
    "findings; 1 otherwise.\n\n"
    "Examples:\n"
    "  warplens check\n"
    "  warplens check transpose gemm/register_tile --size 100\n"
    "  warplens check reduce --json\n"
    "  warplens check my.cu --set n=1000 --reference plain:1e-6\n"
    "  warplens check my.cu --max shared_load.conflicts=0 --min global_load.efficiency=0.9\n"
    "  warplens check kernels/ --fail-on races --junit report.xml --sarif report.sarif";

}  // namespace

Command check_command(CLI::App& app) {
  auto options = std::make_shared<CheckCommandOptions>();
  CLI::App* parser =
      app.add_subcommand("check", "Compare the CPU's traces with this machine's GPU");
  parser->add_option(
      "kernels", options->names,
      "FAMILY or FAMILY/VARIANT (default: all; see: warplens list), or FILE.ptx, FILE.cu or a "
      "folder of them");
  parser->add_option("--size", options->size, "Every free size of the problem, in place of two")
      ->check(CLI::PositiveNumber);
  parser->add_option("--set", options->settings, "File: a size of its launch, NAME=NUMBER")
      ->allow_extra_args(false);
  options->own.add_to(*parser);
  options->promises.add_to(*parser);
  options->architecture.add_to(*parser);
  options->reports.add_to(*parser);
  options->limits.add_to(*parser);
  options->memory.add_to(*parser);
  parser->add_flag("--json", options->json, "Print JSON");
  options->language.add_to(*parser);
  parser->footer(kCheckFooter);
  return {parser, [options, parser] { return check_wanted(*options, *parser); }};
}

}  // namespace warplens::cli
