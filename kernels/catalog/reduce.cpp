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
  Parameter threads = {"threads", tr("Threads a block"), fewest, 1024, 256, {}, {}};
  for (std::int64_t choice = fewest; choice <= 1024; choice *= 2) threads.choices.push_back(choice);
  return threads;
}

std::vector<Parameter> reduce_parameters() {
  return {
      {"n", tr("Elements"), 1, kMostElements, 1000, {}, {}, true},
      {"operation",
       tr("Operation"),
       reduce_sum,
       reduce_dot,
       reduce_sum,
       {reduce_sum, reduce_maximum, reduce_dot},
       {tr("sum"), tr("maximum"), tr("dot product")}},
      meaning({"blocks", tr("Blocks"), 1, 4096, 3, {}, {}}, threads_for({"n"})),
      threads_from(32),
      {"loads", tr("Loads under way"), 1, 4, 4, {1, 2, 4}, {}},
  };
}

std::vector<Rung> reduce_ladder() {
  // Two blocks of 512 threads for each of an H200's 132 multiprocessors: so many loads are under
  // way as elsewhere, and the last block has the fewest values to read.
  const Parameters few = {{"blocks", 264}, {"threads", 512}};
  return {
      {"interleaved",
       {},
       tr("The bottom: at full size a thread adds its own elements one by one, one 4-byte load "
          "under "
          "way, before a tree whose idle lanes stand between busy ones.")},
      {"sequential",
       {},
       tr("Nothing where DRAM is the limit: the tree's wavefronts and instructions go down, but it "
          "is "
          "a few steps after hundreds of loads.")},
      {"shuffle",
       {},
       tr("Nothing there either: one barrier a block in place of nine, and the bytes under way "
          "stay "
          "the same.")},
      {"vector_loads",
       {},
       tr("Four times the bytes under way and a quarter of the load instructions, for the same "
          "sectors: what waiting for memory took should shrink.")},
      {"vectors_in_flight",
       {},
       tr("Four times the bytes under way again; little, where 16 bytes of each resident thread "
          "already fill DRAM's time, more where a chip has fewer of them.")},
      {"one_launch", few,
       tr("The second launch's fixed time, against one atomic a block, of which there are a "
          "quarter "
          "as many: it is the same at every size, so the more the smaller the array.")},
      {"one_total", few,
       tr("The last block's reads of all blocks' values and one barrier, against a second atomic a "
          "block: little, and the sum's last bits may change from run to run.")},
  };
}

}  // namespace

Family reduce_family() {
  Family family;
  family.name = "reduce";
  family.title = tr("Reduction");
  family.kind = OperatorKind::reduction;
  family.timed = reduce_timed();
  family.summed = reduce_summed();
  family.parameters = reduce_parameters();
  family.full_size = {{"n", std::int64_t{1} << 26}, {"blocks", 1024}};
  const VariantOf variant{family.name, {"n", "operation", "blocks", "threads"}};
  family.ideas = {
      {tr("Pairs"),
       {{"interleaved", tr("every 2s-th thread")},
        {"interleaved_indexed", tr("first threads")},
        {"sequential", tr("halves")}}},
      {tr("A thread's sum"),
       {{"sequential", tr("float")}, {"kahan", tr("compensated")}, {"double_sum", tr("double")}}},
      {tr("Blocks' values meet"),
       {{"two_pass", tr("on the host")},
        {"atomic", tr("by atomics")},
        {"last_block", tr("in the last block")}}},
      {tr("The last warp"),
       {{"sequential", tr("block barriers")},
        {"unrolled_nosync", tr("volatile")},
        {"unrolled", tr("__syncwarp")},
        {"shuffle", tr("shuffles")}}},
      {tr("Result and counter"),
       {{"atomic_zeroed_inside", tr("zeroed inside")},
        {"atomic", tr("zeroed before")},
        {"last_block_reread", tr("counter read again")},
        {"last_block", tr("its own ticket")}}},
      {tr("Value and count"),
       {{"last_block_unfenced", tr("no fence")}, {"last_block", tr("__threadfence")}}},
      {tr("Loads under way"),
       {{"shuffle", tr("one")},
        {"loads_in_flight", tr("four")},
        {"vector_loads", tr("one of 16 bytes")},
        {"vectors_in_flight", tr("four of 16 bytes")}}},
      {tr("Full speed"),
       {{"vectors_in_flight", tr("two launches")},
        {"one_launch", tr("the last block")},
        {"one_total", tr("one total")}}}};
  family.ladder = reduce_ladder();
  family.variants = {
      variant("interleaved",
              tr("Neighbouring pairs, by every 2s-th thread: idle lanes stand between busy ones in "
                 "every warp."),
              plan_reduce_twice),
      variant("interleaved_indexed",
              tr("The same pairs by the block's first threads: no divergence, but bank conflicts."),
              plan_reduce_twice),
      variant("sequential",
              tr("Halves: the lower threads take the value s places on, without divergence or "
                 "conflict."),
              plan_reduce_twice),
      variant(
          "kahan",
          tr("Each thread's own sum is compensated: what an addition rounds off is added with the "
             "next element."),
          plan_reduce_twice),
      variant("double_sum", tr("Sums in float64, each block's value rounded to float once."),
              plan_reduce_double_sum),
      variant("two_pass", tr("Blocks reduce what is theirs, and the host their values."),
              plan_reduce_two_pass),
      variant("atomic", tr("Each block adds its value to the result by one atomic."),
              plan_reduce_atomic),
      variant("last_block",
              tr("A counter tells the block that comes last, and that one combines all values."),
              plan_reduce_last_block),
      with_range(
          variant("unrolled",
                  tr("The last six steps are one warp's, with __syncwarp in place of the block's "
                     "barrier."),
                  plan_reduce_twice),
          threads_from(kUnrolledThreads)),
      variant("shuffle",
              tr("Values pass between registers by warp shuffles: one shared store a warp."),
              plan_reduce_shuffle),
      variant("cluster",
              tr("Four blocks of a cluster bring their values together in the shared memory of the "
                 "first: a quarter of them are left for the second launch."),
              plan_reduce_cluster),
      variant("loads_in_flight",
              tr("Four loads of each thread under way before the first value is used."),
              plan_reduce_shuffle),
      variant("vector_loads",
              tr("16 bytes a load: four elements of each thread by one instruction."),
              plan_reduce_vectors),
      variant("vectors_in_flight", tr("Loads of 16 bytes, four of them under way at once."),
              plan_reduce_vectors),
      variant(
          "one_launch",
          tr("One launch: the last block combines all values in their order, the same bits every "
             "time."),
          plan_reduce_one_launch, {"loads"}),
      variant("one_total",
              tr("Blocks add their values to one number by atomics; the last one takes it out."),
              plan_reduce_one_total, {"loads"}),
      broken(
          variant("last_block_reread",
                  tr("Broken: reads the counter again in place of the atomic's own return value."),
                  plan_reduce_last_block)),
      broken(variant("last_block_unfenced",
                     tr("Broken: no __threadfence between a block's value and its count."),
                     plan_reduce_last_block)),
      broken(with_range(
          variant("unrolled_nosync", tr("Broken: the last warp relies on lockstep and volatile."),
                  plan_reduce_twice),
          threads_from(kUnrolledThreads))),
      broken(variant("atomic_zeroed_inside",
                     tr("Broken: sets the result inside the kernel, where other blocks may have "
                        "added to it."),
                     plan_reduce_zeroed_inside)),
  };
  return family;
}

}  // namespace warplens::catalog
