// The memory that steps may touch, before and after: allocations that their parameters point into,
// those that words of these point into, and so on.
//
// One of more than a quarter of the limit is large: of it, the parts are kept that somebody says
// are touched, or, where nobody knows, a sixteenth of the limit from each pointer on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "kernels/injected/allocations.h"
#include "kernels/injected/spool.h"
#include "kernels/injected/touched_parts.h"

namespace warplens::injected {

class Snapshot {
 public:
  Snapshot(const DriverCalls& driver, const Allocations& allocations, Spool& spool,
           std::uint64_t episode, std::uint64_t limit)
      : driver_(driver),
        allocations_(allocations),
        spool_(spool),
        episode_(episode),
        left_(limit),
        limit_(limit) {}

  // Words of parameters, which may be pointers.
  void add_words(std::span<const std::byte> bytes);
  // What copies and fills touch.
  void add_range(std::uint64_t address, std::uint64_t bytes);
  void add_variable(std::uint64_t address, std::uint64_t bytes, const std::string& name,
                    std::uint32_t image);

  // All but what pointers lead to in large allocations.
  void take_before();
  [[nodiscard]] bool has_large() const { return !large_.empty(); }
  // Of large allocations.
  void take_before(std::span<const TouchedPart> parts);
  void take_from_pointers();
  [[nodiscard]] std::uint64_t left() const { return left_; }
  void take_after();

  void write_allocations(spool::Writer& fields) const;

 private:
  struct Kept {
    AllocatedRange range;
    std::string variable;
    std::uint32_t image = 0;
    std::map<std::uint64_t, std::uint64_t> parts;  // bytes by address
  };
  struct Wanted {
    std::uint64_t allocation = 0;  // its address
    std::uint64_t begin = 0, end = 0;
    friend auto operator<=>(const Wanted&, const Wanted&) = default;
  };

  void want(const AllocatedRange& range, std::uint64_t address, std::uint64_t bytes);
  void want(const Wanted& wanted, std::deque<Wanted>& of);
  void follow(std::span<const std::byte> bytes);
  void take(const Wanted& wanted);
  // What of it is not kept yet, ascending.
  [[nodiscard]] static std::vector<Wanted> missing(const Kept& kept, Wanted wanted);
  // Calls visit(bytes) with each piece, in order; false: it cannot be read.
  template <class Visit>
  bool download(const AllocatedRange& range, std::uint64_t address, std::uint64_t bytes,
                bool is_after, Visit visit);

  const DriverCalls& driver_;
  const Allocations& allocations_;
  Spool& spool_;
  std::uint64_t episode_, left_, limit_;
  std::map<std::uint64_t, Kept> kept_;  // by address
  std::deque<Wanted> wanted_;
  std::deque<Wanted> large_;  // from a pointer on
  std::set<Wanted> ever_wanted_;
  std::vector<std::byte> piece_;
};

}  // namespace warplens::injected
