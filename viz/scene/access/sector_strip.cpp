#include "viz/scene/access/sector_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "viz/scene/access/lane_leads.h"
#include "viz/scene/access/sector_flow.h"

namespace warplens::scene {
namespace {

using analysis::kSectorBytes;
constexpr float kVisibleByte = 4;  // pixels
constexpr float kOutline = 2;
constexpr std::uint8_t kFaintLead = 0x60;  // of a line that lies over a row above its bytes

const trace::Buffer* buffer_at(std::span<const trace::Buffer> buffers, std::uint64_t address) {
  for (const trace::Buffer& buffer : buffers)
    if (address >= buffer.address && address - buffer.address < buffer.bytes) return &buffer;
  return nullptr;
}

std::uint64_t strip_pitch(const trace::Buffer& buffer) {
  return buffer.pitch != 0 ? buffer.pitch : buffer.columns * buffer.element_bytes;
}

// "[3, 32]", "[35]"; empty in the bytes between a row's end and its pitch.
std::string indices(const trace::Buffer& buffer, std::uint64_t offset, std::uint64_t bytes) {
  const std::uint64_t pitch = strip_pitch(buffer);
  if (pitch == 0 || buffer.element_bytes == 0) return {};
  const std::uint64_t row = offset / pitch;
  const std::uint64_t column = offset % pitch / buffer.element_bytes;
  if (column >= buffer.columns || row >= buffer.rows) return {};
  const std::uint64_t last =
      std::min((offset % pitch + std::max<std::uint64_t>(bytes, 1) - 1) / buffer.element_bytes,
               buffer.columns - 1);
  const std::string range =
      last == column ? fmt::format("{}", column) : fmt::format("{}–{}", column, last);
  return buffer.rows > 1 ? fmt::format("[{}, {}]", row, range) : fmt::format("[{}]", range);
}

Box between(const Box& from, const Box& to, double amount) {
  const auto t = static_cast<float>(amount * amount * (3 - 2 * amount));
  const auto at = [t](float a, float b) { return a + (b - a) * t; };
  return {at(from.x, to.x), at(from.y, to.y), at(from.width, to.width), at(from.height, to.height)};
}

class StripPainter {
 public:
  StripPainter(const SectorGroups& strip, std::span<const trace::Buffer> buffers, Size size,
               const Style& style, double phase, StripMarks marks)
      : strip_(strip),
        buffers_(buffers),
        size_(size),
        style_(style),
        theme_(theme(style.theme)),
        phase_(marks == StripMarks::plain ? 1 : phase),
        plain_(marks == StripMarks::plain) {
    list_.width = size.width;
    list_.height = size.height;
    label_size_ = label_size(style);
  }

  DrawList paint() {
    if (strip_.sectors.empty()) return std::move(list_);
    float top = plain_ ? 0 : paint_counts();
    if (size_.height - top < style_.text_size * 2) return std::move(list_);
    top = paint_rail(top);
    const Box room{0, top, size_.width, size_.height - top};
    flow_ = sector_flow(strip_, room, style_);
    if (flow_.places.empty()) return std::move(list_);
    const float lead = lead_height(flow_, room, style_);
    move_down(flow_, lead);
    place_sectors();
    reserve_marks();
    if (lead > 0) paint_leads();
    for (std::uint32_t i = 0; i < strip_.sectors.size(); ++i) paint_sector(i);
    paint_uses();
    paint_ticks();
    if (!plain_) paint_outlines();
    paint_lines();
    paint_gaps();
    paint_labels();
    paint_chips();
    return std::move(list_);
  }

 private:
  // The text that says all numbers, or as much of it as fits.
  float paint_counts() {
    const float height = style_.text_size * 1.35f;
    const SectorSummary summary{strip_.cost.sectors, strip_.cost.ideal_sectors,
                                strip_.cost.bytes_used};
    const std::string full = sector_summary(style_.language, summary);
    const std::string brief = sector_summary_short(style_.language, summary);
    const bool costly = is_costly(strip_.cost.sectors, strip_.cost.ideal_sectors);
    const Color color = costly ? theme_.conflict : theme_.text;
    add_text(list_, style_, {0, 0, size_.width, height}, {full, brief},
             {.color = color, .id = {MarkId::Kind::label, 0, 0}});
    return height;
  }

