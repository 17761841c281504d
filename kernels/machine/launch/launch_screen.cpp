#include "kernels/machine/launch/launch_screen.h"

#include <algorithm>

namespace warplens::machine {
namespace {

constexpr GlobalUse kUses[] = {GlobalUse::read, GlobalUse::write, GlobalUse::strong};

bool may_come_in_any_order(GlobalUse one, GlobalUse other) {
  return one == other && one != GlobalUse::write;
}

}  // namespace

LaunchScreen::LaunchScreen(const ExposedBuffers& buffers)
    : buffers_(&buffers), touched_(buffers.lines().size()) {}

void LaunchScreen::add(const BlockTouches& block, bool ended) {
  if (is_suspicious_) return;
  is_suspicious_ = is_any_taken(block) || (ended && block.has_read());
  if (is_suspicious_) return;
  for (const TouchedLine& line : block.lines().lines()) take(line);
  for (const TouchedRun& run : block.runs().runs()) take(run);
}

bool LaunchScreen::is_any_taken(const BlockTouches& block) const {
  const auto taken = [this](const auto& touched) { return is_taken(touched); };
  return std::ranges::any_of(block.lines().lines(), taken) ||
         std::ranges::any_of(block.runs().runs(), taken);
}

bool LaunchScreen::is_taken(const TouchedLine& line) const {
  const std::size_t place = buffers_->holder_of(line.line);
  const std::uint64_t at = line.line - buffers_->lines()[place].first;
  std::uint64_t taken = 0;
  for (const GlobalUse before : kUses) {
    const auto& bits = touched_[place][static_cast<std::size_t>(before)];
    for (const GlobalUse use : kUses) {
      if (!bits.empty() && !may_come_in_any_order(before, use)) taken |= bits[at] & line.of(use);
    }
  }
  return taken != 0;
}

bool LaunchScreen::is_taken(const TouchedRun& run) const {
  const std::size_t place = buffers_->holder_of(run.begin / kBytesAWord);
  const std::uint64_t first = buffers_->lines()[place].first;
  std::uint64_t taken = 0;
  for (const GlobalUse before : kUses) {
    const auto& bits = touched_[place][static_cast<std::size_t>(before)];
    if (bits.empty() || may_come_in_any_order(before, run.use)) continue;
    run.each_line([&](const ByteMask& bytes) { taken |= bits[bytes.word - first] & bytes.bits; });
  }
  return taken != 0;
}

void LaunchScreen::take(const TouchedLine& line) {
  const std::size_t place = buffers_->holder_of(line.line);
  const std::uint64_t at = line.line - buffers_->lines()[place].first;
  for (const GlobalUse use : kUses) {
    if (line.of(use) != 0) bits_of(place, use)[at] |= line.of(use);
  }
}

void LaunchScreen::take(const TouchedRun& run) {
  const std::size_t place = buffers_->holder_of(run.begin / kBytesAWord);
  const std::uint64_t first = buffers_->lines()[place].first;
  std::vector<std::uint64_t>& bits = bits_of(place, run.use);
  run.each_line([&](const ByteMask& bytes) { bits[bytes.word - first] |= bytes.bits; });
}

std::vector<std::uint64_t>& LaunchScreen::bits_of(std::size_t place, GlobalUse use) {
  auto& bits = touched_[place][static_cast<std::size_t>(use)];
  if (bits.empty()) bits.resize(buffers_->lines()[place].count);
  return bits;
}

}  // namespace warplens::machine
