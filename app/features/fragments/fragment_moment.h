// What the fragments view stands at: the block's run, the instruction, and the execution that is
// chosen or that the cursor means.
#pragma once

#include "app/features/fragments/fragment_choice.h"
#include "app/session/session.h"
#include "app/ui/ui.h"
#include "viz/fragments/matrix_run.h"

namespace warplens::ui {

// What takes a while is made beside the frame.
struct FragmentSource {
  const fragments::MatrixRun* run = nullptr;  // null: under way, or an error
  const Error* error = nullptr;
};
[[nodiscard]] FragmentSource fragment_source(const AppState& app, Ui& ui, std::uint32_t block);

struct FragmentMoment {
  const fragments::MatrixRun* run = nullptr;
  std::uint32_t block = 0, warp = 0;
  std::size_t instruction = 0;            // of the run's
  std::vector<std::size_t> executions{};  // records of the warp at it
  std::size_t execution = 0;              // of these, where there are some

  [[nodiscard]] const machine::MatrixInstruction& at() const {
    return run->instructions[instruction];
  }
  [[nodiscard]] const machine::MatrixRecord* record() const {
    return executions.empty() ? nullptr : &run->records->all()[executions[execution]];
  }
  // The same, as it is chosen.
  [[nodiscard]] fragments::ChosenExecution chosen() const;
};

// The block that the view is of: the chosen one's, else the cursor's.
[[nodiscard]] std::uint32_t fragment_block(const AppState& app, session::Side side);
// `run` has instructions.
[[nodiscard]] FragmentMoment fragment_moment(const AppState& app, Ui& ui,
                                             const fragments::MatrixRun& run);

// Asks for another choice.
void ask_fragments(Ui& ui, fragments::FragmentChoice choice, bool continues = false);

}  // namespace warplens::ui
