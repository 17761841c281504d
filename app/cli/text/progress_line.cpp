#include "app/cli/text/progress_line.h"

#include <unistd.h>

#include <cstdio>

#include "kernels/base/visible_text.h"

namespace warplens::cli {
namespace {

constexpr const char* kBackToTheBeginning = "\r\033[K";

}  // namespace

ProgressLine::ProgressLine() : is_watched_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(std::string_view text) const {
  if (!is_watched_) return;
  std::fputs((kBackToTheBeginning + visible_text(text)).c_str(), stderr);
  std::fflush(stderr);
}

void ProgressLine::clear() const {
  if (is_watched_) std::fputs(kBackToTheBeginning, stderr);
}

}  // namespace warplens::cli
