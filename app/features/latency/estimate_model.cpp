#include "app/features/latency/estimate_model.h"

namespace warplens::estimates {

Result<EstimateModel> estimate_model(const std::filesystem::path& assets, const std::string& chip,
                                     const session::EstimateSubject& subject,
                                     const std::stop_token& stop) {
  TRY(const auto data, EstimateData::read(assets, chip));
  EstimateModel model;
  TRY(model.error, data.error());
  run::Options options;
  options.machine.stop = stop;
  TRY(const auto run, session::estimate_run(subject, data.means(), options));
  model.chip = data.chip;
  model.agreement = data.held.stalls;
  model.seconds = run.estimate.seconds;
  model.cycles = run.estimate.cycles;
  model.waves = run.estimate.waves;
  model.blocks_an_sm = run.blocks_an_sm;
  model.lines = latency::stalled_lines(run.estimate.stalls, *run.records);
  return model;
}

}  // namespace warplens::estimates
