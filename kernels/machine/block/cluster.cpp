#include "kernels/machine/block/cluster.h"

#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/tensor_memory.h"

namespace warplens::machine {

Cluster::Cluster(const PreparedLaunch& launch, std::uint64_t index)
    : index_(index), members_(launch.shape.blocks()) {
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    members_[rank].block = launch.shape.block(index, rank);
    members_[rank].arrived.resize(launch.warps);
    members_[rank].passed.resize(launch.warps);
  }
  const bool may_meet = size() > 1 && launch.image->maps_cluster && launch.shared_bytes != 0;
  if (may_meet && launch.options->detect_races) {
    races_.emplace(size(), threads_and_agents(launch), watched_bytes(launch));
  }
}

}  // namespace warplens::machine
