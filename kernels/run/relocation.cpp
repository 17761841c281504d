#include "kernels/run/relocation.h"

#include <algorithm>
#include <cstring>

namespace warplens::run {

void Relocation::add(std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
  const auto insert = [](Moves& moves, const Move& move) {
    moves.insert(std::ranges::upper_bound(moves, move.from, {}, &Move::from), move);
  };
  insert(to_gpu_, {from, to, bytes});
  insert(to_program_, {to, from, bytes});
}

std::uint64_t Relocation::to_gpu(std::uint64_t address) const { return moved(to_gpu_, address); }

std::uint64_t Relocation::to_program(std::uint64_t address) const {
  return moved(to_program_, address);
}

void Relocation::to_gpu(std::span<std::byte> bytes, std::uint64_t address) const {
  move_words(to_gpu_, bytes, address);
}

void Relocation::to_program(std::span<std::byte> bytes, std::uint64_t address) const {
  move_words(to_program_, bytes, address);
}

std::uint64_t Relocation::moved(const Moves& moves, std::uint64_t address) {
  const auto after = std::ranges::upper_bound(moves, address, {}, &Move::from);
  if (after == moves.begin()) return address;
  const Move& move = *(after - 1);
  return address - move.from <= move.bytes ? move.to + (address - move.from) : address;
}

void Relocation::move_words(const Moves& moves, std::span<std::byte> bytes, std::uint64_t address) {
  if (moves.empty()) return;
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const std::uint64_t first = moves.front().from;
  const std::uint64_t span = moves.back().from + moves.back().bytes - first;
  for (auto at = static_cast<std::size_t>((kWord - address % kWord) % kWord);
       at + kWord <= bytes.size(); at += kWord) {
    std::uint64_t word = 0;
    std::memcpy(&word, &bytes[at], kWord);
    if (word - first > span) continue;
    word = moved(moves, word);
    std::memcpy(&bytes[at], &word, kWord);
  }
}

}  // namespace warplens::run
