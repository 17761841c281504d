// What a kernel did to memory: one row a warp-level event, immutable once recorded.
//
//   Trace ── launch, buffers, shared arrays     the kernel and what it worked on
//         ── sites                              one a recorded PTX instruction
//         ── totals                             for each site, over *all* blocks
//         ── events                             structure of arrays, for a window of blocks
//         ── findings                           races, out-of-bounds, deadlock…
//
// Both backends fill it (kernels/machine on the CPU, kernels/device on a GPU) through TraceBuilder.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/base/shared_layout.h"
#include "kernels/base/text.h"
#include "kernels/trace/bulk_copy.h"
#include "kernels/trace/event_columns.h"
#include "kernels/trace/event_patterns.h"
#include "kernels/trace/unset_vector.h"

namespace warplens::trace {

inline constexpr std::uint32_t kNone = 0xffffffffu;

enum class Space : std::uint8_t {
  none,
  global,
  shared,
  local,
  constant,
  distributed,  // shared memory of another block of the cluster
};
inline constexpr Space kLastSpace = Space::distributed;
// Addresses of Space::distributed: (rank + 1) << 24 | offset in the shared memory of the block of
// that rank in its cluster.
inline constexpr unsigned kDistributedRankShift = 24;
enum class EventKind : std::uint8_t {
  load,
  store,
  atomic,
  async_copy,
  load_matrix,
  store_matrix,
  barrier,
  branch,
  shuffle,
  // Copies by TMA; what they move is in EventView::copies.
  bulk_load,   // from global memory to shared
  bulk_store,  // to global memory
  bulk_send,   // from shared memory to shared memory of a block of the cluster
};
inline constexpr EventKind kLastEventKind = EventKind::bulk_send;

[[nodiscard]] constexpr bool is_bulk_copy(EventKind kind) { return kind >= EventKind::bulk_load; }

// The traits of an access, besides its addresses, that its cost depends on (MODEL.md).
struct AccessTraits {
  bool result_used = true;          // atom with a used result; false: red
  bool constant_one_add = false;    // red.shared.add with the constant 1: population count
  bool is_async_bypass_l1 = false;  // cp.async.cg
  std::uint8_t matrices = 0;        // ldmatrix/stmatrix .x1 .x2 .x4
  bool zero_fills = false;          // cp.async of a source size that may be smaller than its width
  friend bool operator==(const AccessTraits&, const AccessTraits&) = default;
};

// One PTX instruction that is recorded. A generic access has one site for each space it resolved
// to.
struct Site {
  std::string file;             // source file as .loc names it; empty without line information
  std::uint32_t line = 0;       // innermost source line outside CUDA's own headers
  std::uint32_t call_line = 0;  // outermost line it was inlined into; equals `line` otherwise
  std::string function;         // the PTX function it stands in
  std::string ptx;              // the instruction's text
  std::uint32_t ptx_line = 0;
  std::uint32_t instruction = 0;  // index in its function
  EventKind kind = EventKind::load;
  Space space = Space::none;
  std::uint8_t width = 0;  // bytes a lane
  AccessTraits traits;
  friend bool operator==(const Site&, const Site&) = default;
};

// Sums over every event of a site, all blocks. Units: counts, except bytes_*.
struct SiteTotals {
  std::uint64_t events = 0;  // warp-level executions, inactive ones excluded
  std::uint64_t lanes = 0;   // active lanes summed
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;        // 32-byte segments (global side)
  std::uint64_t ideal_sectors = 0;  // fewest that could hold the distinct bytes
  std::uint64_t bytes_used = 0;     // distinct bytes wanted (global side)
  std::uint64_t bytes_moved = 0;    // 32 × sectors
  std::uint64_t wavefronts = 0;     // shared side
  std::uint64_t ideal_wavefronts = 0;
  std::uint64_t conflicts = 0;  // wavefronts − ideal_wavefronts
  std::uint32_t max_way = 0;    // largest group's wavefronts: "n-way"
  bool modelled = true;         // false where MODEL.md has no rule (cp.async.cg's shared side)

