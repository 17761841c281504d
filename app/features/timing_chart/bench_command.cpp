// warplens bench: a family's kernels timed on the GPU, over sizes.
#include <filesystem>
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/nvcc_comparison.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_csv.h"
#include "app/cli/text/progress_line.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "app/features/timing_chart/bench_file.h"
#include "app/features/timing_chart/bench_sweep.h"
#include "app/features/timing_chart/bench_table.h"
#include "app/features/timing_chart/timing_chart.h"
#include "app/state/app_state.h"
#include "kernels/timing/bench.h"
#include "kernels/timing/bench_items.h"

namespace warplens::cli {

namespace {

struct BenchCommandOptions {
  std::string family, sizes, variants, sweep, check, record;
  std::vector<std::string> settings;
  OwnOptions own;
  double longest = 10;
  double tolerance = 2;  // percent
  bool without_baselines = false;
  bool against_nvcc = false;
  bool json = false;
  bool csv = false;
  MemoryLimit memory;
  LanguageOption language;
};

Result<device::Gpu> open_gpu() {
  TRY(const auto driver, device::Driver::open());
  return device::Gpu::open(driver);
}

constexpr const char* kSizes = "256..8192";
constexpr const char* kSweptSizes = "4096";

std::string command_of(const BenchCommandOptions& options, std::string_view sizes) {
  std::string text = fmt::format("warplens bench {} --sizes {}", options.family, sizes);
  if (!options.variants.empty()) text += " --variants " + options.variants;
  for (const std::string& setting : options.settings) text += " --set " + setting;
  if (!options.sweep.empty()) text += " --sweep " + options.sweep;
  if (!options.check.empty()) text += " --check " + options.check;
  return text;
}

std::vector<std::string> variants_of(const BenchCommandOptions& options) {
  if (options.variants.empty()) return {};
  const auto names = split(options.variants, ',');
  return {names.begin(), names.end()};
}

// "reduce/one_launch" is the family with that variant alone.
Result<BenchCommandOptions> with_variant_apart(BenchCommandOptions options) {
  const std::size_t slash = options.family.find('/');
  if (slash == std::string::npos) return options;
  if (!options.variants.empty()) return fail(tr("give the variant once: {}", options.family));
  options.variants = options.family.substr(slash + 1);
  options.family.resize(slash);
  return options;
}

Result<std::optional<timing::Sweep>> sweep_of(const BenchCommandOptions& options,
                                              const catalog::Family& family) {
  if (options.sweep.empty()) return std::optional<timing::Sweep>();
  const std::vector<std::string> names = variants_of(options);
  if (names.size() != 1)
    return fail(tr("--sweep is of one kernel: write {}/NAME (see: warplens list)", family.name));
  TRY(const auto variants, timing::chosen_variants(family, names));
  TRY(auto sweep, read_sweep(family, *variants.front(), options.sweep));
  return std::optional(std::move(sweep));
}

Result<timing::BenchRequest> request_of(const BenchCommandOptions& options,
                                        const catalog::Family& family) {
  TRY(auto sweep, sweep_of(options, family));
  const char* usual = sweep.has_value() ? kSweptSizes : kSizes;
  const std::string text = options.sizes.empty() ? usual : options.sizes;
  TRY(const auto sizes, parse_sizes(text));
  TRY(auto settings, parse_settings(options.settings));
  timing::BenchRequest request;
  request.sides = sizes;
  request.settings = std::move(settings);
  request.variants = variants_of(options);
  request.sweep = std::move(sweep);
  request.check_whole = options.check == "whole";
  request.baselines = !options.without_baselines;
  request.longest_launch = options.longest;
  request.memory = options.memory.bytes();
  request.command = command_of(options, text);
  return request;
}

Result<NvccComparison> comparison_of(const BenchCommandOptions& options) {
  if (!options.sweep.empty()) return fail(tr("--sweep is not for --against-nvcc"));
  if (!options.settings.empty() || !options.record.empty()) {
    return fail(tr("--set and --record are not for --against-nvcc: it records nothing"));
  }
  NvccComparison comparison;
  comparison.request.variants = variants_of(options);
  comparison.tolerance = options.tolerance / 100;
  comparison.json = options.json;
  comparison.speech = options.language.speech();
  if (options.sizes.empty()) return comparison;
  TRY(auto sizes, parse_sizes(options.sizes));
  comparison.request.sides = std::move(sizes);
  return comparison;
}

Result<const catalog::Family*> find_family(const run::Catalogue& catalogue,
                                           const std::string& name) {
  std::vector<std::string> timed;
  for (const catalog::Family& family : catalogue.families()) {
    if (!family.timed.has_value()) continue;
    if (family.name == name) return &family;
    timed.push_back(family.name);
  }
  return fail(tr("no family '{}' is timed: choose one of {}", name, fmt::join(timed, ", ")));
}

// Into what the file holds already.
Result<void> record(const std::string& file, const timing::Timings& timings) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return timing::write_timings(file, timings);
  TRY(auto known, timing::read_timings(file));
  if (known.device.name != timings.device.name) {
    return fail(tr("{} holds timings of {}, not of {}: give another file", file, known.device.name,
                   timings.device.name));
  }
  known.device = timings.device;
  known.merge(timings);
  return timing::write_timings(file, known);
}

class Reporter {
 public:
  explicit Reporter(const ui::Speech& speech) : speech_(speech) {}

