// The process and thread numbers of blocks and warps in a Perfetto file, numbered as they come.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "kernels/trace/trace.h"

namespace warplens::perfetto {

struct Track {
  std::uint32_t process = 0, thread = 0;  // from 1
};

class Tracks {
 public:
  // Blocks belong to `trace` from now on; `launch` counts from 1, 0: there is only one.
  void begin(const trace::Trace& trace, std::size_t launch);
  // The track of a warp of the launch. If it is new, the events that name it are appended to
  // `named`, each behind a comma.
  [[nodiscard]] Track of(std::uint32_t block, std::uint32_t warp, std::string& named);

 private:
  [[nodiscard]] std::string process_name(std::uint32_t block) const;

  const trace::Trace* trace_ = nullptr;
  std::size_t launch_ = 0;
  std::map<std::uint32_t, std::uint32_t> processes_;  // of this launch's blocks
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> threads_;
  std::uint32_t last_process_ = 0, last_thread_ = 0;
};

}  // namespace warplens::perfetto
