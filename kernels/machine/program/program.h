// A kernel entry decoded once, and what its trace may record.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"

namespace warplens::machine {

class ProgramImage;  // decoded form; program_image.h, private to kernels/machine

// A variable in shared or local memory that the entry can come to use.
struct PlacedVariable {
  const ptx::Function* function = nullptr;  // that declares it; nullptr: the module
  std::string name;                         // as in PTX
  ptx::StateSpace space = ptx::StateSpace::shared;
  std::uint32_t offset = 0;  // in the block's shared window, in the function's local frame
  std::uint32_t bytes = 0;   // 0: dynamic shared memory
};

// A kernel entry decoded and ready to run. Immutable; may be run from several threads.
class Program {
 public:
  // Fails when the entry does not exist. Unknown instructions are kept and refused when reached.
  static Result<Program> load(std::shared_ptr<const ptx::Module> module, std::string_view entry);
  [[nodiscard]] const ptx::Module& module() const { return *module_; }
  [[nodiscard]] const ptx::Function& entry() const { return *entry_; }
  [[nodiscard]] const ProgramImage& image() const { return *image_; }
  // True when blocks could tell in which order they run (docs/ARCHITECTURE.md: atomics, fences…).
  [[nodiscard]] bool order_dependent() const;
  // The sites that a trace may record, in the order in which every backend numbers them.
  [[nodiscard]] const std::vector<trace::Site>& sites() const;
  [[nodiscard]] std::vector<trace::SharedArray> shared_arrays(
      std::uint32_t dynamic_shared_bytes) const;
  // The shared ones among them in the order of shared_arrays().
  [[nodiscard]] const std::vector<PlacedVariable>& placed_variables() const;
  // The module's .global and .const variables that the entry can come to use.
  [[nodiscard]] std::vector<const ptx::Variable*> module_variables() const;

 private:
  std::shared_ptr<const ptx::Module> module_;
  const ptx::Function* entry_ = nullptr;
  std::shared_ptr<const ProgramImage> image_;
};

}  // namespace warplens::machine