  // A place for each lane, with its colour: where chips wait.
  float paint_rail(float top) {
    const float height = std::min(style_.text_size * 1.35f, size_.height * 0.12f);
    const float width = size_.width / kWarpSize;
    const float margin = std::min(1.0f, width * 0.1f);
    const float number = fitting_mark(style_, "31", {width - 2 * margin, height - 3});
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      rail_[lane] = {static_cast<float>(lane) * width + margin, top, width - 2 * margin, height};
      if ((strip_.service.mask >> lane & 1) == 0) continue;
      const Box& slot = rail_[lane];
      list_.rectangles.push_back(
          {slot.x, slot.y + slot.height - 2, slot.width, 2, lane_color(lane), 0, 1, 0, {}});
      if (number > 0 && !is_waiting(lane))
        put_text(list_, {slot.x, slot.y, slot.width, slot.height - 3}, fmt::format("{}", lane),
                 number,
                 {.align = Text::Align::center, .color = theme_.muted_text, .in_cell = true});
    }
    return top + height + style_.text_size * 0.35f;
  }

  [[nodiscard]] double progress(std::uint32_t lane) const {
    return phase_ >= 1 ? 1 : lane_progress(strip_.service, lane, phase_);
  }
  [[nodiscard]] bool is_waiting(std::uint32_t lane) const { return progress(lane) <= 0; }
  // How far the sector has got: 0 it waits, 1 it has been moved.
  [[nodiscard]] double progress(const StripSector& sector) const {
    return phase_ >= 1 ? 1 : pass_progress(strip_.service, sector.pass, phase_);
  }

  void place_sectors() {
    for (std::size_t group = 0; group < strip_.groups.size(); ++group)
      for (std::uint32_t i = 0; i < strip_.groups[group].count; ++i)
        boxes_.push_back(flow_.sector(strip_, group, strip_.groups[group].first + i));
    byte_width_ = flow_.sector_width / kSectorBytes;
  }

  // A sector may have a tick between any two of its bytes.
  void reserve_marks() {
    const std::size_t sectors = strip_.sectors.size();
    list_.lines.reserve(sectors * 2 * kSectorBytes);
    list_.rectangles.reserve(list_.rectangles.size() + 2 * sectors + 2 * strip_.uses.size());
    list_.texts.reserve(list_.texts.size() + strip_.uses.size() + strip_.groups.size());
  }

  [[nodiscard]] Box box_of(const ByteUse& use) const {
    const Box& sector = boxes_[use.sector];
    return {sector.x + static_cast<float>(use.first) * byte_width_, sector.y,
            static_cast<float>(use.bytes) * byte_width_, sector.height};
  }

  void paint_leads() {
    std::uint32_t led = 0;
    for (const ByteUse& use : strip_.uses) {
      const Box target = lead_target(use);
      const bool is_below = box_of(use).y > flow_.places.front().sectors.y;
      for (std::uint32_t rest = use.lanes & ~led; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        add_lead(list_, lane, rail_[lane], target, is_below ? kFaintLead : 0xff);
      }
      led |= use.lanes;
    }
  }

  // The bytes, or the label above them where a line would go through it.
  [[nodiscard]] Box lead_target(const ByteUse& use) const {
    Box box = box_of(use);
    std::size_t group = 0;
    while (use.sector >= strip_.groups[group].first + strip_.groups[group].count) ++group;
    const Label label = label_of(strip_.groups[group]);
    const Box& place = flow_.places[group].label;
    const float words =
        style_.measure(label.element + " " + label.offset + " ", label_size_, false);
    if (box.x + box.width / 2 < place.x + words) box.y = place.y;
    return box;
  }

