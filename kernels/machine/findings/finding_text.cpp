#include "kernels/machine/findings/finding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "kernels/machine/program/program_image.h"

namespace warplens::machine::finding_text {
namespace {

// A text among the values shows its own half in each language.
template <class T>
using Shown = std::conditional_t<std::is_same_v<T, FindingText>, std::string, T>;

template <class T>
const Shown<T>& english(const T& value) {
  if constexpr (std::is_same_v<T, FindingText>) {
    return value.en;
  } else {
    return value;
  }
}

template <class T>
const Shown<T>& chinese(const T& value) {
  if constexpr (std::is_same_v<T, FindingText>) {
    return value.zh;
  } else {
    return value;
  }
}

template <class... T>
FindingText both(fmt::format_string<const Shown<T>&...> en,
                 fmt::format_string<const Shown<T>&...> zh, const T&... values) {
  return {{fmt::vformat(en, fmt::make_format_args(english(values)...)),
           fmt::vformat(zh, fmt::make_format_args(chinese(values)...))}};
}

FindingText about(std::string name, FindingText text) {
  text.about = std::move(name);
  return text;
}

FindingText bytes(std::uint64_t count) {
  return count == 1 ? both("{} byte", "{} 字节", count) : both("{} bytes", "{} 字节", count);
}

FindingText verb(bool is_store) {
  return is_store ? FindingText{{"writes", "写入"}} : FindingText{{"reads", "读取"}};
}

FindingText verb(RaceAccessKind kind) {
  if (kind == RaceAccessKind::atomic) return {{"atomically updates", "原子更新"}};
  return verb(kind == RaceAccessKind::write);
}

FindingText note_of_value(bool is_same) {
  if (!is_same) return {};
  return {{" (both write the same value)", "（两次写入的值相同）"}};
}

// Without its folders, which Finding::file and other_file have.
std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

FindingText name_of(const CodePlace& place) {
  if (place.line != 0) return both("{}:{}", "{}:{}", file_name(place.file), place.line);
  if (place.ptx_line != 0) return both("PTX line {}", "PTX 第 {} 行", place.ptx_line);
  return {{"the end of the function", "函数末尾"}};
}

FindingText name_of(const SharedPlace& place) {
  const FindingText memory = place.is_local ? local_memory() : shared_memory();
  const FindingText array = place.array.empty() ? memory : buffer(place.array);
  return both("byte {} of {}", "{1} 的字节偏移 {0} 处", place.offset, array);
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
      return both("at address {:#x}: a null pointer", "地址 {:#x}：空指针", access.address);
    }
    return both(
        "at address {:#x}, in no buffer: pointers can only lead to the launch's own buffers",
        "地址 {:#x}，不属于任何缓冲区：指针只能指向本次启动的缓冲区", access.address);
  }
  const auto& [name, start, size] = *access.extent;
  if (access.address < start) {
    return both("{} before the start of {}", "{1} 起点之前 {0}处", bytes(start - access.address),
                name);
  }
  const std::uint64_t offset = access.address - start;
  if (is_inside(access)) {
    return both("at byte {} of {}", "{1} 的字节偏移 {0} 处", offset, name);
  }
  return both("at byte {} of {} ({}): {} past its end", "{1}（{2}）的字节偏移 {0} 处，超出末尾 {3}",
              offset, name, bytes(size), bytes(offset > size ? offset - size : 0));
}

std::string name_of(const std::optional<Extent>& extent) {
  return extent ? extent->name.en : std::string();
}

}  // namespace

FindingText line(const CodePlace& place, const Dim3& block, std::uint32_t warp, std::uint32_t lane,
                 const FindingText& what) {
  return about(what.about, both("{}: block ({}, {}, {}) warp {} lane {}: {}",
                                "{}：线程块 ({}, {}, {}) warp {} lane {}：{}", name_of(place),
                                block.x, block.y, block.z, warp, lane, what));
}

FindingText buffer(const std::string& name) { return {{name, name}}; }
FindingText shared_memory() { return {{"shared memory", "共享内存"}}; }
FindingText local_memory() { return {{"local memory", "局部内存"}}; }

FindingText out_of_bounds(const BadAccess& access) {
  return about(name_of(access.extent), both("{} {} {}", "越界{} {}：{}", verb(access.is_store),
                                            bytes(access.width), place_of(access)));
}

