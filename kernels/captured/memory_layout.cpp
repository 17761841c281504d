#include "kernels/captured/memory_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "kernels/machine/program/symbols.h"

namespace warplens::captured {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + offset, kWord);
  return word;
}

std::string_view name_of(Allocation::Kind kind) {
  switch (kind) {
    case Allocation::Kind::managed:
      return "managed";
    case Allocation::Kind::host:
      return "host";
    default:
      return "device";
  }
}

}  // namespace

const Allocation* allocation_at(const Episode& episode, std::uint64_t address) {
  const auto after =
      std::ranges::upper_bound(episode.allocations, address, {}, &Allocation::address);
  if (after == episode.allocations.begin()) return nullptr;
  const Allocation& holder = *(after - 1);
  return address - holder.address < holder.bytes ? &holder : nullptr;
}

std::string name_of(const Allocation& allocation) {
  if (allocation.kind == Allocation::Kind::variable && !allocation.variable.empty())
    return machine::source_name(allocation.variable);
  return fmt::format("{} {:#x}", name_of(allocation.kind), allocation.address);
}

std::uint64_t kept_bytes(const Allocation& allocation) {
  std::uint64_t bytes = 0;
  for (const Part& part : allocation.parts) bytes += part.before.size();
  return bytes;
}

std::uint64_t changed_bytes(const Allocation& allocation) {
  std::uint64_t changed = 0;
  for (const Part& part : allocation.parts)
    for (std::size_t i = 0; i < part.before.size(); ++i) changed += part.before[i] != part.after[i];
  return changed;
}

std::vector<PointerWord> pointers_in(std::span<const std::byte> bytes, const Episode& episode) {
  std::vector<PointerWord> words;
  for (std::size_t at = 0; at + kWord <= bytes.size(); at += kWord) {
    const std::uint64_t word = word_at(bytes, at);
    if (const Allocation* allocation = allocation_at(episode, word))
      words.push_back({static_cast<std::uint32_t>(at), word, allocation});
  }
  return words;
}

std::span<const std::byte> bytes_of(const Launch& launch, const Parameter& parameter) {
  const std::span<const std::byte> all(launch.parameter_bytes);
  if (parameter.offset > all.size() || parameter.bytes > all.size() - parameter.offset) return {};
  return all.subspan(parameter.offset, parameter.bytes);
}

std::vector<Range> gaps_of(const Allocation& allocation) {
  std::vector<Range> gaps;
  std::uint64_t at = allocation.address;
  const auto add = [&](std::uint64_t end) {
    if (at < end) gaps.push_back({at, end});
  };
  for (const Part& part : allocation.parts) {
    add(part.address);
    at = part.address + part.before.size();
  }
  add(allocation.address + allocation.bytes);
  return gaps;
}

}  // namespace warplens::captured
