// Races on one block's shared memory, exact by happens-before.
//
// A race: the same shared byte, two lanes, at least one write, not both atomic, and no
// happens-before between them. Edges: block barriers, bar.warp.sync for its lanes, mbarriers,
// cp.async waits followed by a barrier, and release and acquire patterns of strong accesses and
// fences. Lockstep execution, `volatile` without fences and shuffles are no edges. Two plain writes
// of the same value are a race too, but reported as information.
//
//   access(...)          notes a warp's access, says which earlier ones it races with
//   block_barrier() …    order what was before with what comes after
//
// An access is reported if and only if it races with some earlier one. The same calls in the same
// order give the same races. race_screen.h lets most accesses pass; race_detector_order.h holds the
// clocks, race_detector_shadow.h what is remembered of each word for the others.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kernels/base/lane_shape.h"

namespace warplens::machine {

// Strong loads and stores are atomic. A volatile one is, too, against an atomic; against another
// volatile one it is when it is a store that a fence of this epoch stands before, as that of a
// flag.
enum class RaceAccessKind : std::uint8_t {
  read,
  write,
  atomic,
  volatile_read,
  volatile_write,
  flag_write,  // what a volatile_write behind a fence becomes
};
[[nodiscard]] constexpr RaceAccessKind plain(RaceAccessKind kind) {
  if (kind == RaceAccessKind::volatile_read) return RaceAccessKind::read;
  const bool is_write =
      kind == RaceAccessKind::volatile_write || kind == RaceAccessKind::flag_write;
  return is_write ? RaceAccessKind::write : kind;
}

struct RaceAccess {
  std::uint32_t warp = 0;
  std::uint32_t mask = 0;   // active lanes
  PlacedLanes lanes;        // at least those, in the shared window; in bounds
  std::uint32_t width = 4;  // bytes a lane
  RaceAccessKind kind = RaceAccessKind::read;
  std::uint32_t instruction = 0;  // for the report: global instruction id
  // Writes: each lane's bytes, lane-major (lane × width), to tell same-value writes; may be null.
  const std::byte* values = nullptr;
  // Reads: id of the dynamic load of lane i is first_load + i (value_tracker.h); 0: not tracked.
  std::uint64_t first_load = 0;
};

// The fate of a tracked load's value: it may still be used, nobody can use it any more, or it was
// used.
enum class LoadFate : std::uint8_t { open, dead, used };
// Stands in place of a load's id for a load whose value was used.
inline constexpr std::uint64_t kUsedLoad = ~std::uint64_t{0};

struct ThreadAccess {
  std::uint32_t thread = 0;  // linear in the block
  std::uint32_t instruction = 0;
  RaceAccessKind kind = RaceAccessKind::read;  // read, write or atomic
  std::uint64_t load = 0;  // dynamic load id, or kUsedLoad, when kind is read and tracking is on
};

struct Race {
  ThreadAccess earlier, later;  // in the order in which they ran
  std::uint32_t offset = 0;     // the first byte, in the shared window
  bool same_value = false;      // two plain writes that stored the same bytes
};

// Which of the two a fence does, acquire and release; acq_rel and sc do both.
struct FenceSides {
  bool acquires = true;
  bool releases = true;
};

// An access that release and acquire patterns can be made of (PTX ISA, "Memory Consistency Model"):
// volatile, relaxed or stronger, of any scope, since each holds the block.
struct StrongAccess {
  std::uint32_t warp = 0;
  std::uint32_t lanes = 0;
  const std::array<std::uint64_t, kWarpSize>* addresses = nullptr;
  std::uint64_t place = 0;  // tells the addresses of one memory from another's
  std::uint32_t width = 4;  // bytes a lane
  bool reads = false;
  bool writes = false;
  bool updates = false;   // writes what depends on what was there, even where nothing reads that
  bool acquires = false;  // by itself, without a fence
  bool releases = false;
};

class RaceDetector {
 public:
  // Whether most accesses are let pass by a quick look, which there is for a block's threads alone.
  enum class Screening : std::uint8_t { on, off };

  RaceDetector(std::uint32_t threads, std::uint32_t shared_bytes,
               Screening screening = Screening::on);
  ~RaceDetector();
  RaceDetector(RaceDetector&&) noexcept;
  RaceDetector& operator=(RaceDetector&&) noexcept;

  // Makes room for so many bytes, if there is less.
  void make_room(std::uint32_t bytes);

  // Notes an access and appends the races it completes to `races`. For each lane: at most one with
  // an earlier write or atomic, one that matters before one of the same value; and one with each
  // instruction, or each tracked load, that read earlier, because it is only known later whether
  // the value that was read matters.
  void access(const RaceAccess& access, std::vector<Race>& races);

  // Forgets the tracked reads whose loads are dead, and tells those that were used no longer apart,
  // so that an epoch of any length takes bounded memory.
  void settle_loads(const std::function<LoadFate(std::uint64_t load)>& fate);

  // Every thread of the block that has not exited has arrived: all that came before is ordered.
  // A detector may also be used for the next block after this call.
  void block_barrier();
  // A barrier among some threads that arrive and wait at one moment: everything the arriving
  // threads did before is ordered before what the waiting ones do next. Both are linear thread ids.
  void partial_barrier(std::span<const std::uint32_t> arriving,
                       std::span<const std::uint32_t> waiting);
  // The same in parts, for threads that arrive, go on and wait later or never (bar.arrive,
  // mbarriers). `barrier` is any name for it: its number, or the mbarrier's address.
  void arrive(std::uint64_t barrier, std::span<const std::uint32_t> threads);
  void complete_phase(std::uint64_t barrier);  // all have arrived: waiters may go on
  void wait(std::uint64_t barrier, std::span<const std::uint32_t> threads);  // the completed phase
  // bar.warp.sync by `lanes` of `warp`: its member mask, exited members included (they count as
  // arrived). `live` are the warp's lanes that have not exited.
  void warp_barrier(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live);
  // A fence of at least the block's scope.
  void fence(std::uint32_t warp, std::uint32_t lanes, FenceSides sides);
  // The access itself has been noted, if it is one to shared memory.
  void strong_access(const StrongAccess& access);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warplens::machine
