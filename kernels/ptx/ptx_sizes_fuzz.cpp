// Modules whose sizes are any numbers: parameters, constants, initialisers, lists of branch targets
// and branches by them. Each is read or refused, takes no more memory than the limits say, and its
// control flow has as many edges as its text has names.
#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/ptx/control_flow.h"
#include "kernels/ptx/declarations.h"
#include "kernels/ptx/parser.h"

namespace {

using namespace warplens::ptx;

// Numbers out of the input, 0 where there are no more.
class Numbers {
 public:
  explicit Numbers(std::string_view bytes) : left_(bytes) {}
  std::uint32_t next() {
    std::uint32_t number = 0;
    for (int i = 0; i < 4 && !left_.empty(); ++i, left_.remove_prefix(1))
      number = number << 8 | static_cast<unsigned char>(left_.front());
    return number;
  }
  std::uint32_t below(std::uint32_t limit) { return next() % limit; }

 private:
  std::string_view left_;
};

std::string array(Numbers& numbers, const std::string& space, const std::string& name) {
  std::string text = space + " .align " + std::to_string(1u << numbers.below(8)) + " .b8 " + name;
  for (std::uint32_t i = numbers.below(3) + 1; i > 0; --i)
    text += "[" + std::to_string(numbers.next()) + "]";
  return text;
}

struct Written {
  std::string text;
  std::size_t names = 0;  // of labels, in lists and before instructions
};

Written body_of(Numbers& numbers) {
  Written body;
  const std::uint32_t labels = numbers.below(300) + 1, lists = numbers.below(8) + 1;
  for (std::uint32_t list = 0; list < lists; ++list) {
    body.text += "T" + std::to_string(list) + ": .branchtargets L0";
    const std::uint32_t count = numbers.below(300);
    for (std::uint32_t i = 0; i < count; ++i)
      body.text += ",L" + std::to_string(numbers.below(labels));
    body.text += ";\n";
    body.names += count + 1;
  }
  for (std::uint32_t label = 0; label < labels; ++label) {
    const std::uint32_t kind = numbers.below(4);
    body.text +=
        "L" + std::to_string(label) + ": " + (kind == 0 ? "@%p1 " : "") +
        (kind < 3 ? "brx.idx %r1, T" + std::to_string(numbers.below(lists)) : std::string("ret")) +
        ";\n";
    body.names += 3;  // it, its list, what follows it
  }
  return body;
}

Written module_of(Numbers& numbers) {
  Written module{".version 8.0\n.target sm_80\n.address_size 64\n", 0};
  for (std::uint32_t i = numbers.below(3); i > 0; --i) {
    module.text +=
        array(numbers, numbers.below(2) == 0 ? ".const" : ".global", "v" + std::to_string(i));
    module.text += numbers.below(2) == 0 ? ";\n" : " = {1, 2};\n";
  }
  module.text += ".visible .entry k(" + array(numbers, ".param", "a");
  if (numbers.below(2) == 0) module.text += ", " + array(numbers, ".param", "b");
  module.text += ") {\n.reg .b32 %r<2>; .reg .pred %p<2>;\n";
  const Written body = body_of(numbers);
  module.text += body.text + "ret; }\n";
  module.names = body.names;
  return module;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Numbers numbers({reinterpret_cast<const char*>(data), size});
  const Written written = module_of(numbers);
  const auto module = parse(written.text, "fuzz.ptx");
  if (!module.has_value()) return 0;
  std::uint64_t initialisers = 0;
  for (const Variable& variable : module->variables) initialisers += variable.initializer.size();
  if (initialisers > kMaximumInitializers) __builtin_trap();
  for (const Function& function : module->functions) {
    std::uint64_t parameters = 0;
    for (const Variable& parameter : function.parameters) parameters += parameter.size;
    if (parameters > kMaximumEntryParameters) __builtin_trap();
    const ControlFlow flow = build_control_flow(function);
    std::size_t edges = 0;
    for (const BasicBlock& block : flow.blocks) edges += block.successors.size();
    if (edges > written.names) __builtin_trap();
  }
  return 0;
}
