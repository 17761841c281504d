// Where warps of other blocks of the cluster arrive at an mbarrier: lines in its row, with those
// blocks' ranks at their left where there is room.
#include <algorithm>
#include <bit>

#include "viz/pipeline/pipeline_words.h"
#include "viz/scene/pipeline/pipeline_rows.h"

namespace warplens::scene {
namespace {

constexpr float kTogether = 6;  // pixels

bool is_arrival(const machine::BarrierRecord& record) {
  return record.step == machine::BarrierStep::arrive ||
         record.step == machine::BarrierStep::arrive_drop;
}

warplens::Text senders_phrase(std::uint32_t blocks) {
  const std::string ranks = pipeline::warp_numbers(blocks);
  return std::has_single_bit(blocks) ? tr("block {}", ranks) : tr("blocks {}", ranks);
}

}  // namespace

void PipelineRows::paint_senders(const PipelineRow& row, const pipeline::MbarrierLife& life) const {
  std::vector<PipelineSender> senders;
  for (const pipeline::MbarrierStep& step : life.steps) {
    const machine::BarrierRecord& record = pipeline_->record(step.record);
    const bool is_sent = record.rank != pipeline_->run.records->rank() && is_arrival(record);
    if (!is_sent || !layout_->window.contains(step.at)) continue;
    const float x = layout_->x_of(step.at) + layout_->step_width() / 2;
    if (senders.empty() || x > senders.back().right + kTogether) {
      senders.push_back({x, x, step.at, 0});
    }
    senders.back().right = x;
    senders.back().blocks |= 1u << record.rank;
  }
  float begin = row.box.x;
  for (const PipelineSender& sender : senders) {
    paint_sender(row, life, sender, begin);
    begin = sender.right;
  }
}

// Above or below the line of arrivals to come, as high as words are; nothing: neither has room.
std::optional<Box> PipelineRows::flag_room(const PipelineRow& row,
                                           const pipeline::MbarrierLife& life,
                                           const PipelineSender& sender) const {
  constexpr float kGap = 1.5f;
  const auto state = life.state_at(sender.first);
  const float line = pending_y(row, life, state ? state->pending : 0);
  const float bottom = row.box.y + row.box.height;
  const bool is_below = bottom - line > line - row.box.y;
  const float room = (is_below ? bottom - line : line - row.box.y) - kGap;
  const float height = std::min(room, label_size(*style_) * 1.2f);
  if (height < style_->smallest_text * 1.1f) return std::nullopt;
  const float top = (is_below ? line + kGap : row.box.y) + (room - height) / 2;
  return Box{row.box.x, top, row.box.width, height};
}

void PipelineRows::paint_sender(const PipelineRow& row, const pipeline::MbarrierLife& life,
                                const PipelineSender& sender, float begin) const {
  const Color color = theme(style_->theme).barrier;
  for (const float x : {sender.left, sender.right}) {
    list_->lines.push_back({x, row.box.y, x, row.box.y + row.box.height, color, 2});
  }
  const float size = label_size(*style_);
  const auto width_of = [&](const std::string& words) {
    return style_->measure(words, size, false) + size * 0.8f;
  };
  // The phase's number stands at its beginning.
  for (std::size_t i = 0; i < life.phases.size(); ++i) {
    if (!life.phases[i].at.contains(sender.first)) continue;
    const std::string number = tr("phase {}", i).in(style_->language);
    begin = std::max(begin, layout_->x_of(life.phases[i].at.begin) + width_of(number));
  }
  const std::string words = senders_phrase(sender.blocks).in(style_->language);
  const float width = width_of(words);
  const auto room = flag_room(row, life, sender);
  if (sender.left - begin < width || !room) return;
  const Box flag{sender.left - width, room->y, width, room->height};
  list_->rectangles.push_back({flag.x, flag.y, flag.width, flag.height, color, 0, 1, 0, {}});
  add_words(flag, color, words);
}

}  // namespace warplens::scene
