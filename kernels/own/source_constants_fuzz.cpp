// Any text as a source, and as a kernel's text that names its constants: numbers, in time.
#include <cstdint>
#include <string_view>

#include "kernels/own/source_constants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::own;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  TemplateArguments given;
  given.numbers["M"] = 64;
  given.types["Config"] = text.substr(0, text.find('\n'));
  const SourceConstants constants(text, given);
  if (constants.of_blocks().size() + constants.members_named_in(text).size() > size) {
    __builtin_trap();
  }
  static_cast<void>(constants.threads_of_arguments());
  return 0;
}
