#include "kernels/timing/recording_file.h"

#include <fstream>
#include <sstream>

#include "kernels/base/whole_file.h"

namespace warplens::timing {
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMaximumBytes = std::uintmax_t{64} << 20;

}  // namespace

Result<std::string> read_recording(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return fail(tr("{}: no such recording", file.string()));
  if (fs::file_size(file, error) > kMaximumBytes) {
    return fail(tr("{} is no recording: it is larger than 64 MiB", file.string()));
  }
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return fail(tr("cannot read {}: is it readable for you?", file.string()));
  return text.str();
}

Result<void> write_recording(const fs::path& file, const std::string& text) {
  return write_whole_file(file, text);
}

}  // namespace warplens::timing