  void paint_sector(std::uint32_t index) {
    const StripSector& sector = strip_.sectors[index];
    const Box& box = boxes_[index];
    const bool lit = plain_ || sector.touched;
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                lit ? theme_.cell : theme_.outside,
                                plain_ ? 0 : theme_.grid,
                                1,
                                0,
                                {plain_ ? MarkId::Kind::none : MarkId::Kind::sector, index, 0}});
    if (plain_ || !sector.touched || progress(sector) < 1) return;
    for (std::uint32_t byte = 0; byte < kSectorBytes;) {
      const auto run = static_cast<std::uint32_t>(std::min<int>(
          std::countr_zero(sector.used >> byte), static_cast<int>(kSectorBytes - byte)));
      if (run > 0)
        hatch({box.x + static_cast<float>(byte) * byte_width_, box.y,
               static_cast<float>(run) * byte_width_, box.height});
      byte += std::max(run, 1u);
    }
  }

  // Lines rising to the right, cut at the box.
  void hatch(const Box& box) {
    const float apart = std::max(style_.text_size * 0.5f, 5.0f);
    for (float at = apart; at < box.width + box.height; at += apart) {
      const float low = std::min(at, box.width);
      const float high = std::max(0.0f, at - box.height);
      list_.lines.push_back(
          {box.x + high, box.y + (at - high), box.x + low, box.y + (at - low), theme_.padding, 1});
    }
  }

  void paint_uses() {
    float narrowest = flow_.sector_width;
    bool shared = false;
    for (const ByteUse& use : strip_.uses) {
      narrowest = std::min(narrowest, box_of(use).width);
      shared |= !std::has_single_bit(use.lanes);
    }
    const float number = fitting_mark(style_, shared ? "×32" : "31",
                                      {narrowest * 0.85f, boxes_.front().height * 0.8f});
    for (std::uint32_t i = 0; i < strip_.uses.size(); ++i) paint_use(i, number);
  }

  void paint_use(std::uint32_t index, float number) {
    const ByteUse& use = strip_.uses[index];
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(use.lanes));
    const bool arrived = progress(lane) >= 1;
    const Color fill = arrived ? lane_color(lane) : waiting_color(lane_color(lane), style_.theme);
    const Box box = box_of(use);
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                fill,
                                0,
                                1,
                                0,
                                {MarkId::Kind::element, index, use.lanes}});
    if (number == 0 || !arrived) return;
    put_text(list_, box,
             std::has_single_bit(use.lanes) ? fmt::format("{}", lane)
                                            : fmt::format("×{}", std::popcount(use.lanes)),
             number, {.align = Text::Align::center, .color = text_on(fill), .in_cell = true});
  }

  // Draws short lines between bytes that are wide enough to be seen, and long ones where an element
  // ends.
  void paint_ticks() {
    if (byte_width_ < kVisibleByte) return;
    for (std::uint32_t i = 0; i < strip_.sectors.size(); ++i) {
      const trace::Buffer* buffer = buffer_at(buffers_, strip_.sectors[i].address);
      const std::uint32_t element = buffer == nullptr ? 1 : std::max(buffer->element_bytes, 1u);
      for (std::uint32_t byte = 1; byte < kSectorBytes; ++byte) {
        const Box& box = boxes_[i];
        const float x = box.x + static_cast<float>(byte) * byte_width_;
        const float length = byte % element == 0 ? box.height : box.height * 0.12f;
        const float end = box.y + box.height - (byte % element == 0 ? 0 : kOutline);
        list_.lines.push_back({x, end - length, x, end, with_alpha(theme_.background, 0xa0), 1});
      }
    }
  }

  // Outlines the sectors that are moved; the one under way stands out.
  void paint_outlines() {
    for (std::uint32_t i = 0; i < strip_.sectors.size(); ++i) {
      const StripSector& sector = strip_.sectors[i];
      if (!sector.touched || progress(sector) <= 0) continue;
      const Color color = progress(sector) < 1 ? theme_.highlight : theme_.sector;
      const Box& box = boxes_[i];
      list_.rectangles.push_back({box.x, box.y, box.width, box.height, 0, color, kOutline, 0, {}});
    }
  }

  // The frame of a whole line of 128 bytes.
  void paint_lines() {
    for (std::size_t i = 0; i < strip_.groups.size(); ++i) {
      if (strip_.groups[i].count * kSectorBytes != kLineBytes) continue;
      const Box& box = flow_.places[i].sectors;
      const float bottom = box.y + box.height + 1;
      if (bottom + 1 > size_.height) continue;
      list_.lines.push_back({box.x, bottom, box.x + box.width, bottom, theme_.muted_text, 1});
    }
  }

  void paint_gaps() {
    for (std::size_t i = 0; i < strip_.groups.size(); ++i) {
      const Box& gap = flow_.places[i].gap;
      if (gap.width <= 0) continue;
      const TextAttributes look{.align = Text::Align::center, .color = theme_.muted_text};
      const Box inner{gap.x + 1, gap.y, gap.width - 2, gap.height};
      if (!flow_.gaps_have_labels) {
        add_text(list_, style_, inner, {"…"}, look);
        continue;
      }
      const std::string label = gap_label(strip_.groups[i].gap);
      const float line = label_size_ * 1.1f;
      if (gap.height < 2 * line) {
        add_text(list_, style_, inner, {label, "…"}, look);
        continue;
      }
      const float middle = gap.y + gap.height / 2;
      put_text(list_, {inner.x, middle - line, inner.width, line}, label, label_size_, look);
      put_text(list_, {inner.x, middle, inner.width, line}, "…", label_size_, look);
    }
  }

  struct Label {
    std::string element, offset;
  };

  [[nodiscard]] Label label_of(const SectorGroup& group) const {
    const std::uint64_t address = strip_.sectors[group.first].address;
    const trace::Buffer* buffer = buffer_at(buffers_, address);
    if (buffer == nullptr) return {fmt::format("0x{:x}", address), {}};
    const std::uint64_t offset = address - buffer->address;
    return {indices(*buffer, offset, 1), fmt::format("+{}", offset)};
  }

  // All groups in the same words, as long ones as fit everywhere; else only each row's first.
  void paint_labels() {
    std::vector<std::array<std::string, 2>> wordings;
    for (const SectorGroup& group : strip_.groups) {
      const Label label = label_of(group);
      const std::string both = label.element.empty() || label.offset.empty()
                                   ? label.element + label.offset
                                   : label.element + " " + label.offset;
      wordings.push_back({both, label.element.empty() ? label.offset : label.element});
    }
    const auto fits = [&](std::size_t wording) {
      for (std::size_t i = 0; i < wordings.size(); ++i)
        if (style_.measure(wordings[i][wording] + " ", label_size_, false) >
            flow_.places[i].label.width)
          return false;
      return true;
    };
    const bool both_fit = fits(0);
    const bool each = both_fit || fits(1);
    for (std::size_t i = 0; i < wordings.size(); ++i) {
      const GroupPlace& place = flow_.places[i];
      if (!each && !place.starts_row) continue;
      Box box = place.label;
      if (!each) box.width = size_.width - box.x;
      const MarkId id{MarkId::Kind::row, static_cast<std::uint32_t>(i), 0};
      if (style_.smallest_text > box.height) continue;
      if (each)
        put_text(list_, box, wordings[i][both_fit ? 0 : 1], label_size_,
                 {.color = theme_.muted_text, .id = id});
      else
        add_text(list_, style_, box, {wordings[i][0], wordings[i][1]},
                 {.color = theme_.muted_text, .id = id});
    }
  }

  // Lanes that have not arrived yet, in the rail or on their way; the latter lie over the former.
  void paint_chips() {
    if (phase_ >= 1) return;
    for (const bool on_their_way : {false, true}) {
      std::uint32_t painted = 0;
      for (std::uint32_t i = 0; i < strip_.uses.size(); ++i) {
        for (std::uint32_t rest = strip_.uses[i].lanes & ~painted; rest != 0; rest &= rest - 1) {
          const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
          if (progress(lane) < 1 && is_waiting(lane) != on_their_way) paint_chip(lane, i);
        }
        painted |= strip_.uses[i].lanes;
      }
    }
  }

  // The middle of the bytes, in the chip's own size or narrower.
  [[nodiscard]] Box target(const ByteUse& use) const {
    const Box box = box_of(use);
    const Box& slot = rail_[0];
    const float width = std::min(slot.width, std::max(box.width, 2.0f));
    const float height = std::min(slot.height, box.height);
    return {std::min(box.x + (box.width - width) / 2, size_.width - width),
            box.y + (box.height - height) / 2, width, height};
  }

  void paint_chip(std::uint32_t lane, std::uint32_t use) {
    const Box box = between(rail_[lane], target(strip_.uses[use]), progress(lane));
    const bool waits = is_waiting(lane);
    const Color fill = waits ? waiting_color(lane_color(lane), style_.theme) : lane_color(lane);
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                fill,
                                waits ? 0 : theme_.highlight,
                                1,
                                2,
                                {MarkId::Kind::mover, lane, use}});
    const float number = fitting_mark(style_, "31", {box.width, box.height});
    if (number > 0)
      put_text(list_, box, fmt::format("{}", lane), number,
               {.align = Text::Align::center, .color = text_on(fill), .in_cell = true});
  }

  const SectorGroups& strip_;
  std::span<const trace::Buffer> buffers_;
  Size size_;
  const Style& style_;
  const Theme& theme_;
  double phase_;
  bool plain_;
  DrawList list_;
  SectorFlow flow_;
  std::vector<Box> boxes_;
  std::array<Box, kWarpSize> rail_{};
  float label_size_ = 0, byte_width_ = 0;
};

}  // namespace

std::string element_label(std::span<const trace::Buffer> buffers, std::uint64_t address,
                          std::uint64_t bytes) {
  const trace::Buffer* buffer = buffer_at(buffers, address);
  if (buffer == nullptr) return fmt::format("0x{:x}", address);
  const std::uint64_t offset = address - buffer->address;
  return buffer->name + indices(*buffer, offset, bytes);
}

DrawList sector_strip(const SectorGroups& strip, std::span<const trace::Buffer> buffers, Size size,
                      const Style& style, double phase, StripMarks marks) {
  return StripPainter(strip, buffers, size, style, phase, marks).paint();
}

}  // namespace warplens::scene
