#include "kernels/timing/recording_file.h"
#include "kernels/timing/timings.h"

namespace warplens::timing {

Result<Timings> read_timings(const std::filesystem::path& file) {
  TRY(const std::string text, read_recording(file));
  return parse_timings(text, file.string());
}

Result<void> write_timings(const std::filesystem::path& file, const Timings& timings) {
  return write_recording(file, to_json(timings));
}

}  // namespace warplens::timing
