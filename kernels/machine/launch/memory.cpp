#include "kernels/machine/launch/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "kernels/machine/program/symbols.h"

namespace warplens::machine {
namespace {

constexpr std::size_t kAlignment = 256;  // cudaMalloc's guarantee
constexpr std::size_t kHugePage = 2 << 20;
// Handles of textures: no number that a kernel is likely to be passed in place of one.
constexpr std::uint64_t kFirstTexture = 0x7e000001;

std::uint64_t ranges_of(std::uint64_t bytes) { return bytes / kWindowBytes + 1; }

// Zeroed, or nullptr. Kernels go through large matrices by columns too, each element on a page of
// its own: with pages of 4 KiB the host would spend its time looking pages up.
std::byte* zeroed(std::size_t bytes) {
  const std::size_t alignment = bytes < kHugePage ? kAlignment : kHugePage;
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void* raw = std::aligned_alloc(alignment, whole);
  if (raw == nullptr) return nullptr;
#if defined(MADV_HUGEPAGE)
  if (bytes >= kHugePage) madvise(raw, whole, MADV_HUGEPAGE);
#endif
  std::memset(raw, 0, bytes);
  return static_cast<std::byte*>(raw);
}

}  // namespace

trace::Buffer describe(const ptx::Variable& variable) {
  trace::Buffer buffer;
  buffer.name = source_name(variable.name);
  buffer.bytes = variable.size;
  buffer.element_type = std::string(ptx::name_of(variable.type));
  buffer.element_bytes = std::max(1u, ptx::size_of(variable.type));
  buffer.columns = variable.size / buffer.element_bytes;
  buffer.pitch = variable.size;
  return buffer;
}

void Memory::Free::operator()(std::byte* p) const { std::free(p); }

Result<std::uint64_t> Memory::allocate(trace::Buffer description) {
  if (description.bytes > kMaximumBytes - total_) {
    return fail(
        tr("no room for {} bytes of {}: the machine holds {} GiB in all; use smaller buffers",
           description.bytes, description.name, kMaximumBytes >> 30));
  }
  if (description.bytes > maximum_ - total_) {
    return fail(tr(
        "no memory for {} bytes of {}: {} MiB may be taken in all; use smaller buffers, or allow "
        "more (--memory)",
        description.bytes, description.name, maximum_ >> 20));
  }
  if (description.address != 0) TRY(check_given(description));
  const std::size_t bytes = std::max<std::size_t>(description.bytes, 1);
  std::byte* const raw = zeroed(bytes);
  if (raw == nullptr) {
    return fail(tr("no memory for {} bytes of {}: use smaller buffers, or allow more (--memory)",
                   bytes, description.name));
  }
  storage_.emplace_back(raw);
  if (description.address == 0) {
    description.address = free_address(description.bytes);
    next_ = description.address + ranges_of(description.bytes) * kWindowBytes;
  }
  place(description);
  total_ += description.bytes;
  buffers_.push_back(std::move(description));
  is_read_only_.push_back(false);
  filled_.emplace_back();
  return buffers_.back().address;
}

// What was given an address may lie in the way.
std::uint64_t Memory::free_address(std::uint64_t bytes) const {
  const std::uint64_t room = ranges_of(bytes) * kWindowBytes;
  std::uint64_t address = next_;
  auto behind = std::ranges::upper_bound(places_, address, {}, &Place::address);
  if (behind != places_.begin() && (behind - 1)->address + (behind - 1)->bytes > address) --behind;
  for (; behind != places_.end() && behind->address < address + room; ++behind) {
    address = (behind->address + behind->bytes) / kWindowBytes * kWindowBytes + kWindowBytes;
  }
  return address;
}

Result<void> Memory::check_given(const trace::Buffer& description) const {
  const std::uint64_t end = description.address + description.bytes;
  if (description.address >= kFirstWindow || end > kFirstWindow) {
    return fail(tr("{} cannot lie at {:#x}: no device memory has such an address", description.name,
                   description.address));
  }
  const auto behind = std::ranges::lower_bound(places_, end, {}, &Place::address);
  if (behind == places_.begin()) return {};
  const Place& other = *(behind - 1);
  if (other.address + other.bytes <= description.address && other.address != description.address)
    return {};
  return fail(tr("{} cannot lie at {:#x}: {} lies there", description.name, description.address,
                 buffers_[other.index].name));
}

void Memory::place(const trace::Buffer& description) {
  const auto behind = std::ranges::upper_bound(places_, description.address, {}, &Place::address);
  places_.insert(behind, {description.address, description.bytes, buffers_.size()});
}

Result<Memory::VariablePlace> Memory::allocate_variable(
    const std::shared_ptr<const ptx::Module>& module, const ptx::Variable& variable) {
  for (const ModuleVariable& known : variables_) {
    if (known.module == module && known.name == variable.name) {
      return VariablePlace{known.address, false};
    }
  }
  trace::Buffer description = describe(variable);
  description.address = variable.address;
  TRY(const auto address, allocate(std::move(description)));
  const std::size_t initialised = std::min<std::size_t>(variable.initializer.size(), variable.size);
  if (initialised != 0) {
    std::memcpy(storage_.back().get(), variable.initializer.data(), initialised);
  }
  if (variable.space == ptx::StateSpace::constant) declare_read_only(buffers_.size() - 1);
  variables_.push_back({module, variable.name, address});
  return VariablePlace{address, true};
}

Result<std::size_t> Memory::place_heap() {
  if (heap_.has_value()) return heap_buffer_;
  constexpr std::uint64_t kWordBytes = 4;
  trace::Buffer buffer;
  buffer.name = "device heap";
  buffer.bytes = Heap::kDefaultBytes;
  buffer.element_type = "u32";
  buffer.element_bytes = kWordBytes;
  buffer.columns = Heap::kDefaultBytes / kWordBytes;
  buffer.pitch = Heap::kDefaultBytes;
  TRY(allocate(std::move(buffer)));
  heap_buffer_ = buffers_.size() - 1;
  declare_unset(heap_buffer_);
  heap_.emplace(Heap::kDefaultBytes);
  return heap_buffer_;
}

std::uint64_t Memory::add_texture(const Texture& texture, std::uint64_t address) {
  textures_.push_back({texture, address});
  return kFirstTexture + textures_.size() - 1;
}

const Memory::PlacedTexture* Memory::find_texture(std::uint64_t handle) const {
  const std::uint64_t index = handle - kFirstTexture;
  return index < textures_.size() ? &textures_[static_cast<std::size_t>(index)] : nullptr;
}

bool Memory::is_variable(std::size_t index) const {
  return std::ranges::any_of(variables_, [&](const ModuleVariable& variable) {
    return variable.address == buffers_[index].address;
  });
}

void Memory::declare_unset(std::size_t index) {
  filled_[index] = std::make_unique<ByteSet>(buffers_[index].bytes);
}

void Memory::add_filled(std::size_t index, const ByteSet& bytes) {
  if (filled_[index] != nullptr) filled_[index]->add(bytes);
}

std::span<std::byte> Memory::bytes(std::size_t index) {
  return {storage_[index].get(), static_cast<std::size_t>(buffers_[index].bytes)};
}

std::span<const std::byte> Memory::bytes(std::size_t index) const {
  return {storage_[index].get(), static_cast<std::size_t>(buffers_[index].bytes)};
}

std::size_t Memory::find(std::uint64_t address, std::uint64_t size) const {
  const auto after = std::ranges::upper_bound(places_, address, {}, &Place::address);
  if (after == places_.begin()) return buffers_.size();
  const Place& holder = *(after - 1);
  const std::uint64_t offset = address - holder.address;
  if (size > holder.bytes || offset > holder.bytes - size) return buffers_.size();
  return holder.index;
}

}  // namespace warplens::machine
