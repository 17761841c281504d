#include "kernels/machine/launch/unexpected_writes.h"

namespace warplens::machine {

void UnexpectedWrites::expect(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  const std::size_t buffer = memory_->find(address, 1);
  if (before_.contains(buffer)) return;
  const auto bytes = memory_->bytes(buffer);
  before_.emplace(buffer, std::vector<std::byte>(bytes.begin(), bytes.end()));
}

}  // namespace warplens::machine
