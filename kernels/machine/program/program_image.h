// The decoded form of everything that an entry can reach: what the machine runs.
//
// Decoding happens once, at Program::load. An instruction becomes a Decoded, its registers and
// constants become byte offsets in a frame (see operations.h), and what only some instructions need
// stands in a table beside it, found by Decoded::detail:
//
//   ProgramImage ── functions ── code: Decoded[]   one a PTX instruction, same index, + one `leave`
//                             ── constants, specials   what fills a new frame
//                ── accesses, atomics, warp operations, barriers, calls, copies…   by detail
//                ── sites                            what the trace may record
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/machine/operations/atomic_update.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/matrix_multiply.h"
#include "kernels/machine/operations/operations.h"
#include "kernels/machine/operations/wgmma.h"
#include "kernels/machine/operations/wmma_pieces.h"
#include "kernels/machine/program/address_operand.h"
#include "kernels/machine/program/code_place.h"
#include "kernels/machine/program/program.h"
#include "kernels/machine/program/race_detector.h"
#include "kernels/machine/program/stack_use.h"
#include "kernels/machine/program/tensor_memory_use.h"
#include "kernels/machine/program/texture_use.h"
#include "kernels/machine/program/tma_use.h"
#include "kernels/machine/program/wgmma_registers.h"
#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"

namespace warplens::machine {

inline constexpr std::uint32_t kNoIndex = 0xffffffffu;
// Stands in place of a symbol's index for a local variable, whose offset is relative to where the
// call's variables begin.
inline constexpr std::uint32_t kLocalSymbol = kNoIndex - 1;
// The same of a shared variable, whose offset is relative to where the block's shared memory begins
// in its cluster's (address_windows.h).
inline constexpr std::uint32_t kSharedSymbol = kNoIndex - 2;

[[nodiscard]] inline std::uint64_t align_up(std::uint64_t value, std::uint32_t alignment) {
  const std::uint64_t step = alignment == 0 ? 1 : alignment;
  return (value + step - 1) / step * step;
}

// Addresses in parameter space from here on lie in the frame: what a call passes and returns.
// An entry's own parameters lie below (CUDA's limit is 32,764 bytes).
inline constexpr std::uint64_t kFrameParameters = 0x10000;
// CUDA's largest stack is 512 KiB a thread (Programming Guide, "local memory per thread").
inline constexpr std::uint32_t kMaximumLocalBytes = 512 << 10;
// A call on hardware takes some of that stack, which is 1 KiB a thread by default.
inline constexpr std::uint32_t kMaximumDepth = 1024;
// The first function's address; one every 16 bytes. Nothing can be loaded from there.
inline constexpr std::uint64_t kFirstFunction = 0x10000;

enum class InstructionKind : std::uint8_t {
  arithmetic,
  clock_read,  // arithmetic on %clock or %globaltimer
  division,    // of integers, by what may be zero; `detail` is their size
  load,
  store,
  parameter_load,
  parameter_store,
  branch,
  indexed_branch,
  call,
  leave,
  exit,
  atomic,
  warp_operation,
  active_mask,
  barrier,
  cluster_barrier,
  cluster_address,  // mapa, getctarank
  async_access,     // st.async, red.async
  async_copy,
  async_commit,
  async_wait,
  tma_copy,
  tensor_map_edit,
  tma_commit,
  tma_wait,  // `detail`: groups that may stay open, as of async_wait
  load_matrix,
  store_matrix,
  wmma_access,
  matrix_multiply,
  wgmma_multiply,
  wgmma_commit,
  tensor_allocation,
  tensor_move,
  tensor_wait,  // `detail`: 0 for loads, 1 for stores
  tensor_multiply,
  tensor_copy,
  stack_use,       // alloca, stacksave, stackrestore
  texture_read,    // tex, tld4
  surface_access,  // suld, sust, sured
  texture_query,   // txq, suq
  early_use,       // arithmetic on a register of a tcgen05.ld or a wgmma
  mbarrier,
  fence,
  proxy_fence,  // between threads' accesses and asynchronous ones
  trap,
  nop,
  opaque,
};

// One PTX instruction, ready to execute.
struct Decoded {
  OperationFunction function = nullptr;  // arithmetic
  OperandOffsets operands{};
  std::uint32_t guard = kNoSlot;      // the guard predicate's slot
  std::uint32_t guard_flip = 0;       // all ones for @!%p
  std::uint32_t detail = kNoIndex;    // index into the table of its kind; branch: target
  std::uint32_t site = trace::kNone;  // branch, barrier, shuffle
  InstructionKind kind = InstructionKind::opaque;
  bool back_edge = false;
  bool may_be_early = false;  // FunctionImage::early_uses, wgmma_uses
};

// The variable of shared or local memory that an access's address is computed from, where it can be
// no other: bytes of the shared window, or of the function's part of local memory.
struct ArrayReach {
  trace::Space space = trace::Space::none;  // none: it is not known
  std::uint32_t begin = 0;
  std::uint32_t end = 0xffffffffu;  // at most: dynamic shared memory ends where the block's does
};

// ld, st and atom share how they find their bytes.
struct MemoryAccess {
  ptx::StateSpace space = ptx::StateSpace::generic;
  AddressOperand address;
  ArrayReach reach;
  std::uint8_t width = 4;  // bytes a lane, all elements
  std::uint8_t element_bytes = 4;
  std::uint8_t elements = 1;
  std::uint8_t register_bytes = 4;
  RaceAccessKind shared_kind = RaceAccessKind::read;
  bool is_of_block = false;              // strong for its own block alone (.cta)
  bool is_guess = false;                 // a compare-and-swap there tells whether it was right
  bool is_non_coherent = false;          // through the read-only path
  bool polls = false;                    // another thread's write may be what it waits for
  std::array<std::uint32_t, 8> slots{};  // one an element; kNoSlot for a sink
  LaneMoves alone, concurrent;           // where other host threads may write the memory
  // Index into ProgramImage::sites by trace::Space; kNone where it cannot resolve to that space.
  std::array<std::uint32_t, 6> sites{trace::kNone, trace::kNone, trace::kNone,
                                     trace::kNone, trace::kNone, trace::kNone};

