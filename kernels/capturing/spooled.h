// What one process left (kernels/injected/spool_format.h), read back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/captured/program.h"
#include "kernels/injected/spool_format.h"

namespace warplens::capturing {

struct SpooledImage {
  std::string call;  // "cuModuleLoadData"
  std::vector<std::byte> bytes;
  struct Ptx {
    injected::spool::PtxSource source{};
    std::string name, text;
    std::string json{}, ttir{};  // of Triton's: what it wrote beside it
  };
  std::vector<Ptx> ptx;  // of machine code: what it was made of
};

struct SpooledNote {
  injected::spool::NoteKind kind{};
  std::uint64_t episode = injected::spool::kNoEpisode;
  std::uint64_t first = 0, second = 0;
  std::string text;
};

struct SpooledEpisode {
  std::string kernel;
  std::uint64_t nth = 0, thread = 0, stream = 0;
  std::uint64_t status = 0;  // CUresult of what it did
  std::string error;         // its name
  std::uint64_t others = 0;  // launches of other threads in the middle of it
  std::vector<captured::Step> steps;
  std::vector<captured::Allocation> allocations;
};

struct Spooled {
  std::uint64_t process = 0;
  std::string device;
  std::uint32_t capability = 0;
  std::uint32_t driver = 0;                      // 13000
  std::map<std::uint64_t, SpooledImage> images;  // by number, as launches have it
  std::map<std::uint64_t, SpooledEpisode> episodes;
  std::map<std::uint64_t, SpooledEpisode> asked;  // that have not run; of memory what is before
  std::vector<SpooledNote> notes;
};

// What is whole of it: a program may end in the middle of a record. Errors: it cannot be read, it
// is none.
Result<Spooled> read_spool(const std::filesystem::path& path);
// Of a stream of at most so many bytes; nothing: it is none.
[[nodiscard]] std::optional<Spooled> read_spool(std::istream& file, std::uint64_t most_bytes);

}  // namespace warplens::capturing
