// One function's PTX → Decoded instructions.
//
// An instruction of a form that the decoder does not know in full stays InstructionKind::opaque: it
// is refused by name when a warp reaches it, and only then. So every decode_…() returns false
// rather than guess.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/machine/program/address_origins.h"
#include "kernels/machine/program/frame_layout.h"
#include "kernels/machine/program/program_image.h"
#include "kernels/machine/program/symbols.h"
#include "kernels/machine/program/wmma_form.h"
#include "kernels/ptx/control_flow.h"

namespace warplens::machine {

struct BulkCopyForm;

// An instruction's modifiers, taken one by one; what is left over makes it unknown.
class Modifiers {
 public:
  explicit Modifiers(const ptx::Instruction& instruction);
  bool take(std::string_view word);
  // Takes the first of `modifiers` that is there; its index.
  std::optional<std::size_t> take_one_of(std::initializer_list<std::string_view> modifiers);
  // Takes all modifiers that only say how a cache or the memory system should treat the access.
  void take_cache_hints();
  // How an mbarrier is told of st.async's and red.async's end.
  void take_completion();
  std::optional<ptx::ScalarType> take_type();
  std::uint32_t take_vector();   // 1 when there is none
  ptx::StateSpace take_space();  // generic when there is none
  [[nodiscard]] bool empty() const { return modifiers_.empty(); }
  [[nodiscard]] const std::vector<std::string_view>& left() const { return modifiers_; }

 private:
  std::vector<std::string_view> modifiers_;
};

// How an access takes part in the memory model. A strong one is one that other threads' atomics can
// rely on; a volatile one is none.
struct Strength {
  bool is_strong = false;
  bool is_ordering = false;  // acquire, release
  bool is_volatile = false;
  bool acquires = false;
  bool releases = false;
  bool is_of_block = false;  // its scope is the block
};
[[nodiscard]] Strength take_strength(Modifiers& modifiers);

class Decoder {
 public:
  Decoder(ProgramImage& image, const Symbols& symbols, std::size_t function);
  void run();

 private:
  using Instruction = ptx::Instruction;
  using Operand = ptx::Operand;

