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
    : is_exposed_(memory.buffers().size()) {
  if (!options.detect_races || request.grid.count() < 2) return;
  for (std::size_t i = 0; i < is_exposed_.size(); ++i) {
    const trace::Buffer& buffer = memory.buffers()[i];
    if (!may_write(image, request, memory, i)) continue;
    is_exposed_[i] = true;
    buffers_.push_back({i, buffer.address / kBytesAWord, buffer.bytes / kBytesAWord + 1});
  }
}

std::size_t ExposedBuffers::holder_of(std::uint64_t line) const {
  const auto after = std::ranges::upper_bound(buffers_, line, {}, &ExposedBuffer::first_line);
  return static_cast<std::size_t>(after - buffers_.begin()) - 1;
}

}  // namespace warplens::machine
