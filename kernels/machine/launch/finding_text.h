// The texts of findings: pure functions from plain values, one a finding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernels/base/dim3.h"
#include "kernels/base/text.h"
#include "kernels/base/texture.h"
#include "kernels/machine/launch/heap.h"
#include "kernels/machine/operations/tensor_move.h"
#include "kernels/machine/program/code_place.h"
#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {

struct FindingText : Text {
  FindingText() = default;
  FindingText(Text text) : Text(std::move(text)) {}
  FindingText(TextView text) : Text(text) {}

  std::string about{};  // the buffer, shared array or memory, in English; empty where there is none
};

// A buffer, or the memory of a block or a thread.
struct Extent {
  FindingText name;
  std::uint64_t start = 0;  // address
  std::uint64_t bytes = 0;
};

struct BadAccess {
  bool is_store = false;
  std::uint32_t width = 4;  // bytes
  std::uint64_t address = 0;
  std::optional<Extent> extent;  // what it lies in or just misses; none: there is nothing near
};

struct SharedPlace {
  std::string array;  // empty: no array is there
  std::uint64_t offset = 0;
  bool is_local = false;  // in a thread's local memory
  std::optional<TensorCell> tensor_cell{};
};

// An mbarrier whose phase is waited for in vain.
struct StuckMbarrier {
  SharedPlace place;
  std::uint32_t pending = 0, expected = 0;  // arrivals: still to come, of a phase
  std::int32_t bytes = 0;                   // still to come
  // Of a wait for the next phase, of which nothing has come yet: the parity of the one that is
  // over.
  std::optional<std::uint32_t> parity_over = {};
};

// An asynchronous access to shared memory that nothing has waited for, and what leaves it open.
struct OpenAccess {
  enum class By : std::uint8_t { copy, bulk_copy, wgmma, tcgen05, tensor_load, tensor_store };
  By by = By::copy;
  CodePlace started;
  std::optional<SharedPlace> mbarrier;  // that tells when it is complete; none: a wait does
  std::uint32_t group = 0;              // its thread's or warp's so many-th, from 0
  bool is_committed = true;
  std::optional<CodePlace> wait;  // the last one since
  std::uint32_t groups_left = 0;  // by that wait
};

// Warps of a block that stand at one line.
struct StandingWarps {
  CodePlace place;
  std::uint32_t warps = 0;
};

// A race between blocks, told by one of its accesses.
struct RaceBetweenBlocks {
  RaceAccessKind kind = RaceAccessKind::read;  // read, write or atomic
  SharedPlace place;                           // in a buffer
  Dim3 other_block;
  RaceAccessKind other_kind = RaceAccessKind::read;
  CodePlace other;
  bool same_value = false;
};

// The same between threads of a cluster, on shared memory: the later access is the block's own.
struct RaceInCluster {
  Race race;
  SharedPlace place;
  Dim3 earlier_block;
  bool is_own_memory = true;
  Dim3 memory_block{0, 0, 0};
  CodePlace earlier{};
};

