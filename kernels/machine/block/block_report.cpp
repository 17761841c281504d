// Findings: what a person reads about what a kernel did wrong.
#include <algorithm>
#include <cstring>

#include "kernels/machine/block/block.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;
using trace::Severity;
using trace::Space;

Severity severity_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::same_value_race:
      return Severity::information;
    case FindingKind::divergent_barrier:
    case FindingKind::inactive_shuffle:
      return Severity::warning;
    default:
      return Severity::error;
  }
}

// An address that misses a start by no more than this is taken to mean what begins there.
constexpr std::uint64_t kJustBefore = 1 << 20;

// The buffer that an address most likely means: the one it lies in or behind, or the one whose
// start it just misses.
const trace::Buffer* nearest_buffer(const std::vector<trace::Buffer>& buffers,
                                    std::uint64_t address) {
  const trace::Buffer* behind = nullptr;
  for (const trace::Buffer& buffer : buffers) {
    if (buffer.address > address && buffer.address - address <= kJustBefore) return &buffer;
    if (buffer.address <= address && address - buffer.address < buffer.bytes + kWindowBytes) {
      behind = &buffer;
    }
  }
  return behind;
}

// What of a thread's local memory a frame may touch: its own part and its callers'.
std::uint64_t local_end(const CallFrame& frame) {
  return std::uint64_t{frame.local_base} + frame.function->local_bytes;
}

}  // namespace

void Block::report_lazily(Kind kind, const FindingPlace& place,
                          const std::function<FindingText()>& text) {
  FindingLog& log = kind == FindingKind::uninitialized_read ? early_reads_ : findings_;
  log.add(kind, place.instruction, place.other, [&] {
    const CodePlace code = image_->code_place(place.instruction);
    trace::Finding finding;
    finding.kind = kind;
    finding.severity = severity_of(kind);
    finding.file = code.file;
    finding.line = code.line;
    finding.block = launch_->request->grid.at(index_);
    finding.warp = place.warp;
    finding.lane = place.lane;
    finding.site = place.site;
    finding.ptx_line = code.ptx_line;
    const CodePlace other = image_->code_place(place.other);
    finding.other_file = other.file;
    finding.other_line = other.line;
    FindingText line = finding_text::line(code, finding.block, place.warp, place.lane, text());
    finding.about = std::move(line.about);
    finding.message.en = std::move(line.en);
    finding.message.zh = std::move(line.zh);
    return finding;
  });
}

void Block::report(Kind kind, const FindingPlace& place, const FindingText& text) {
  report_lazily(kind, place, [&] { return text; });
}

SharedPlace Block::shared_place(std::uint64_t offset) const {
  for (const trace::SharedArray& array : launch_->shared_arrays) {
    if (offset < array.offset || offset - array.offset >= array.bytes) continue;
    return {array.name, offset - array.offset};
  }
  return {{}, offset};
}

bool Block::lies_inside(const Issue& issue, Space space, std::uint64_t address,
                        std::uint32_t width) const {
  if (space == Space::global || space == Space::constant) {
    return buffer_target(address, width).origin != nullptr;
  }
  const std::uint64_t end = space == Space::shared ? shared_.size() : local_end(issue.frame);
  return end >= width && address <= end - width;
}

std::optional<Extent> Block::extent_near(const Issue& issue, Space space,
                                         std::uint64_t address) const {
  if (space == Space::global || space == Space::constant) {
    const trace::Buffer* buffer = nearest_buffer(launch_->memory->buffers(), address);
    if (buffer == nullptr) return std::nullopt;
    return Extent{finding_text::buffer(buffer->name), buffer->address, buffer->bytes};
  }
  const std::uint64_t before = -address & 0xffffffffu;  // 32-bit addresses wrap
  const std::uint64_t start = before < kJustBefore ? address + before : 0;
  if (space == Space::shared) return Extent{finding_text::shared_memory(), start, shared_.size()};
  return Extent{finding_text::local_memory(), start, local_end(issue.frame)};
}

void Block::report_bad_access(const Issue& issue, Space space, std::uint32_t lane,
                              std::uint32_t width, bool is_store, std::uint32_t site) {
  const std::uint64_t address = event_.address[lane];
  const bool is_outside = !lies_inside(issue, space, address, width);
  report_lazily(
      is_outside ? FindingKind::out_of_bounds : FindingKind::misaligned,
      {issue.instruction, issue.warp.index, lane, site}, [&] {
        const BadAccess access{is_store, width, address, extent_near(issue, space, address)};
        return is_outside ? finding_text::out_of_bounds(access) : finding_text::misaligned(access);
      });
}

void Block::report_race(const Race& race, std::uint32_t site) {
  for (const RaceParty& party : {race.earlier, race.later}) {
    if (party.kind == SharedAccess::read) racing_loads_.insert(party.instruction);
  }
  report_lazily(race.same_value ? FindingKind::same_value_race : FindingKind::race,
                {race.later.instruction, race.later.thread / kWarpSize,
                 race.later.thread % kWarpSize, site, race.earlier.instruction},
                [&] {
                  return finding_text::race(race, shared_place(race.offset),
                                            image_->code_place(race.earlier.instruction));
                });
}

void Block::report_uninitialized(const Issue& issue, std::uint32_t lane, std::uint64_t offset,
                                 std::uint32_t width, std::uint32_t site, Node load) {
  const std::uint32_t instruction = issue.instruction;
  const std::uint32_t warp = issue.warp.index;
  tracker_->when_used(load, [=, this] {
    report_lazily(FindingKind::uninitialized_read, {instruction, warp, lane, site},
                  [&] { return finding_text::uninitialized_read(width, shared_place(offset)); });
  });
}

std::string Block::read_text(std::uint64_t address, char first_allowed) const {
  constexpr std::size_t kLongest = 1000;
  std::string text;
  while (text.size() < kLongest) {
    const Target target = buffer_target(address + text.size(), 1);
    if (target.origin == nullptr) break;
    const auto c = static_cast<char>(target.origin[address + text.size() - target.base]);
    if (static_cast<unsigned char>(c) < static_cast<unsigned char>(first_allowed)) break;
    text += c;
  }
  return text;
}

}  // namespace warplens::machine
