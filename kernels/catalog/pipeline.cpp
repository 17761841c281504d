// The pipeline family: frames that pass through shared memory one after the other.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/pipeline_plans.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

constexpr std::int64_t kMostFrames = kMaximumSide * kMaximumSide / kFrameSamples;
constexpr std::int64_t kMostBlocks = 65536;

// "6 frames a block", or what comes near where they are not shared out evenly.
Text frames_a_block(const Parameters& p) {
  const std::int64_t frames = p.at("frames"), blocks = p.at("blocks");
  const std::int64_t most = (frames + blocks - 1) / blocks;
  if (most == 1) return tr("1 frame a block at most");
  return tr("{} frames a block at most", most);
}

std::vector<Parameter> pipeline_parameters() {
  constexpr std::int64_t kFrameBytes = 4 * kFrameSamples;
  return {
      {"frames", tr("Frames"), 1, kMostFrames, 12, {}, {}, true},
      meaning({"blocks", tr("Blocks"), 1, kMostBlocks, 2, {}, {}}, frames_a_block),
      meaning({"stages", tr("Stages"), 2, 8, 4, {2, 3, 4, 8}, {}},
              [](const Parameters& p) {
                return tr("room for {} frames: {} bytes", p.at("stages"),
                          p.at("stages") * kFrameBytes);
              }),
      {"copy_bytes", tr("Bytes a copy"), 4, 16, 16, {4, 8, 16}, {}},
  };
}

std::vector<Rung> pipeline_ladder() {
  return {
      {"registers",
       {},
       tr("The bottom: each block waits for a frame, then makes its means, and does neither while "
          "it does the other.")},
      {"one_stage",
       {},
       tr("No shared store and no register on the way, but the wait still follows the copy at "
          "once.")},
      {"read_ahead",
       {},
       tr("A frame is on its way, in registers, while the means of the one before it are made.")},
      {"stages",
       {{"stages", 4}},
       tr("Three frames on their way while the means of a fourth are made, and one barrier a frame "
          "in place of two.")},
  };
}

}  // namespace

Family pipeline_family() {
  Family family;
  family.name = "pipeline";
  family.title = tr("Frames through shared memory");
  family.kind = OperatorKind::window;
  family.timed = pipeline_timed();
  family.parameters = pipeline_parameters();
  const VariantOf variant{family.name, {"frames", "blocks"}};
  family.ideas = {{tr("A frame comes"),
                   {{"registers", tr("through registers")},
                    {"read_ahead", tr("through registers, ahead")},
                    {"one_stage", tr("by itself")},
                    {"stages", tr("by itself, ahead")}}},
                  {tr("The wait is for"),
                   {{"stages", tr("this frame")},
                    {"late_wait", tr("all frames")},
                    {"short_wait", tr("no frame")}}},
                  {tr("The copy starts"),
                   {{"stages", tr("behind the barrier")}, {"early_copy", tr("before it")}}}};
  family.variants = {
      variant("registers",
              tr("A load, a store, a barrier, the means: a block does one after the other."),
              plan_pipeline_frame),
      variant("read_ahead",
              tr("The next frame's loads are under way, in registers, while the means are made."),
              plan_pipeline_frame),
      variant("one_stage",
              tr("cp.async brings the frame to shared memory, and a wait for it follows at once."),
              plan_pipeline_frame),
      variant("stages",
              tr("Room for several frames: copies run ahead of the means, and the wait is for the "
                 "oldest group alone."),
              plan_pipeline_stages, {"stages", "copy_bytes"}),
      variant("tma",
              tr("A whole frame by one bulk copy of one thread, whose bytes an mbarrier counts."),
              plan_pipeline_tma, {"stages"}),
      variant("late_wait",
              tr("Four stages, but each wait is for every group: right, and nothing is under way "
                 "behind it."),
              plan_pipeline_four_stages),
      broken(variant("short_wait",
                     tr("Broken: the wait leaves one group too many open, and what is read may not "
                        "have arrived."),
                     plan_pipeline_four_stages)),
      broken(variant("early_copy",
                     tr("Broken: the copy starts before the barrier, where others may still read "
                        "what it overwrites."),
                     plan_pipeline_four_stages)),
  };
  family.ladder = pipeline_ladder();
  family.full_size = {{"frames", kMostFrames}, {"blocks", 1056}};
  return family;
}

}  // namespace warplens::catalog
