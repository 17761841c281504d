#include "app/session/matrix_run.h"

#include "app/session/run_again.h"
#include "kernels/ptx/parser.h"

namespace warplens::session {
namespace {

// The instructions alone, of the text that the run kept.
Result<fragments::MatrixRun> unrecorded(const KernelResult& result,
                                        const machine::MatrixRecords::Place& place) {
  fragments::MatrixRun run;
  run.trace = result.launches[place.launch].trace;
  if (result.run->ptx->empty()) return run;
  TRY(auto module, ptx::parse(*result.run->ptx, "recorded.ptx"));
  TRY(run.program, machine::Program::load(std::make_shared<const ptx::Module>(std::move(module)),
                                          run.trace->entry));
  run.instructions = machine::matrix_instructions(*run.program);
  return run;
}

}  // namespace

Result<fragments::MatrixRun> run_with_records(const machine::MatrixRecords::Place& place,
                                              const RunAgain& again, run::Options options) {
  const auto records = std::make_shared<machine::MatrixRecords>(place);
  options = recording_block(place.block, std::move(options));
  options.machine.matrices = records.get();
  TRY(const auto run, again(options));
  if (place.launch >= run.traces.size() || !records->program()) {
    return fail(tr("the run ended before this launch"));
  }
  return fragments::MatrixRun{records, run.traces[place.launch], records->program(),
                              machine::matrix_instructions(*records->program())};
}

MakeMatrixRun matrix_run(std::shared_ptr<const run::Catalogue> catalogue,
                         const KernelResultPtr& result, const std::shared_ptr<OwnFiles>& own,
                         machine::MatrixRecords::Place place) {
  RunAgain again = run_again(std::move(catalogue), result, own);
  if (again == nullptr) {
    return [result, place](const std::stop_token& /*stop*/) { return unrecorded(*result, place); };
  }
  return [place, again = std::move(again)](const std::stop_token& stop) {
    run::Options options;
    options.machine.stop = stop;
    return run_with_records(place, again, std::move(options));
  };
}

}  // namespace warplens::session
