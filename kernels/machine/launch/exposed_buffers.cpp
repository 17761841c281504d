#include "kernels/machine/launch/exposed_buffers.h"

#include <algorithm>

#include "kernels/machine/launch/launch_writes.h"

namespace warplens::machine {
namespace {

bool may_write(const ProgramImage& image, const LaunchRequest& request, const Memory& memory,
               std::size_t buffer) {
  if (image.writes_anywhere || (image.writes_variables && memory.is_variable(buffer))) return true;
  return is_passed(request, image.written_parameters, memory.buffers()[buffer]);
}

}  // namespace

ExposedBuffers::ExposedBuffers(const ProgramImage& image, const LaunchRequest& request,
                               const Memory& memory, const RunOptions& options)
    : is_exposed_(memory.buffers().size()), may_be_stale_(memory.buffers().size()) {
  const bool is_alone = request.grid.count() == 1 && request.block.count() == 1;
  const bool is_coherent = image.non_coherent_parameters.empty() && !image.non_coherent_anywhere;
  if (!options.detect_races || (is_alone && is_coherent)) return;
  for (std::size_t i = 0; i < is_exposed_.size(); ++i) {
    const trace::Buffer& buffer = memory.buffers()[i];
    if (!may_write(image, request, memory, i)) continue;
    is_exposed_[i] = true;
    may_be_stale_[i] =
        image.non_coherent_anywhere || is_passed(request, image.non_coherent_parameters, buffer);
    buffers_.push_back(i);
    add_lines(buffer);
  }
  join_lines();
}

void ExposedBuffers::add_lines(const trace::Buffer& buffer) {
  const std::uint64_t first = buffer.address / kBytesAWord;
  lines_.push_back({first, (buffer.address + buffer.bytes) / kBytesAWord - first + 1});
}

// What touches is one: a line may be of both, and a run of accesses go from one into the other.
void ExposedBuffers::join_lines() {
  std::ranges::sort(lines_, {}, &ExposedLines::first);
  std::vector<ExposedLines> joined;
  for (const ExposedLines& lines : lines_) {
    if (joined.empty() || joined.back().first + joined.back().count < lines.first) {
      joined.push_back(lines);
      continue;
    }
    ExposedLines& before = joined.back();
    before.count = std::max(before.count, lines.first + lines.count - before.first);
  }
  lines_ = std::move(joined);
}

std::size_t ExposedBuffers::holder_of(std::uint64_t line) const {
  const auto after = std::ranges::upper_bound(lines_, line, {}, &ExposedLines::first);
  return static_cast<std::size_t>(after - lines_.begin()) - 1;
}

}  // namespace warplens::machine
