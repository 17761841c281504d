// warplens screenshot: one lesson step as a picture, without a display.
#include <charconv>
#include <memory>

#include "app/cli/command.h"

namespace warplens::cli {

namespace {

struct Size {
  int width = 0, height = 0;
};

Result<Size> parse_size(const std::string& text) {
  Size size;
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width);
  if (width.ec == std::errc() && width.ptr != end && *width.ptr == 'x') {
    const auto height = std::from_chars(width.ptr + 1, end, size.height);
    const bool sensible =
        size.width >= 320 && size.height >= 240 && size.width <= 16384 && size.height <= 16384;
    if (height.ec == std::errc() && height.ptr == end && sensible) return size;
  }
  return fail("--size '{}' is no picture size: give WxH, from 320x240 to 16384x16384", text);
}

}  // namespace

Command screenshot_command(CLI::App& app, const Window& window) {
  struct Options {
    ScreenshotRequest request;
    std::string size = "1600x1000";
  };
  auto options = std::make_shared<Options>();
  ScreenshotRequest& request = options->request;
  CLI::App* parser = app.add_subcommand("screenshot", "Draw a lesson's step as a picture (PNG)");
  parser->add_option("--lesson", request.lesson, "Lesson (see: warplens list)")->required();
  parser->add_option("--step", request.step, "Step, from 1")->check(CLI::PositiveNumber);
  parser->add_option("--lang", request.language, "Language")->check(CLI::IsMember({"en", "zh"}));
  parser->add_option("--theme", request.theme, "Colours")->check(CLI::IsMember({"light", "dark"}));
  parser->add_option("--size", options->size, "Pixels, as WxH")->capture_default_str();
  parser->add_option("--scale", request.scale, "Content scale: 2 doubles text and lines")
      ->check(CLI::Range(0.5, 4.0));
  parser->add_option("-o,--output", request.output, "The picture: FILE.png")->required();
  parser->footer(
      "Needs no display.\n\nExample:\n"
      "  warplens screenshot --lesson bank-conflicts --step 2 --lang zh -o step2.png");
  return {parser, [options, write = window.write_screenshot]() -> Result<int> {
            const auto size = parse_size(options->size);
            if (!size.has_value()) return fail(size.error());
            options->request.width = size->width;
            options->request.height = size->height;
            return write(options->request);
          }};
}

}  // namespace warplens::cli
