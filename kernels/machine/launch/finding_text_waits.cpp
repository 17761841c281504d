// Of barriers and mbarriers: used as PTX leaves undefined, or waited for in vain.
#include <algorithm>

#include "kernels/machine/launch/finding_text.h"
#include "kernels/machine/launch/finding_text_names.h"

namespace warplens::machine::finding_text {

FindingText mbarrier_not_initialised(const SharedPlace& place) {
  return about(place.array,
               tr("uses the mbarrier at {}, which no mbarrier.init has set up", name_of(place)));
}

FindingText mbarrier_overwritten(const SharedPlace& place) {
  return about(place.array,
               tr("uses the mbarrier at {}, over which something else has been written since its "
                  "mbarrier.init",
                  name_of(place)));
}

FindingText mbarrier_count(const SharedPlace& place, std::uint32_t count) {
  return about(place.array,
               tr("sets up the mbarrier at {} for {} arrivals: it takes 1 to 1,048,575",
                  name_of(place), count));
}

FindingText mbarrier_arrivals(const SharedPlace& place, std::uint32_t count, std::uint32_t pending,
                              std::uint32_t expected) {
  return about(place.array,
               tr("arrives {} times at the mbarrier at {}, whose phase of {} arrivals waits for "
                  "only {} more",
                  count, name_of(place), expected, pending));
}

FindingText stuck_mbarrier(const StuckMbarrier& mbarrier) {
  const FindingText left =
      mbarrier.bytes == 0 ? FindingText{} : tr(" and {} bytes", mbarrier.bytes);
  if (mbarrier.parity_over) {
    return about(
        mbarrier.place.array,
        tr("waits here for ever for the mbarrier at {}: the phase of parity {} is over, and "
           "of the next one, which this waits for, nothing comes",
           name_of(mbarrier.place), *mbarrier.parity_over));
  }
  return about(mbarrier.place.array,
               tr("waits here for ever for the mbarrier at {}: of its phase's {} arrivals {}{} "
                  "are missing, and nobody is left who could come",
                  name_of(mbarrier.place), mbarrier.expected, mbarrier.pending, left));
}

FindingText bad_barrier(std::uint32_t id, std::uint32_t threads) {
  return tr(
      "barrier {} with {} threads: ids are 0 to 15, and a count is a multiple of 32 that the block "
      "can reach",
      id, threads);
}

FindingText stuck_barrier(std::uint32_t id, std::uint64_t arrived, std::uint64_t expected) {
  return tr(
      "barrier {} never completes: {} of {} threads have arrived, and no other thread can go on",
      id, arrived, expected);
}

FindingText stuck_cluster(std::uint64_t arrived, std::uint64_t expected) {
  return tr(
      "barrier.cluster never completes: {} of {} threads of the cluster have arrived, and no other "
      "thread can go on",
      arrived, expected);
}

FindingText arrives_twice_at_cluster() {
  return {
      tr("arrives at barrier.cluster again without having waited for it: PTX leaves it "
         "undefined")};
}

FindingText waits_without_arriving() {
  return {tr("waits at barrier.cluster without having arrived there: PTX leaves it undefined")};
}

FindingText stuck_lanes(int waiting, int live) {
  return tr("{} of the warp's {} lanes wait here for lanes of their member mask that never come",
            waiting, live);
}

FindingText divergent_barrier(int arrived, int live) {
  return tr(
      "only {} of the warp's {} lanes come to this barrier, which asks for the whole warp: PTX "
      "leaves "
      "it undefined, and since compute capability 7 it waits for each thread by itself",
      arrived, live);
}

FindingText passed_barrier(int threads) {
  return tr(
      "{} threads of the block went past this barrier and exited without it: since compute "
      "capability 7 it waits for those only that have not exited",
      threads);
}

FindingText uneven_barrier(std::uint32_t warps, std::uint32_t all, const CodePlace& other) {
  return tr(
      "only {} of the block's {} warps come to this barrier: the others wait at the one at {} "
      "meanwhile, and come to fewer barriers in all",
      warps, all, name_of(other));
}

FindingText passed_members(int lanes) {
  return tr(
      "{} lanes of the member mask went past this and exited without it: since compute capability "
      "7 "
      "it waits for those only that have not exited",
      lanes);
}

FindingText arrives_twice(std::uint32_t id) {
  return tr(
      "arrives at barrier {} again before it has completed: counted twice, it lets the others go "
      "on "
      "too early",
      id);
}

FindingText mixed_barrier(std::uint32_t id) {
  return tr(
      "meets barrier {} with another reduction (count, and, or, none) than others at one time: PTX "
      "leaves it undefined, and an H100 stops the kernel",
      id);
}

}  // namespace warplens::machine::finding_text
