// The reduce family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/reduce_plans.h"
#include "kernels/catalog/summed.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

// 1 GiB of floats; element indices still fit an int.
constexpr std::int64_t kMostElements = std::int64_t{1} << 28;

// An unrolled last warp takes two elements a lane, so that a block has two warps.
constexpr std::int64_t kUnrolledThreads = 64;

Parameter threads_from(std::int64_t fewest) {
  Parameter threads = {"threads", {"Threads a block", "每个线程块的线程数"}, fewest, 1024, 256, {},
                       {}};
  for (std::int64_t choice = fewest; choice <= 1024; choice *= 2) threads.choices.push_back(choice);
  return threads;
}

std::vector<Parameter> reduce_parameters() {
  return {
      {"n", {"Elements", "元素数"}, 1, kMostElements, 1000, {}, {}, true},
      {"operation",
       {"Operation", "运算"},
       reduce_sum,
       reduce_dot,
       reduce_sum,
       {reduce_sum, reduce_maximum, reduce_dot},
       {{"sum", "求和"}, {"maximum", "最大值"}, {"dot product", "点积"}}},
      meaning({"blocks", {"Blocks", "线程块数"}, 1, 4096, 3, {}, {}}, threads_for({"n"})),
      threads_from(32),
      {"loads", {"Loads under way", "在途的读取"}, 1, 4, 4, {1, 2, 4}, {}},
  };
}

std::vector<Rung> reduce_ladder() {
  // Two blocks of 512 threads for each of an H200's 132 multiprocessors: so many loads are under
  // way as elsewhere, and the last block has the fewest values to read.
  const Parameters few = {{"blocks", 264}, {"threads", 512}};
  return {
      {"interleaved",
       {},
       {"The bottom: at full size a thread adds its own elements one by one, one 4-byte load under "
        "way, before a tree whose idle lanes stand between busy ones.",
        "起点：在完整规模下，每个线程先逐个累加自己的元素，在途的只有一次 4 字节读取；之后的树里，"
        "空闲的 lane 夹在工作的 lane 之间。"}},
      {"sequential",
       {},
       {"Nothing where DRAM is the limit: the tree's wavefronts and instructions go down, but it "
        "is "
        "a few steps after hundreds of loads.",
        "受 DRAM 限制时不应有变化：树的 wavefront 和指令少了，但在几百次读取之后，它只占几步。"}},
      {"shuffle",
       {},
       {"Nothing there either: one barrier a block in place of nine, and the bytes under way stay "
        "the same.",
        "同样不应有变化：每个线程块的屏障从九个减到一个，在途的字节数不变。"}},
      {"vector_loads",
       {},
       {"Four times the bytes under way and a quarter of the load instructions, for the same "
        "sectors: what waiting for memory took should shrink.",
        "sector 不变，在途字节数变成四倍，读取指令只剩四分之一：等待内存的时间应当缩短。"}},
      {"vectors_in_flight",
       {},
       {"Four times the bytes under way again; little, where 16 bytes of each resident thread "
        "already fill DRAM's time, more where a chip has fewer of them.",
        "在途字节数再变成四倍；如果每个驻留线程的 16 字节已经占满 DRAM 的时间，收获就很小，"
        "驻留线程较少时则更多。"}},
      {"one_launch",
       few,
       {"The second launch's fixed time, against one atomic a block, of which there are a quarter "
        "as many: it is the same at every size, so the more the smaller the array.",
        "省下第二次启动的固定时间，代价是每个线程块一次原子操作，线程块也只剩四分之一："
        "这段时间与规模无关，所以数组越小越明显。"}},
      {"one_total",
       few,
       {"The last block's reads of all blocks' values and one barrier, against a second atomic a "
        "block: little, and the sum's last bits may change from run to run.",
        "省下最后一个线程块读取所有值的时间和一个屏障，代价是每个线程块多一次原子操作："
        "收获很小，而且和的最后几位可能每次不同。"}},
  };
}

}  // namespace