  SiteTotals& operator+=(const SiteTotals& other) {
    add(other, 1);
    return *this;
  }
  // The same `times` (at least once) over.
  void add(const SiteTotals& other, std::uint64_t times);
  friend bool operator==(const SiteTotals&, const SiteTotals&) = default;
};

// One event's view, addresses decoded. Inactive lanes' addresses are 0 and mean nothing.
struct EventView {
  std::uint32_t site = kNone;
  std::uint32_t block = 0;  // linear block index
  std::uint32_t warp = 0;   // warp in block
  std::uint32_t mask = 0;   // active lanes, bit i = lane i
  std::uint32_t taken = 0;  // branch: lanes that took it
  // Global: guest address. Shared: byte offset in the block's shared window. Local: offset in the
  // thread's own frame. async_copy: `address` is the global source, 0 for a lane that reads nothing
  // and has its destination filled with zeros, `address2` the shared destination. shuffle: the lane
  // whose value it asks for, its own where it asks beyond its width.
  // On cache lines of their own, since every access of a launch passes through them.
  alignas(64) std::array<std::uint64_t, kWarpSize> address{};
  std::array<std::uint64_t, kWarpSize> address2{};
  // Where is_bulk_copy(), one a lane in their order; they belong to what the view is of.
  std::span<const BulkCopy> copies{};
};

// A barrier that all warps of the block wait at; bar.warp.sync is a warp's own.
[[nodiscard]] bool is_block_barrier(const Site& site);

// Whether its events say an address of each lane; a shuffle's are lanes.
[[nodiscard]] inline bool has_addresses(const Site& site) {
  return site.space != Space::none || site.kind == EventKind::shuffle;
}
// Whether it is an access to memory, by its lanes.
[[nodiscard]] inline bool is_access(EventKind kind) {
  return kind != EventKind::barrier && kind != EventKind::branch && kind != EventKind::shuffle &&
         !is_bulk_copy(kind);
}

// The active lanes that access what `address` says: all but those for which a copy reads nothing.
[[nodiscard]] std::uint32_t addressed_lanes(const Site& site, const EventView& event);

// Computes one event's cost and adds it to the site's totals; kernels/cost provides it, so that the
// backends can stream totals without depending on it.
using CostFunction = void (*)(const Site& site, const EventView& event, SiteTotals& totals);

// The pattern of an event that was appended, for one like it but for where its addresses begin.
struct KnownPattern {
  std::uint32_t number = EventPatterns::kNone;
  std::uint32_t taken = 0;
};

// Events as columns: row i is of a pattern, in a block and warp, with addresses that begin
// somewhere.
class Events {
 public:
  [[nodiscard]] std::size_t size() const { return pattern_.size(); }
  [[nodiscard]] bool empty() const { return pattern_.empty(); }
  [[nodiscard]] EventView view(std::size_t row) const;
  // The same into `event`, for who goes through many.
  void view(std::size_t row, EventView& event) const;
  [[nodiscard]] std::uint32_t site(std::size_t row) const { return patterns_[pattern_[row]].site; }
  [[nodiscard]] std::uint32_t block(std::size_t row) const { return block_[row]; }
  [[nodiscard]] std::uint32_t warp(std::size_t row) const { return warp_[row]; }
  [[nodiscard]] std::uint32_t mask(std::size_t row) const { return patterns_[pattern_[row]].mask; }
  [[nodiscard]] std::span<const BulkCopy> copies(std::size_t row) const {
    if (copies_.empty()) return {};
    return copies_.of(static_cast<std::uint32_t>(row));
  }
  // Rows with the same number have all in common but block, warp and where their addresses begin.
  [[nodiscard]] std::uint32_t pattern(std::size_t row) const { return pattern_[row]; }
  // The base of the row's addresses: the address of the same lane in all rows of one pattern.
  [[nodiscard]] std::uint64_t base(std::size_t row) const { return base_[row]; }
  // Memory that they take as budgets count it, each with all of its addresses.
  [[nodiscard]] std::size_t bytes() const;
  // The same of one event whose AddressEntries have so many words.
  [[nodiscard]] static std::size_t bytes_of(std::size_t words);
  [[nodiscard]] std::size_t patterns() const { return patterns_.size(); }

  void append(const EventView& event, bool has_address, bool has_address2);
  // An event without a second address whose first ones are `address`. `pattern` is what was known
  // of one with the same site, mask and distances from address to address, or nothing.
  void append(const EventView& event, const AddressEntry& address, KnownPattern& pattern);
  // One with both addresses.
  void append(const EventView& event, const AddressEntry& address, const AddressEntry& address2);
  void append(const Events& other);  // concatenates
  // The same for blocks recorded apart: `numbers` are what the other's patterns are here, as it was
  // left by the last call for the same two.
  void append(const Events& other, std::vector<std::uint32_t>& numbers);
  void clear();
  // Forgets the events and keeps their memory, and the patterns.
  void clear_rows();
  // Room for `times` as many, if there is any.
  void reserve_times(double times);

  // Rows [first, last) as the capture file keeps them; `first` < `last`.
  [[nodiscard]] EventColumns columns(std::size_t first, std::size_t last) const;
  // Appends what columns() gave. False, with nothing appended, for columns that it cannot have
  // given: of different lengths, without an active lane, or with other addresses than their rows
  // ask for.
  [[nodiscard]] bool append(const EventColumns& columns);

