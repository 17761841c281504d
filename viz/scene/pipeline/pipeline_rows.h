// The bands of a pipeline's rows.
#pragma once

#include "viz/scene/draw/draw_list.h"
#include "viz/scene/pipeline/pipeline_layout.h"

namespace warplens::scene {

// Arrivals of other blocks at an mbarrier that have no room between them.
struct PipelineSender {
  float left = 0, right = 0;  // the first and the last
  pipeline::Step first = 0;
  std::uint32_t blocks = 0;  // by rank, a bit each
};

class PipelineRows {
 public:
  PipelineRows(const pipeline::Pipeline& pipeline, const PipelineLayout& layout, const Style& style,
               DrawList& list)
      : pipeline_(&pipeline), layout_(&layout), style_(&style), list_(&list) {}

  void paint() const;

 private:
  void paint_stage(const PipelineRow& row) const;
  void paint_faults(const PipelineRow& row) const;
  float paint_flag(const Box& beside) const;
  void paint_mbarrier(const PipelineRow& row) const;
  void paint_bytes(const PipelineRow& row, const pipeline::MbarrierLife& life) const;
  void paint_pending(const PipelineRow& row, const pipeline::MbarrierLife& life) const;
  void paint_senders(const PipelineRow& row, const pipeline::MbarrierLife& life) const;
  // Where the line of arrivals to come stands.
  [[nodiscard]] static float pending_y(const PipelineRow& row, const pipeline::MbarrierLife& life,
                                       std::uint32_t pending);
  [[nodiscard]] std::optional<Box> flag_room(const PipelineRow& row,
                                             const pipeline::MbarrierLife& life,
                                             const PipelineSender& sender) const;
  void paint_sender(const PipelineRow& row, const pipeline::MbarrierLife& life,
                    const PipelineSender& sender, float begin) const;
  void paint_warp(const PipelineRow& row) const;
  void paint_waits(const PipelineRow& row, const pipeline::WarpLife& life) const;
  [[nodiscard]] std::string words_of(const pipeline::Wait& wait) const;
  void paint_arrows() const;
  void paint_arrow(const pipeline::Wait& wait) const;

  [[nodiscard]] bool is_in_window(const pipeline::Span& span) const {
    return span.begin < layout_->window.end && span.end > layout_->window.begin;
  }
  // Of a span, a pixel and a half wide at least.
  [[nodiscard]] Box box_in(const Box& row, const pipeline::Span& span) const;
  // False where it is no further than what was drawn last on that row.
  [[nodiscard]] static bool goes_on(const Box& box, float& drawn_to);
  void add_words(const Box& box, Color color, const std::string& words,
                 Text::Align align = Text::Align::center) const;
  [[nodiscard]] Box beside_faults(const Box& box, std::uint32_t stage) const;
  void add_band(const Box& box, Color color, MarkId id, const std::string& words) const;

  const pipeline::Pipeline* pipeline_;
  const PipelineLayout* layout_;
  const Style* style_;
  DrawList* list_;
};

}  // namespace warplens::scene
