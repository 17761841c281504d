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

Result<DeviceMemory> DeviceMemory::part(std::uint64_t offset, std::uint64_t bytes) const {
  TRY(check_range(offset, bytes));
  DeviceMemory some;
  some.handle_ = {handle_.shared_owner(), handle_.get() + offset, nullptr};
  some.bytes_ = bytes;
  return some;
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

Result<void> Gpu::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) const {
  return driver().check(current().cuMemcpyDtoDAsync_v2(to, from, bytes, nullptr),
                        "copying on the GPU");
}

Result<void> Gpu::fill(std::uint64_t to, std::uint32_t value, std::uint32_t element_bytes,
                       std::uint64_t count) const {
  const api::Functions& calls = current();
  const auto status = [&] {
    switch (element_bytes) {
      case 1:
        return calls.cuMemsetD8Async(to, static_cast<unsigned char>(value), count, nullptr);
      case 2:
        return calls.cuMemsetD16Async(to, static_cast<unsigned short>(value), count, nullptr);
      default:
        return calls.cuMemsetD32Async(to, value, count, nullptr);
    }
  };
  return driver().check(status(), "filling GPU memory");
}

}  // namespace warplens::device