  friend bool operator==(const Events& a, const Events& b);

 private:
  [[nodiscard]] std::uint64_t base2(std::size_t row) const {
    return base2_.empty() ? 0 : base2_[row];
  }
  void append_row(const EventView& event, std::uint32_t pattern, std::uint64_t base,
                  std::uint64_t base2);

  EventPatterns patterns_;
  UnsetVector<std::uint32_t> pattern_, block_;
  UnsetVector<std::uint16_t> warp_;
  // The bases of the pattern's entries. The second column is empty if no row has one.
  UnsetVector<std::uint64_t> base_, base2_;
  BulkCopies copies_;
  std::size_t words_ = 0;  // of all rows' entries
};

struct Buffer {
  std::string name;
  std::uint64_t address = 0;  // guest address of byte 0, aligned to 256
  std::uint64_t bytes = 0;
  std::string element_type;  // "f32", "u8"…
  std::uint32_t element_bytes = 4;
  std::uint64_t rows = 1;     // shape, row-major
  std::uint64_t columns = 0;  // elements
  std::uint64_t pitch = 0;    // bytes from row to row
  friend bool operator==(const Buffer&, const Buffer&) = default;
};

struct SharedArray {
  std::string name;          // source name where it can be recovered ("tile")
  std::uint32_t offset = 0;  // in the block's shared window
  std::uint32_t bytes = 0;
  SharedLayout layout{};  // as the kernel's descriptor says; unknown for a person's own kernel
  friend bool operator==(const SharedArray&, const SharedArray&) = default;
};

enum class FindingKind : std::uint8_t {
  race,
  same_value_race,
  out_of_bounds,
  misaligned,
  uninitialized_read,
  deadlock,
  divergent_barrier,
  inactive_shuffle,
  no_end,
  opaque_instruction,
  stack_overflow,
  assertion,
  read_only_write,
  bad_mbarrier,    // not initialised, too many arrivals
  undefined_sync,  // lanes or threads that do together what PTX leaves undefined
  foreign_local,   // a pointer to another thread's local memory
  division_by_zero,
  global_race,           // between blocks
  uncounted_read,        // by what no lane's access is: its cost is not known
  missing_proxy_fence,   // between a thread's write and an asynchronous read
  non_finite,            // a NaN or an infinity, where it is made
  bad_tensor_memory,     // allocated, freed or accessed as PTX leaves undefined
  undefined_tensor_use,  // the same, but public kernels count on what comes of it
  empty_copy,            // by TMA, of a box that has nothing of its tensor
};
inline constexpr FindingKind kLastFindingKind = FindingKind::empty_copy;
enum class Severity : std::uint8_t { information, warning, error };

struct Finding {
  FindingKind kind = FindingKind::race;
  Severity severity = Severity::error;
  std::string file;
  std::uint32_t line = 0;
  Dim3 block{0, 0, 0};
  std::uint32_t warp = 0;
  std::uint32_t lane = 0;
  std::uint32_t site = kNone;  // kNone when the instruction is not a recorded one
  std::uint32_t ptx_line = 0;
  std::string other_file;  // a race: the earlier access; empty otherwise
  std::uint32_t other_line = 0;
  std::string about;              // the buffer, shared array or memory; empty where there is none
  std::uint64_t occurrences = 1;  // of the same kind, about the same, at the same source lines
  Text message;                   // one line, complete by itself
  friend bool operator==(const Finding&, const Finding&) = default;
};

// The launch that a trace is of.
struct TracedLaunch {
  Dim3 grid, block;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  [[nodiscard]] std::uint32_t warps_per_block() const {
    return static_cast<std::uint32_t>((block.count() + kWarpSize - 1) / kWarpSize);
  }
  friend bool operator==(const TracedLaunch&, const TracedLaunch&) = default;
};

// CUDA's buffer for printf (cudaLimitPrintfFifoSize) holds as much by default.
inline constexpr std::size_t kMaximumPrinted = 1 << 20;

// The class of an instruction, as far as no assembler can do without it.
enum class InstructionClass : std::uint8_t {
  removable,      // moves, integers, branches, memory's (which sites count)
  fp32_add,       // that a multiplication may be fused with
  fp32_multiply,  // that may be fused with an addition
  fp32_rounded,   // an addition or a multiplication with a rounding of its own
  fp32_fused,     // a multiply-add
  fp16_add,       // the same of f16, bf16 and pairs of them
  fp16_multiply,
  fp16_rounded,
  fp16_fused,
  fp64_add,
  fp64_multiply,
  fp64_rounded,
  fp64_fused,
  special,     // special functions
  bits,        // population count, leading zeros, reversal
  conversion,  // between numbers, by the unit of special functions
  comparison,  // minimum and maximum
  shuffle,
  vote,
  reduction,  // of a warp: redux, match
  barrier,    // of a block
  texture,
  tensor,  // its products are counted by TensorKind
};
inline constexpr std::size_t kInstructionClasses = 23;

// The instruction and the factors of a product that tensor cores take.
enum class TensorKind : std::uint8_t {
  mma_f16,  // and bf16
  mma_tf32,
  mma_f64,
  mma_f8,
  mma_s8,
  mma_s4,
  mma_b1,
  wgmma_f16,
  wgmma_tf32,
  wgmma_f8,
  wgmma_s8,
  wgmma_b1,
  mma_sparse,  // of f16 and bf16, for mma.sp takes longer than its multiply-adds
  tcgen05_f16,
  tcgen05_tf32,
  tcgen05_f8,  // and those of 6 and 4 bits that take as much room
  tcgen05_s8,
  tcgen05_f4,
};
inline constexpr std::size_t kTensorKinds = 18;
using MultiplyAdds = std::array<std::uint64_t, kTensorKinds>;

// How often warps executed a basic block of PTX, from its first line to its last.
struct BlockExecutions {
  std::uint32_t first_line = 0, last_line = 0;  // from 1
  std::uint64_t times = 0;
  friend bool operator==(const BlockExecutions&, const BlockExecutions&) = default;
};

// Counts that the limits of a chip are compared with, of a whole launch, on one host thread.
struct LaunchCounts {
  // Bytes of distinct 32-byte sectors of global memory.
  std::uint64_t read_bytes = 0;     // that are loaded or copied
  std::uint64_t fetched_bytes = 0;  // that are read, or updated, before the launch writes them
  std::uint64_t written_bytes = 0;
  std::uint64_t updated_bytes = 0;  // fetched and written
  // Atomics on the word of global memory that has most of them, of integers and of floats.
  std::uint64_t most_updates = 0, most_float_updates = 0;
  // Executions by a warp with an active lane, by InstructionClass; one on a pair of numbers, where
  // the unit takes them one by one, is two.
  std::array<std::uint64_t, kInstructionClasses> instructions{};
  MultiplyAdds multiply_adds{};         // that are executed, by TensorKind
  std::uint64_t wgmma_bytes = 0;        // that wgmma reads of shared memory
  std::vector<BlockExecutions> blocks;  // that were executed, in program order

