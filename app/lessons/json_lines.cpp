#include "app/lessons/json_lines.h"

#include <algorithm>

namespace warplens::lessons {
namespace {

// Goes through JSON byte by byte: how deep it is in, and which text of the top object came last.
class JsonWalk {
 public:
  explicit JsonWalk(std::string_view json) : json_(json) {}

  std::vector<std::size_t> elements_of(std::string_view name) {
    std::vector<std::size_t> lines;
    for (at_ = 0; at_ < json_.size(); ++at_) {
      const char here = json_[at_];
      if (here == '"') {
        const std::string_view text = take_text();
        if (depth_ == 1) last_ = text;
      } else if (here == '{' || here == '[') {
        if (depth_ == 2 && last_ == name) lines.push_back(line_at(json_, at_));
        ++depth_;
      } else if (here == '}' || here == ']') {
        --depth_;
      }
    }
    return lines;
  }

 private:
  // From one quote to the other; stays on the latter.
  std::string_view take_text() {
    const std::size_t begin = ++at_;
    while (at_ < json_.size() && json_[at_] != '"') at_ += json_[at_] == '\\' ? 2 : 1;
    return json_.substr(begin, std::min(at_, json_.size()) - begin);
  }

  std::string_view json_, last_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::size_t line_at(std::string_view text, std::size_t at) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

std::vector<std::size_t> lines_of_elements(std::string_view json, std::string_view name) {
  return JsonWalk(json).elements_of(name);
}

}  // namespace warplens::lessons
