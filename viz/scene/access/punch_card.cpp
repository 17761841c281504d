#include "viz/scene/access/punch_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace warplens::scene {
namespace {

constexpr std::uint32_t kSide = 32;  // lanes and banks

struct Card {
  DrawList list;
  float left = 0, top = 0, cell_width = 0, cell_height = 0, label_size = 0;
};

Card lay_out(Size size, const Style& style) {
  Card card;
  card.list.width = size.width;
  card.list.height = size.height;
  card.label_size = label_size(style);
  const float corner =
      std::max(style.measure(phrases::lane.in(style.language), card.label_size, false),
               style.measure("31", card.label_size, false));
  card.left = corner + style.text_size * 0.6f;
  card.top = card.label_size * 2.8f;
  card.cell_width = (size.width - card.left) / kSide;
  card.cell_height = std::min((size.height - card.top) / kSide, card.cell_width * 1.5f);
  return card;
}

void paint_labels(Card& card, const Style& style) {
  const Color color = theme(style.theme).muted_text;
  const float line = card.label_size * 1.4f;
  const float gutter = card.left - style.text_size * 0.4f;
  put_text(card.list, {card.left, 0, kSide * card.cell_width, line},
           std::string(phrases::bank.in(style.language)), card.label_size,
           {.align = Text::Align::center, .color = color});
  put_text(card.list, {0, line, gutter, line}, std::string(phrases::lane.in(style.language)),
           card.label_size, {.align = Text::Align::right, .color = color});
  const float widest = style.measure("31", card.label_size, false) * 1.2f;
  for (std::uint64_t bank = 0; bank < kSide; bank += label_step(card.cell_width, widest))
    put_text(card.list,
             {card.left + static_cast<float>(bank) * card.cell_width, line, card.cell_width, line},
             fmt::format("{}", bank), card.label_size,
             {.align = Text::Align::center, .color = color});
  for (std::uint64_t lane = 0; lane < kSide;
       lane += label_step(card.cell_height, card.label_size * 1.1))
    put_text(card.list,
             {0, card.top + static_cast<float>(lane) * card.cell_height, gutter,
              std::max(card.cell_height, card.label_size)},
             fmt::format("{}", lane), card.label_size,
             {.align = Text::Align::right, .color = color});
}

std::array<std::uint32_t, kSide> deepest(const analysis::SharedBreakdown& access) {
  std::array<std::uint32_t, kSide> depths{};
  for (const analysis::SharedGroup& group : access.groups)
    for (std::uint32_t bank = 0; bank < kSide; ++bank)
      depths[bank] = std::max<std::uint32_t>(depths[bank], group.depth[bank]);
  return depths;
}

void paint_ground(Card& card, const analysis::SharedBreakdown& access, const Style& style) {
  const Theme& colors = theme(style.theme);
  const float width = kSide * card.cell_width;
  const float height = kSide * card.cell_height;
  card.list.rectangles.push_back({card.left, card.top, width, height, colors.cell, 0, 1, 0, {}});
  const auto depths = deepest(access);
  for (std::uint32_t i = 0; i <= kSide; ++i) {
    const float x = card.left + static_cast<float>(i) * card.cell_width;
    const float y = card.top + static_cast<float>(i) * card.cell_height;
    if (i < kSide && depths[i] > 1)
      card.list.rectangles.push_back({x,
                                      card.top,
                                      card.cell_width,
                                      height,
                                      with_alpha(depth_color(depths[i], style.theme), 0x90),
                                      0,
                                      1,
                                      0,
                                      {MarkId::Kind::bank, i, depths[i]}});
    card.list.lines.push_back({x, card.top, x, card.top + height, colors.grid, 1});
    card.list.lines.push_back({card.left, y, card.left + width, y, colors.grid, 1});
  }
}

void paint_band(Card& card, std::uint32_t lane, const Style& style) {
  card.list.rectangles.push_back({card.left,
                                  card.top + static_cast<float>(lane) * card.cell_height,
                                  kSide * card.cell_width,
                                  card.cell_height,
                                  with_alpha(theme(style.theme).highlight, 0x30),
                                  0,
                                  1,
                                  0,
                                  {MarkId::Kind::mover, lane, 0}});
}

// How far `lane` has got with the word; 1 at rest.
double progress_of(const analysis::SharedBreakdown& access, std::size_t word, std::uint32_t lane,
                   const Motion* motion) {
  if (motion == nullptr || !motion->is_under_way()) return 1;
  return motion->progress(pass_of(motion->service.words[word], access.words[word], lane));
}

template <class Do>
void each_punch(const analysis::SharedBreakdown& access, Do act) {
  for (std::size_t i = 0; i < access.words.size(); ++i)
    for (std::uint32_t lanes = access.words[i].lanes; lanes != 0; lanes &= lanes - 1)
      act(i, static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

void paint_bands(Card& card, const analysis::SharedBreakdown& access, const Style& style,
                 const Motion* motion) {
  std::uint32_t under_way = 0;
  each_punch(access, [&](std::size_t word, std::uint32_t lane) {
    const double progress = progress_of(access, word, lane, motion);
    if (progress > 0 && progress < 1) under_way |= 1u << lane;
  });
  for (std::uint32_t lane = 0; lane < kSide; ++lane)
    if ((under_way >> lane & 1) != 0) paint_band(card, lane, style);
}

void paint_punches(Card& card, const analysis::SharedBreakdown& access, const Style& style,
                   const Motion* motion) {
  const float inset = std::min(card.cell_width, card.cell_height) * 0.12f;
  each_punch(access, [&](std::size_t word, std::uint32_t lane) {
    const analysis::WordUse& use = access.words[word];
    const bool served = progress_of(access, word, lane, motion) >= 1;
    const bool outlined = served && access.depth(use) > 1 && inset > 0.8f;
    const Color fill = lane_color(lane);
    card.list.rectangles.push_back(
        {card.left + static_cast<float>(use.bank()) * card.cell_width + inset,
         card.top + static_cast<float>(lane) * card.cell_height + inset,
         card.cell_width - 2 * inset,
         card.cell_height - 2 * inset,
         served ? fill : waiting_color(fill, style.theme),
         outlined ? theme(style.theme).conflict : 0,
         1.5f,
         inset,
         {MarkId::Kind::lane, lane, use.bank()}});
  });
}

}  // namespace

DrawList punch_card(const analysis::SharedBreakdown& access, Size size, const Style& style,
                    const Motion* motion) {
  Card card = lay_out(size, style);
  if (card.cell_width < 2 || card.cell_height < 2) return std::move(card.list);
  paint_ground(card, access, style);
  paint_labels(card, style);
  paint_bands(card, access, style, motion);
  paint_punches(card, access, style, motion);
  return std::move(card.list);
}

}  // namespace warplens::scene
