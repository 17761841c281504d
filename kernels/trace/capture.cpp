#include "kernels/trace/capture.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <span>

#include "kernels/base/stopped.h"
#include "kernels/trace/capture_check.h"
#include "kernels/trace/capture_chunks.h"
#include "kernels/trace/capture_copies.h"
#include "kernels/trace/capture_files.h"
#include "kernels/trace/capture_zip.h"
#include "kernels/trace/capture_zip_writer.h"

namespace warplens::trace {
namespace fs = std::filesystem;

namespace {

// The bytes of one row of events: its columns, and two entries of 64-bit addresses.
constexpr std::uint64_t kRowBytes = 4 * 4 + 2 + 1;
constexpr std::uint64_t kMostWordBytes = 2 * (3 + 2 * kWarpSize) * 4;
// A copy by TMA a lane, each by a tensor map of its own.
constexpr std::uint64_t kMostCopyBytes = (sizeof(format::BulkCopy) + TensorMap::kBytes) * kWarpSize;

std::string text_name(std::size_t number) { return fmt::format("text-{}", number); }
std::string launch_name(std::size_t number) { return fmt::format("launch-{}", number); }
std::string events_name(std::size_t number) { return fmt::format("events-{}", number); }

// Notes what the manifest says of each chunk when the chunk is made.
class Writer {
 public:
  Writer(const Run& run, CaptureZipWriter zip, std::uint64_t chunk_bytes)
      : run_(&run), zip_(std::move(zip)), chunk_bytes_(chunk_bytes) {}

  Result<void> write() {
    TRY(add_texts());
    for (const auto& trace : run_->traces) TRY(add_trace(*trace));
    TRY(zip_.add(std::string(kManifestName), [this] { return encode_manifest(*run_, list_); }));
    return zip_.publish();
  }

 private:
  template <class Make>
  Result<void> add(std::vector<Piece>& pieces, const std::string& name, Make make) {
    if (pieces.size() == kMaximumRows) return fail(tr("the capture would have too many chunks"));
    const std::size_t number = pieces.size();
    pieces.emplace_back();
    return zip_.add(name, [&pieces, number, make] {
      Bytes chunk = make();
      pieces[number] = {chunk.size(), checksum(chunk)};
      return chunk;
    });
  }

  Result<void> add_texts() {
    texts_ = *run_->ptx;
    list_.text_bytes.push_back(run_->ptx->size());
    for (const auto& [name, text] : *run_->sources) {
      texts_ += text;
      list_.text_bytes.push_back(text.size());
    }
    for (std::string_view left = texts_; !left.empty();) {
      const std::string_view piece = left.substr(0, chunk_bytes_);
      TRY(add(list_.texts, text_name(list_.texts.size()), [piece] { return encode_text(piece); }));
      left.remove_prefix(piece.size());
    }
    return {};
  }

  Result<void> add_trace(const Trace& trace) {
    Result<void> added = add(list_.launches, launch_name(list_.launches.size()),
                             [&trace] { return encode_launch(trace); });
    const bool copies =
        std::ranges::any_of(trace.sites, [](const Site& site) { return is_bulk_copy(site.kind); });
    const std::uint64_t row_bytes = kRowBytes + kMostWordBytes + (copies ? kMostCopyBytes : 0);
    const std::size_t rows_a_chunk = std::max<std::uint64_t>(chunk_bytes_ / row_bytes, 1);
    std::uint32_t pieces = 0;
    for (std::size_t first = 0; added.has_value() && first < trace.events.size();) {
      const std::size_t last = std::min(first + rows_a_chunk, trace.events.size());
      added = add(list_.events, events_name(list_.events.size()), [&trace, first, last] {
        return encode_events(trace.events.columns(first, last));
      });
      first = last;
      ++pieces;
    }
    list_.event_pieces.push_back(pieces);
    return added;
  }

  const Run* run_;
  CaptureZipWriter zip_;
  std::uint64_t chunk_bytes_;
  std::string texts_;  // the PTX and the sources, joined
  ChunkList list_;
};

class Reader {
 public:
  Reader(fs::path path, std::stop_token stop) : path_(std::move(path)), stop_(std::move(stop)) {}

  Result<Run> read() {
    TRY(open());
    TRY(read_manifest());
    TRY(read_texts());
    for (std::size_t i = 0; i < list_.launches.size(); ++i) TRY(read_trace(i));
    return std::move(run_);
  }

 private:
  [[nodiscard]] Error broken(const std::string& name, const Text& what) const {
    return damaged(path_ / name, what);
  }

  Result<void> open() {
    const bool has_slash = path_.filename().empty();  // "t.wlens/"
    TRY(CaptureZip zip, CaptureZip::open(has_slash ? path_.parent_path() : path_));
    if (zip.has(kProgramName)) {
      return fail(
          tr("'{0}' holds launches of a running program: warplens show '{0}' lists them, "
             "warplens trace '{0}' --launch NAME -o t.wlens runs one",
             path_.string()));
    }
    chunks_ = std::move(zip);
    return {};
  }

  Result<void> read_manifest() {
    const std::string name(kManifestName);
    TRY(const Bytes bytes, chunks_->read(name));
    auto manifest = decode_manifest(bytes);
    if (!manifest.has_value()) return fail(broken(name, tr("it is no manifest")));
    run_ = std::move(manifest->run);
    list_ = std::move(manifest->chunks);
    if (list_.launches.empty()) return fail(broken(name, tr("it names no launch")));
    const Result<void> checked = check_description(run_);
    if (!checked.has_value()) return fail(broken(name, checked.error().message));
    return check_sizes();
  }

