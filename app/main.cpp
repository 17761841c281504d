// The program: the command line, and the window behind it.
#include "app/cli/cli.h"
#include "app/ui/app.h"

namespace {

int start_window(const warplens::cli::WindowRequest& request) {
  warplens::ui::StartOptions options;
  options.lesson = request.lesson;
  options.step = request.step;
  options.language = request.language;
  return warplens::ui::start_window(options);
}

int write_screenshot(const warplens::cli::ScreenshotRequest& request) {
  warplens::ui::ScreenshotOptions options;
  options.lesson = request.lesson;
  options.step = request.step;
  options.language = request.language;
  options.theme = request.theme;
  options.width = request.width;
  options.height = request.height;
  options.scale = request.scale;
  options.output = request.output;
  return warplens::ui::write_screenshot(options);
}

}  // namespace

int main(int argc, char** argv) {
  return warplens::cli::run(argc, argv, {start_window, write_screenshot});
}