FindingText outside_array(const BadAccess& access, const SharedPlace& hit) {
  return about(name_of(access.extent),
               both("{}, which is {}", "{}，那里是 {}", out_of_bounds(access), name_of(hit)));
}

FindingText misaligned(const BadAccess& access) {
  return about(name_of(access.extent),
               both("{} {} {}: not a multiple of {}", "未对齐{} {}：{}，不是 {} 的倍数",
                    verb(access.is_store), bytes(access.width), place_of(access), access.width));
}

FindingText bad_parameter_access(bool is_store, std::uint32_t width, std::uint64_t offset,
                                 std::uint64_t size) {
  return about("parameters", both("{} {} at byte {} of {} of parameters",
                                  "越界{0} {1}：参数区（{3}）的字节偏移 {2} 处", verb(is_store),
                                  bytes(width), offset, bytes(size)));
}

FindingText bad_atomic_space() {
  return {{"an atomic on local or parameter memory: its address must be global or shared",
           "对局部内存或参数内存做原子操作：地址必须在全局内存或共享内存中"}};
}

FindingText read_only_write(const BadAccess& access) {
  return about(name_of(access.extent),
               both("writes {} {}, which is only to be read", "写入 {}：{}，而那里是只读的",
                    bytes(access.width), place_of(access)));
}

FindingText foreign_local(bool is_store, std::uint32_t width, std::uint64_t thread) {
  return about("local memory",
               both("{} {} through a pointer to thread {}'s local memory: every thread has its own "
                    "at the same addresses, so this is its own",
                    "经由指向线程 {2} 局部内存的指针{0} {1}：每个线程的局部内存地址相同而各自独立，"
                    "因此访问的是它自己的局部内存",
                    verb(is_store), bytes(width), thread));
}

FindingText uncounted_read(std::string_view opcode) {
  return both(
      "{} reads shared memory by itself: what that costs is not known and in no figure here",
      "{} 自己读取共享内存：其代价未知，这里的任何数据都没有计入", opcode);
}

FindingText uncounted_copy(std::string_view opcode) {
  return both(
      "{} is one thread's, and the bytes come without any lane: what that costs is not known and "
      "in "
      "no figure here but the bytes of DRAM",
      "{} 只由一个线程发出，数据不经过任何 lane：其代价未知，这里只有 DRAM 的字节数计入了它",
      opcode);
}

FindingText uneven_bulk_copy(std::uint64_t address, std::uint64_t bytes) {
  return both(
      "copies {} bytes from address {:#x}: a bulk copy's bytes and its addresses are "
      "multiples of 16",
      "从地址 {1:#x} 复制 {0} 字节：bulk copy 的字节数和地址都必须是 16 的倍数", bytes, address);
}

FindingText uneven_box(std::int64_t first) {
  return both(
      "copies a box that begins at byte {} of the tensor's rows: it must be a multiple of 16",
      "复制的 box 从 tensor 各行的第 {} 字节开始：必须是 16 的倍数", first);
}

FindingText opaque_tensor_map(std::uint32_t dimensions) {
  return both(
      "cp.async.bulk.tensor.{0}d is passed no tensor map of {0} dimensions that Warplens made, "
      "and what the CUDA driver makes of one cannot be read: the run ends here",
      "cp.async.bulk.tensor.{0}d 得到的不是由 Warplens 生成的 {0} 维 tensor map，而 CUDA "
      "驱动生成的内容无法读取：运行到此结束",
      dimensions);
}

FindingText division_by_zero() {
  return {{"divides an integer by zero and uses the result, which CUDA leaves undefined",
           "整数除以零，其结果（CUDA 未定义）却被使用了"}};
}

FindingText race(const Race& race, const SharedPlace& place, const CodePlace& earlier) {
  const FindingText same_value = note_of_value(race.same_value);
  return about(place.array,
               both("{} {}, which thread {} {} at {} with nothing in between to order them{}",
                    "{0} {1}，而线程 {2} 在 {4} {3}同一位置，两者之间没有任何同步，构成竞争{5}",
                    verb(race.later.kind), name_of(place), race.earlier.thread,
                    verb(race.earlier.kind), name_of(earlier), same_value));
}

