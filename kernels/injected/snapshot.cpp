#include "kernels/injected/snapshot.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace warplens::injected {
namespace {

constexpr std::uint64_t kPieceBytes = std::uint64_t{8} << 20;
constexpr std::uint64_t kPartAlignment = 256;  // cudaMalloc's guarantee
constexpr std::uint64_t kWholeShare = 4, kPartShare = 16;
constexpr std::size_t kMostWanted = 4096;

// Calls act(word) for each aligned word.
template <class Act>
void each_word(std::span<const std::byte> bytes, Act act) {
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size();
       at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    act(word);
  }
}

}  // namespace

void Snapshot::add_words(std::span<const std::byte> bytes) {
  each_word(bytes, [&](std::uint64_t word) {
    auto range = allocations_.find(word);
    if (!range) range = allocations_.ask(word);
    if (range) want(*range, word, 0);
  });
}

void Snapshot::add_range(std::uint64_t address, std::uint64_t bytes) {
  auto range = allocations_.find(address);
  if (!range) range = allocations_.ask(address);
  if (range) want(*range, address, bytes);
}

void Snapshot::add_variable(std::uint64_t address, std::uint64_t bytes, const std::string& name,
                            std::uint32_t image) {
  const AllocatedRange range{address, bytes, spool::AllocationKind::variable};
  want(range, address, bytes);
  kept_[address].variable = name;
  kept_[address].image = image;
}

// `bytes` from the address on, or as many as a pointer is worth.
void Snapshot::want(const AllocatedRange& range, std::uint64_t address, std::uint64_t bytes) {
  kept_[range.address].range = range;
  if (range.bytes <= limit_ / kWholeShare) {
    want({range.address, range.address, range.end()}, wanted_);
    return;
  }
  const std::uint64_t begin = std::max(range.address, address / kPartAlignment * kPartAlignment);
  const std::uint64_t length = bytes != 0 ? bytes + address - begin : limit_ / kPartShare;
  want({range.address, begin, begin + std::min(length, range.end() - begin)},
       bytes != 0 ? wanted_ : large_);
}

void Snapshot::want(const Wanted& wanted, std::deque<Wanted>& of) {
  if (ever_wanted_.size() < kMostWanted && ever_wanted_.insert(wanted).second) of.push_back(wanted);
}

std::vector<Snapshot::Wanted> Snapshot::missing(const Kept& kept, Wanted wanted) {
  std::vector<Wanted> parts;
  for (const auto& [address, bytes] : kept.parts) {
    if (address + bytes <= wanted.begin) continue;
    if (address >= wanted.end) break;
    if (address > wanted.begin) parts.push_back({wanted.allocation, wanted.begin, address});
    wanted.begin = address + bytes;
  }
  if (wanted.begin < wanted.end) parts.push_back(wanted);
  return parts;
}

template <class Visit>
bool Snapshot::download(const AllocatedRange& range, std::uint64_t address, std::uint64_t bytes,
                        bool is_after, Visit visit) {
  while (bytes != 0) {
    piece_.resize(std::min(bytes, kPieceBytes));
    api::CUresult status = api::kSuccess;
    if (range.kind == spool::AllocationKind::host) {
      std::memcpy(piece_.data(), reinterpret_cast<const void*>(address), piece_.size());
    } else {
      status = driver_.cuMemcpyDtoH_v2(piece_.data(), address, piece_.size());
    }
    if (status != api::kSuccess) {
      spool_.note(spool::NoteKind::not_read, episode_, address, bytes, "");
      return false;
    }
    spool::Writer fields;
    fields.number(episode_);
    fields.number(address);
    fields.number(is_after ? 1 : 0);
    fields.bytes(piece_);
    spool_.append(spool::Kind::part, fields);
    visit(std::span<const std::byte>(piece_));
    address += piece_.size();
    bytes -= piece_.size();
  }
  return true;
}

// Wants what the words point into, but for what was kept whole already.
void Snapshot::follow(std::span<const std::byte> bytes) {
  each_word(bytes, [&](std::uint64_t word) {
    if (word < kPartAlignment) return;
    const auto range = allocations_.find(word);
    if (!range) return;
    const auto known = kept_.find(range->address);
    const bool is_kept =
        known != kept_.end() && missing(known->second, {0, word, word + 1}).empty();
    if (!is_kept) want(*range, word, 0);
  });
}

void Snapshot::take(const Wanted& wanted) {
  Kept& kept = kept_[wanted.allocation];
  for (Wanted part : missing(kept, wanted)) {
    part.end = std::min(part.end, part.begin + left_);
    if (part.begin == part.end) return;
    left_ -= part.end - part.begin;
    const auto found = [&](std::span<const std::byte> bytes) { follow(bytes); };
    if (download(kept.range, part.begin, part.end - part.begin, false, found))
      kept.parts[part.begin] = part.end - part.begin;
  }
}

void Snapshot::take_before() {
  while (!wanted_.empty() && left_ != 0) {
    const Wanted next = wanted_.front();
    wanted_.pop_front();
    take(next);
  }
}

void Snapshot::take_before(std::span<const TouchedPart> parts) {
  for (const TouchedPart& part : parts) {
    const auto after = kept_.upper_bound(part.address);
    if (after == kept_.begin()) continue;
    const AllocatedRange& range = std::prev(after)->second.range;
    if (!range.holds(part.address)) continue;
    take({range.address, part.address,
          part.address + std::min(part.bytes, range.end() - part.address)});
  }
  take_before();
}

void Snapshot::take_from_pointers() {
  while (!large_.empty() && left_ != 0) {
    wanted_.push_back(large_.front());
    large_.pop_front();
    take_before();
  }
}

void Snapshot::take_after() {
  for (const auto& [address, kept] : kept_) {
    for (const auto& [begin, bytes] : kept.parts)
      download(kept.range, begin, bytes, true, [](std::span<const std::byte>) {});
  }
}

void Snapshot::write_allocations(spool::Writer& fields) const {
  fields.number(kept_.size());
  for (const auto& [address, kept] : kept_) {
    fields.number(kept.range.address);
    fields.number(kept.range.bytes);
    fields.number(static_cast<std::uint64_t>(kept.range.kind));
    fields.text(kept.variable);
    fields.number(kept.image);
  }
}

}  // namespace warplens::injected