  void decode(const Instruction& instruction, Decoded& code, Flow& flow);
  bool decode_kind(const Instruction& instruction, Decoded& code, Flow& flow);
  // decode_control.cpp
  bool decode_branch(const Instruction& instruction, Decoded& code);
  bool decode_indexed_branch(const Instruction& instruction, Decoded& code);
  bool decode_call(const Instruction& instruction, Decoded& code);
  bool decode_callee(const Instruction& instruction, const Operand& target, CallSite& call);
  bool decode_parameter_group(const Operand& group, std::vector<std::uint32_t>& offsets);
  // decode_stack.cpp
  bool decode_stack(const Instruction& instruction, Decoded& code);
  // decode_texture.cpp
  bool decode_texture(const Instruction& instruction, Decoded& code);
  bool decode_texture_query(const Instruction& instruction, Decoded& code);
  bool decode_texel_place(const Operand& memory, ptx::ScalarType type, std::uint32_t& object,
                          TexelPlace& place);
  bool decode_texel_offsets(const Operand& operand, TextureRead& read);
  // decode_surface.cpp
  bool decode_surface(const Instruction& instruction, Decoded& code);
  bool decode_surface_bytes(Modifiers& modifiers, const Operand& data, SurfaceAccess& surface);
  bool decode_surface_values(Modifiers& modifiers, const Operand& data, SurfaceAccess& surface);
  bool decode_surface_update(Modifiers& modifiers, const Operand& data, SurfaceAccess& surface);
  bool add_surface_update(std::string_view word, ptx::ScalarType type, const Operand& data,
                          const SurfaceAccess& surface);
  // decode_arithmetic.cpp
  bool decode_arithmetic(const Instruction& instruction, Decoded& code, Flow& flow);
  bool decode_local_address(const Instruction& instruction, Decoded& code, Flow& flow);
  bool decode_isspacep(const Instruction& instruction, Decoded& code, Flow& flow);
  // decode_division.cpp
  void make_division(const Instruction& instruction, Decoded& code);
  [[nodiscard]] bool is_fixed(const Operand& operand, std::uint32_t depth,
                              std::vector<PassedValue>& passed) const;
  [[nodiscard]] std::optional<PassedValue> passed_value(const Instruction& load) const;
  // decode_clocks.cpp
  void find_timeless_registers();
  // decode_loops.cpp
  void find_loops();
  [[nodiscard]] std::vector<bool> registers_across_blocks() const;
  [[nodiscard]] std::set<std::uint32_t> deciding_registers(
      const std::vector<std::uint32_t>& loop) const;
  void add_loop(const std::vector<std::uint32_t>& loop, const std::vector<bool>& is_across);
  // decode_meetings.cpp
  void find_meetings();
  [[nodiscard]] std::uint32_t meeting_behind(
      std::uint32_t block, const std::vector<std::uint32_t>& post_dominators) const;
  // Whether lanes may wait here, or in a function that is called here.
  [[nodiscard]] bool may_wait_at(const Decoded& code) const;
  [[nodiscard]] std::uint32_t meeting_behind_call(std::uint32_t call) const;
  // Places from which nothing leads to the block, right behind places from which something does.
  [[nodiscard]] std::vector<std::uint32_t> ways_past(std::uint32_t own) const;
  void find_ways_past(const Decoded& code, std::uint32_t own);
  void set_meeting(const Decoded& code, std::uint32_t meeting);
  [[nodiscard]] std::uint32_t& meeting_of(const Decoded& code);
  [[nodiscard]] bool returns_at(std::uint32_t instruction) const;
  // decode_memory.cpp
  bool decode_access(const Instruction& instruction, Decoded& code);
  bool decode_access_slots(const Operand& data, ptx::ScalarType type, bool is_store,
                           MemoryAccess& access);
  bool decode_fence(const Instruction& instruction, Decoded& code);
  // decode_origins.cpp
  void note_read(const Operand& memory, ptx::StateSpace space);
  void note_non_coherent_read(const Operand& memory);
  void note_write(const Operand& memory, ptx::StateSpace space);
  [[nodiscard]] ArrayReach reach_of(const Operand& memory) const;
  // decode_cluster.cpp
  bool decode_map_address(const Instruction& instruction, Decoded& code);
  bool decode_async_access(const Instruction& instruction, Decoded& code);
  // decode_atomic.cpp
  bool decode_atomic(const Instruction& instruction, Decoded& code);
  // decode_guesses.cpp
  void find_guesses();
  bool decode_atomic_slots(const Operand& operand, ptx::ScalarType type, bool is_written,
                           std::uint32_t count, std::array<std::uint32_t, 8>& slots);
  // decode_copy.cpp
  bool decode_async(const Instruction& instruction, Decoded& code);
  bool decode_async_copy(const Instruction& instruction, Decoded& code);
  bool decode_matrix(const Instruction& instruction, Decoded& code);
  // decode_tma.cpp
  bool decode_tensor_map_edit(const Instruction& instruction, Decoded& code);
  bool decode_bulk(const Instruction& instruction, Decoded& code);
  bool decode_bulk_copy(const Instruction& instruction, Decoded& code);
  bool decode_bulk_operands(const BulkCopyForm& form, TmaCopy& copy);
  void note_global_side(const BulkCopyForm& form);
  bool decode_tensor_map_field(const Instruction& instruction, Modifiers& modifiers,
                               TensorMapEdit& edit);
  // decode_multiply.cpp
  bool decode_multiply(const Instruction& instruction, Decoded& code);
  bool place_metadata(const Instruction& instruction, MatrixMultiply& multiply);
  bool place_scales(const Instruction& instruction, MatrixMultiply& multiply);
  bool place_multiply(const Instruction& instruction, MatrixMultiply& multiply, Decoded& code);
  bool place_fragment(const Operand& operand, bool is_written, MatrixFragment& fragment,
                      std::vector<std::uint32_t>* all = nullptr);
  // decode_wmma.cpp
  bool decode_wmma(const Instruction& instruction, Decoded& code);
  bool decode_wmma_multiply(const Instruction& instruction, Decoded& code);
  bool decode_wmma_access(const Instruction& instruction, Decoded& code);
  bool place_stride(const Instruction& instruction, const WmmaForm& form, WmmaAccess& wmma);
  void add_wmma_matrices(const Instruction& instruction, WmmaAccess& wmma);
  bool add_wmma_accesses(const Instruction& instruction, const WmmaForm& form, WmmaAccess& wmma);
  // decode_wgmma.cpp
  bool decode_wgmma(const Instruction& instruction, Decoded& code);
  bool decode_wgmma_wait(const Instruction& instruction, Decoded& code);
  bool decode_wgmma_multiply(const Instruction& instruction, Decoded& code);
  bool place_wgmma_metadata(std::span<const Operand> operands, WgmmaMultiply& multiply);
  bool place_sums(const Operand& d, WgmmaMultiply& multiply);
  bool place_factors(std::span<const Operand> operands, WgmmaMultiply& multiply);
  // decode_tcgen05.cpp
  bool decode_tcgen05(const Instruction& instruction, Decoded& code);
  bool decode_tensor_allocation(const Instruction& instruction, Decoded& code);
  bool decode_tensor_move(const Instruction& instruction, Decoded& code);
  // .cta_group: whether it is of a pair of blocks; none where it is not there.
  [[nodiscard]] std::optional<bool> take_cta_group(Modifiers& modifiers);
  // decode_tcgen05_pipe.cpp
  bool decode_tensor_multiply(const Instruction& instruction, Decoded& code);
  bool decode_tensor_multiply_extras(std::span<const Operand> operands, TensorMultiply& multiply);
  bool decode_tensor_copy(const Instruction& instruction, Decoded& code);
  bool decode_tensor_commit(const Instruction& instruction, Decoded& code);
  // decode_early_uses.cpp
  void find_tensor_load_uses();
  static void watch_early(Decoded& code);
  void note_early_use(std::uint32_t instruction, const std::set<std::uint32_t>& open);
  // decode_mbarrier.cpp
  bool decode_mbarrier(const Instruction& instruction, Decoded& code, Flow& flow);
  bool decode_mbarrier_operands(const Instruction& instruction, MbarrierUse& use);
  bool decode_pending_count(const Instruction& instruction, Decoded& code, Flow& flow);
  bool decode_copy_arrival(const Instruction& instruction, Decoded& code);
  bool add_mbarrier(const MbarrierUse& use, Decoded& code);
  // decode_sync.cpp
  bool decode_barrier(const Instruction& instruction, Decoded& code);
  bool decode_cluster_barrier(const Instruction& instruction, Decoded& code);
  bool decode_warp_barrier(const Instruction& instruction, Decoded& code);
  bool decode_shuffle(const Instruction& instruction, Decoded& code);
  bool decode_vote(const Instruction& instruction, Decoded& code);
  bool decode_match(const Instruction& instruction, Decoded& code);
  bool decode_reduce(const Instruction& instruction, Decoded& code);
  bool decode_elect(const Instruction& instruction, Decoded& code);
  bool decode_transpose(const Instruction& instruction, Decoded& code);
  bool decode_active_mask(const Instruction& instruction, Decoded& code);
  void add_warp_operation(const WarpOperation& operation, Decoded& code);

