// The program: the command line, and the window behind it.
#include "app/cli/cli.h"
#include "app/ui/window/app.h"

namespace {

int start_window(const warplens::cli::WindowRequest& request) {
  warplens::ui::StartOptions options;
  options.lesson = request.lesson;
  options.step = request.step;
  options.language = request.language;
  options.capture = request.capture;
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
  options.explore = request.explore;
  options.settings = request.settings;
  options.compare = request.compare;
  options.views = request.views;
  options.phase = request.phase;
  options.side = request.side;
  options.event = request.event;
  options.launch = request.launch;
  options.order = request.order;
  options.cache = request.cache;
  options.backend = request.backend;
  options.ptx = request.ptx;
  options.output = request.output;
  return warplens::ui::write_screenshot(options);
}

int write_tour(const warplens::cli::TourRequest& request) {
  return warplens::ui::write_tour({request.folder, request.lesson, request.language, request.theme,
                                   request.width, request.height});
}

}  // namespace

int main(int argc, char** argv) {
  return warplens::cli::run(argc, argv, {start_window, write_screenshot, write_tour});
}