  // May lanes mean another block's shared memory?
  [[nodiscard]] bool is_of_cluster() const {
    return sites[static_cast<std::size_t>(trace::Space::distributed)] != trace::kNone;
  }
};

struct AtomicAccess {
  std::uint32_t access = kNoIndex;  // its MemoryAccess
  AtomicOperation operation;
  // One slot an element. No destination: red, or a sink.
  std::array<std::uint32_t, 8> destinations{};
  std::array<std::uint32_t, 8> b{};
  std::uint32_t c = kNoSlot;  // cas
  bool has_result = false;
  bool reads_old = true;  // what it does depends on what was there
};

// Warp-level operations: lanes wait until every lane of their member mask participates.
enum class WarpAction : std::uint8_t {
  warp_barrier,
  shuffle_up,
  shuffle_down,
  shuffle_bfly,
  shuffle_idx,
  vote_all,
  vote_any,
  vote_uni,
  vote_ballot,
  match_any,
  match_all,
  reduce_add,
  reduce_min,
  reduce_max,
  reduce_and,
  reduce_or,
  reduce_xor,
  elect,
  transpose,  // movmatrix
};

struct WarpOperation {
  WarpAction action = WarpAction::warp_barrier;
  bool is_sync = true;  // false: the lanes that happen to be there
  // reduce_min, reduce_max
  bool is_signed = false;
  bool is_float = false;
  bool is_of_magnitudes = false;  // .abs
  bool nan_wins = false;          // .NaN
  std::uint32_t value_bytes = 4;
  std::uint32_t destination = kNoSlot;
  std::uint32_t predicate = kNoSlot;  // second destination: shfl, match.all, elect
  std::uint32_t value = kNoSlot;      // vote: a predicate
  std::uint32_t value_flip = 0;       // vote with !%p
  std::uint32_t lane = kNoSlot;       // shfl's b
  std::uint32_t clamp = kNoSlot;      // shfl's c
  std::uint32_t member_mask = kNoSlot;
  std::uint32_t meeting = kNoIndex;  // FunctionImage::meetings
  // Those behind which no lane comes to a vote, match or reduction any more; ascending.
  std::vector<std::uint32_t> ways_past;
};

enum class BarrierAction : std::uint8_t { sync, arrive, count, conjunction, disjunction };

struct BarrierUse {
  BarrierAction action = BarrierAction::sync;
  bool is_aligned = true;
  bool is_of_warpgroup = false;   // wgmma.wait_group: neither id nor count
  std::uint32_t groups_left = 0;  // wgmma.wait_group
  std::uint32_t id = kNoSlot;
  std::uint32_t count = kNoSlot;        // kNoSlot: all threads of the block
  std::uint32_t destination = kNoSlot;  // red
  std::uint32_t predicate = kNoSlot;
  std::uint32_t predicate_flip = 0;
  std::uint32_t meeting = kNoIndex;  // FunctionImage::meetings
};

// barrier.cluster
struct ClusterBarrierUse {
  bool waits = false;    // else it arrives
  bool releases = true;  // where it arrives
};

// mapa, or without a rank getctarank.
struct ClusterAddressUse {
  bool is_generic = false;
  std::uint32_t bytes = 4;  // of an address
  std::uint32_t destination = kNoSlot;
  std::uint32_t address = kNoSlot;
  std::uint32_t rank = kNoSlot;
};

// st.async or red.async: what it does to memory, and the mbarrier that counts its bytes.
struct AsyncAccess {
  std::uint32_t access = kNoIndex;  // st: its MemoryAccess
  std::uint32_t atomic = kNoIndex;  // red: its AtomicAccess
  AddressOperand barrier;
};

struct ParameterCopy {
  std::uint32_t from = 0, to = 0, bytes = 0;  // offsets in the frames' parameter areas
};

enum class Callee : std::uint8_t {
  direct,
  indirect,
  print,
  assertion_failure,
  allocate,  // malloc
  release,   // free
  missing
};

struct CallSite {
  Callee callee = Callee::missing;
  std::uint32_t function = kNoIndex;  // direct
  std::uint32_t target = kNoSlot;     // indirect: 64-bit slot with the function's address
  std::string name;                   // for messages
  // Offsets and sizes of the caller's variables; the callee's are known once it is.
  std::vector<std::uint32_t> arguments, results;
  std::uint32_t meeting = kNoIndex;  // FunctionImage::meetings, of what waits in the callee
};

struct AsyncCopy {
  AddressOperand destination, source;
  std::uint8_t width = 16;
  std::uint32_t source_bytes = kNoSlot;   // 32-bit slot: bytes really read, the rest is zero
  std::uint32_t ignore_source = kNoSlot;  // predicate
  std::uint32_t ignore_flip = 0;
  std::uint32_t site = trace::kNone;
};

enum class MbarrierAction : std::uint8_t {
  init,
  invalidate,
  arrive,
  arrive_drop,
  expect_tx,
  complete_tx,
  test_state,
  test_parity,
  copies_arrive,        // cp.async.mbarrier.arrive.noinc
  copies_arrive_extra,  // without .noinc: the arrival is one more than the barrier counted on
  tensor_commit,        // tcgen05.commit
};

struct MbarrierUse {
  MbarrierAction action = MbarrierAction::arrive;
  AddressOperand address;
  bool is_generic = false;
  bool is_of_cluster = false;           // it may be another block's
  bool expects_bytes = false;           // arrive.expect_tx: `value` is bytes, not arrivals
  std::uint32_t destination = kNoSlot;  // a state, or a predicate for the tests
  std::uint32_t value = kNoSlot;        // arrivals, bytes, state or parity
  std::uint32_t blocks = kNoSlot;       // multicast: a 16-bit slot with a bit for each rank
};

struct MatrixAccess {
  AddressOperand address;
  bool is_generic = false;
  bool is_transposed = false;
  std::uint8_t matrices = 1;
  std::array<std::uint32_t, 4> slots{};
  std::uint32_t site = trace::kNone;
};

// wmma.load, wmma.store
struct WmmaAccess {
  bool is_store = false;
  AddressOperand address;
  std::uint32_t stride = kNoSlot;  // elements, 32 bits
  std::uint32_t element_bits = 16;
  WmmaPieces parts;
  std::uint32_t first = kNoIndex;  // of ProgramImage::matrices or ::accesses, one a piece
  std::uint32_t copies = 1;
  std::vector<std::uint32_t> slots;   // of the fragment's registers, with all copies
  std::vector<std::uint32_t> pieces;  // what goes to memory or comes from there, where it differs
};

// A value that every frame of a function holds: an immediate, or a symbol's address.
struct Constant {
  std::uint32_t slot = 0;
  std::uint32_t bytes = 4;  // 0: a predicate
  std::uint64_t bits = 0;
  std::uint32_t symbol = kNoIndex;  // + address of ProgramImage::symbols[symbol]
};

struct SpecialUse {
  std::uint32_t slot = 0;
  std::uint32_t bytes = 4;
  std::uint32_t special = 0;  // SpecialRegister (special_registers.h)
};

// The registers that a value of the value tracker comes from and goes to.
struct Flow {
  std::array<std::uint32_t, kMaximumOperands> sources{};
  std::array<std::uint32_t, kMaximumOperands> destinations{};
  std::uint8_t source_count = 0, destination_count = 0;
  // selp: the value is the first source where this predicate holds, else the second. What was not
  // chosen is not used: nvcc hoists loads that way.
  std::uint32_t choice = kNoSlot;
  std::uint32_t choice_flip = 0;
  bool takes_apart = false;  // what comes of it need not depend on all bits of its sources
  bool is_move = true;       // and may be one of them as it is
};

// Bytes [begin, end) of a frame.
struct SlotRange {
  std::uint32_t begin = 0, end = 0;
};

struct FunctionImage {
  const ptx::Function* function = nullptr;
  std::uint32_t first_instruction = 0;  // global id of code[0]
  std::vector<Decoded> code;
  std::vector<Flow> flows;           // arithmetic only; beside `code`
  std::vector<std::uint64_t> order;  // (reverse post-order << 32) | index: unique, comparable
  // Meeting places in ascending order: where lanes that came to a barrier, or to a call that may
  // lead to one, meet those that went past it again, unless all that is left is to return.
  std::vector<std::uint64_t> meetings;
  std::uint32_t register_bytes = 0;  // [0, register_bytes) is zeroed in a new frame
  std::uint32_t frame_bytes = 0;     // registers, constants, specials, scratch
  // The registers but for those that only say what a clock shows: what decides, as long as no time
  // passes, what comes next.
  std::vector<SlotRange> timeless;
  // The same of lanes in a loop that stand where one of its basic blocks begins: as long as they
  // stay in it, no more decides. By place (instruction, index in `loops`), ascending.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> loop_starts;
  std::vector<std::vector<SlotRange>> loops;
  std::vector<bool> is_in_loop;  // by instruction
  // Registers of a tcgen05.ld that an instruction reads on some way without a tcgen05.wait::ld.
  std::map<std::uint32_t, std::vector<std::uint32_t>> early_uses;
  std::map<std::uint32_t, EarlyUse> wgmma_uses;  // by instruction
  std::uint32_t parameter_bytes = 0;             // a lane, after the slots
  std::uint32_t local_bytes = 0;                 // a thread
  std::uint32_t local_alignment = 1;
  bool moves_stack = false;  // alloca: the end of its part differs from thread to thread
  std::vector<Constant> constants;
  std::vector<Constant> local_addresses;   // kLocalSymbol: filled in for each call
  std::vector<Constant> shared_addresses;  // kSharedSymbol: constants of rank 0, else for each call
  std::vector<SpecialUse> specials;
  // Offsets in the parameter area, in the order of the declaration; entries have none.
  std::vector<ParameterCopy> parameters, returns;  // `to` and `bytes` are used
};

// Bytes of the entry's parameters.
struct PassedValue {
  std::uint32_t offset = 0, bytes = 0;
  friend auto operator<=>(const PassedValue&, const PassedValue&) = default;
};

class ProgramImage {
 public:
  std::shared_ptr<const ptx::Module> module;
  std::vector<FunctionImage> functions;  // [0] is the entry
  // Module-scope .global and .const variables, which get memory when the kernel is launched.
  std::vector<const ptx::Variable*> variables;
  std::vector<trace::Site> sites;
  std::vector<trace::SharedArray> shared_arrays;
  std::vector<PlacedVariable> placed;  // the shared ones in the order of shared_arrays
  std::uint32_t static_shared_bytes = 0;
  trace::SharedArray reserved_shared;  // what the system keeps and sets, if the code asks for it
  std::uint32_t entry_parameter_bytes = 0;
  bool order_dependent = false;
  bool reads_clock = false;
  bool reads_shared = false;  // has loads that could race or be uninitialised
  bool reads_local = false;   // the same of local memory
  bool shuffles = false;      // has shuffles, whose source lane could be missing
  // Some accesses are asynchronous and ordered by no thread's own wait (agents.h).
  bool has_agents = false;
  bool uses_tensor_memory = false;  // tcgen05
  bool uses_heap = false;           // malloc, free
  bool allocates_stack = false;     // alloca
  bool reads_textures = false;
  bool stores_surfaces = false;
  // Through which of the launch's pointers buffers may be read: offsets in its parameters.
  std::set<std::uint32_t> read_parameters;
  bool reads_anywhere = false;  // and through pointers from elsewhere
  // The same of what is read as if nobody wrote it (ld.global.nc).
  std::set<std::uint32_t> non_coherent_parameters;
  bool non_coherent_anywhere = false;
  std::set<std::uint32_t> written_parameters;  // the same of those that may be written
  bool writes_variables = false;               // of the module
  bool writes_anywhere = false;
  // Integers are divided by what is no constant: by what comes of values that the launch passes and
  // of its shape alone, and by what may be another value in each thread or at each time.
  bool divides = false;
  bool divides_by_varying = false;
  std::set<PassedValue> divisors;
  bool calls_may_wait = false;  // a function that is called has a barrier
  // Whether anything is asked of other blocks of the cluster, and whether that may be their memory.
  bool uses_cluster = false;
  bool maps_cluster = false;

