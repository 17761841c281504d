// The buffers of one run: guest memory by name, filled as their specifications say.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/catalog/family.h"
#include "kernels/machine/launch/memory.h"
#include "kernels/run/run.h"

namespace warplens::run {

// Bytes that lie together, whatever is known of them: a program's allocation.
struct MemoryStretch {
  std::uint64_t address = 0, bytes = 0;
};

class DeviceBuffers : public catalog::HostBuffers {
 public:
  // Holds at most `memory` bytes in all.
  explicit DeviceBuffers(std::uint64_t memory = machine::Memory::kMaximumBytes) : memory_(memory) {}

  // Allocates and fills. Errors: a size that bytes_of() refuses, a name taken twice, no memory
  // left.
  Result<void> add(const catalog::BufferSpec& spec);

  // A module's variable, before a launch does (machine::Memory::allocate_variable), under a name of
  // its own. Errors: as add()'s.
  Result<void> add_variable(const std::shared_ptr<const ptx::Module>& module,
                            const ptx::Variable& variable, catalog::BufferSpec spec);

  // The module and the name of a buffer that is a variable; null: it is none.
  struct VariableOf {
    std::shared_ptr<const ptx::Module> module;
    std::string name;
  };
  [[nodiscard]] const VariableOf* variable(std::string_view buffer) const;

  // Buffers with given addresses may lie in it, which it does not change.
  void add_stretch(const MemoryStretch& stretch) { stretches_.push_back(stretch); }
  [[nodiscard]] const std::vector<MemoryStretch>& stretches() const { return stretches_; }

  // Empty when there is no such buffer.
  [[nodiscard]] std::span<std::byte> bytes(std::string_view buffer) override;
  [[nodiscard]] std::uint64_t size(std::string_view buffer) const;
  // From a guest address to the end of its buffer, which counts as filled then; empty where none
  // lies there.
  [[nodiscard]] std::span<std::byte> filled_at(std::uint64_t address);
  // Guest address of byte 0; 0 when there is no such buffer.
  [[nodiscard]] std::uint64_t address(std::string_view buffer) const;
  [[nodiscard]] const std::vector<catalog::BufferSpec>& specs() const { return specs_; }
  [[nodiscard]] machine::Memory& memory() { return memory_; }
  [[nodiscard]] std::vector<trace::NamedBytes> copies() const;
  // Whatever is in it is meant to be there.
  void declare_filled(std::string_view buffer);

 private:
  [[nodiscard]] std::size_t index_of(std::string_view buffer) const;  // specs_.size(): none

  machine::Memory memory_;
  std::vector<catalog::BufferSpec> specs_;  // beside memory_.buffers()
  std::map<std::string, VariableOf, std::less<>> variables_;
  std::vector<MemoryStretch> stretches_;
};

// The buffers as a host step finds them: what it asks for counts as filled from then on.
class FilledBuffers : public catalog::HostBuffers {
 public:
  explicit FilledBuffers(DeviceBuffers& buffers) : buffers_(buffers) {}
  [[nodiscard]] std::span<std::byte> bytes(std::string_view buffer) override;

 private:
  DeviceBuffers& buffers_;
};

// The contents that a plan's reference expects of the out and inout buffers. It computes from the
// initial contents, so this is made before the first step: `in` buffers are read where they lie,
// the others are copied.
class ExpectedBuffers : public catalog::HostBuffers {
 public:
  ExpectedBuffers(const catalog::Plan& plan, DeviceBuffers& initial);
  [[nodiscard]] std::span<std::byte> bytes(std::string_view buffer) override;
  // The first difference, over all out and inout buffers or in `only` one.
  [[nodiscard]] std::optional<trace::Mismatch> compare_with(DeviceBuffers& actual,
                                                            const catalog::Tolerance& tolerance,
                                                            std::string_view only = "") const;

 private:
  DeviceBuffers& initial_;
  std::map<std::string, std::vector<std::byte>, std::less<>> copies_;
};

}  // namespace warplens::run
