#include "viz/scene/charts/occupancy_view.h"

#include <algorithm>

#include "viz/analysis/limits/occupancy_gpus.h"
#include "viz/analysis/limits/occupancy_text.h"
#include "viz/scene/charts/occupancy_parts.h"

namespace warplens::scene {
namespace {

constexpr TextView kOne = tr("{} block resident: {} of {} warps");
constexpr TextView kSeveral = tr("{} blocks resident: {} of {} warps");
constexpr TextView kHidden = tr("One block takes this much. How many fit?");

constexpr float kGpus = 2.7f;  // heights, in text sizes
constexpr float kLine = 1.6f;
constexpr float kHeadline = 2.1f;  // its letters
constexpr float kLetters = 1.35f;
constexpr float kLimitRow = 1.7f;  // of a limit, at least
constexpr float kRoomyRow = 2.5f;  // at most beside the stairs
constexpr float kLoneRow = 12;     // at most without them
constexpr float kStairs = 8;       // at least

std::string headline(const OccupancyOfGpu& gpu, Language language) {
  const analysis::Occupancy now = occupancy_of(gpu);
  const TextView words = now.blocks == 1 ? kOne : kSeveral;
  return say(words, language, now.blocks, now.warps, gpu.sm->warps);
}

// The parts that fit into the height, from the most important: limits, the words, the GPUs, the
// stairs.
struct Parts {
  float gpus = 0, words = 0, reason = 0, limits = 0, stairs = 0;
};

Parts parts_of(float height, float text, std::size_t gpu_rows, bool wants_stairs) {
  Parts parts;
  const float rows = static_cast<float>(analysis::kSmLimits);
  float left = height - rows * kLimitRow * text;
  const auto take = [&](float wanted) {
    if (left < wanted) return 0.0f;
    left -= wanted;
    return wanted;
  };
  parts.words = take(kHeadline * text);
  parts.gpus = parts.words > 0 ? take(kGpus * text * static_cast<float>(gpu_rows)) : 0;
  parts.reason = parts.gpus > 0 ? take(kLine * text) : 0;
  const bool has_stairs = wants_stairs && parts.reason > 0 && left >= kStairs * text;
  const float more = rows * ((has_stairs ? kRoomyRow : kLoneRow) - kLimitRow) * text;
  const float roomier = has_stairs ? std::clamp((left - kStairs * text) / 2, 0.0f, more)
                                   : std::clamp(left, 0.0f, more);
  parts.limits = rows * kLimitRow * text + roomier;
  if (has_stairs) parts.stairs = left - roomier;
  return parts;
}

}  // namespace

DrawList occupancy_view(const OccupancyScene& scene, Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const OccupancyOfGpu& gpu = scene.gpus[scene.chosen];
  const Theme& colors = theme(style.theme);
  const Parts parts =
      parts_of(size.height, style.text_size, gpu_rows(scene, size.width, style), !scene.is_hidden);
  float y = 0;
  const auto next = [&](float height) {
    const Box box{0, y, size.width, height};
    y += height;
    return box;
  };
  if (parts.gpus > 0) paint_gpus(list, scene, next(parts.gpus), style);
  if (parts.words > 0) {
    const std::string words =
        scene.is_hidden ? std::string(kHidden.in(style.language)) : headline(gpu, style.language);
    Style large = style;
    large.text_size *= kLetters;
    add_text(list, large, next(parts.words), {words},
             {.color = colors.text, .id = {MarkId::Kind::label, 0, 0}});
  }
  if (parts.reason > 0 && !scene.is_hidden) {
    const analysis::Occupancy now = occupancy_of(gpu);
    add_text(list, style, next(parts.reason),
             {analysis::why(*gpu.sm, now).in(style.language),
              analysis::limiting_phrase(now).in(style.language)},
             {.color = colors.muted_text, .id = {MarkId::Kind::label, 1, 0}});
  }
  paint_limits(list, scene, next(std::min(parts.limits, size.height - y)), style);
  if (parts.stairs > 0) paint_stairs(list, scene, next(size.height - y), style);
  return list;
}

}  // namespace warplens::scene