FindingText global_race(const RaceBetweenBlocks& race) {
  const Dim3& other = race.other_block;
  return about(
      race.place.array,
      both("{} {}, which block ({}, {}, {}) {} at {} with nothing in between to order the two "
           "blocks{}",
           "{0} {1}，而线程块 ({2}, {3}, {4}) 在 {6} {5}同一位置，两个线程块之间没有任何同步，"
           "构成竞争{7}",
           verb(race.kind), name_of(race.place), other.x, other.y, other.z, verb(race.other_kind),
           name_of(race.other), note_of_value(race.same_value)));
}

FindingText uninitialized_read(std::uint32_t width, const SharedPlace& place) {
  return about(place.array, both("reads {} at {}, which nothing has written, and uses the value",
                                 "读取 {1} 的 {0}，那里从未写入过（未初始化），读到的值却被使用了",
                                 bytes(width), name_of(place)));
}

FindingText uninitialized_update(std::uint32_t width, const SharedPlace& place) {
  return about(place.array, both("atomically updates {} at {}, to which nothing has given a value",
                                 "原子更新 {1} 的 {0}，那里从未赋过初值（未初始化）", bytes(width),
                                 name_of(place)));
}

FindingText bad_table_entry(std::uint32_t index, std::size_t entries) {
  return both("branches to entry {} of a table of {}", "跳转到表项 {}，而表中只有 {} 项", index,
              entries);
}

FindingText bad_call_address(std::uint64_t address) {
  return both("calls address {:#x}, where no function is", "调用地址 {:#x}，那里没有函数", address);
}

FindingText stack_overflow(std::string_view callee, std::uint32_t depth, std::uint64_t size) {
  return both("calls {} at depth {} with {} bytes of stack: at most {} calls and {} bytes",
              "调用 {} 时深度为 {}，栈已用 {} 字节：最多 {} 层调用、{} 字节", callee, depth, size,
              kMaximumDepth, kMaximumLocalBytes);
}

FindingText assertion(std::string_view text, std::string_view file, std::uint32_t line) {
  return both("assertion failed: {} ({}:{})", "断言失败：{}（{}:{}）", text, file_name(file), line);
}

FindingText never_ends() {
  return both(
      "waits here for ever: the blocks that are left only look at memory that none of them changes",
      "将在此永远等待：剩下的线程块都只在读取内存，而没有任何一个会再修改它（死锁）");
}

FindingText repeats() {
  return both("repeats for ever: this loop comes back to where it was, with the same values",
              "将永远重复：这个循环回到了同样的位置和同样的值（死循环）");
}

FindingText mbarrier_not_initialised(const SharedPlace& place) {
  return about(place.array, both("uses the mbarrier at {}, which no mbarrier.init has set up",
                                 "使用了位于 {} 的 mbarrier，但没有任何 mbarrier.init 初始化过它",
                                 name_of(place)));
}

FindingText mbarrier_overwritten(const SharedPlace& place) {
  return about(
      place.array,
      both("uses the mbarrier at {}, over which something else has been written since its "
           "mbarrier.init",
           "使用了位于 {} 的 mbarrier，但在 mbarrier.init 之后它已被其他写入覆盖", name_of(place)));
}

FindingText mbarrier_count(const SharedPlace& place, std::uint32_t count) {
  return about(place.array,
               both("sets up the mbarrier at {} for {} arrivals: it takes 1 to 1,048,575",
                    "以 {1} 次到达初始化位于 {0} 的 mbarrier：只能是 1 到 1,048,575",
                    name_of(place), count));
}

FindingText mbarrier_arrivals(const SharedPlace& place, std::uint32_t count, std::uint32_t pending,
                              std::uint32_t expected) {
  return about(place.array,
               both("arrives {} times at the mbarrier at {}, whose phase of {} arrivals waits for "
                    "only {} more",
                    "在位于 {1} 的 mbarrier 上到达 {0} 次，而它这一阶段共 {2} 次到达，只差 {3} 次",
                    count, name_of(place), expected, pending));
}

