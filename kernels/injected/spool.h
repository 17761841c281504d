// The file of records that this process leaves (spool_format.h).
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "kernels/injected/spool_format.h"

namespace warplens::injected {

class Spool {
 public:
  // PID.spool in the folder. Where it cannot be made nothing is ever written.
  explicit Spool(const std::string& folder);
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  void append(spool::Kind kind, const spool::Writer& fields);
  void note(spool::NoteKind kind, std::uint64_t episode, std::uint64_t first, std::uint64_t second,
            std::string_view text);

 private:
  std::mutex mutex_;
  int descriptor_ = -1;
};

}  // namespace warplens::injected