  std::vector<MemoryAccess> accesses;
  std::vector<AtomicAccess> atomics;
  std::vector<WarpOperation> warp_operations;
  std::vector<BarrierUse> barriers;
  std::vector<ClusterBarrierUse> cluster_barriers;
  std::vector<ClusterAddressUse> cluster_addresses;
  std::vector<AsyncAccess> async_accesses;
  std::vector<CallSite> calls;
  std::vector<std::vector<std::uint32_t>> branch_targets;
  std::vector<AsyncCopy> copies;
  std::vector<TmaCopy> tma_copies;
  std::vector<TensorMapEdit> tensor_map_edits;
  bool stores_by_tma = false;  // some copy reads shared memory
  std::vector<MatrixAccess> matrices;
  std::vector<WmmaAccess> wmma_accesses;
  std::vector<MatrixMultiply> multiplies;
  std::vector<WgmmaMultiply> wgmma_multiplies;
  std::vector<TensorAllocation> tensor_allocations;
  std::vector<TensorMove> tensor_moves;
  std::vector<TensorMultiply> tensor_multiplies;
  std::vector<TensorCopy> tensor_copies;
  std::vector<MbarrierUse> mbarriers;
  std::vector<StackUse> stack_uses;
  std::vector<TextureRead> texture_reads;
  std::vector<SurfaceAccess> surface_accesses;
  std::vector<TextureQuery> texture_queries;

  struct Place {
    const FunctionImage* function = nullptr;
    const ptx::Instruction* instruction = nullptr;  // nullptr: the implicit return at the end
    std::uint32_t index = 0;
  };
  [[nodiscard]] Place place(std::uint32_t instruction) const;
  [[nodiscard]] CodePlace code_place(std::uint32_t instruction) const;
  [[nodiscard]] std::string text(std::uint32_t instruction) const;
};

}  // namespace warplens::machine
