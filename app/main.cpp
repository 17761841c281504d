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
  options.memory = request.memory;
  return warplens::ui::start_window(options);
}

int write_tour(const warplens::cli::TourRequest& request) {
  return warplens::ui::write_tour({request.folder, request.lesson, request.language, request.theme,
                                   request.width, request.height, request.memory});
}

}  // namespace

int main(int argc, char** argv) {
  return warplens::cli::run(argc, argv, {start_window, warplens::ui::write_screenshot, write_tour});
}
