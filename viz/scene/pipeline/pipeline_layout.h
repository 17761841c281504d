// Which rows of a pipeline are in sight, where, and which steps.
//
//   producers   warp 0      ▬ ▬   ▬        who fills
//   stages      As[0]     ▬▬▬▬▬▬▬▬▬▬▬      being filled, full, being read, free
//   mbarriers   full[0]   ▔▔▁▁▔▔▁▁         phases, what is still to come
//   cluster     block 1      ▬ |           what other blocks fill here, where they arrive
//   consumers   warp 1        ▬ ▬  ▬       who reads
//                         1   10   20      steps: the machine's order, no time
//
// Rows that have no room are scrolled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/pipeline/pipeline_model.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// What is pointed at: a band of a row, or a place on it.
struct PipelineMark {
  enum class Kind : std::uint8_t { stage, phase, wait, doing, fault, step };
  Kind kind = Kind::step;
  std::uint32_t row = 0;   // of the model's stages, mbarriers or warps
  std::uint32_t item = 0;  // band, phase, wait, doing; fault
  pipeline::Step step = 0;
  friend bool operator==(const PipelineMark&, const PipelineMark&) = default;
};

struct PipelineLook {
  pipeline::Span window;  // of steps
  std::optional<pipeline::Step> cursor{};
  std::optional<PipelineMark> mark{};  // pointed at
  std::uint32_t first_row = 0;         // of those that are scrolled
};

struct PipelineRow {
  enum class Kind : std::uint8_t { caption, stage, mbarrier, warp };
  Kind kind = Kind::caption;
  std::uint32_t index = 0;  // of the model's; a caption: the section, by the kind of its rows
  pipeline::Role role = pipeline::Role::other;
  Box box;    // of the steps
  Box label;  // at its left
};

struct PipelineLayout {
  pipeline::Span window;
  std::vector<PipelineRow> rows;
  Box area, axis, line, legend;  // `line`: what happens at the cursor, or is pointed at
  std::uint32_t hidden_above = 0, hidden_below = 0;  // rows

  [[nodiscard]] float x_of(pipeline::Step step) const;  // its left edge
  [[nodiscard]] float step_width() const;
  [[nodiscard]] pipeline::Step step_at(float x) const;
  // Of a warp, where it is in sight.
  [[nodiscard]] const PipelineRow* row_of(PipelineRow::Kind kind, std::uint32_t index) const;
};

// What a row of a warp, or of another block, is called: "warp 0", "block 1".
[[nodiscard]] std::string row_name(const pipeline::WarpLife& life, Language language);

[[nodiscard]] PipelineLayout pipeline_layout(const pipeline::Pipeline& pipeline,
                                             const PipelineLook& look, Size size,
                                             const Style& style);

// So many steps that a stage's turn or two is seen; all where there are few.
[[nodiscard]] pipeline::Step usual_steps(const pipeline::Pipeline& pipeline);
// A window of so many steps around one: it stays while that moves within its middle.
[[nodiscard]] pipeline::Span window_around(const pipeline::Pipeline& pipeline, pipeline::Step step,
                                           pipeline::Step count);

}  // namespace warplens::scene
