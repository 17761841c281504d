// Any bytes must give a module or an error, and every function that was read a control flow.
#include <cstdint>
#include <string_view>

#include "kernels/ptx/control_flow.h"
#include "kernels/ptx/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto module = warplens::ptx::parse(text, "fuzz.ptx");
  if (!module.has_value()) return 0;
  for (const auto& function : module->functions) {
    const auto flow = warplens::ptx::build_control_flow(function);
    if (flow.order.size() != function.instructions.size()) __builtin_trap();
    for (const auto& instruction : function.instructions) {
      if (instruction.text_begin >= instruction.text_end || instruction.text_end > size) {
        __builtin_trap();
      }
    }
  }
  return 0;
}