Family reduce_family() {
  Family family;
  family.name = "reduce";
  family.title = {"Reduction", "归约"};
  family.kind = OperatorKind::reduction;
  family.timed = reduce_timed();
  family.summed = reduce_summed();
  family.parameters = reduce_parameters();
  family.full_size = {{"n", std::int64_t{1} << 26}, {"blocks", 1024}};
  const VariantOf variant{family.name, {"n", "operation", "blocks", "threads"}};
  family.ideas = {{{"Pairs", "配对方式"},
                   {{"interleaved", {"every 2s-th thread", "每隔 2s 个线程"}},
                    {"interleaved_indexed", {"first threads", "最前面的线程"}},
                    {"sequential", {"halves", "对半"}}}},
                  {{"A thread's sum", "线程自己的和"},
                   {{"sequential", {"float", "float"}},
                    {"kahan", {"compensated", "带补偿"}},
                    {"double_sum", {"double", "double"}}}},
                  {{"Blocks' values meet", "各线程块的结果"},
                   {{"two_pass", {"on the host", "由主机合并"}},
                    {"atomic", {"by atomics", "用原子操作"}},
                    {"last_block", {"in the last block", "由最后一块合并"}}}},
                  {{"The last warp", "最后一个 warp"},
                   {{"sequential", {"block barriers", "线程块屏障"}},
                    {"unrolled_nosync", {"volatile", "volatile"}},
                    {"unrolled", {"__syncwarp", "__syncwarp"}},
                    {"shuffle", {"shuffles", "shuffle"}}}},
                  {{"Result and counter", "结果与计数器"},
                   {{"atomic_zeroed_inside", {"zeroed inside", "在核函数里清零"}},
                    {"atomic", {"zeroed before", "启动前清零"}},
                    {"last_block_reread", {"counter read again", "重新读计数器"}},
                    {"last_block", {"its own ticket", "用自己的号码"}}}},
                  {{"Loads under way", "在途的读取"},
                   {{"shuffle", {"one", "一次"}},
                    {"loads_in_flight", {"four", "四次"}},
                    {"vector_loads", {"one of 16 bytes", "一次 16 字节"}},
                    {"vectors_in_flight", {"four of 16 bytes", "四次 16 字节"}}}},
                  {{"Full speed", "全速"},
                   {{"vectors_in_flight", {"two launches", "启动两次"}},
                    {"one_launch", {"the last block", "最后一块"}},
                    {"one_total", {"one total", "一个总数"}}}}};
  family.ladder = reduce_ladder();
  family.variants = {
      variant("interleaved",
              {"Neighbouring pairs, by every 2s-th thread: idle lanes stand between busy ones in "
               "every warp.",
               "相邻元素两两合并，每隔 2s 个线程才有一个工作：每个 warp 里都夹着空闲的 lane。"},
              plan_reduce_twice),
      variant("interleaved_indexed",
              {"The same pairs by the block's first threads: no divergence, but bank conflicts.",
               "由线程块最前面的线程处理同样的元素对：没有分支发散，却有 bank 冲突。"},
              plan_reduce_twice),
      variant("sequential",
              {"Halves: the lower threads take the value s places on, without divergence or "
               "conflict.",
               "对半合并：编号小的线程取相隔 s 的值，既无分支发散也无冲突。"},
              plan_reduce_twice),
      variant("kahan",
              {"Each thread's own sum is compensated: what an addition rounds off is added with the "
               "next element.",
               "每个线程自己的和带补偿：每次加法舍去的部分随下一个元素补回。"},
              plan_reduce_twice),
      variant("double_sum",
              {"Sums in float64, each block's value rounded to float once.",
               "用 float64 求和，每个线程块的结果只舍入一次成 float。"},
              plan_reduce_double_sum),
      variant("two_pass",
              {"Blocks reduce what is theirs, and the host their values.",
               "各线程块归约自己的部分，再由主机合并它们的结果。"},
              plan_reduce_two_pass),
      variant("atomic",
              {"Each block adds its value to the result by one atomic.",
               "每个线程块用一次原子操作把自己的结果合并进去。"},
              plan_reduce_atomic),
      variant("last_block",
              {"A counter tells the block that comes last, and that one combines all values.",
               "用计数器判断谁是最后一个线程块，由它合并所有结果。"},
              plan_reduce_last_block),
      with_range(
          variant("unrolled",
                  {"The last six steps are one warp's, with __syncwarp in place of the block's "
                   "barrier.",
                   "最后六步只由一个 warp 完成，用 __syncwarp 代替线程块的屏障。"},
                  plan_reduce_twice),
          threads_from(kUnrolledThreads)),
      variant("shuffle",
              {"Values pass between registers by warp shuffles: one shared store a warp.",
               "用 shuffle 在寄存器之间传值：每个 warp 只写一次共享内存。"},
              plan_reduce_shuffle),
      variant("loads_in_flight",
              {"Four loads of each thread under way before the first value is used.",
               "每个线程先发出四次读取，再使用第一个值。"},
              plan_reduce_shuffle),
      variant("vector_loads",
              {"16 bytes a load: four elements of each thread by one instruction.",
               "每次读取 16 字节：一条指令为每个线程取四个元素。"},
              plan_reduce_vectors),
      variant("vectors_in_flight",
              {"Loads of 16 bytes, four of them under way at once.",
               "每次读取 16 字节，并且同时有四次读取在途。"},
              plan_reduce_vectors),
      variant("one_launch",
              {"One launch: the last block combines all values in their order, the same bits every "
               "time.",
               "只启动一次：最后一个线程块按次序合并所有结果，每次的结果逐位相同。"},
              plan_reduce_one_launch, {"loads"}),
      variant("one_total",
              {"Blocks add their values to one number by atomics; the last one takes it out.",
               "各线程块用原子操作把结果加到同一个数上，由最后一块取出。"},
              plan_reduce_one_total, {"loads"}),
      broken(variant("last_block_reread",
                     {"Broken: reads the counter again in place of the atomic's own return value.",
                      "错误示例：重新读取计数器，而不用原子操作自己的返回值。"},
                     plan_reduce_last_block)),
      broken(with_range(variant("unrolled_nosync",
                                {"Broken: the last warp relies on lockstep and volatile.",
                                 "错误示例：最后一个 warp 依赖同步执行和 volatile。"},
                                plan_reduce_twice),
                        threads_from(kUnrolledThreads))),
      broken(variant("atomic_zeroed_inside",
                     {"Broken: sets the result inside the kernel, where other blocks may have "
                      "added to it.",
                      "错误示例：在核函数里把结果清零，而别的线程块可能已经加过了。"},
                     plan_reduce_zeroed_inside)),
  };
  return family;
}

}  // namespace warplens::catalog
