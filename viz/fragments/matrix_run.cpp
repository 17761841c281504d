#include "viz/fragments/matrix_run.h"

#include <algorithm>

namespace warplens::fragments {

std::size_t instruction_of(const MatrixRun& run, const machine::MatrixRecord& record) {
  const auto found = std::ranges::find(run.instructions, record.instruction,
                                       &machine::MatrixInstruction::instruction);
  return static_cast<std::size_t>(found - run.instructions.begin());
}

std::vector<std::size_t> executions(const MatrixRun& run, std::uint32_t warp,
                                    std::size_t instruction) {
  std::vector<std::size_t> found;
  const auto& records = run.records->all();
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].warp == warp &&
        records[i].instruction == run.instructions[instruction].instruction) {
      found.push_back(i);
    }
  }
  return found;
}

std::optional<std::size_t> record_at(const MatrixRun& run, const EventOfWarp& event) {
  // A run's trace has the events of one block.
  const std::uint32_t block = run.trace->events.empty() ? 0 : run.trace->events.block(0);
  const std::size_t row = trace::row_of_event(*run.trace, block, event);
  const auto& records = run.records->all();
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].warp != event.warp) continue;
    const bool is_its = records[i].instruction->ptx_line == event.ptx_line;
    // An instruction may make several events, of which the first is the next behind it.
    const bool is_before = last && records[*last].instruction->ptx_line == event.ptx_line;
    if (records[i].events > row && is_before) return last;
    if (records[i].events > row || (records[i].events == row && is_its)) return i;
    last = i;
  }
  return last;
}

}  // namespace warplens::fragments