  // Slots of operands; kNoSlot when the operand does not fit.
  [[nodiscard]] std::uint32_t source(const Operand& operand, ptx::ScalarType type);
  [[nodiscard]] std::uint32_t destination(const Operand& operand, std::uint32_t bytes);
  // The operand's register may be wider than asked for; its real size is returned in `bytes`.
  [[nodiscard]] std::uint32_t any_register(const Operand& operand, std::uint32_t& bytes) const;
  // One scalar register: %r, or a component of a vector register.
  [[nodiscard]] bool is_register(const Operand& operand) const;
  [[nodiscard]] std::uint32_t constant_of(const Operand& operand, ptx::ScalarType type);
  bool decode_address(const Operand& memory, AddressOperand& address);
  bool address_from_register(const Operand& base, AddressOperand& address) const;

  // Whether a register is read anywhere in the function, and the one constant it ever holds.
  void scan_registers();
  [[nodiscard]] bool is_read(const Operand& operand) const;
  [[nodiscard]] std::optional<std::uint64_t> known_constant(const Operand& operand) const;
  [[nodiscard]] trace::Site site(const Instruction& instruction, trace::EventKind kind,
                                 trace::Space space, std::uint32_t width) const;
  std::uint32_t add_site(trace::Site site);
  void add_access_sites(const Instruction& instruction, trace::EventKind kind,
                        trace::AccessTraits traits, MemoryAccess& access);

  ProgramImage* image_;
  const Symbols* symbols_;
  std::size_t index_;
  FunctionImage* function_;
  const ptx::Function* ptx_;
  ptx::ControlFlow flow_;
  FrameLayout layout_;
  AddressOrigins origins_;
  std::vector<std::uint32_t> reads_;  // a register: how often it is read
  std::vector<std::uint32_t> writes_;
  std::vector<std::optional<std::uint64_t>> constants_;
  std::vector<std::uint32_t> definitions_;  // the last instruction that writes it
  std::map<const ptx::TargetList*, std::uint32_t> branch_targets_;  // of the image, by list
};

}  // namespace warplens::machine
