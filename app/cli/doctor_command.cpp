// warplens doctor: what this machine has and lacks.
#include <memory>

#include "app/cli/command.h"
#include "app/cli/machine_report.h"
#include "app/cli/print_json.h"

namespace warplens::cli {

namespace {

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

double gibibytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / static_cast<double>(std::uint64_t{1} << 30);
}

Json to_json(const GpuDriver& driver) {
  Json devices = Json::array();
  for (const GpuDevice& device : driver.devices) {
    devices.push_back(
        {{"name", device.name},
         {"compute_capability", fmt::format("{}.{}", device.compute_major, device.compute_minor)},
         {"memory_bytes", device.memory_bytes}});
  }
  Json json = {{"found", driver.loadable}, {"cuda_version", nullptr}, {"devices", devices}};
  if (driver.version > 0) json["cuda_version"] = version_text(driver.version);
  if (!driver.problem.empty()) json["problem"] = driver.problem;
  return json;
}

Json to_json(const MachineReport& report) {
  Json json = {{"cpu", {{"cores", report.processors}, {"model", report.processor}}},
               {"memory_bytes", report.memory_bytes},
               {"cuda_driver", to_json(report.driver)}};
  for (const Part& part : report.parts) {
    Json& found = json[part.name] = {{"found", part.where.has_value()}};
    if (part.where.has_value()) found["where"] = *part.where;
    if (!part.where.has_value()) found["advice"] = part.advice;
  }
  return json;
}

void print(const GpuDriver& driver) {
  if (!driver.problem.empty()) {
    fmt::print("  --  GPU: {} (not needed: kernels run on the CPU)\n", driver.problem);
  }
  if (driver.version > 0) fmt::print("  ok  GPU driver: CUDA {}\n", version_text(driver.version));
  for (const GpuDevice& device : driver.devices) {
    fmt::print("  ok  GPU: {}, compute capability {}.{}, {:.0f} GiB\n", device.name,
               device.compute_major, device.compute_minor, gibibytes(device.memory_bytes));
  }
}

void print(const MachineReport& report) {
  fmt::print("  ok  CPU: {} cores, {}\n", report.processors, report.processor);
  fmt::print("  ok  memory: {:.1f} GiB\n", gibibytes(report.memory_bytes));
  for (const Part& part : report.parts) {
    fmt::print("  {}  {}: {}\n", part.where.has_value() ? "ok" : "--", part.what,
               part.where.value_or("missing; " + part.advice));
  }
  print(report.driver);
}

}  // namespace

Command doctor_command(CLI::App& app) {
  auto as_json = std::make_shared<bool>(false);
  CLI::App* parser =
      app.add_subcommand("doctor", "What this machine has, what it lacks, what to do");
  parser->add_flag("--json", *as_json, "Print JSON");
  parser->footer("Succeeds whatever is missing: it only reports.\n\nExample:\n  warplens doctor");
  return {parser, [as_json]() -> Result<int> {
            const MachineReport report = inspect_machine();
            if (*as_json) {
              print_json(to_json(report));
            } else {
              print(report);
            }
            return 0;
          }};
}

}  // namespace warplens::cli
