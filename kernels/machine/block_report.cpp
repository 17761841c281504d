// Findings: what a person reads about what a kernel did wrong.
#include <algorithm>
#include <cstring>

#include "kernels/machine/block.h"

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

std::string bytes_text(std::uint64_t bytes) {
  return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
}

std::string_view verb_of(SharedAccess kind) {
  switch (kind) {
    case SharedAccess::read:
      return "reads";
    case SharedAccess::write:
      return "writes";
    default:
      return "atomically updates";
  }
}

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

std::string global_distance(const std::vector<trace::Buffer>& buffers, std::uint64_t address,
                            std::uint32_t width) {
  const trace::Buffer* buffer = nearest_buffer(buffers, address);
  if (buffer == nullptr) return fmt::format("at address {:#x}, in no buffer", address);
  if (address < buffer->address) {
    return fmt::format("{} before the start of {}", bytes_text(buffer->address - address),
                       buffer->name);
  }
  const std::uint64_t offset = address - buffer->address;
  if (offset + width <= buffer->bytes) {
    return fmt::format("at byte {} of {}", offset, buffer->name);
  }
  const std::uint64_t past = offset >= buffer->bytes ? offset - buffer->bytes : 0;
  return fmt::format("at byte {} of {} ({}): {} past its end", offset, buffer->name,
                     bytes_text(buffer->bytes), bytes_text(past));
}

}  // namespace

std::string Block::where(std::uint32_t warp, std::uint32_t lane) const {
  const Dim3 block = launch_->request->grid.at(index_);
  return fmt::format("block ({}, {}, {}) warp {} lane {}", block.x, block.y, block.z, warp, lane);
}

void Block::report_lazily(Kind kind, std::uint32_t instruction, std::uint32_t other,
                          std::uint32_t warp, std::uint32_t lane, std::uint32_t site,
                          const std::function<std::string()>& message) {
  FindingLog& log = kind == FindingKind::uninitialized_read ? early_reads_ : findings_;
  log.add(kind, instruction, other, [&] {
    trace::Finding finding;
    finding.kind = kind;
    finding.severity = severity_of(kind);
    finding.block = launch_->request->grid.at(index_);
    finding.warp = warp;
    finding.lane = lane;
    finding.site = site;
    const ProgramImage::Place place = image_->place(instruction);
    if (place.instruction != nullptr) {
      const SourcePlace source = source_place(*image_->module, *place.instruction);
      finding.file = source.own_file;
      finding.line = source.own_line;
      finding.ptx_line = place.instruction->ptx_line;
    }
    finding.message =
        fmt::format("{}: {}: {}", image_->describe(instruction), where(warp, lane), message());
    return finding;
  });
}

void Block::report(Kind kind, std::uint32_t instruction, std::uint32_t warp, std::uint32_t lane,
                   const std::string& message, std::uint32_t site) {
  report_lazily(kind, instruction, kNoIndex, warp, lane, site, [&] { return message; });
}

std::string Block::shared_place(std::uint64_t offset) const {
  for (const trace::SharedArray& array : launch_->shared_arrays) {
    if (offset < array.offset || offset - array.offset >= array.bytes) continue;
    return fmt::format("byte {} of {}", offset - array.offset, array.name);
  }
  return fmt::format("byte {} of shared memory", offset);
}

void Block::report_bad_access(const Issue& issue, Space space, std::uint32_t lane,
                              std::uint32_t width, bool is_store, std::uint32_t site) {
  const std::uint64_t address = event_.address[lane];
  const bool is_global = space == Space::global || space == Space::constant;
  const std::vector<trace::Buffer>& buffers = launch_->memory->buffers();
  const std::uint64_t end = space == Space::shared ? shared_.size()
                                                   : std::uint64_t{issue.frame.local_base} +
                                                         issue.frame.function->local_bytes;
  const bool is_outside = is_global ? launch_->memory->find(address, width) == buffers.size()
                                    : end < width || address > end - width;
  const auto place = [&] {
    if (is_global) return global_distance(buffers, address, width);
    const std::string_view name = space == Space::shared ? "shared" : "local";
    if (!is_outside) return fmt::format("at byte {} of {} memory", address, name);
    const std::uint64_t before = -address & 0xffffffffu;  // 32-bit addresses wrap
    if (before < kJustBefore) return fmt::format("{} before {} memory", bytes_text(before), name);
    return fmt::format("at byte {} of {} memory ({}): {} past its end", address, name,
                       bytes_text(end), bytes_text(address > end ? address - end : 0));
  };
  const auto kind = is_outside ? FindingKind::out_of_bounds : FindingKind::misaligned;
  report_lazily(kind, issue.instruction, kNoIndex, issue.warp.index, lane, site, [&] {
    const std::string text =
        fmt::format("{} {} {}", is_store ? "writes" : "reads", bytes_text(width), place());
    return is_outside ? text : fmt::format("{}: not a multiple of {}", text, width);
  });
}

void Block::report_race(const Race& race, std::uint32_t site) {
  const auto kind = race.same_value ? FindingKind::same_value_race : FindingKind::race;
  for (const RaceParty& party : {race.earlier, race.later}) {
    if (party.kind == SharedAccess::read) racing_loads_.insert(party.instruction);
  }
  const std::uint32_t warp = race.later.thread / kWarpSize;
  const std::uint32_t lane = race.later.thread % kWarpSize;
  report_lazily(kind, race.later.instruction, race.earlier.instruction, warp, lane, site, [&] {
    return fmt::format("{} {}, which thread {} {} at {} with nothing in between to order them{}",
                       verb_of(race.later.kind), shared_place(race.offset), race.earlier.thread,
                       verb_of(race.earlier.kind), image_->describe(race.earlier.instruction),
                       race.same_value ? " (both write the same value)" : "");
  });
}

void Block::report_uninitialized(const Issue& issue, std::uint32_t lane, std::uint64_t offset,
                                 std::uint32_t width, std::uint32_t site, Node load) {
  const std::uint32_t instruction = issue.instruction;
  const std::uint32_t warp = issue.warp.index;
  tracker_->when_used(load, [=, this] {
    report_lazily(FindingKind::uninitialized_read, instruction, kNoIndex, warp, lane, site, [&] {
      return fmt::format("reads {} at {}, which nothing has written, and uses the value",
                         bytes_text(width), shared_place(offset));
    });
  });
}

std::string Block::read_text(std::uint64_t address) const {
  constexpr std::size_t kLongest = 200;
  std::string text;
  while (text.size() < kLongest) {
    const Target target = buffer_target(address + text.size(), 1);
    if (target.origin == nullptr) break;
    const auto c = static_cast<char>(target.origin[address + text.size() - target.base]);
    if (c < ' ') break;
    text += c;
  }
  return text;
}

}  // namespace warplens::machine
