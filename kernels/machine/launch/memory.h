// Device memory as the guest sees it: a set of buffers, and nothing else.
//
// Every buffer starts 4 GiB-aligned in its own range (address_windows.h), so an access past its end
// never lands in a neighbour. Those that are given an address lie there, side by side perhaps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/base/texture.h"
#include "kernels/machine/launch/byte_set.h"
#include "kernels/machine/launch/heap.h"
#include "kernels/machine/operations/address_windows.h"
#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"

namespace warplens::machine {

// A module's variable as a trace shows it, without an address.
[[nodiscard]] trace::Buffer describe(const ptx::Variable& variable);

class Memory {
 public:
  static constexpr std::uint64_t kMaximumBytes = std::uint64_t{16} << 30;
  // Holds at most `maximum_bytes` in all, and never more than kMaximumBytes.
  explicit Memory(std::uint64_t maximum_bytes = kMaximumBytes)
      : maximum_(std::min(maximum_bytes, kMaximumBytes)) {}

  // Allocates zeroed bytes and returns the guest address: that of the description, or where it is 0
  // one of the machine's. Errors: more than there may be in all, or than the host gives; an address
  // that another buffer has, or that no buffer can have.
  Result<std::uint64_t> allocate(trace::Buffer description);

  // A module's .global or .const variable, allocated and initialised at its first use (relocations
  // apart: that is for the caller when is_new) and kept for later launches, as in a CUDA context.
  // It lies where ptx::Variable::address says.
  struct VariablePlace {
    std::uint64_t address = 0;
    bool is_new = false;
  };
  Result<VariablePlace> allocate_variable(const std::shared_ptr<const ptx::Module>& module,
                                          const ptx::Variable& variable);

  // The buffer that malloc of device code takes from; there from its first use on, and kept for
  // later launches, as in a CUDA context.
  Result<std::size_t> place_heap();
  [[nodiscard]] std::size_t heap_buffer() const { return heap_buffer_; }
  // nullptr where the buffer is another one.
  [[nodiscard]] const Heap* heap_in(std::size_t index) const {
    return heap_.has_value() && index == heap_buffer_ ? &*heap_ : nullptr;
  }
  [[nodiscard]] std::optional<Heap>& heap() { return heap_; }
  [[nodiscard]] const std::optional<Heap>& heap() const { return heap_; }

  // A texture or surface object of texels that begin at a buffer's byte: its handle. The buffer
  // holds all of them.
  std::uint64_t add_texture(const Texture& texture, std::uint64_t address);
  struct PlacedTexture {
    Texture texture;
    std::uint64_t address = 0;
  };
  // In the order in which they were added.
  [[nodiscard]] const std::vector<PlacedTexture>& textures() const { return textures_; }
  // nullptr: there is no such object.
  [[nodiscard]] const PlacedTexture* find_texture(std::uint64_t handle) const;

  // Whether buffer `index` is a module's variable.
  [[nodiscard]] bool is_variable(std::size_t index) const;

  // Makes a kernel's write to buffer `index` a finding from now on; the write is done all the same.
  // Module variables of constant memory are read-only from the start.
  void declare_read_only(std::size_t index) { is_read_only_[index] = true; }
  [[nodiscard]] bool is_read_only(std::size_t index) const { return is_read_only_[index]; }

  // Declares the contents of buffer `index` arbitrary, as after cudaMalloc: from now on a kernel's
  // read of a byte that nobody has written is a finding.
  void declare_unset(std::size_t index);
  // The host or a kernel has written all of buffer `index`, or some bytes of one that was unset.
  void declare_filled(std::size_t index) { filled_[index].reset(); }
  void add_filled(std::size_t index, const ByteSet& bytes);
  // The bytes of an unset buffer that have been written since; nullptr for any other buffer.
  [[nodiscard]] const ByteSet* filled(std::size_t index) const { return filled_[index].get(); }

  [[nodiscard]] const std::vector<trace::Buffer>& buffers() const { return buffers_; }
  // The host bytes of buffer `index`, aligned to 256.
  [[nodiscard]] std::span<std::byte> bytes(std::size_t index);
  [[nodiscard]] std::span<const std::byte> bytes(std::size_t index) const;
  // Index of the buffer that holds guest addresses [address, address + size); buffers().size() if
  // none.
  [[nodiscard]] std::size_t find(std::uint64_t address, std::uint64_t size) const;

 private:
  struct Free {
    void operator()(std::byte* p) const;
  };
  // A buffer by its address, the others behind it.
  struct Place {
    std::uint64_t address = 0, bytes = 0;
    std::size_t index = 0;
  };
  // Where a buffer of so many bytes goes that is given no address.
  [[nodiscard]] std::uint64_t free_address(std::uint64_t bytes) const;
  Result<void> check_given(const trace::Buffer& description) const;
  void place(const trace::Buffer& description);

  struct ModuleVariable {
    std::shared_ptr<const ptx::Module> module;
    std::string name;
    std::uint64_t address = 0;
  };

  std::uint64_t maximum_;
  std::vector<trace::Buffer> buffers_;
  std::vector<Place> places_;                     // ascending
  std::vector<bool> is_read_only_;                // a buffer
  std::vector<std::unique_ptr<ByteSet>> filled_;  // a buffer; none: all of it
  std::vector<std::unique_ptr<std::byte[], Free>> storage_;
  std::vector<ModuleVariable> variables_;
  std::vector<PlacedTexture> textures_;
  std::optional<Heap> heap_;
  std::size_t heap_buffer_ = 0;
  std::uint64_t next_ = kFirstBuffer;
  std::uint64_t total_ = 0;
};

}  // namespace warplens::machine
