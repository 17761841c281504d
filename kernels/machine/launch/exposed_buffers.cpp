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
    buffers_.push_back({i, buffer.address / kBytesAWord, buffer.bytes / kBytesAWord + 1});
  }
}

std::size_t ExposedBuffers::holder_of(std::uint64_t line) const {
  const auto after = std::ranges::upper_bound(buffers_, line, {}, &ExposedBuffer::first_line);
  return static_cast<std::size_t>(after - buffers_.begin()) - 1;
}

}  // namespace warplens::machine
