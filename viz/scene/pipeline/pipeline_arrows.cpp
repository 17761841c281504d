// Arrows from a row that waits to the arrival that ends the wait.
#include <algorithm>

#include "viz/scene/pipeline/pipeline_rows.h"

namespace warplens::scene {
namespace {

constexpr std::size_t kMostArrows = 120;

}  // namespace

void PipelineRows::paint_arrows() const {
  std::vector<const pipeline::Wait*> shown;
  for (const pipeline::Wait& wait : pipeline_->waits) {
    const bool has_arrow =
        wait.what == pipeline::Wait::For::mbarrier || wait.what == pipeline::Wait::For::cluster;
    if (!has_arrow || !wait.was_long() || !wait.ended_by) continue;
    if (layout_->window.contains(pipeline_->order.of_record(*wait.ended_by)))
      shown.push_back(&wait);
  }
  // More of them would hide the rows.
  if (shown.size() > kMostArrows) return;
  for (const pipeline::Wait* const wait : shown) paint_arrow(*wait);
}

// From the row that waits to the arrival that ends the wait.
void PipelineRows::paint_arrow(const pipeline::Wait& wait) const {
  const machine::BarrierRecord& ender = pipeline_->record(*wait.ended_by);
  const auto row_of = [&](std::uint32_t rank, std::uint32_t warp) {
    const std::size_t row = pipeline::row_of_warp(*pipeline_, rank, warp);
    return layout_->row_of(PipelineRow::Kind::warp, static_cast<std::uint32_t>(row));
  };
  const PipelineRow *from = row_of(wait.rank, wait.warp), *to = row_of(ender.rank, ender.warp);
  if (from == nullptr || to == nullptr || from == to) return;
  const Color color = theme(style_->theme).barrier;
  const pipeline::Step step = pipeline_->order.of_record(*wait.ended_by);
  const float x = layout_->x_of(step) + layout_->step_width() / 2;
  const bool goes_down = to->box.y > from->box.y;
  const float head = std::min({style_->text_size * 0.45f, to->box.height * 0.5f,
                               x - layout_->area.x, layout_->area.x + layout_->area.width - x});
  const float begin = from->box.y + from->box.height / 2;
  // The head lies in the row that it points at.
  const float end = goes_down ? to->box.y + head : to->box.y + to->box.height - head;
  // Captions stand over the steps.
  for (const PipelineRow& row : layout_->rows) {
    const float top = std::max(row.label.y, std::min(begin, end));
    const float bottom = std::min(row.label.y + row.label.height, std::max(begin, end));
    if (row.kind == PipelineRow::Kind::caption || bottom <= top) continue;
    list_->lines.push_back({x, top, x, bottom, color, 1.5f});
  }
  const float back = goes_down ? end - head : end + head;
  list_->lines.push_back({x, end, x - head / 2, back, color, 1.5f});
  list_->lines.push_back({x, end, x + head / 2, back, color, 1.5f});
}

}  // namespace warplens::scene