  [[nodiscard]] timing::Observer observer() {
    return {[this](std::size_t done, std::size_t total, const std::string& next) {
              now_ = fmt::format("{}/{} {}", done + 1, total, next);
              line_.show(now_);
            },
            [this](double part) {
              line_.show(speech_.say(tr("{}, compared {:.0f}%", now_, 100 * part)));
            },
            {},
            [this](const std::string&, bool is_wrong) { wrong_ += is_wrong ? 1 : 0; }};
  }
  void show(TextView words) { line_.show(speech_.say(words)); }
  void end() const { line_.clear(); }
  [[nodiscard]] int wrong() const { return wrong_; }

 private:
  ui::Speech speech_;
  ProgressLine line_;
  std::string now_;
  int wrong_ = 0;
};

void print(const BenchCommandOptions& options, const timing::Timings& timings,
           const catalog::Family& family, const timing::BenchRequest& request) {
  if (options.json) return print_text("{}", timing::to_json(timings));
  const ui::Speech speech = options.language.speech();
  if (!request.sweep.has_value()) return print_text("{}", bench_table(speech, timings, family));
  if (options.csv) return print_csv(sweep_table(timings, *request.sweep));
  print_text("{}", sweep_text(speech, timings, family, *request.sweep));
}

Result<int> time(const BenchCommandOptions& options, const run::Catalogue& catalogue,
                 const catalog::Family& family) {
  TRY(const auto request, request_of(options, family));
  const StopOnInterrupt interrupt;
  TRY(const auto gpu, open_gpu());

  Reporter reporter(options.language.speech());
  auto timings =
      timing::bench(catalogue, gpu, family, request, reporter.observer(), interrupt.token());
  if (timings.has_value() && request.sweep.has_value()) {
    reporter.show(tr("least times"));
    const auto added = options.memory.watch(interrupt.token(), [&](const std::stop_token& stop) {
      return add_least_times(catalogue, family, *timings, options.memory.bytes(), stop);
    });
    reporter.end();
    TRY(added);
  }
  reporter.end();
  TRY(timings);
  print(options, *timings, family, request);
  if (!options.record.empty() && !timings->entries.empty()) {
    TRY(record(options.record, *timings));
  }
  if (interrupt.token().stop_requested())
    return fail(tr("cancelled: what was timed so far is kept"));
  if (reporter.wrong() > 0) return fail(tr("{} results are wrong: see above", reporter.wrong()));
  if (timings->entries.empty()) return fail(tr("nothing could be timed: see above"));
  return 0;
}

Result<int> compare(const BenchCommandOptions& options, const run::Catalogue& catalogue,
                    const catalog::Family& family) {
  TRY(const auto comparison, comparison_of(options));
  const StopOnInterrupt interrupt;
  TRY(const auto gpu, open_gpu());
  return options.memory.watch(interrupt.token(), [&](const std::stop_token& stop) {
    return compare_with_nvcc(catalogue, gpu, family, comparison, stop);
  });
}

Result<int> bench(const BenchCommandOptions& given) {
  TRY(const auto catalogue, run::Catalogue::open());
  TRY(const auto options, with_variant_apart(given));
  TRY(const auto family, find_family(catalogue, options.family));
  return options.against_nvcc ? compare(options, catalogue, *family)
                              : time(options, catalogue, *family);
}

Result<int> bench_wanted(const BenchCommandOptions& options, const CLI::App& parser) {
  if (is_own_file(options.family)) {
    return time_file({options.own, options.family, options.sizes, options.settings, options.memory,
                      options.json, options.language.speech()},
                     parser);
  }
  const auto unused = options.own.check_unused();
  return unused.has_value() ? bench(options) : fail(unused.error());
}

constexpr const char* kBenchFooter =
    "Each result is checked before it is timed: whole where the CPU computes it soon enough, and\n"
    "in 4,097 elements otherwise, unless --check whole asks for all of them. Then one launch to\n"
    "warm up, and CUDA events around at least 50 repetitions and 0.2 s (beyond 5 s, 3 "
    "repetitions);\n"
    "random inputs. A size N is an N x N matrix,\n"
    "or N x N elements of a vector. Ctrl+C keeps what was timed so far.\n\n"
    "--against-nvcc times each kernel, at full size unless --sizes are given, as the driver "
    "compiles\n"
    "its PTX and as nvcc compiles its source for this GPU, in turns; exit status 1 when they are "
    "more\n"
    "than --tolerance percent apart. It needs the nvcc that the PTX was made with.\n\n"
    "--sweep times one kernel over a parameter's values and counts each of them on the CPU: beside "
    "the\n"
    "measured time stands the least that the chip's limits allow (see: warplens limits).\n\n"
    "A file's kernel is timed with its launch, on its own inputs; --sizes NAME=SIZES sets one of "
    "its\n"
    "sizes, --set the others. What is expected of it is checked first.\n\n"
    "Examples:\n"
    "  warplens bench transpose --sizes 1024..16384\n"
    "  warplens bench gemm --sizes 100,1000 --variants chessboard,register_tile --json\n"
    "  warplens bench add --set blocks=64 --record add.json\n"
    "  warplens bench reduce/one_launch --set threads=512 --sweep blocks=33..2112\n"
    "  warplens bench transpose --against-nvcc\n"
    "  warplens bench my.cu --set n=1048576\n"
    "  warplens bench my.cu --sizes n=1024..1048576 --reference plain:1e-6";

}  // namespace