namespace finding_text {

// The complete line: where, who, what.
[[nodiscard]] FindingText line(const CodePlace& place, const Dim3& block, std::uint32_t warp,
                               std::uint32_t lane, const FindingText& what);

// Names of an Extent.
[[nodiscard]] FindingText buffer(const std::string& name);
[[nodiscard]] FindingText shared_memory();
[[nodiscard]] FindingText local_memory();
[[nodiscard]] FindingText distributed_memory();

// Memory.
[[nodiscard]] FindingText out_of_bounds(const BadAccess& access);
// It leaves the array that is its extent; `hit` is what lies there.
[[nodiscard]] FindingText outside_array(const BadAccess& access, const SharedPlace& hit);
[[nodiscard]] FindingText misaligned(const BadAccess& access);
// Memory of malloc: a block is left, or has been freed; what free gets is no block.
[[nodiscard]] FindingText outside_heap_block(bool is_store, std::uint32_t width,
                                             const HeapPlace& place);
// Textures and surfaces.
[[nodiscard]] FindingText no_texture(std::uint64_t handle, bool is_surface);
[[nodiscard]] FindingText other_texture(std::string_view opcode, const Texture& texture);
// Of a type or of channels that the instruction has no meaning for; a value that they cannot hold.
[[nodiscard]] FindingText other_texels(std::string_view opcode, const Texture& texture);
[[nodiscard]] FindingText no_such_texel(std::string_view opcode, std::uint32_t bits,
                                        const Texture& surface);
[[nodiscard]] FindingText texture_offset(std::string_view opcode, std::int64_t offset);
[[nodiscard]] FindingText texture_level(std::string_view opcode, std::int64_t level);
[[nodiscard]] FindingText outside_layers(bool is_store, std::uint64_t layer,
                                         const Texture& surface);
[[nodiscard]] FindingText outside_surface(bool is_store, std::uint32_t width,
                                          std::span<const std::int64_t> place,
                                          const Texture& surface);
[[nodiscard]] FindingText misaligned_surface(bool is_store, std::uint32_t width, std::int64_t x);
// A row is no multiple of what is accessed, and so not all of its places are.
[[nodiscard]] FindingText uneven_rows(std::string_view opcode, std::uint32_t width,
                                      const Texture& surface);
[[nodiscard]] FindingText uncounted_texture(bool is_surface);
[[nodiscard]] FindingText freed_twice(std::uint64_t address);
[[nodiscard]] FindingText frees_no_block(std::uint64_t address);
[[nodiscard]] FindingText bad_parameter_access(bool is_store, std::uint32_t width,
                                               std::uint64_t offset, std::uint64_t bytes);
[[nodiscard]] FindingText bad_atomic_space();
[[nodiscard]] FindingText foreign_local(bool is_store, std::uint32_t width, std::uint64_t thread);
[[nodiscard]] FindingText read_only_write(const BadAccess& access);
// What the launch itself writes is read as if nothing did.
[[nodiscard]] FindingText stale_read(std::uint32_t width, const SharedPlace& place,
                                     const CodePlace& store);
[[nodiscard]] FindingText race(const Race& race, const SharedPlace& place,
                               const CodePlace& earlier);
// The earlier access is in flight while the later one is made.
[[nodiscard]] FindingText race_in_flight(const Race& race, const SharedPlace& place,
                                         const OpenAccess& open);
// wgmma reads what `thread` wrote at `written`.
[[nodiscard]] FindingText missing_proxy_fence(std::string_view reader, const SharedPlace& place,
                                              std::uint32_t thread, const CodePlace& written);
[[nodiscard]] FindingText cluster_race(const RaceInCluster& race);
// The block's shared memory is gone while another block may still access it.
[[nodiscard]] FindingText exits_too_early(const RaceInCluster& race);
[[nodiscard]] FindingText exited_block(bool is_store, const Dim3& block);
// By an access that reaches its own block's alone.
[[nodiscard]] FindingText of_another_block(bool is_store, std::uint32_t rank);
[[nodiscard]] FindingText outside_cluster(bool is_store, std::uint32_t rank, std::uint32_t blocks);
[[nodiscard]] FindingText mapped_outside_cluster(std::uint32_t rank, std::uint32_t blocks);
[[nodiscard]] FindingText uncounted_distributed();
[[nodiscard]] FindingText global_race(const RaceBetweenBlocks& race);
[[nodiscard]] FindingText uninitialized_read(std::uint32_t width, const SharedPlace& place);
[[nodiscard]] FindingText uninitialized_update(std::uint32_t width, const SharedPlace& place);
// `opcode` reads shared memory by itself.
[[nodiscard]] FindingText uncounted_read(std::string_view opcode);
[[nodiscard]] FindingText no_such_field(std::uint32_t dimension, std::uint64_t value);
// Copies to global memory that a GPU does not do.
[[nodiscard]] FindingText box_before_tensor(std::int64_t first, std::uint32_t dimension);
[[nodiscard]] FindingText corners_outside_tensor();
// A box that begins at `first` has nothing of its tensor; both in elements, innermost first.
[[nodiscard]] FindingText box_beyond_tensor(std::span<const std::int64_t> first,
                                            std::span<const std::uint64_t> sizes, bool is_store);
[[nodiscard]] FindingText no_such_reduction(std::string_view operation);
// A bulk copy of plain bytes that are not whole groups of 16.
[[nodiscard]] FindingText uneven_tma_copy(std::uint64_t address, std::uint64_t bytes);
// A box that begins so many bytes from the beginning of its tensor's rows.
[[nodiscard]] FindingText uneven_box(std::int64_t first);
// An instruction on a tensor with a number of dimensions that the machine does not run.
[[nodiscard]] FindingText opaque_tensor_map(std::uint32_t dimensions, bool is_im2col);
[[nodiscard]] FindingText unknown_tensor_map(std::uint32_t dimensions, const Text& what);

// Arithmetic.
[[nodiscard]] FindingText division_by_zero();
// `formula` says of what: "0 / 0".
[[nodiscard]] FindingText nan_of_finite_numbers(std::string_view formula);
[[nodiscard]] FindingText nan_of_infinity(std::string_view formula);
[[nodiscard]] FindingText infinity_of_finite_numbers(std::string_view formula);
[[nodiscard]] FindingText chosen_constant(bool is_nan);

// Control flow.
[[nodiscard]] FindingText bad_table_entry(std::uint32_t index, std::size_t entries);
[[nodiscard]] FindingText bad_call_address(std::uint64_t address);
[[nodiscard]] FindingText stack_overflow(std::string_view callee, std::uint32_t depth,
                                         std::uint64_t bytes);
// alloca of so many bytes, and where the stack would end.
[[nodiscard]] FindingText full_stack(std::uint64_t bytes, std::uint64_t end);
[[nodiscard]] FindingText bad_stack_restore(std::uint64_t end, std::uint64_t lowest,
                                            std::uint64_t highest);
[[nodiscard]] FindingText assertion(std::string_view text, std::string_view file,
                                    std::uint32_t line);
[[nodiscard]] FindingText never_ends();
[[nodiscard]] FindingText repeats();
[[nodiscard]] FindingText trap(std::string_view opcode);
[[nodiscard]] FindingText opaque_instruction(std::string_view mnemonic);
[[nodiscard]] FindingText missing_function(std::string_view name);
[[nodiscard]] FindingText no_end(std::uint64_t instructions,
                                 std::span<const StandingWarps> standing);
[[nodiscard]] FindingText out_of_time(double seconds, std::span<const StandingWarps> standing);
[[nodiscard]] FindingText interrupted(std::span<const StandingWarps> standing);
// "7 warps at k.cu:12, 1 warp at k.cu:20".
[[nodiscard]] FindingText where(std::span<const StandingWarps> standing);
[[nodiscard]] FindingText no_end_of_launch(std::uint64_t budget, std::uint64_t block,
                                           std::uint64_t blocks);

// mbarriers.
[[nodiscard]] FindingText mbarrier_not_initialised(const SharedPlace& place);
[[nodiscard]] FindingText mbarrier_overwritten(const SharedPlace& place);
[[nodiscard]] FindingText mbarrier_count(const SharedPlace& place, std::uint32_t count);
[[nodiscard]] FindingText mbarrier_arrivals(const SharedPlace& place, std::uint32_t count,
                                            std::uint32_t pending, std::uint32_t expected);
[[nodiscard]] FindingText stuck_mbarrier(const StuckMbarrier& mbarrier);

// Barriers and warps.
[[nodiscard]] FindingText bad_barrier(std::uint32_t id, std::uint32_t threads);
[[nodiscard]] FindingText stuck_barrier(std::uint32_t id, std::uint64_t arrived,
                                        std::uint64_t expected);
[[nodiscard]] FindingText stuck_lanes(int waiting, int live);
[[nodiscard]] FindingText divergent_barrier(int arrived, int live);
[[nodiscard]] FindingText passed_barrier(int threads);
// Only some of the block's warps come to a barrier; the others wait at another one meanwhile.
[[nodiscard]] FindingText uneven_barrier(std::uint32_t warps, std::uint32_t all,
                                         const CodePlace& other);
[[nodiscard]] FindingText passed_members(int lanes);
[[nodiscard]] FindingText arrives_twice(std::uint32_t id);
[[nodiscard]] FindingText arrives_twice_at_cluster();
[[nodiscard]] FindingText waits_without_arriving();
// So many of the cluster's threads have arrived, of those that have not exited.
[[nodiscard]] FindingText stuck_cluster(std::uint64_t arrived, std::uint64_t expected);
[[nodiscard]] FindingText other_mbarrier_block();
[[nodiscard]] FindingText other_mbarrier_pair();
[[nodiscard]] FindingText mixed_barrier(std::uint32_t id);
[[nodiscard]] FindingText split_reduction();
[[nodiscard]] FindingText partial_warp(std::string_view opcode, int lanes);
// wgmma.
// `indices`: four bits of a sparse factor's metadata.
[[nodiscard]] FindingText undefined_metadata(std::uint32_t indices);
// Of a block-scaled mma: which of a register's bytes, and whose, are to be the scales.
[[nodiscard]] FindingText undefined_selector(std::uint32_t byte, std::uint32_t thread);
[[nodiscard]] FindingText partial_warpgroup(std::uint32_t warps);
[[nodiscard]] FindingText stuck_warpgroup(std::uint64_t arrived, std::uint64_t expected);
[[nodiscard]] FindingText uneven_matrices(std::uint32_t lane, std::uint32_t other);
[[nodiscard]] FindingText uneven_warpgroup(std::uint32_t warp, std::uint32_t other);
[[nodiscard]] FindingText unfenced_wgmma_register(const CodePlace& writer);
[[nodiscard]] FindingText open_wgmma_register(const CodePlace& multiply);
// Tensor memory.
[[nodiscard]] FindingText tensor_cell(TensorCell cell);
[[nodiscard]] FindingText bad_tensor_columns(std::uint32_t columns);
[[nodiscard]] FindingText allocates_without_permit();
[[nodiscard]] FindingText frees_unallocated(std::uint32_t address, std::uint32_t columns);
[[nodiscard]] FindingText left_allocated(std::uint32_t columns);
[[nodiscard]] FindingText stuck_allocation(std::uint32_t columns, std::uint32_t allocated);
// Of .cta_group::2: two blocks whose ranks differ in the last bit.
[[nodiscard]] FindingText no_pair(std::string_view opcode, std::uint32_t rank,
                                  std::uint32_t blocks);
[[nodiscard]] FindingText pair_has_exited(std::string_view opcode, const Dim3& block);
[[nodiscard]] FindingText uneven_pair(std::uint32_t columns, std::uint32_t other);
[[nodiscard]] FindingText pair_apart(std::uint32_t column, std::uint32_t other);
[[nodiscard]] FindingText stuck_pair(const Dim3& block);
[[nodiscard]] FindingText in_other_block(const FindingText& what);
[[nodiscard]] FindingText uneven_operand(std::string_view opcode, std::uint32_t lane,
                                         std::uint32_t other);
[[nodiscard]] FindingText outside_tensor_memory(std::string_view opcode, std::uint32_t lanes,
                                                std::uint32_t columns, TensorCell first);
[[nodiscard]] FindingText unallocated_columns(std::string_view opcode, std::uint32_t first,
                                              std::uint32_t columns);
[[nodiscard]] FindingText uneven_lane(std::string_view opcode, std::uint32_t lane,
                                      std::uint32_t multiple);
// Of block scaling: cells that are to be alike.
[[nodiscard]] FindingText uneven_scales(TensorCell cell, std::uint32_t lane);
[[nodiscard]] FindingText foreign_lanes(std::uint32_t lane, std::uint32_t own);
[[nodiscard]] FindingText unset_cell(TensorCell cell);
[[nodiscard]] FindingText early_use(const CodePlace& load);
// Of .ws: a zero-column mask descriptor.
[[nodiscard]] FindingText unknown_mask(std::uint64_t bits);
[[nodiscard]] FindingText unknown_product(std::uint32_t bits);
[[nodiscard]] FindingText unknown_lanes();
[[nodiscard]] FindingText unknown_descriptor(std::string_view opcode, std::uint64_t bits);
[[nodiscard]] FindingText left_out_of_mask(std::uint32_t lane, std::uint64_t mask);
[[nodiscard]] FindingText inactive_shuffle(std::uint32_t lane, std::uint32_t source, bool is_live);

}  // namespace finding_text
}  // namespace warplens::machine
