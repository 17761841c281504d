#include "viz/analysis/limits/data_file.h"

#include <fstream>
#include <sstream>

namespace warplens::analysis {

Result<std::string> read_data_file(const std::filesystem::path& file) {
  constexpr std::uintmax_t kMaximumBytes = std::uintmax_t{16} << 20;
  std::error_code error;
  const auto bytes = std::filesystem::file_size(file, error);
  if (error || bytes > kMaximumBytes) {
    return fail_in_both("{} is not there, or larger than 16 MiB: install warplens again",
                        "{} 不存在，或大于 16 MiB：请重新安装 warplens", file.string());
  }
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (in) return text.str();
  return fail_in_both("cannot read {}: is it readable for you?", "无法读取 {}：您是否有读取权限？",
                      file.string());
}

}  // namespace warplens::analysis
