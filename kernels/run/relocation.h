// Memory that a program had, moved: where its allocations lie on a GPU that gives other addresses.
// Of bytes that come and go, the words that are addresses in them are made those of the other side.
//
//   program   ├─ allocation ─┤        ├─ allocation ─┤
//   GPU                  ├─ allocation ─┤     ├─ allocation ─┤
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warplens::run {

class Relocation {
 public:
  // `bytes` at `from` are moved to `to`. Apart from all others on both sides.
  void add(std::uint64_t from, std::uint64_t to, std::uint64_t bytes);

  // Of one address; that of the end is moved, too, where nothing begins there. One that is in
  // nothing moved stays.
  [[nodiscard]] std::uint64_t to_gpu(std::uint64_t address) const;
  [[nodiscard]] std::uint64_t to_program(std::uint64_t address) const;
  // Of each word in bytes that begin at `address`, if it lies at a multiple of its size.
  void to_gpu(std::span<std::byte> bytes, std::uint64_t address) const;
  void to_program(std::span<std::byte> bytes, std::uint64_t address) const;

  [[nodiscard]] bool is_empty() const { return to_gpu_.empty(); }

 private:
  struct Move {
    std::uint64_t from = 0, to = 0, bytes = 0;
  };
  using Moves = std::vector<Move>;  // ascending
  static std::uint64_t moved(const Moves& moves, std::uint64_t address);
  static void move_words(const Moves& moves, std::span<std::byte> bytes, std::uint64_t address);

  Moves to_gpu_, to_program_;
};

}  // namespace warplens::run
