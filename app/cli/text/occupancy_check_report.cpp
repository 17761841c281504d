#include "app/cli/text/check_tasks.h"
#include "app/cli/text/occupancy_check.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/progress_line.h"
#include "kernels/base/json.h"

namespace warplens::cli {

namespace {

Text asked_text(const AskedOccupancy& asked) {
  return tr("{}: {} threads, {} registers, {} bytes of shared memory", asked.entry, asked.threads,
            asked.registers, asked.static_shared_bytes + asked.dynamic_shared_bytes);
}

Json asked_json(const AskedOccupancy& asked) {
  return {{"entry", asked.entry},
          {"threads", asked.threads},
          {"registers", asked.registers},
          {"static_shared_bytes", asked.static_shared_bytes},
          {"dynamic_shared_bytes", asked.dynamic_shared_bytes},
          {"blocks_an_sm", asked.ours},
          {"driver", asked.drivers}};
}

Json all_json(const std::vector<AskedOccupancy>& all) {
  Json rows = Json::array();
  for (const AskedOccupancy& asked : all) rows.push_back(asked_json(asked));
  return rows;
}

std::vector<std::string> in_english(const std::vector<Text>& texts) {
  std::vector<std::string> lines;
  for (const Text& text : texts) lines.push_back(text.in(Language::en));
  return lines;
}

class Report {
 public:
  Report(const device::Description& gpu, std::vector<Text> faults, const ui::Speech& speech,
         bool json)
      : speech_(speech), json_(json), faults_(std::move(faults)), gpu_(gpu.name) {
    if (json_) return;
    print_line(speech_,
               tr("{}, compute capability {}.{}: blocks an SM by Warplens and by the driver",
                  gpu.name, gpu.compute_major, gpu.compute_minor));
    for (const Text& fault : faults_) print_below(tr("DIFFERENT: {}", fault));
  }

  void add(const OccupancyCheck& check) {
    launches_ += check.launches.size();
    what_if_ += check.what_if;
    different_ += check.different.size();
    variants_.push_back({{"variant", check.variant},
                         {"launches", all_json(check.launches)},
                         {"what_if", check.what_if},
                         {"different", all_json(check.different)},
                         {"notes", in_english(check.notes)}});
    if (json_) return;
    const Text found =
        check.different.empty() ? Text(tr("equal")) : tr("{} DIFFERENT", check.different.size());
    print_line(speech_, tr("{:<38} {:>3} launches, {:>4} others: {}", check.variant,
                           check.launches.size(), check.what_if, found));
    for (const AskedOccupancy& asked : check.different) {
      print_below(tr("DIFFERENT: {}", tr("{}: {} blocks, the driver says {}", asked_text(asked),
                                         asked.ours, asked.drivers)));
    }
    for (const Text& note : check.notes) print_below(tr("note: {}", note));
  }

  // Returns the exit status. Error: something differs.
  [[nodiscard]] Result<int> end() const {
    const bool passed = different_ == 0 && faults_.empty();
    if (json_) {
      print_json(json_forms::kOccupancyCheck, {{"device", gpu_},
                                               {"result", passed ? "pass" : "fail"},
                                               {"multiprocessor", in_english(faults_)},
                                               {"launches", launches_},
                                               {"what_if", what_if_},
                                               {"different", different_},
                                               {"variants", variants_}});
    } else {
      print_line(speech_, tr("{} launches and {} others were asked for, {} differ", launches_,
                             what_if_, different_));
      print_line(speech_, passed ? tr("pass") : tr("FAIL"));
    }
    if (!passed) return fail(tr("blocks an SM differ from the driver's: see above"));
    return 0;
  }

 private:
  void print_below(const Text& text) const { print_text("  {}\n", speech_.say(text)); }

  ui::Speech speech_;
  bool json_;
  std::vector<Text> faults_;
  std::string gpu_;
  std::uint64_t launches_ = 0, what_if_ = 0, different_ = 0;
  Json variants_ = Json::array();
};

// Each once.
Result<std::vector<run::Catalogue::Found>> variants_named(const run::Catalogue& catalogue,
                                                          const std::string& name) {
  TRY(const auto tasks,
      check_tasks(catalogue, name.empty() ? std::vector<std::string>{} : std::vector{name},
                  std::nullopt));
  std::vector<run::Catalogue::Found> variants;
  for (const CheckTask& task : tasks) {
    const bool is_new = variants.empty() || variants.back().variant != task.found.variant;
    if (is_new) variants.push_back(task.found);
  }
  return variants;
}

}  // namespace

Result<int> check_occupancy(const std::string& name, const ui::Speech& speech, bool json) {
  TRY(const auto catalogue, run::Catalogue::open());
  TRY(const auto variants, variants_named(catalogue, name));
  TRY(const auto driver, device::Driver::open());
  TRY(const auto gpu, device::Gpu::open(driver));
  TRY(const auto resources, analysis::Resources::read(catalogue.assets() / "ptx/resources.json"));
  TRY(auto faults, multiprocessor_faults(gpu.description()));

  Report report(gpu.description(), std::move(faults), speech, json);
  const ProgressLine line;
  for (const auto& variant : variants) {
    line.show(variant.variant->name);
    TRY(const auto checked, check_variant_occupancy(catalogue, variant, resources, gpu));
    line.clear();
    report.add(checked);
  }
  return report.end();
}

}  // namespace warplens::cli
