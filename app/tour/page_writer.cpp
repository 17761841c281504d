#include "app/tour/page_writer.h"

#include <algorithm>

#include "app/tour/tour_page.h"

namespace warplens::ui {

void page_head(Writer& out, Language language, Str title) {
  out.add("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n{}\n",
          language == Language::zh ? "zh-CN" : code_of(language), kTourMark);
  out.add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  out.add("<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n",
          out.say(title));
  out.add("<style>\n{}</style>\n</head>\n", tour_style());
}

std::string step_anchor(std::string_view step) {
  std::string anchor(step);
  std::ranges::replace(anchor, '/', '.');
  return address_of(anchor);
}

}  // namespace warplens::ui
