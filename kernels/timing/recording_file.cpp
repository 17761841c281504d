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
  if (!fs::is_regular_file(file, error))
    return fail_in_both("{}: no such recording", "{}：没有这个计时记录", file.string());
  if (fs::file_size(file, error) > kMaximumBytes) {
    return fail_in_both("{} is no recording: it is larger than 64 MiB",
                        "{} 不是计时记录：它大于 64 MiB", file.string());
  }
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in)
    return fail_in_both("cannot read {}: is it readable for you?",
                        "无法读取 {}：您是否有读取权限？", file.string());
  return text.str();
}

Result<void> write_recording(const fs::path& file, const std::string& text) {
  return write_whole_file(file, text);
}

}  // namespace warplens::timing
