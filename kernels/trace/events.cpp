#include "kernels/trace/trace.h"

namespace warplens::trace {

namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& column) {
  return column.size() * sizeof(T);
}

template <class T>
void concatenate(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void concatenate_handles(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from,
                         std::uint64_t offset) {
  const std::size_t joint = to.size();
  concatenate(to, from);
  for (std::size_t row = joint; row < to.size(); ++row) {
    if (to[row] != AddressPool::kNone) to[row] += offset;
  }
}

}  // namespace

EventView Events::view(std::size_t row) const {
  EventView event{site_[row], block_[row], warp_[row], mask_[row], taken_[row], {}, {}};
  if (address_[row] != AddressPool::kNone) pool_.decode(address_[row], event.mask, event.address);
  if (address2_[row] != AddressPool::kNone) {
    pool_.decode(address2_[row], event.mask, event.address2);
  }
  return event;
}

std::size_t Events::bytes() const {
  return bytes_of(site_) + bytes_of(block_) + bytes_of(mask_) + bytes_of(taken_) + bytes_of(warp_) +
         bytes_of(address_) + bytes_of(address2_) + pool_.bytes();
}

void Events::append(const EventView& event, bool has_address, bool has_address2) {
  site_.push_back(event.site);
  block_.push_back(event.block);
  warp_.push_back(static_cast<std::uint16_t>(event.warp));
  mask_.push_back(event.mask);
  taken_.push_back(event.taken);
  const bool any_lane = event.mask != 0;
  address_.push_back(has_address && any_lane ? pool_.encode(event.mask, event.address)
                                             : AddressPool::kNone);
  address2_.push_back(has_address2 && any_lane ? pool_.encode(event.mask, event.address2)
                                               : AddressPool::kNone);
}

void Events::append(const Events& other) {
  concatenate(site_, other.site_);
  concatenate(block_, other.block_);
  concatenate(warp_, other.warp_);
  concatenate(mask_, other.mask_);
  concatenate(taken_, other.taken_);
  const std::uint64_t offset = pool_.append(other.pool_);
  concatenate_handles(address_, other.address_, offset);
  concatenate_handles(address2_, other.address2_, offset);
}

}  // namespace warplens::trace