Command bench_command(CLI::App& app) {
  auto options = std::make_shared<BenchCommandOptions>();
  CLI::App* parser = app.add_subcommand("bench", "Time a family's kernels on the GPU, over sizes");
  parser
      ->add_option(
          "family", options->family,
          "transpose, gemm… or one kernel, reduce/one_launch (see: warplens list), FILE.ptx "
          "or FILE.cu")
      ->required();
  parser
      ->add_option("--sizes", options->sizes,
                   "64,100,1024, or 1024..16384 for powers of two (default: 256..8192); of a file "
                   "NAME=SIZES (default: its launch's)")
      ->check([](const std::string& text) {
        return text.empty() ? std::string("write 1024..16384 or 64,100,1024") : std::string();
      });
  parser->add_option("--variants", options->variants, "NAME,NAME (default: all that are right)");
  parser
      ->add_option("--set", options->settings,
                   "A parameter of those that take it, or a file's size, NAME=NUMBER")
      ->allow_extra_args(false);
  CLI::Option* sweep = parser->add_option(
      "--sweep", options->sweep,
      "NAME: one kernel over all values of this parameter; NAME=64,100 or NAME=64..1024: these");
  CLI::Option* check =
      parser
          ->add_option("--check", options->check,
                       "whole: compare every element of every result, on all cores, however large")
          ->check(CLI::IsMember({"whole"}));
  options->own.add_to(*parser);
  CLI::Option* longest =
      parser
          ->add_option("--longest", options->longest,
                       "Leave out what is expected to take more seconds a launch (default: 10)")
          ->check(CLI::PositiveNumber);
  CLI::Option* no_baselines = parser->add_flag("--no-baselines", options->without_baselines,
                                               "Leave out the device copy and the libraries");
  CLI::Option* against_nvcc =
      parser
          ->add_flag("--against-nvcc", options->against_nvcc,
                     "Time the kernels against nvcc's own code for this GPU instead")
          ->excludes(check)
          ->excludes(longest)
          ->excludes(no_baselines);
  parser
      ->add_option("--tolerance", options->tolerance,
                   "--against-nvcc: percent that may lie between the two (default: 2)")
      ->check(CLI::NonNegativeNumber)
      ->needs(against_nvcc);
  parser->add_option("--record", options->record, "Add the timings to this recording, FILE.json");
  options->memory.add_to(*parser);
  parser->add_flag("--json", options->json, "Print the timings as a recording");
  parser->add_flag("--csv", options->csv, "--sweep: print a table as CSV, a row a value")
      ->needs(sweep)
      ->excludes("--json");
  options->language.add_to(*parser);
  parser->footer(kBenchFooter);
  return {parser, [options, parser] { return bench_wanted(*options, *parser); }};
}

}  // namespace warplens::cli
