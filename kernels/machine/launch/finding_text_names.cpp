#include "kernels/machine/launch/finding_text_names.h"

#include <fmt/format.h>

namespace warplens::machine::finding_text {
std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

FindingText about(std::string name, FindingText text) {
  text.about = std::move(name);
  return text;
}

FindingText bytes(std::uint64_t count) {
  return count == 1 ? tr("{} byte", count) : tr("{} bytes", count);
}

FindingText verb(bool is_store) {
  return is_store ? FindingText{tr("writes")} : FindingText{tr("reads")};
}

FindingText name_of(const CodePlace& place) {
  if (place.line != 0) return Text(fmt::format("{}:{}", file_name(place.file), place.line));
  if (place.ptx_line != 0) return tr("PTX line {}", place.ptx_line);
  return {tr("the end of the function")};
}

FindingText name_of(const SharedPlace& place) {
  if (place.tensor_cell) return tensor_cell(*place.tensor_cell);
  const FindingText memory = place.is_local ? local_memory() : shared_memory();
  const FindingText array = place.array.empty() ? memory : buffer(place.array);
  return tr("byte {} of {}", place.offset, array);
}

}  // namespace warplens::machine::finding_text
