// warplens screenshot: one lesson step as a picture, without a display.
#include <memory>
#include <span>

#include "app/cli/command.h"
#include "app/cli/memory_limit.h"
#include "app/cli/text/parse.h"
#include "app/session/backend.h"
#include "app/session/stage_view.h"
#include "kernels/trace/event_order.h"
#include "viz/analysis/cache_preset.h"

namespace warplens::cli {
namespace {

std::vector<std::string> names_of(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

}  // namespace

Command screenshot_command(CLI::App& app, const WindowCommands& window) {
  // With what is to be read of it after CLI11: WxH and NAME=NUMBER.
  struct Options {
    session::Screenshot screenshot;
    std::string size = "1600x1000";
    std::vector<std::string> settings;
    MemoryLimit memory;
  };
  auto options = std::make_shared<Options>();
  session::Screenshot& screenshot = options->screenshot;
  CLI::App* parser =
      app.add_subcommand("screenshot", "Draw a lesson's step, or any kernel, as a picture (PNG)");
  auto* shown = parser->add_option_group("shown", "What is shown: one of");
  shown->add_option("--lesson", screenshot.lesson,
                    "Lesson, by name or number (see: warplens list)");
  shown->add_option("--explore", screenshot.explore, "Kernel, or a capture's folder");
  shown->require_option(1);
  parser->add_option("--step", screenshot.step, "Step, from 1")->check(CLI::PositiveNumber);
  parser->add_option("--set", options->settings, "… of a kernel: parameter NAME=NUMBER");
  parser->add_option("--compare", screenshot.compare, "A kernel beside it");
  parser->add_option("--views", screenshot.views, "Views on the stage, the first one large")
      ->delimiter(',')
      ->check(CLI::IsMember(names_of(session::kStageViewNames)));
  parser->add_option("--lang", screenshot.language, "Language")->check(CLI::IsMember({"en", "zh"}));
  parser->add_option("--theme", screenshot.theme, "Colours")
      ->check(CLI::IsMember({"light", "dark"}));
  parser->add_option("--size", options->size, "Pixels, as WxH")->capture_default_str();
  parser->add_option("--scale", screenshot.scale, "Content scale: 2 doubles text and lines")
      ->check(CLI::Range(0.5, 4.0));
  parser->add_flag("--ptx", screenshot.ptx, "Show the kernel's PTX with its source");
  parser->add_option("--event", screenshot.event, "The event under the cursor, from 1")
      ->check(CLI::PositiveNumber);
  parser->add_option("--launch", screenshot.launch, "Which of several launches, from 1")
      ->check(CLI::PositiveNumber);
  parser->add_option("--order", screenshot.order, "Order of the events")
      ->check(CLI::IsMember(names_of(trace::kOrderNames)));
  parser->add_option("--cache", screenshot.cache, "The cache that accesses are replayed with")
      ->check(CLI::IsMember(names_of(analysis::kCachePresetNames)));
  parser
      ->add_option(
          "--backend", screenshot.backend,
          "Where kernels are traced: on the CPU, or on this machine's GPU with its counters")
      ->check(CLI::IsMember(names_of(session::kBackendNames)));
  parser->add_option("--side", screenshot.side, "The size that the timing view shows")
      ->check(CLI::PositiveNumber);
  parser->add_option("--phase", screenshot.phase, "How far its access has got: 0 begins, 1 is over")
      ->check(CLI::Range(0.0, 1.0));
  parser->add_option("-o,--output", screenshot.output, "The picture: FILE.png")->required();
  options->memory.add_to(*parser);
  parser->footer(
      "Needs no display.\n\nExample:\n"
      "  warplens screenshot --lesson bank-conflicts --step 2 --lang zh -o step2.png\n"
      "  warplens screenshot --explore transpose/tile_padded --set pitch=34 \\\n"
      "      --compare transpose/packed_xor --views bank_view,swizzle_map -o pair.png");
  return {parser, [options, write = window.write_screenshot]() -> Result<int> {
            const auto size = parse_picture_size(options->size);
            if (!size.has_value()) return fail(size.error());
            auto settings = parse_settings(options->settings);
            if (!settings.has_value()) return fail(settings.error());
            options->screenshot.settings = std::move(*settings);
            options->screenshot.width = size->width;
            options->screenshot.height = size->height;
            options->screenshot.memory = options->memory.bytes();
            return write(options->screenshot);
          }};
}

}  // namespace warplens::cli
