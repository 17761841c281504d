#include "app/lessons/check/step_stage.h"

#include <chrono>
#include <thread>

#include "app/features/features.h"
#include "app/features/host_timeline/host_runs.h"
#include "app/lessons/lesson_file.h"
#include "app/session/kernel_reports.h"
#include "app/session/own_files.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/run/run.h"

namespace warplens::lessons {
namespace {

// What is known of kernels while lessons are run.
struct KnownKernels {
  KnownKernels(std::shared_ptr<const run::Catalogue> of, const std::filesystem::path& assets)
      : catalogue(std::move(of)), reports(assets) {}
  std::shared_ptr<const run::Catalogue> catalogue;
  session::OwnFiles own;
  session::KernelReports reports;
};

session::Work work_of(std::shared_ptr<const run::Catalogue> catalogue,
                      const std::filesystem::path& assets) {
  auto known = std::make_shared<KnownKernels>(std::move(catalogue), assets);
  return [known](const session::Selection& selection, std::stop_token stop,
                 machine::Progress* progress) {
    return session::compute(*known->catalogue, selection, std::move(stop), progress, nullptr,
                            kAnyMemory, &known->own, &known->reports);
  };
}

}  // namespace

StepStage::StepStage(std::shared_ptr<const run::Catalogue> catalogue,
                     const std::filesystem::path& assets, std::filesystem::path copies)
    : catalogue_(std::move(catalogue)),
      copies_(std::move(copies)),
      recordings_(assets, {}),
      session_(catalogue_->families(), work_of(catalogue_, assets), {}) {
  recordings_.wait();
  session::accompany(
      session_, features::all(),
      {*catalogue_, [this]() -> const session::Recordings& { return recordings_; }, {}});
  host_timeline::runs(session_).offer({recordings_.timeline(session_.families()), nullptr},
                                      session_);
}

Result<void> StepStage::begin(const Step& step) {
  std::filesystem::path copy;
  if (step.file.is_copied) {
    TRY(auto put, put_file(step.file, copies_, true));
    copy = put.path;
  }
  TRY(enter(step, session_, copy));
  return settle();
}

Result<void> StepStage::settle() {
  do {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    session_.update(0);
  } while (session_.busy() || session_.runs_compared());
  session_.update(0);
  if (session_.error()) return fail(*session_.error());
  return {};
}

}  // namespace warplens::lessons
