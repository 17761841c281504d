#include <fmt/format.h>

#include <algorithm>

#include "viz/hardware_tile/tile_words.h"
#include "viz/scene/draw/line_breaks.h"
#include "viz/scene/hardware_tile/tile_view.h"

namespace warplens::scene {
namespace {

using hardware_tile::DescriptorField;
using hardware_tile::TileMoment;
using hardware_tile::TileWriter;

class ParagraphWriter {
 public:
  ParagraphWriter(const TileScene& scene, Language language)
      : scene_(scene), moment_(scene.moment), language_(language) {}

  std::vector<TileParagraph> write() {
    if (const auto mark = marked_unit(scene_)) write_unit(*mark);
    write_writers();
    write_reader();
    return std::move(all_);
  }

 private:
  void title(const warplens::Text& words) { all_.push_back({words.in(language_), true}); }
  void say(const warplens::Text& words) {
    if (!words.empty()) all_.push_back({words.in(language_)});
  }

  void write_unit(std::uint64_t address) {
    title(tr("Unit {}", hardware_tile::address_word(address)));
    for (const auto& line : hardware_tile::unit_phrases(scene_.trace, moment_, address)) say(line);
    const auto* const read = moment_.match.at(address);
    if (read != nullptr && read->state == hardware_tile::UnitState::disagrees) {
      all_.back().is_wrong = true;
    }
  }

  // What asks from one line, in one block, is told by its first.
  void write_writers() {
    if (moment_.written.writers.empty()) return;
    title(tr("Written"));
    constexpr std::size_t kMost = 2;
    const auto& writers = moment_.written.writers;
    const std::vector<std::size_t> told = told_first(kMost);
    for (const std::size_t i : told) write_writer(writers[i]);
    if (writers.size() > told.size())
      say(tr("and by {} more copies", writers.size() - told.size()));
  }

  // At most so many: of other lines or blocks before others of the same.
  [[nodiscard]] std::vector<std::size_t> told_first(std::size_t most) const {
    const auto& writers = moment_.written.writers;
    std::vector<std::size_t> order, others;
    for (std::size_t i = 0; i < writers.size(); ++i) {
      const bool is_known = std::ranges::any_of(order, [&](std::size_t told) {
        return writers[told].rank == writers[i].rank &&
               hardware_tile::are_of_one_line(scene_.trace, writers[told], writers[i]);
      });
      (is_known ? others : order).push_back(i);
    }
    order.insert(order.end(), others.begin(), others.end());
    order.resize(std::min(order.size(), most));
    std::ranges::sort(order);
    return order;
  }

  void write_writer(const TileWriter& writer) {
    const std::uint32_t swizzle = writer.swizzle_bytes();
    say(hardware_tile::writer_phrase(scene_.trace, writer));
    if (swizzle == 0) return;
    say(hardware_tile::exchange_phrase(swizzle));
    say(hardware_tile::phase_phrase(writer.copy.shared, swizzle));
  }

  void write_reader() {
    title(hardware_tile::who_reads(moment_));
    say(hardware_tile::reader_phrase(moment_.reader));
    if (!moment_.descriptor) return;
    for (const DescriptorField& field : hardware_tile::descriptor_fields(
             *moment_.descriptor, moment_.reader.is_mn_major, moment_.reader.is_tcgen05)) {
      say(tr("bits {}…{}, {}: {}", field.first_bit, field.last_bit, warplens::Text(field.name),
             field.meaning));
    }
  }

  const TileScene& scene_;
  const TileMoment& moment_;
  Language language_;
  std::vector<TileParagraph> all_;
};

}  // namespace

std::optional<std::uint64_t> marked_unit(const TileScene& scene) {
  if (scene.look.mark && scene.moment.has(*scene.look.mark)) return scene.look.mark;
  const auto& match = scene.moment.match;
  if (!match.first_wrong) return std::nullopt;
  return match.units[*match.first_wrong].read.address;
}

std::vector<TileParagraph> tile_paragraphs(const TileScene& scene, Language language) {
  return ParagraphWriter(scene, language).write();
}

void add_paragraphs(DrawList& list, const Style& style, const Box& box,
                    const std::vector<TileParagraph>& paragraphs) {
  const Theme& colors = theme(style.theme);
  const float size = style.text_size, step = size * 1.4f;
  const auto measure = [&](std::string_view part) { return style.measure(part, size, false); };
  float y = box.y;
  for (const TileParagraph& paragraph : paragraphs) {
    if (paragraph.is_title && y > box.y) y += step * 0.5f;
    const float indent = paragraph.is_title ? 0 : size * 0.8f;
    const auto lines = lines_of(paragraph.text, box.width - indent, measure);
    if (y + step * static_cast<float>(lines.size()) > box.y + box.height) return;
    const Color color = paragraph.is_wrong   ? colors.conflict
                        : paragraph.is_title ? colors.text
                                             : colors.muted_text;
    for (const std::string& line : lines) {
      put_text(list, {box.x + indent, y, box.width - indent, step}, line, size, {.color = color});
      y += step;
    }
  }
}

}  // namespace warplens::scene