  Result<void> check_sizes() {
    std::uint64_t sum = 0;
    for (const auto* pieces : {&list_.texts, &list_.launches, &list_.events}) {
      for (const Piece& piece : *pieces) {
        if (piece.bytes > kMaximumChunkBytes) {
          return fail(broken(std::string(kManifestName), tr("it names a chunk that is too large")));
        }
        sum += piece.bytes;
      }
    }
    if (sum <= kMaximumCaptureBytes) return {};
    return fail(tr("'{}' holds more than {} GiB: record fewer blocks (--block-count)",
                   path_.string(), kMaximumCaptureBytes >> 30));
  }

  Result<Bytes> read_piece(const std::string& name, const Piece& piece) {
    if (is_stopped(stop_)) return fail(tr("cancelled"));
    TRY(Bytes bytes, chunks_->read(name));
    if (bytes.size() != piece.bytes || checksum(bytes) != piece.checksum) {
      return fail(broken(name, tr("it is not the chunk that the manifest names")));
    }
    return bytes;
  }

  Result<void> read_texts() {
    std::string all;
    for (std::size_t i = 0; i < list_.texts.size(); ++i) {
      TRY(const Bytes bytes, read_piece(text_name(i), list_.texts[i]));
      if (!decode_text(bytes, all)) return fail(broken(text_name(i), tr("it holds no text")));
    }
    return part_texts(all);
  }

  // The PTX, then each source.
  Result<void> part_texts(std::string_view all) {
    std::string ptx;
    Sources sources = *run_.sources;
    const std::vector<std::uint64_t>& lengths = list_.text_bytes;
    std::size_t i = 0;
    for (; i < lengths.size() && lengths[i] <= all.size(); ++i) {
      (i == 0 ? ptx : sources[i - 1].second) = all.substr(0, lengths[i]);
      all.remove_prefix(lengths[i]);
    }
    if (i < lengths.size() || !all.empty()) {
      return fail(
          broken(std::string(kManifestName), tr("its texts have other lengths than it says")));
    }
    run_.ptx = std::make_shared<const std::string>(std::move(ptx));
    run_.sources = std::make_shared<const Sources>(std::move(sources));
    return {};
  }

  Result<void> read_trace(std::size_t number) {
    const std::string name = launch_name(number);
    TRY(const Bytes bytes, read_piece(name, list_.launches[number]));
    auto chunk = decode_launch(bytes);
    if (!chunk.has_value()) return fail(broken(name, tr("it holds no launch")));
    Trace& trace = chunk->trace;
    for (std::uint32_t left = list_.event_pieces[number]; left != 0; --left) {
      const std::string events = events_name(next_events_);
      TRY(const Bytes rows, read_piece(events, list_.events[next_events_++]));
      if (!decode_events(rows, trace.events)) return fail(broken(events, tr("it holds no events")));
    }
    if (trace.events.size() != chunk->event_count) {
      return fail(broken(name, tr("it has another number of events than it says")));
    }
    const Result<void> checked = check_trace(trace);
    if (!checked.has_value()) return fail(broken(name, checked.error().message));
    run_.traces.push_back(std::make_shared<const Trace>(std::move(trace)));
    return {};
  }

  fs::path path_;
  std::stop_token stop_;
  std::optional<CaptureZip> chunks_;  // from open() on
  Run run_;
  ChunkList list_;
  std::size_t next_events_ = 0;
};

Result<void> check_all(const Run& run) {
  if (run.traces.empty()) return fail(tr("there is no launch to keep"));
  if (!run.counters.empty() && run.counters.size() != run.traces.size()) {
    return fail(tr("it has counters of {} launches, not of its {}", run.counters.size(),
                   run.traces.size()));
  }
  Result<void> checked = check_description(run);
  for (const auto& trace : run.traces) {
    if (checked.has_value()) checked = check_trace(*trace);
  }
  return checked;
}

}  // namespace

Result<void> write_capture(const fs::path& path, const Run& run, std::uint64_t chunk_bytes) {
  const Result<void> checked = check_all(run);
  if (!checked.has_value()) {
    return fail(tr("cannot keep this run in '{}': {}", path.string(), checked.error().message));
  }
  TRY(CaptureZipWriter zip, CaptureZipWriter::beside(path));
  return Writer(run, std::move(zip), chunk_bytes).write();
}

Result<void> check_capture_path(const fs::path& path) {
  TRY(CaptureZipWriter::beside(path));
  return {};
}

bool looks_like_a_capture(const fs::path& path) { return is_zip(path); }

std::uint64_t capture_stamp(const fs::path& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return 0;
  const std::array<std::uint64_t, 5> facts{about.st_dev, about.st_ino,
                                           static_cast<std::uint64_t>(about.st_size),
                                           static_cast<std::uint64_t>(about.st_mtim.tv_sec),
                                           static_cast<std::uint64_t>(about.st_mtim.tv_nsec)};
  return checksum(std::as_bytes(std::span(facts)));
}

Result<Run> read_capture(const fs::path& path, const std::stop_token& stop) {
  try {
    return Reader(path, stop).read();
  } catch (const std::bad_alloc&) {
    return fail(tr("'{}' needs more memory than there is", path.string()));
  }
}

}  // namespace warplens::trace
