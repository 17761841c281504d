// A session to run lessons' steps in, one after another, without a window.
#pragma once

#include <filesystem>
#include <memory>

#include "app/lessons/course.h"
#include "app/session/recordings.h"

namespace warplens::lessons {

class StepStage {
 public:
  // `copies`: an empty folder for copies of lessons' files.
  StepStage(std::shared_ptr<const run::Catalogue> catalogue, const std::filesystem::path& assets,
            std::filesystem::path copies);

  // Sets the step's stage and waits for its results. Errors: the stage does not run.
  Result<void> begin(const Step& step);
  // Waits for what is on its way.
  Result<void> settle();

  [[nodiscard]] session::Session& session() { return session_; }
  [[nodiscard]] const std::filesystem::path& copies() const { return copies_; }
  [[nodiscard]] const session::Recordings& recordings() const { return recordings_; }

 private:
  std::shared_ptr<const run::Catalogue> catalogue_;
  std::filesystem::path copies_;
  session::Recordings recordings_;
  session::Session session_;
};

}  // namespace warplens::lessons
