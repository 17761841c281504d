#include "kernels/machine/launch/finding_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/machine/launch/finding_text_names.h"
#include "kernels/machine/program/program_image.h"

namespace warplens::machine::finding_text {
namespace {

FindingText race_verb(RaceAccessKind kind) {
  if (kind == RaceAccessKind::atomic) return {tr("atomically updates")};
  return verb(kind == RaceAccessKind::write);
}

FindingText note_of_value(bool is_same) {
  if (!is_same) return {};
  return {tr(" (both write the same value)")};
}

FindingText access_name(const OpenAccess& open, std::uint32_t thread) {
  const FindingText place = name_of(open.started);
  if (open.by == OpenAccess::By::wgmma) {
    constexpr std::uint32_t kThreads = WgmmaMultiply::kWarps * kWarpSize;
    return tr("the wgmma of warpgroup {} at {}", thread / kThreads, place);
  }
  switch (open.by) {
    case OpenAccess::By::tcgen05:
      return tr("what warp {} has tensor cores do at {}", thread / kWarpSize, place);
    case OpenAccess::By::tensor_load:
      return tr("the tcgen05.ld of warp {} at {}", thread / kWarpSize, place);
    case OpenAccess::By::tensor_store:
      return tr("the tcgen05.st of warp {} at {}", thread / kWarpSize, place);
    default:
      return tr("the copy of thread {} at {}", thread, place);
  }
}

FindingText block_name(const Dim3& block) {
  return tr("block ({}, {}, {})", block.x, block.y, block.z);
}

FindingText what_leaves_open(const OpenAccess& open) {
  if (open.mbarrier && open.wait) {
    return tr("the wait at {} was for a phase of the mbarrier at {} that is over",
              name_of(*open.wait), name_of(*open.mbarrier));
  }
  if (open.mbarrier) {
    return tr("nobody has waited for the mbarrier at {} since", name_of(*open.mbarrier));
  }
  if (open.by == OpenAccess::By::tcgen05) return {tr("no tcgen05.commit has come for it since")};
  if (open.by == OpenAccess::By::tensor_load) return {tr("no tcgen05.wait::ld has come since")};
  if (open.by == OpenAccess::By::tensor_store) return {tr("no tcgen05.wait::st has come since")};
  const std::uint32_t group = open.group + 1;
  if (!open.wait) return tr("no wait for its group {} has come since", group);
  const FindingText wait = name_of(*open.wait);
  if (!open.is_committed) {
    return tr("its group {} has not been committed, so that the wait at {} is not for it", group,
              wait);
  }
  return tr(
      "its group {} is left open by the wait at {}, which is for all groups but the latest {}",
      group, wait, open.groups_left);
}

// An offset from a null pointer is taken to be no larger.
constexpr std::uint64_t kNullPage = 4096;

bool is_inside(const BadAccess& access) {
  if (!access.extent || access.address < access.extent->start) return false;
  const std::uint64_t offset = access.address - access.extent->start;
  return offset <= access.extent->bytes && access.width <= access.extent->bytes - offset;
}

FindingText place_of(const BadAccess& access) {
  if (!access.extent) {
    if (access.address < kNullPage) {
      return tr("at address {:#x}: a null pointer", access.address);
    }
    return tr("at address {:#x}, in no buffer: pointers can only lead to the launch's own buffers",
              access.address);
  }
  const auto& [name, start, size] = *access.extent;
  if (access.address < start) {
    return tr("{} before the start of {}", bytes(start - access.address), name);
  }
  const std::uint64_t offset = access.address - start;
  if (is_inside(access)) {
    return tr("at byte {} of {}", offset, name);
  }
  if (offset < size) {
    return tr("at byte {} of {} ({}), reaching past its end", offset, name, bytes(size));
  }
  if (offset == size) {
    return tr("at byte {} of {} ({}), right behind its end", offset, name, bytes(size));
  }
  return tr("at byte {} of {} ({}): {} past its end", offset, name, bytes(size),
            bytes(offset - size));
}

std::string extent_name(const std::optional<Extent>& extent) {
  return extent ? extent->name.in(Language::en) : std::string();
}

}  // namespace

FindingText line(const CodePlace& place, const Dim3& block, std::uint32_t warp, std::uint32_t lane,
                 const FindingText& what) {
  return about(what.about, tr("{}: block ({}, {}, {}) warp {} lane {}: {}", name_of(place), block.x,
                              block.y, block.z, warp, lane, what));
}

FindingText buffer(const std::string& name) { return Text(name); }
FindingText shared_memory() { return {tr("shared memory")}; }
FindingText local_memory() { return {tr("local memory")}; }
FindingText distributed_memory() { return {tr("another block's shared memory")}; }

FindingText out_of_bounds(const BadAccess& access) {
  return about(extent_name(access.extent),
               tr(tr_in("out of bounds", "{} {} {}"), verb(access.is_store), bytes(access.width),
                  place_of(access)));
}

FindingText outside_array(const BadAccess& access, const SharedPlace& hit) {
  return about(extent_name(access.extent),
               tr("{}, which is {}", out_of_bounds(access), name_of(hit)));
}

FindingText misaligned(const BadAccess& access) {
  return about(extent_name(access.extent),
               tr("{} {} {}: not a multiple of {}", verb(access.is_store), bytes(access.width),
                  place_of(access), access.width));
}

FindingText bad_parameter_access(bool is_store, std::uint32_t width, std::uint64_t offset,
                                 std::uint64_t size) {
  return about("parameters", tr("{} {} at byte {} of {} of parameters", verb(is_store),
                                bytes(width), offset, bytes(size)));
}

FindingText bad_atomic_space() {
  return {tr("an atomic on local or parameter memory: its address must be global or shared")};
}

FindingText read_only_write(const BadAccess& access) {
  return about(extent_name(access.extent),
               tr("writes {} {}, which is only to be read", bytes(access.width), place_of(access)));
}

FindingText stale_read(std::uint32_t width, const SharedPlace& place, const CodePlace& store) {
  return about(place.array,
               tr("reads {} at {} through the read-only path (ld.global.nc), where this launch "
                  "writes at {}: what it gets may be what was there before",
                  bytes(width), name_of(place), name_of(store)));
}

FindingText foreign_local(bool is_store, std::uint32_t width, std::uint64_t thread) {
  return about("local memory",
               tr("{} {} through a pointer to thread {}'s local memory: every thread has its own "
                  "at the same addresses, so this is its own",
                  verb(is_store), bytes(width), thread));
}

FindingText division_by_zero() {
  return {tr("divides an integer by zero and uses the result, which CUDA leaves undefined")};
}

FindingText nan_of_finite_numbers(std::string_view formula) {
  return tr("makes a NaN of finite numbers: {}", formula);
}

FindingText nan_of_infinity(std::string_view formula) {
  return tr("makes a NaN of an infinity: {}", formula);
}

FindingText infinity_of_finite_numbers(std::string_view formula) {
  return tr("makes an infinity of finite numbers: {}", formula);
}

FindingText chosen_constant(bool is_nan) {
  return is_nan ? FindingText{tr("takes a constant that is a NaN, as functions do whose argument "
                                 "has no result")}
                : FindingText{tr("takes a constant that is infinite, as logf(0) does")};
}

FindingText race(const Race& race, const SharedPlace& place, const CodePlace& earlier) {
  const FindingText same_value = note_of_value(race.same_value);
  return about(place.array,
               tr("{} {}, which thread {} {} at {} with nothing in between to order them{}",
                  race_verb(race.later.kind), name_of(place), race.earlier.thread,
                  race_verb(race.earlier.kind), name_of(earlier), same_value));
}

FindingText race_in_flight(const Race& race, const SharedPlace& place, const OpenAccess& open) {
  const FindingText which = access_name(open, race.earlier.thread);
  const FindingText why = what_leaves_open(open);
  const FindingText same_value = note_of_value(race.same_value);
  if (race.earlier.kind == RaceAccessKind::read) {
    return about(place.array, tr("{} {} while {} is in flight, which may read it before or after: "
                                 "{}",
                                 race_verb(race.later.kind), name_of(place), which, why));
  }
  return about(place.array,
               tr("{} {} while {} is in flight, which may write it before or after: {}{}",
                  race_verb(race.later.kind), name_of(place), which, why, same_value));
}

FindingText missing_proxy_fence(std::string_view reader, const SharedPlace& place,
                                std::uint32_t thread, const CodePlace& written) {
  return about(place.array,
               tr("{} reads {}, which thread {} wrote at {} without a fence.proxy.async in "
                  "between: PTX leaves undefined what it reads, even where the two are ordered",
                  reader, name_of(place), thread, name_of(written)));
}

FindingText cluster_race(const RaceInCluster& told) {
  const Race& race = told.race;
  const FindingText where =
      told.is_own_memory ? name_of(told.place)
                         : FindingText(tr("{} in the shared memory of {}", name_of(told.place),
                                          block_name(told.memory_block)));
  return about(
      told.place.array,
      tr("{} {}, which thread {} of {} {} at {} with nothing in between to order them{}",
         race_verb(race.later.kind), where, race.earlier.thread, block_name(told.earlier_block),
         race_verb(race.earlier.kind), name_of(told.earlier), note_of_value(race.same_value)));
}

FindingText exits_too_early(const RaceInCluster& told) {
  const Race& race = told.race;
  return about(told.place.array,
               tr("exits while thread {} of {} may still access {} of its shared memory, at {}: "
                  "nothing orders the two, and a block's shared memory is gone when it exits",
                  race.earlier.thread, block_name(told.earlier_block), name_of(told.place),
                  name_of(told.earlier)));
}

FindingText exited_block(bool is_store, const Dim3& block) {
  return about("another block's shared memory",
               tr("{} the shared memory of {}, which has exited: a block must stay until all "
                  "others are done with it, as behind a last barrier.cluster",
                  verb(is_store), block_name(block)));
}

FindingText of_another_block(bool is_store, std::uint32_t rank) {
  return about("another block's shared memory",
               tr("{} by its address the shared memory of block {} of its cluster, which none but "
                  "an access to .shared::cluster reaches",
                  verb(is_store), rank));
}

FindingText outside_cluster(bool is_store, std::uint32_t rank, std::uint32_t blocks) {
  return about(
      "another block's shared memory",
      tr("{} the shared memory of block {} of a cluster of {}", verb(is_store), rank, blocks));
}

FindingText mapped_outside_cluster(std::uint32_t rank, std::uint32_t blocks) {
  return about("another block's shared memory",
               tr("asks for the shared memory of block {} of a cluster of {}: ranks begin at 0",
                  rank, blocks));
}

FindingText uncounted_distributed() {
  return {
      tr("accesses another block's shared memory: what that costs is not known and in no figure "
         "here")};
}

FindingText other_mbarrier_block() {
  return {tr("its mbarrier lies in another block than what it writes")};
}

FindingText other_mbarrier_pair() {
  return {
      tr("its mbarrier lies neither in the block that it writes to nor in the other one of that "
         "block's pair")};
}

FindingText global_race(const RaceBetweenBlocks& race) {
  const Dim3& other = race.other_block;
  return about(
      race.place.array,
      tr("{} {}, which block ({}, {}, {}) {} at {} with nothing in between to order the two "
         "blocks{}",
         race_verb(race.kind), name_of(race.place), other.x, other.y, other.z,
         race_verb(race.other_kind), name_of(race.other), note_of_value(race.same_value)));
}

FindingText uninitialized_read(std::uint32_t width, const SharedPlace& place) {
  return about(place.array, tr("reads {} at {}, which nothing has written, and uses the value",
                               bytes(width), name_of(place)));
}

FindingText uninitialized_update(std::uint32_t width, const SharedPlace& place) {
  return about(place.array, tr("atomically updates {} at {}, to which nothing has given a value",
                               bytes(width), name_of(place)));
}

FindingText bad_table_entry(std::uint32_t index, std::size_t entries) {
  return tr("branches to entry {} of a table of {}", index, entries);
}

FindingText bad_call_address(std::uint64_t address) {
  return tr("calls address {:#x}, where no function is", address);
}

FindingText stack_overflow(std::string_view callee, std::uint32_t depth, std::uint64_t size) {
  return tr("calls {} at depth {} with {} bytes of stack: at most {} calls and {} bytes", callee,
            depth, size, kMaximumDepth, kMaximumLocalBytes);
}

FindingText full_stack(std::uint64_t bytes, std::uint64_t end) {
  return tr("alloca of {} bytes makes a stack of {} bytes: at most {}", bytes, end,
            kMaximumLocalBytes);
}

FindingText bad_stack_restore(std::uint64_t end, std::uint64_t lowest, std::uint64_t highest) {
  return tr("stackrestore to {}, which no stacksave of this call gave: it must be {} to {}", end,
            lowest, highest);
}

FindingText assertion(std::string_view text, std::string_view file, std::uint32_t line) {
  return tr("assertion failed: {} ({}:{})", text, file_name(file), line);
}

FindingText never_ends() {
  return tr(
      "waits here for ever: the blocks that are left only look at memory that none of them "
      "changes");
}

FindingText repeats() {
  return tr("repeats for ever: this loop comes back to where it was, with the same values");
}

FindingText unfenced_wgmma_register(const CodePlace& writer) {
  return tr(
      "takes a register that {} has written, and no wgmma.fence stands between: PTX leaves it "
      "undefined",
      name_of(writer));
}

FindingText open_wgmma_register(const CodePlace& multiply) {
  return tr(
      "touches a register of the wgmma at {} before a wgmma.wait_group is for its group: PTX "
      "leaves it undefined",
      name_of(multiply));
}

FindingText where(std::span<const StandingWarps> standing) {
  constexpr std::size_t kNamed = 6;
  Text all;
  for (std::size_t i = 0; i < std::min(kNamed, standing.size()); ++i) {
    const StandingWarps& group = standing[i];
    const Text one = group.warps == 1 ? tr("1 warp at {}", name_of(group.place))
                                      : tr("{} warps at {}", group.warps, name_of(group.place));
    all = i == 0 ? one : tr("{}, {}", all, one);
  }
  if (standing.size() <= kNamed) return all;
  const std::size_t others = standing.size() - kNamed;
  return tr("{} and at {} more places", all, others);
}

FindingText trap(std::string_view opcode) {
  return tr("{} reached: the kernel stops itself here", opcode);
}

FindingText opaque_instruction(std::string_view mnemonic) {
  return tr("the machine does not know '{}': the run ends here", mnemonic);
}

FindingText missing_function(std::string_view name) {
  return tr("calls {}, which has no body in this PTX: the run ends here", name);
}

FindingText no_end(std::uint64_t instructions, std::span<const StandingWarps> standing) {
  return tr("no end after {} warp instructions: this loop may never finish; the block has {}",
            instructions, where(standing));
}

FindingText out_of_time(double seconds, std::span<const StandingWarps> standing) {
  return tr("stopped by its time limit of {} s: the block has {}", seconds, where(standing));
}

FindingText interrupted(std::span<const StandingWarps> standing) {
  return tr("stopped from outside: the block has {}", where(standing));
}

FindingText no_end_of_launch(std::uint64_t budget, std::uint64_t block, std::uint64_t blocks) {
  return tr("the launch spent its {} warp instructions by block {} of {}", budget, block, blocks);
}

FindingText early_use(const CodePlace& load) {
  return tr(
      "uses a register of the tcgen05.ld at {} before a tcgen05.wait::ld: PTX leaves undefined "
      "what it holds",
      name_of(load));
}

FindingText split_reduction() {
  return {
      tr("the warp's lanes have come to different barriers that reduce (__syncthreads_count, _and, "
         "_or): each waits for the whole warp, so none completes")};
}

}  // namespace warplens::machine::finding_text
