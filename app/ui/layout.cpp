#include "app/ui/layout.h"

#include <algorithm>

namespace warplens::ui {
namespace {

using session::Border;

// In units of text.
constexpr float kGap = 0.33f;            // between panels
constexpr float kColumns = 62;           // the narrowest window that has them
constexpr float kNarrowest = 36;         // that has two
constexpr float kCaption = 2.85f;        // a line of code and a line of words
constexpr float kTransport = 2.15f;      // one line
constexpr float kNarrowestCenter = 22;   // beside an open drawer
constexpr float kLowestRow = 3.6f;       // two lines of key figures
constexpr float kLowestPicture = 7;      // of a small view: less shows nothing
constexpr float kLowestWhole = 16;       // likewise: less leaves rows out
constexpr float kNarrowestPicture = 11;  // likewise
constexpr float kWidestFigures = 38;

constexpr float kHeroShare = 0.505f;  // of the window, while the drawer is closed

bool has_drawer(const session::Arrangement& arrangement) {
  return arrangement.drawer || arrangement.table;
}

struct Columns {
  float card = 0, center = 0, drawer = 0, gap = 0;
};

// What was dragged, or what the layout likes; within what the others leave.
float dragged_or(float share, float of, float liked, float low, float high) {
  return std::clamp(share > 0 ? share * of : liked, std::min(low, high), high);
}

float card_width(ImVec2 window, const LayoutNeeds& needs) {
  const session::Arrangement& arrangement = needs.arrangement;
  if (!arrangement.card) return 0;
  const bool tabs = has_tabs(window, needs.unit);
  const float liked = tabs ? std::clamp(window.x * 0.38f, needs.unit * 12, needs.unit * 20)
                           : std::clamp(window.x * 0.193f, needs.unit * 14.5f, needs.unit * 26);
  return dragged_or(arrangement.share(Border::card), window.x, liked, needs.unit * 12,
                    window.x * 0.45f);
}

float drawer_width(ImVec2 window, const LayoutNeeds& needs, float card) {
  const session::Arrangement& arrangement = needs.arrangement;
  if (has_tabs(window, needs.unit) || !has_drawer(arrangement)) return 0;
  const float most = window.x - card - needs.unit * (kNarrowestCenter + 4 * kGap);
  // Code alone gets its 80 columns, a column to read in less.
  const float liked = arrangement.table
                          ? std::clamp(window.x * 0.3f, needs.unit * 18, needs.unit * 34)
                          : needs.drawer_width;
  return dragged_or(arrangement.share(Border::drawer), window.x, liked, needs.unit * 16, most);
}

Columns columns_of(ImVec2 window, const LayoutNeeds& needs) {
  Columns columns;
  columns.gap = needs.unit * kGap;
  columns.card = card_width(window, needs);
  columns.drawer = drawer_width(window, needs, columns.card);
  const auto beside = static_cast<float>((columns.card > 0) + (columns.drawer > 0));
  columns.center = window.x - columns.card - columns.drawer - (2 + beside) * columns.gap;
  return columns;
}

// Controls that would leave too little for the stage scroll.
float controls_share(float needed, float room) { return std::min(needed, room * 0.42f); }

// While the drawer is closed the row takes what the hero leaves; else a share.
float row_height(const Area& room, ImVec2 window, const LayoutNeeds& needs, float stage_room) {
  const float unit = needs.unit;
  const float hero = kHeroShare * window.x * window.y / room.width + needs.side_height;
  const bool is_wide = !has_drawer(needs.arrangement) && !has_tabs(window, unit);
  const float left = stage_room - hero - unit * kGap;
  const float share = stage_room * 0.3f;
  // Without pictures it is as low as the key figures allow: the hero takes the rest.
  const float room_for_pictures = needs.wants_whole_pictures ? std::min(left, share) : left;
  const bool has_pictures = needs.has_small_views && room_for_pictures >= unit * kLowestWhole;
  const float most = has_pictures ? share : unit * kLowestRow;
  const float liked = is_wide ? std::clamp(left, unit * 2.4f, std::max(most, unit * 2.4f))
                              : std::clamp(stage_room * 0.26f, unit * kLowestRow, unit * 13);
  return dragged_or(needs.arrangement.share(Border::row), window.y, liked, unit * 2.4f,
                    stage_room * 0.6f);
}

void place_center(Layout& layout, const Area& room, ImVec2 window, const LayoutNeeds& needs) {
  const float gap = needs.unit * kGap, caption = needs.unit * kCaption;
  const float controls = controls_share(needs.controls_height, room.height);
  layout.controls = {room.x, room.y, room.width, controls};
  const float top = room.y + (controls > 0 ? controls + gap : 0);
  const float stage_room = room.y + room.height - top - caption - gap;
  if (!needs.has_access) {
    layout.stage = {room.x, top, room.width, room.y + room.height - top};
    return;
  }
  const float row = row_height(room, window, needs, stage_room);
  layout.stage = {room.x, top, room.width, stage_room - row - gap};
  layout.caption = {room.x, layout.stage.y + layout.stage.height + gap, room.width, caption};
  layout.row = {room.x, room.y + room.height - row, room.width, row};
  layout.borders[static_cast<std::size_t>(Border::row)] = {room.x, layout.row.y - gap, room.width,
                                                           gap};
}

// From the top: the table, the source, the findings; those that are open.
void place_drawer(Layout& layout, const Area& room, const LayoutNeeds& needs) {
  const float unit = needs.unit, gap = unit * kGap;
  const float bottom = room.y + room.height;
  float top = room.y;
  const bool has_source = needs.arrangement.drawer;
  const float findings = has_source ? unit * (2.6f + 1.35f * needs.findings_lines) : 0;
  if (needs.arrangement.table) {
    const float most = has_source ? room.height - findings - unit * 10 : room.height;
    layout.metrics = {room.x, top, room.width,
                      has_source ? std::min(needs.metrics_height, most) : most};
    top += layout.metrics.height + gap;
  }
  if (!has_source) return;
  layout.findings = {room.x, bottom - findings, room.width, findings};
  layout.source = {room.x, top, room.width, layout.findings.y - gap - top};
}

float transport_height(ImVec2 window, const LayoutNeeds& needs) {
  const float unit = needs.unit;
  if (!needs.has_transport) return 0;
  if (!needs.arrangement.timeline) return unit * kTransport;
  const float liked = std::clamp(window.y * 0.17f, unit * 7.5f, unit * 11);
  return dragged_or(needs.arrangement.share(Border::timeline), window.y, liked, unit * 5.5f,
                    window.y * 0.4f);
}

// Returns where what stands above it ends.
float place_transport(Layout& layout, ImVec2 window, const LayoutNeeds& needs, float bottom) {
  const float height = transport_height(window, needs);
  const float gap = needs.unit * kGap;
  if (height == 0) return bottom;
  layout.timeline = {gap, bottom - height, window.x - 2 * gap, height};
  const float end = layout.timeline.y - gap;
  if (needs.arrangement.timeline) {
    layout.borders[static_cast<std::size_t>(Border::timeline)] = {gap, end, window.x - 2 * gap,
                                                                  gap};
  }
  return end;
}

void place_card(Layout& layout, const Area& card, const LayoutNeeds& needs) {
  layout.lesson = card;
  if (!layout.has_tabs || card.is_empty()) return;
  layout.tabs = {card.x, card.y, card.width, needs.unit * 1.9f};
  layout.lesson.y += layout.tabs.height;
  layout.lesson.height -= layout.tabs.height;
  layout.metrics = layout.source = layout.findings = layout.lesson;
}

// The card gets what the others leave, and at least two fifths.
void place_in_one_column(Layout& layout, ImVec2 window, const LayoutNeeds& needs) {
  constexpr float kCardShare = 0.4f;
  const float unit = needs.unit, gap = unit * kGap;
  const float bottom = layout.status_bar.y - gap, width = window.x - 2 * gap;
  float top = layout.title_bar.height + gap;
  const auto next = [&](float height) {
    if (height <= 0) return Area{};
    const Area area{gap, top, width, height};
    top += height + gap;
    return area;
  };
  const float card = needs.arrangement.card ? (bottom - top) * kCardShare : 0;
  const float caption = needs.has_access ? unit * kCaption : 0;
  const float transport = needs.has_transport ? unit * kTransport : 0;
  const float room = bottom - top - card - caption - transport - 4 * gap;
  layout.controls = next(controls_share(needs.controls_height, room));
  layout.stage = next(room - layout.controls.height);
  layout.caption = next(caption);
  layout.timeline = next(transport);
  layout.has_tabs = true;
  if (card > 0) place_card(layout, {gap, top, width, bottom - top}, needs);
}

}  // namespace

bool shows_whole_pictures(const Area& row, float unit) { return row.height >= unit * kLowestWhole; }

bool has_tabs(ImVec2 window, float unit) { return window.x < kColumns * unit; }

bool is_upright(ImVec2 window, float unit) {
  return window.x < kNarrowest * unit && window.y > 1.2f * window.x;
}

float gap_of(float unit) { return unit * kGap; }

Layout make_layout(ImVec2 window, const LayoutNeeds& needs) {
  const float unit = needs.unit, gap = unit * kGap;
  Layout layout;
  layout.title_bar = {0, 0, window.x, unit * 2.2f};
  layout.status_bar = {0, window.y - unit * 1.45f, window.x, unit * 1.45f};
  if (is_upright(window, unit)) {
    place_in_one_column(layout, window, needs);
    return layout;
  }
  const float top = layout.title_bar.height + gap;
  const float bottom = place_transport(layout, window, needs, layout.status_bar.y - gap);
  const Columns columns = columns_of(window, needs);
  const float height = bottom - top;
  layout.has_tabs = has_tabs(window, unit);
  place_card(layout, {gap, top, columns.card, height}, needs);
  const float left = columns.card > 0 ? columns.card + 2 * gap : gap;
  place_center(layout, {left, top, columns.center, height}, window, needs);
  const auto border = [&](Border which) -> Area& {
    return layout.borders[static_cast<std::size_t>(which)];
  };
  if (columns.card > 0) border(Border::card) = {left - gap, top, gap, height};
  if (columns.drawer > 0) {
    const float x = left + columns.center;
    border(Border::drawer) = {x, top, gap, height};
    place_drawer(layout, {x + gap, top, columns.drawer, height}, needs);
  }
  return layout;
}

Layout make_present_layout(ImVec2 window, const PresentNeeds& needs) {
  constexpr float kCodeShare = 0.42f, kCodeLine = 1.4f;
  const float unit = needs.unit, gap = unit * kGap;
  const float caption = unit * (kCaption + (needs.has_two_lines ? kCodeLine : 0));
  Layout layout;
  layout.title_bar = {0, gap, window.x, unit * 1.7f};
  const float top = layout.title_bar.height + 2 * gap;
  const float bottom = window.y - gap - (needs.has_caption ? caption + gap : 0);
  layout.stage = {gap, top, window.x - 2 * gap, bottom - top};
  if (needs.has_caption) layout.caption = {gap, bottom + gap, window.x - 2 * gap, caption};
  if (!needs.has_code) return layout;
  layout.source = layout.stage;
  layout.source.width *= kCodeShare;
  layout.stage.width -= layout.source.width + gap;
  layout.source.x += layout.stage.width + gap;
  return layout;
}

float controls_width(ImVec2 window, const LayoutNeeds& needs) {
  if (is_upright(window, needs.unit)) return window.x - 2 * needs.unit * kGap;
  return columns_of(window, needs).center;
}

float metrics_width(ImVec2 window, const LayoutNeeds& needs) {
  if (is_upright(window, needs.unit)) return window.x - 2 * needs.unit * kGap;
  const Columns columns = columns_of(window, needs);
  return has_tabs(window, needs.unit) ? columns.card : columns.drawer;
}

RowAreas split_row(const Area& row, std::size_t small_views, float unit, bool titles_alone) {
  const float gap = unit * kGap;
  RowAreas areas{{}, {}, row};
  if (small_views == 0) return areas;
  const bool has_titles = titles_alone || row.height < unit * kLowestPicture;
  const float figures =
      has_titles ? row.width * 0.62f : std::min(unit * kWidestFigures, row.width * 0.55f);
  const float room = row.width - figures - gap;
  areas.figures = {row.x + room + gap, row.y, figures, row.height};
  const auto fit = static_cast<std::size_t>((room + gap) / (unit * kNarrowestPicture + gap));
  if (has_titles || fit == 0) {
    areas.titles = {row.x, row.y, room, row.height};
    return areas;
  }
  const std::size_t count = std::min(fit, small_views);
  const float width = (room + gap) / static_cast<float>(count) - gap;
  for (std::size_t i = 0; i < count; ++i) {
    areas.views.push_back(
        {row.x + static_cast<float>(i) * (width + gap), row.y, width, row.height});
  }
  return areas;
}

std::array<Area, 2> halves(const Area& stage, float unit) {
  const float gap = unit * kGap;
  const float width = (stage.width - gap) / 2;
  return {Area{stage.x, stage.y, width, stage.height},
          Area{stage.x + width + gap, stage.y, width, stage.height}};
}

SideAreas split_side(const Area& half, float controls_height, float unit) {
  const float gap = unit * kGap;
  const float controls = controls_share(controls_height, half.height);
  const float top = half.y + controls + gap;
  return {{half.x, half.y, half.width, controls},
          {half.x, top, half.width, half.y + half.height - top}};
}

}  // namespace warplens::ui