  [[nodiscard]] std::uint64_t of(InstructionClass kind) const {
    return instructions[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] std::uint64_t of(TensorKind kind) const {
    return multiply_adds[static_cast<std::size_t>(kind)];
  }
  friend bool operator==(const LaunchCounts&, const LaunchCounts&) = default;
};

struct Trace {
  std::string kernel;  // "transpose/tile", or the entry's name
  std::string entry;
  std::string backend;  // "cpu", or the GPU's name
  std::string target;   // the PTX image's .target, "sm_75"
  TracedLaunch launch;
  std::vector<Buffer> buffers;
  std::vector<SharedArray> shared_arrays;
  std::vector<std::string> ptx_files;
  std::vector<Site> sites;
  std::vector<SiteTotals> totals;  // one a site, all blocks
  Events events;  // blocks [first_block, first_block + block_count) in linear order
  std::uint64_t first_block = 0;
  std::uint64_t block_count = 0;
  std::uint64_t events_read = 0;  // of those blocks, by an EventReader: they are not in `events`
  bool events_complete = true;    // false: the window or the byte budget left some out
  std::vector<Finding> findings;
  std::string printed;  // by the kernel's printf, block by block; at most kMaximumPrinted
  // Blocks ran on one thread in a fixed order, because the code can tell it or because they race.
  bool order_dependent = false;
  std::uint64_t lane_instructions = 0;
  double seconds = 0;                  // wall clock of the run
  std::optional<LaunchCounts> counts;  // where they were asked for; no capture keeps them
  [[nodiscard]] std::uint64_t recorded() const { return events.size() + events_read; }
  [[nodiscard]] bool printed_is_full() const { return printed.size() >= kMaximumPrinted; }
  friend bool operator==(const Trace&, const Trace&) = default;
};

// The buffer that holds guest address `address`; nullptr when none does.
[[nodiscard]] const Buffer* find_buffer(const std::vector<Buffer>& buffers, std::uint64_t address);

[[nodiscard]] std::string_view name_of(Space space);
[[nodiscard]] std::string_view name_of(EventKind kind);
[[nodiscard]] std::string_view name_of(FindingKind kind);
[[nodiscard]] std::string_view name_of(Severity severity);

}  // namespace warplens::trace