FindingText stuck_mbarrier(const StuckMbarrier& mbarrier) {
  const FindingText left =
      mbarrier.bytes == 0 ? FindingText{} : both(" and {} bytes", "，还差 {} 字节", mbarrier.bytes);
  return about(mbarrier.place.array,
               both("waits here for ever for the mbarrier at {}: of its phase's {} arrivals {}{} "
                    "are missing, and nobody is left who could come",
                    "将在此永远等待位于 {} 的 mbarrier：它这一阶段需要 {} 次到达，还差 {} 次{}，"
                    "而再没有线程会到达（死锁）",
                    name_of(mbarrier.place), mbarrier.expected, mbarrier.pending, left));
}

FindingText where(std::span<const StandingWarps> standing) {
  constexpr std::size_t kNamed = 6;
  FindingText all;
  for (std::size_t i = 0; i < std::min(kNamed, standing.size()); ++i) {
    const StandingWarps& group = standing[i];
    const FindingText one =
        group.warps == 1
            ? both("1 warp at {}", "{} 处有 1 个 warp", name_of(group.place))
            : both("{} warps at {}", "{1} 处有 {0} 个 warp", group.warps, name_of(group.place));
    all.en += (i == 0 ? "" : ", ") + one.en;
    all.zh += (i == 0 ? "" : "，") + one.zh;
  }
  if (standing.size() <= kNamed) return all;
  const std::size_t others = standing.size() - kNamed;
  return both("{} and at {} more places", "{}，另有 {} 处", all, others);
}

FindingText trap(std::string_view opcode) {
  return both("{} reached: the kernel stops itself here", "执行到 {}：核函数在此自行停止", opcode);
}

FindingText opaque_instruction(std::string_view mnemonic) {
  return both("the machine does not know '{}': the run ends here",
              "解释器不认识指令“{}”：运行到此结束", mnemonic);
}

FindingText missing_function(std::string_view name) {
  return both("calls {}, which has no body in this PTX: the run ends here",
              "调用 {}，但这份 PTX 中没有它的函数体：运行到此结束", name);
}

FindingText no_end(std::uint64_t instructions, std::span<const StandingWarps> standing) {
  return both("no end after {} warp instructions: this loop may never finish; the block has {}",
              "执行了 {} 条 warp 指令仍未结束：这个循环可能永远不会终止；线程块此时：{}",
              instructions, where(standing));
}

FindingText out_of_time(double seconds, std::span<const StandingWarps> standing) {
  return both("stopped by its time limit of {} s: the block has {}",
              "达到 {} 秒的时限而停止；线程块此时：{}", seconds, where(standing));
}

FindingText interrupted(std::span<const StandingWarps> standing) {
  return both("stopped from outside: the block has {}", "被外部中断；线程块此时：{}",
              where(standing));
}

FindingText no_end_of_launch(std::uint64_t budget, std::uint64_t block, std::uint64_t blocks) {
  return both("the launch spent its {} warp instructions by block {} of {}",
              "执行到线程块 {1}（共 {2} 个）时，这次启动的 {0} 条 warp 指令限额已用完", budget,
              block, blocks);
}

FindingText bad_barrier(std::uint32_t id, std::uint32_t threads) {
  return both(
      "barrier {} with {} threads: ids are 0 to 15, and a count is a multiple of 32 that the block "
      "can reach",
      "屏障 {} 的线程数为 {}：编号只能是 0 到 15，线程数须为 32 的倍数且不超过线程块所能达到的数目",
      id, threads);
}

FindingText stuck_barrier(std::uint32_t id, std::uint64_t arrived, std::uint64_t expected) {
  return both(
      "barrier {} never completes: {} of {} threads have arrived, and no other thread can go on",
      "屏障 {0} 永远无法完成：需要 {2} 个线程，只到达了 {1} 个，其他线程都无法继续（死锁）", id,
      arrived, expected);
}

FindingText stuck_lanes(int waiting, int live) {
  return both(
      "{} of the warp's {} lanes wait here for lanes of their member mask that never come",
      "warp 的 {1} 个 lane 中有 {0} 个在此等待成员掩码中的其他 lane，而它们永远不会到来（死锁）",
      waiting, live);
}

FindingText divergent_barrier(int arrived, int live) {
  return both(
      "only {} of the warp's {} lanes come to this barrier, which asks for the whole warp: PTX "
      "leaves "
      "it undefined, and since compute capability 7 it waits for each thread by itself",
      "这个屏障要求整个 warp 一起到达，但 warp 的 {1} 个 lane 中只有 {0} 个到达：PTX 未定义其结果，"
      "计算能力 7 起则逐个线程等待",
      arrived, live);
}

