// warplens host-timeline: when the host calls the driver and when the GPU works.
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "app/cli/text/progress_line.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "app/features/host_timeline/host_timeline.h"
#include "app/features/host_timeline/timeline_table.h"
#include "app/state/app_state.h"
#include "kernels/timing/measure_timeline.h"

namespace warplens::cli {

namespace {

struct HostTimelineCommandOptions {
  std::string bytes = "64KiB,1MiB,16MiB,256MiB", scenarios, parts, record;
  std::uint32_t repetitions = timing::TimelineRequest{}.repetitions;
  bool json = false;
  MemoryLimit memory;
  LanguageOption language;
};

// "4096", "64KiB", "16MiB", "1GiB".
std::optional<std::uint64_t> parse_size(std::string_view text) {
  constexpr std::pair<std::string_view, int> kSuffixes[] = {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}};
  int shift = 0;
  for (const auto& [suffix, bits] : kSuffixes) {
    if (!text.ends_with(suffix)) continue;
    text.remove_suffix(suffix.size());
    shift = bits;
  }
  const auto number = parse_number<std::uint64_t>(text);
  if (!number || *number > (~std::uint64_t{0} >> shift)) return std::nullopt;
  return *number << shift;
}

// Empty: all.
Result<void> add_scenarios(const HostTimelineCommandOptions& options,
                           timing::TimelineRequest& request) {
  if (options.scenarios.empty()) return {};
  request.command += " --scenarios " + options.scenarios;
  for (const std::string_view part : split(options.scenarios, ',')) {
    const auto scenario = timing::scenario_named(part);
    if (!scenario) {
      return fail(tr("--scenarios '{}': choose of {}", options.scenarios,
                     fmt::join(timing::kScenarioNames, ",")));
    }
    request.scenarios.push_back(*scenario);
  }
  return {};
}

// Empty: the usual.
Result<void> add_parts(const HostTimelineCommandOptions& options,
                       timing::TimelineRequest& request) {
  if (options.parts.empty()) return {};
  request.command += " --parts " + options.parts;
  for (const std::string_view part : split(options.parts, ',')) {
    const auto parts = parse_number<std::uint32_t>(part);
    if (!parts) return fail(tr("--parts '{}' are no numbers: write 4,16", options.parts));
    request.parts.push_back(*parts);
  }
  return {};
}

Result<timing::TimelineRequest> request_of(const HostTimelineCommandOptions& options) {
  timing::TimelineRequest request;
  request.command = fmt::format("warplens host-timeline --bytes {}", options.bytes);
  for (const std::string_view part : split(options.bytes, ',')) {
    const auto bytes = parse_size(part);
    if (!bytes) return fail(tr("--bytes '{}' are no sizes: write 64KiB,1MiB", options.bytes));
    request.bytes.push_back(*bytes);
  }
  request.repetitions = options.repetitions;
  TRY(add_scenarios(options, request));
  TRY(add_parts(options, request));
  return request;
}

Result<timing::HostTimeline> measure_run(const timing::TimelineRequest& request,
                                         const std::stop_token& stop) {
  TRY(const auto catalogue, run::Catalogue::open());
  TRY(const auto driver, device::Driver::open());
  TRY(const auto gpu, device::Gpu::open(driver));
  const ProgressLine line;
  timing::TimelineObserver observer;
  observer.progress = [&](std::size_t done, std::size_t total, const std::string& next) {
    line.show(fmt::format("{}/{} {}", done + 1, total, next));
  };
  return timing::measure_timeline(catalogue, gpu, request, observer, stop);
}

Result<int> host_timeline(const HostTimelineCommandOptions& options) {
  TRY(const auto request, request_of(options));
  const StopOnInterrupt interrupt;
  TRY(const auto timeline,
      options.memory.watch(interrupt.token(), [&](const std::stop_token& stop) {
        return measure_run(request, stop);
      }));
  print_text("{}", options.json ? timing::to_json(timeline)
                                : timeline_table(options.language.speech(), timeline));
  if (interrupt.token().stop_requested()) return fail(tr("cancelled: nothing was recorded"));
  if (timeline.runs.empty()) return fail(tr("nothing could be measured: see above"));
  if (!options.record.empty()) {
    TRY(timing::write_host_timeline(options.record, timeline));
  }
  return 0;
}

constexpr const char* kHostTimelineFooter =
    "Adds two vectors, in scenarios: five_steps (allocate, copy, launch, copy back, free),\n"
    "asynchronous (launches that return, then one wait), events (a launch between two), pageable\n"
    "and pinned (asynchronous copies from and to such memory); one_stream, streams,\n"
    "pageable_streams and default_stream (chunks through one stream or four), event_wait and\n"
    "missing_wait (a kernel that needs what another stream copies), launches and graph (many\n"
    "kernels). The result of every run is checked, that of missing_wait counted as it is; of the\n"
    "repetitions the run of median length is kept whole. The device's work is placed by\n"
    "events, whose clock is compared with the host's before and after each run.\n\n"
    "Examples:\n"
    "  warplens host-timeline\n"
    "  warplens host-timeline --bytes 16MiB --scenarios five_steps,pinned --json\n"
    "  warplens host-timeline --record assets/recordings/h200-host_timeline.json";

}  // namespace

Command host_timeline_command(CLI::App& app) {
  auto options = std::make_shared<HostTimelineCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "host-timeline", "When the host calls the driver and when the GPU works, measured");
  parser->add_option("--bytes", options->bytes,
                     "Sizes of each array (default: 64KiB,1MiB,16MiB,256MiB)");
  parser->add_option("--scenarios", options->scenarios, "NAME,NAME (default: all)");
  parser->add_option("--parts", options->parts,
                     "Chunks, or kernels, of scenarios that have some (default: 1,2,4,8,16)");
  parser->add_option("--repetitions", options->repetitions, "Runs to take the median of (15)")
      ->check(CLI::Range(1u, 1001u));
  parser->add_option("--record", options->record, "Write them to this recording, FILE.json");
  options->memory.add_to(*parser);
  parser->add_flag("--json", options->json, "Print them as a recording");
  options->language.add_to(*parser);
  parser->footer(kHostTimelineFooter);
  return {parser, [options] { return host_timeline(*options); }};
}

}  // namespace warplens::cli
