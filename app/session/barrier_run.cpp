#include "app/session/barrier_run.h"

namespace warplens::session {

Result<PipelinePtr> pipeline_of(const machine::BarrierRecords::Place& place, const RunAgain& again,
                                const run::Options& options) {
  const auto records = std::make_shared<machine::BarrierRecords>(place);
  run::Options recording = recording_block(place.block, options);
  recording.machine.barriers = records.get();
  TRY(const auto run, again(recording));
  if (place.launch >= run.traces.size() || !records->program()) {
    return fail(tr("the run ended before this launch"));
  }
  const std::uint64_t blocks = run.traces[place.launch]->launch.grid.count();
  if (place.block >= blocks) return fail(tr("the launch has blocks 0 to {}", blocks - 1));
  return std::make_shared<const pipeline::Pipeline>(
      pipeline::make_pipeline({records, run.traces[place.launch]}));
}

MakePipeline pipeline_run(std::shared_ptr<const run::Catalogue> catalogue,
                          const KernelResultPtr& result, const std::shared_ptr<OwnFiles>& own,
                          machine::BarrierRecords::Place place) {
  RunAgain again = run_again(std::move(catalogue), result, own);
  return [place, again = std::move(again)](const std::stop_token& stop) -> Result<PipelinePtr> {
    if (again == nullptr) {
      return fail(tr("What warps do at barriers is not known here: a recording does not keep it."));
    }
    run::Options options;
    options.machine.stop = stop;
    return pipeline_of(place, again, options);
  };
}

}  // namespace warplens::session
