#include "viz/analysis/causes/cause_text.h"

#include <array>

namespace warplens::analysis {
namespace {

Text stride_sentence(const Evidence& seen) {
  if (seen.is_shared) {
    return text_in_both(
        "neighbouring lanes are {} bytes apart and meet in the same banks: {} wavefronts, {} would "
        "do",
        "相邻 lane 相距 {} 字节，落到相同的 bank：{} 个 wavefront，本来只需 {} 个", seen.bytes,
        seen.now, seen.ideal);
  }
  return text_in_both("neighbouring lanes are {} bytes apart: {} sectors, {} would do",
                      "相邻 lane 相距 {} 字节：{} 个 sector，本来只需 {} 个", seen.bytes, seen.now,
                      seen.ideal);
}

Text misalignment_sentence(const Evidence& seen) {
  return text_in_both("a row of bytes begins {} bytes into a sector: {} sectors, {} would do",
                      "一行连续的字节从 sector 的第 {} 字节开始：{} 个 sector，本来只需 {} 个",
                      seen.bytes, seen.now, seen.ideal);
}

Text column_sentence(const Evidence& seen) {
  return text_in_both(
      "lanes go down rows that are {} bytes apart and meet in the same banks: {} wavefronts, {} "
      "would do",
      "lane 沿相距 {} 字节的各行向下走，落到相同的 bank：{} 个 wavefront，本来只需 {} 个",
      seen.bytes, seen.now, seen.ideal);
}

Text swizzle_sentence(const Evidence& seen) {
  return text_in_both(
      "the XOR swizzle spreads these accesses of {} bytes a lane over too few banks: {} "
      "wavefronts, "
      "{} would do",
      "对每个 lane {} 字节的访问，异或混洗分散到的 bank 太少：{} 个 wavefront，本来只需 {} 个",
      seen.bytes, seen.now, seen.ideal);
}

Text structures_sentence(const Evidence& seen) {
  return text_in_both(
      "each lane takes one part of its own structure or chunk of {} bytes: {} sectors, {} would do",
      "每个 lane 只取自己那个 {} 字节结构体或连续一段的一部分：{} 个 sector，本来只需 {} 个",
      seen.bytes, seen.now, seen.ideal);
}

Text partial_sentence(const Evidence& seen) {
  return text_in_both("{} of the warp's {} lanes {} active", "warp 的 {1} 个 lane 中有 {0} 个活动",
                      seen.now, seen.ideal, seen.now == 1 ? "is" : "are");
}

Text local_sentence(const Evidence& seen) {
  return text_in_both("a thread's own array or spilled registers lie in local memory: {} {}",
                      "线程自己的数组或溢出的寄存器位于局部内存中：{} 个 sector", seen.now,
                      seen.now == 1 ? "sector" : "sectors");
}

Text atomic_sentence(const Evidence& seen) {
  return text_in_both("{} of {} active lanes update one address and take turns",
                      "{1} 个活动 lane 中有 {0} 个更新同一地址，只能轮流进行", seen.now,
                      seen.ideal);
}

Text narrow_sentence(const Evidence& seen) {
  return text_in_both("{} loads lie side by side in every lane: one of {} bytes would do",
                      "每个 lane 的 {} 次加载彼此相邻：一次 {} 字节的加载就够", seen.now,
                      seen.bytes);
}

Text redundant_sentence(const Evidence& seen) {
  return text_in_both("{} of these {} bytes were loaded by the same block before",
                      "这 {1} 字节中有 {0} 字节已被同一线程块加载过", seen.now, seen.ideal);
}

struct Row {
  TextView title;
  Text (*sentence)(const Evidence& seen);
  TextView advice;
};

// In the order of CauseKind.
constexpr std::array<Row, kCauseNames.size()> kRows{{
    {{"stride", "步长"},
     stride_sentence,
     {"give neighbouring lanes neighbouring elements: exchange the loops, or load rows and turn "
      "them in shared memory",
      "让相邻 lane 取相邻元素：交换循环的次序，或按行加载，再在共享内存中转置"}},
    {{"misaligned rows", "行未对齐"},
     misalignment_sentence,
     {"begin rows at multiples of 32 bytes: pad the pitch, as cudaMallocPitch does; of a stencil, "
      "load the aligned row once and take the neighbours from shared memory or shuffles",
      "让每行从 32 字节的倍数处开始：像 cudaMallocPitch "
      "那样填充行距；若是模板计算，则把对齐的一行加载一次，"
      "邻居从共享内存或 shuffle 取得"}},
    {{"column read", "按列访问"},
     column_sentence,
     {"make the pitch odd in words (tile[32][33]), or swizzle the columns",
      "让行距为奇数个 4 字节字（tile[32][33]），或对列做混洗"}},
    {{"swizzle too small for the width", "混洗不适合访问宽度"},
     swizzle_sentence,
     {"swizzle in units of the access, by as many low bits of the row as lanes are served "
      "together: 3 for 16 bytes a lane, 4 for 8, 5 for 4",
      "以访问宽度为单位做混洗，所用行号的低位数要对应一起得到服务的 lane 数：每个 lane 16 字节用 3 "
      "位，"
      "8 字节用 4 位，4 字节用 5 位"}},
    {{"array of structures", "结构体数组"},
     structures_sentence,
     {"keep each member in an array of its own (a structure of arrays), let neighbouring lanes "
      "take "
      "neighbouring elements of a chunk, or load whole structures into shared memory first",
      "每个成员各放一个数组（数组结构体），让相邻 lane "
      "取一段中的相邻元素，或先把整个结构体加载到共享内存"}},
    {{"partial warps", "warp 不满"},
     partial_sentence,
     {"make the block a multiple of 32 threads, and let conditions follow whole warps (tid < n) "
      "rather than alternate lanes (tid % 2)",
      "让线程块的线程数为 32 的倍数，并让条件按整个 warp 划分（tid < n），而不是隔 lane 划分（tid "
      "% 2）"}},
    {{"local memory", "局部内存"},
     local_sentence,
     {"index the array by constants and unroll its loops (#pragma unroll) so that it becomes "
      "registers; allow more registers, or use shared memory",
      "用常量作下标并展开循环（#pragma "
      "unroll），让数组成为寄存器；允许更多寄存器，或改用共享内存"}},
    {{"atomics on one address", "对同一地址的原子操作"},
     atomic_sentence,
     {"add up within the warp (__reduce_add_sync, shuffles) or the block first, then update once; "
      "or spread over several copies",
      "先在 warp 内（__reduce_add_sync、shuffle）或线程块内求和，再更新一次；或分散到多个副本"}},
    {{"narrow loads", "加载过窄"},
     narrow_sentence,
     {"load a vector (float2, float4) where the address is aligned to it",
      "在地址按向量对齐之处用向量加载（float2、float4）"}},
    {{"redundant loads", "重复加载"},
     redundant_sentence,
     {"keep the value in a register, or load a tile into shared memory once for the whole block",
      "把值留在寄存器中，或由整个线程块把一块 tile 一次加载到共享内存"}},
}};

const Row& row_of(CauseKind kind) { return kRows[static_cast<std::size_t>(kind)]; }

// Of lanes that are apart in shared memory.
constexpr TextView kSharedStride{
    "give neighbouring lanes neighbouring words, so that 32 lanes want 32 banks",
    "让相邻 lane 取相邻的 4 字节字，使 32 个 lane 用到 32 个 bank"};

}  // namespace

TextView cause_title(CauseKind kind) { return row_of(kind).title; }

Text cause_sentence(const Suspect& suspect) {
  return row_of(suspect.kind).sentence(suspect.evidence);
}

Text cause_advice(const Suspect& suspect) {
  const bool is_of_banks = suspect.kind == CauseKind::stride && suspect.evidence.is_shared;
  const TextView advice = is_of_banks ? kSharedStride : row_of(suspect.kind).advice;
  return {std::string(advice.en), std::string(advice.zh)};
}

}  // namespace warplens::analysis
