#include "app/mcp/lines.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "kernels/base/trimmed.h"

namespace warplens::mcp {
namespace {

class LineReader {
 public:
  explicit LineReader(const Lines& lines) : lines_(lines) {}

  void add(std::string_view bytes) {
    for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
         end = bytes.find('\n')) {
      keep(bytes.substr(0, end));
      finish();
      bytes.remove_prefix(end + 1);
    }
    keep(bytes);
  }

  void finish() {
    if (is_too_long_) {
      lines_.take_too_long();
    } else if (!trimmed(line_).empty()) {
      lines_.take(line_);
    }
    line_.clear();
    is_too_long_ = false;
  }

 private:
  void keep(std::string_view bytes) {
    is_too_long_ = is_too_long_ || bytes.size() > lines_.longest - line_.size();
    if (!is_too_long_) line_ += bytes;
  }

  const Lines& lines_;
  std::string line_;
  bool is_too_long_ = false;
};

}  // namespace

void read_lines(int file, const Lines& lines) {
  LineReader reader(lines);
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t count = read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    reader.add({buffer.data(), static_cast<std::size_t>(count)});
  }
  reader.finish();
}

}  // namespace warplens::mcp
