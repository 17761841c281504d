#include "kernels/device/gpu.h"

namespace warplens::device {

Result<void> DeviceMemory::check_range(std::uint64_t offset, std::uint64_t bytes) const {
  if (offset <= bytes_ && bytes <= bytes_ - offset) return {};
  return fail(tr("{} bytes at {} do not fit in {} bytes of GPU memory", bytes, offset, bytes_));
}

Result<void> DeviceMemory::upload(std::span<const std::byte> from, std::uint64_t offset) {
  const Result<void> fits = check_range(offset, from.size());
  if (!fits.has_value() || from.empty()) return fits;
  const PrimaryContext& owner = handle_.owner();
  owner.calls().cuCtxSetCurrent(owner.context);
  return owner.driver.check(
      owner.calls().cuMemcpyHtoD_v2(handle_.get() + offset, from.data(), from.size()),
      "copying to the GPU");
}

Result<void> DeviceMemory::download(std::span<std::byte> to, std::uint64_t offset) const {
  const Result<void> fits = check_range(offset, to.size());
  if (!fits.has_value() || to.empty()) return fits;
  const PrimaryContext& owner = handle_.owner();
  owner.calls().cuCtxSetCurrent(owner.context);
  return owner.driver.check(
      owner.calls().cuMemcpyDtoH_v2(to.data(), handle_.get() + offset, to.size()),
      "copying from the GPU");
}

Result<void> DeviceMemory::fill(std::uint8_t value) {
  const PrimaryContext& owner = handle_.owner();
  owner.calls().cuCtxSetCurrent(owner.context);
  return owner.driver.check(owner.calls().cuMemsetD8_v2(handle_.get(), value, bytes_),
                            "filling GPU memory");
}

Result<void> DeviceMemory::copy_from(const DeviceMemory& from, std::uint64_t bytes) {
  for (const std::uint64_t side : {from.bytes_, bytes_}) {
    if (bytes > side) return fail(tr("{} bytes do not fit in {} bytes of GPU memory", bytes, side));
  }
  const PrimaryContext& owner = handle_.owner();
  owner.calls().cuCtxSetCurrent(owner.context);
  return owner.driver.check(
      owner.calls().cuMemcpyDtoDAsync_v2(handle_.get(), from.handle_.get(), bytes, nullptr),
      "copying on the GPU");
}

}  // namespace warplens::device
