// warplens doctor: what this machine has and lacks.
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/machine_report.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "kernels/base/json.h"

namespace warplens::cli {

namespace {

double gibibytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / static_cast<double>(std::uint64_t{1} << 30);
}

Json to_json(const device::Description& gpu) {
  return {{"name", gpu.name},
          {"compute_capability", fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor)},
          {"memory_bytes", gpu.memory_bytes},
          {"l2_bytes", gpu.l2_bytes},
          {"multiprocessors", gpu.multiprocessors}};
}

Json to_json(const Result<device::Driver>& driver) {
  Json json = {
      {"found", driver.has_value()}, {"cuda_version", nullptr}, {"devices", Json::array()}};
  if (!driver.has_value()) {
    json["problem"] = driver.error().message.in(Language::en);
    return json;
  }
  json["cuda_version"] = device::version_text(driver->version());
  json["release"] = device::driver_release(*driver);
  for (const device::Description& gpu : driver->devices()) json["devices"].push_back(to_json(gpu));
  return json;
}

Json to_json(const MachineReport& report) {
  Json json = {{"cpu", {{"cores", report.processors}, {"model", report.processor}}},
               {"memory_bytes", report.memory_bytes},
               {"cuda_driver", to_json(report.driver)}};
  for (const Part& part : report.parts) {
    Json& found = json[part.name] = {{"found", part.where.has_value()}};
    if (part.where.has_value()) found["where"] = *part.where;
    if (!part.where.has_value()) found["advice"] = part.advice.in(Language::en);
  }
  for (const device::Capability& capability : report.capabilities) {
    Json& found = json[capability.name] = {{"found", capability.is_there()}};
    found[capability.is_there() ? "where" : "advice"] =
        (capability.is_there() ? capability.there : capability.missing).in(Language::en);
  }
  return json;
}

// A line each, with whether it is there.
class Report {
 public:
  explicit Report(const ui::Speech& speech) : speech_(speech) {}

  void print(const MachineReport& report) const {
    line(true, tr("CPU: {} cores, {}", report.processors, report.processor));
    line(true, tr("memory: {:.1f} GiB", gibibytes(report.memory_bytes)));
    for (const Part& part : report.parts) {
      const Text found =
          part.where.has_value() ? Text(*part.where) : tr("missing; {}", part.advice);
      line(part.where.has_value(), tr("{}: {}", part.what, found));
    }
    print(report.driver);
    for (const device::Capability& capability : report.capabilities) {
      line(capability.is_there(),
           tr("{}: {}", capability.what,
              capability.is_there() ? capability.there : capability.missing));
    }
  }

 private:
  void print(const Result<device::Driver>& driver) const {
    if (!driver.has_value()) {
      return line(false,
                  tr("GPU: {} (not needed: kernels run on the CPU)", driver.error().message));
    }
    const std::string cuda = "CUDA " + device::version_text(driver->version());
    const std::string release = device::driver_release(*driver);
    line(true, tr("GPU driver: {}", release == cuda ? cuda : release + ", " + cuda));
    for (const device::Description& gpu : driver->devices()) {
      line(true, tr("GPU: {}, compute capability {}.{}, {:.0f} GiB, {} MiB L2, {} multiprocessors",
                    gpu.name, gpu.compute_major, gpu.compute_minor, gibibytes(gpu.memory_bytes),
                    gpu.l2_bytes >> 20, gpu.multiprocessors));
    }
  }

  void line(bool is_there, const Text& text) const {
    print_text("  {}  {}\n", is_there ? "ok" : "--", speech_.say(text));
  }

  ui::Speech speech_;
};

}  // namespace

Command doctor_command(CLI::App& app) {
  auto as_json = std::make_shared<bool>(false);
  auto language = std::make_shared<LanguageOption>();
  CLI::App* parser =
      app.add_subcommand("doctor", "What this machine has, what it lacks, what to do");
  parser->add_flag("--json", *as_json, "Print JSON");
  language->add_to(*parser);
  parser->footer("Succeeds whatever is missing: it only reports.\n\nExample:\n  warplens doctor");
  return {parser, [as_json, language]() -> Result<int> {
            const MachineReport report = inspect_machine();
            if (*as_json) {
              print_json(json_forms::kDoctor, to_json(report));
            } else {
              Report(language->speech()).print(report);
            }
            return 0;
          }};
}

}  // namespace warplens::cli
