#include "app/texts/place_phrases.h"

#include "viz/scene/access/bank_view.h"
#include "viz/scene/access/shared_places.h"

namespace warplens::ui {

std::string place_phrase(const Speech& speech, const trace::SharedArray& array,
                         std::uint64_t element) {
  if (!array.layout.is_known()) return {};
  const auto place = array.layout.place(static_cast<std::uint32_t>(element));
  if (!place) return std::string(speech.say(Str::padding));
  return speech.say(Str::row_column, place->row, place->column);
}

std::string bank_phrase(const Speech& speech, const trace::SharedArray& array,
                        std::uint64_t element) {
  const std::uint64_t offset = array.offset + element * array.layout.element_bytes;
  return fmt::format("{} · {} {}", scene::offset_label({&array, 1}, offset), speech.say(Str::bank),
                     scene::bank_of(array, element));
}

std::string lane_phrase(const Speech& speech, std::uint32_t lanes) {
  if (lanes == 0) return {};
  return fmt::format("{} {}", speech.say(Str::lane), scene::lane_ranges(lanes));
}

std::uint32_t lanes_on(const trace::SharedArray& array, const analysis::SharedBreakdown& access,
                       std::uint64_t element) {
  for (const scene::WantedElement& wanted : scene::wanted_elements(array, access)) {
    if (wanted.element == element) return wanted.lanes;
  }
  return 0;
}

std::string shape_phrase(const trace::Buffer& buffer) {
  if (buffer.rows > 1) return fmt::format("{} {}×{}", buffer.name, buffer.rows, buffer.columns);
  return fmt::format("{} [{}]", buffer.name, buffer.columns);
}

std::string shape_phrase(const Dim3& dimensions) {
  const auto& [x, y, z] = dimensions;
  if (z != 1) return fmt::format("{}×{}×{}", x, y, z);
  return y == 1 ? std::to_string(x) : fmt::format("{}×{}", x, y);
}

std::string joined(std::initializer_list<std::string> parts) {
  std::string all;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!all.empty()) all += " · ";
    all += part;
  }
  return all;
}

}  // namespace warplens::ui
