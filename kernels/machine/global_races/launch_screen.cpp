#include "kernels/machine/global_races/launch_screen.h"

namespace warplens::machine {
namespace {

std::uint64_t bits_at(const std::vector<std::uint64_t>& lines, std::uint64_t line) {
  return lines.empty() ? 0 : lines[line];
}

void add_bits(std::vector<std::uint64_t>& lines, const ExposedBuffer& buffer, std::uint64_t line,
              std::uint64_t bits) {
  if (bits == 0) return;
  if (lines.empty()) lines.resize(buffer.lines);
  lines[line] |= bits;
}

}  // namespace

LaunchScreen::LaunchScreen(const ExposedBuffers& buffers)
    : buffers_(&buffers), touched_(buffers.buffers().size()) {}

void LaunchScreen::add(const TouchedLines& block, bool ended) {
  bool has_read = false;
  for (const TouchedLine& line : block.lines()) {
    if (is_suspicious_) return;
    has_read = has_read || line.read != 0;
    add(line);
  }
  is_suspicious_ = is_suspicious_ || (ended && has_read);
}

void LaunchScreen::add(const TouchedLine& line) {
  const std::size_t place = buffers_->holder_of(line.line);
  const ExposedBuffer& buffer = buffers_->buffers()[place];
  Touched& all = touched_[place];
  const std::uint64_t at = line.line - buffer.first_line;
  is_suspicious_ = line.conflicts_with(
      {line.line, bits_at(all.read, at), bits_at(all.written, at), bits_at(all.strong, at)});
  add_bits(all.read, buffer, at, line.read);
  add_bits(all.written, buffer, at, line.written);
  add_bits(all.strong, buffer, at, line.strong);
}

}  // namespace warplens::machine
