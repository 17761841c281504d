#include "app/features/limits/limits_model.h"

#include "app/session/count_run.h"
#include "app/session/timed_settings.h"

namespace warplens::limits {
namespace {

// What all of this machine's programs may take beside it is not known; buffers of the largest size
// that is shown are half of that.
constexpr std::uint64_t kCountedBytes = std::uint64_t{2} << 30;

Result<Demands> demands_of(const run::Catalogue& catalogue, const LimitsData& data,
                           const LimitsModel& model, const std::stop_token& stop) {
  TRY(const auto found, catalogue.find(model.kernel));
  if (const Demands* known = data.counted(found, model.parameters)) return *known;
  run::Options options;
  options.machine.stop = stop;
  options.memory = kCountedBytes;
  return session::count_run(catalogue, model.kernel, model.parameters, options);
}

catalog::Parameters size_of(const LimitsQuestion& question, const run::Catalogue::Found& found,
                            const LimitsData& data) {
  if (question.side && found.family->timed) {
    const auto settings = session::settings_on_stage(*found.family, question.chosen);
    if (auto counted = data.counted_size(found, settings, *question.side)) return *counted;
  }
  catalog::Parameters usual = limits_size(found);
  usual.insert(question.chosen.begin(), question.chosen.end());
  return usual;
}

Result<void> fill(const run::Catalogue& catalogue, const LimitsQuestion& question,
                  const std::stop_token& stop, LimitsModel& model) {
  TRY(const auto found, catalogue.find(model.kernel));
  TRY(const auto data, LimitsData::read(catalogue.assets()));
  model.parameters = size_of(question, found, data);
  TRY(const auto demands, demands_of(catalogue, data, model, stop));
  for (const analysis::Chip& chip : data.chips()) {
    model.reports.push_back(data.report(found, model.parameters, demands, chip));
  }
  return {};
}

}  // namespace

LimitsModel limits_model(const run::Catalogue& catalogue, const LimitsQuestion& question,
                         const std::stop_token& stop) {
  LimitsModel model;
  model.kernel = question.kernel;
  const Result<void> filled = fill(catalogue, question, stop, model);
  if (!filled.has_value()) model.error = filled.error().message;
  return model;
}

}  // namespace warplens::limits