FindingText passed_barrier(int threads) {
  return both(
      "{} threads of the block went past this barrier and exited without it: since compute "
      "capability 7 it waits for those only that have not exited",
      "线程块中有 {} 个线程绕过了这个屏障，没有到达就退出了：计算能力 7 起它只等待尚未退出的线程",
      threads);
}

FindingText passed_members(int lanes) {
  return both(
      "{} lanes of the member mask went past this and exited without it: since compute capability "
      "7 "
      "it waits for those only that have not exited",
      "成员掩码中有 {} 个 lane 绕过了这条指令，没有参与就退出了：计算能力 7 起它只等待尚未退出的 "
      "lane",
      lanes);
}

FindingText arrives_twice(std::uint32_t id) {
  return both(
      "arrives at barrier {} again before it has completed: counted twice, it lets the others go "
      "on "
      "too early",
      "在屏障 {} 完成之前再次到达：被重复计数，会让其他线程过早继续", id);
}

FindingText mixed_barrier(std::uint32_t id) {
  return both(
      "meets barrier {} with another reduction (count, and, or, none) than others at one time: PTX "
      "leaves it undefined, and an H100 stops the kernel",
      "同一时刻以不同的归约方式（计数、与、或、不归约）到达屏障 {}：PTX 未定义其结果，H100 "
      "会终止核函数",
      id);
}

FindingText split_reduction() {
  return {
      {"the warp's lanes have come to different barriers that reduce (__syncthreads_count, _and, "
       "_or): each waits for the whole warp, so none completes",
       "warp 的各 lane "
       "到达了不同的归约屏障（__syncthreads_count、_and、_or）：每个屏障都在等待整个 "
       "warp，因此都无法完成（死锁）"}};
}

FindingText partial_warp(std::string_view opcode, int lanes) {
  return both(
      "only {1} lanes come to this {0}, which asks for a whole warp of 32: PTX leaves it "
      "undefined",
      "这条 {} 要求整个 warp 的 32 个 lane 一起执行，但只有 {} 个 lane 到达：PTX 未定义其结果",
      opcode, lanes);
}

FindingText partial_warpgroup(std::uint32_t warps) {
  return both(
      "wgmma asks for a whole warpgroup of 4 warps, of which the block has only {}: PTX leaves it "
      "undefined",
      "wgmma 要求由 4 个 warp 组成的 warpgroup 一起执行，但线程块只有这个 warpgroup 的 {} 个 "
      "warp：PTX 未定义其结果",
      warps);
}

FindingText stuck_warpgroup(std::uint64_t arrived, std::uint64_t expected) {
  return both(
      "only {} of the warpgroup's {} threads come to this wgmma.wait_group, which waits for all of "
      "them, and no other thread can go on",
      "这条 wgmma.wait_group 要等待 warpgroup 的全部 {1} 个线程，但只到达了 {0} "
      "个，其他线程都无法继续（死锁）",
      arrived, expected);
}

FindingText uneven_matrices(std::uint32_t lane, std::uint32_t other) {
  return both(
      "lane {} gives this wgmma another matrix descriptor or scale-d than lane {}, where a warp "
      "has "
      "one: PTX leaves it undefined",
      "lane {} 传给这条 wgmma 的矩阵描述符或 scale-d 与 lane {} 不同，而一个 warp 只能有一份：PTX "
      "未定义其结果",
      lane, other);
}

FindingText left_out_of_mask(std::uint32_t lane, std::uint64_t mask) {
  return both("lane {} executes this with member mask {:#010x}, which leaves it out",
              "lane {} 执行此指令所用的成员掩码 {:#010x} 不包含它自己", lane, mask);
}

FindingText inactive_shuffle(std::uint32_t lane, std::uint32_t source, bool is_live) {
  const FindingText state = is_live ? FindingText{{"does not take part", "没有参与"}}
                                    : FindingText{{"has exited", "已经退出"}};
  return both("lane {} takes and uses the value of lane {}, which {}",
              "lane {} 取得并使用了 lane {} 的值，而后者{}", lane, source, state);
}

}  // namespace warplens::machine::finding_text
