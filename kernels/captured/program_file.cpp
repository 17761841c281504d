#include "kernels/captured/program_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <new>
#include <optional>
#include <span>
#include <utility>

#include "kernels/base/stopped.h"
#include "kernels/captured/program_check.h"
#include "kernels/captured/program_chunks.h"
#include "kernels/trace/capture_check.h"
#include "kernels/trace/capture_zip.h"
#include "kernels/trace/capture_zip_writer.h"

namespace warplens::captured {
namespace fs = std::filesystem;

namespace {

using View = std::span<const std::byte>;

std::string image_name(std::size_t number) { return fmt::format("image-{}", number); }
std::string memory_name(std::size_t number) { return fmt::format("memory-{}", number); }

// Bytes one after another, without a copy of all of them.
class Joined {
 public:
  void add(View bytes) {
    parts_.push_back(bytes);
    size_ += bytes.size();
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] Bytes slice(std::uint64_t begin, std::uint64_t end) const {
    Bytes bytes;
    std::uint64_t at = 0;
    for (const View& part : parts_) {
      const std::uint64_t first = std::max(at, begin), last = std::min(at + part.size(), end);
      if (first < last) {
        const View taken = part.subspan(static_cast<std::size_t>(first - at),
                                        static_cast<std::size_t>(last - first));
        bytes.insert(bytes.end(), taken.begin(), taken.end());
      }
      at += part.size();
    }
    return bytes;
  }

 private:
  std::vector<View> parts_;
  std::uint64_t size_ = 0;
};

// Contents that are stored once, however often they are there.
class Contents {
 public:
  std::uint32_t add(View bytes) {
    const auto number = static_cast<std::uint32_t>(all_.size());
    const std::pair key(trace::checksum(bytes), bytes.size());
    const auto [first, last] = known_.equal_range(key);
    for (auto known = first; known != last; ++known)
      if (std::ranges::equal(all_[known->second], bytes)) return known->second;
    known_.emplace(key, number);
    all_.push_back(bytes);
    return number;
  }
  [[nodiscard]] const std::vector<View>& all() const { return all_; }

 private:
  std::multimap<std::pair<std::uint64_t, std::size_t>, std::uint32_t> known_;
  std::vector<View> all_;
};

// Runs of bytes that differ; what lies less than this apart is one, as a run takes 16 bytes.
constexpr std::uint64_t kApart = 16;

std::vector<ChangedRun> changed_runs(View before, View after) {
  std::vector<ChangedRun> runs;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == after[i]) continue;
    if (!runs.empty() && i - (runs.back().offset + runs.back().bytes) < kApart) {
      runs.back().bytes = i + 1 - runs.back().offset;
    } else {
      runs.push_back({i, 1});
    }
  }
  return runs;
}

Bytes changed_bytes(const std::vector<ChangedRun>& runs, View after) {
  Bytes bytes;
  for (const ChangedRun& run : runs) {
    const View changed =
        after.subspan(static_cast<std::size_t>(run.offset), static_cast<std::size_t>(run.bytes));
    bytes.insert(bytes.end(), changed.begin(), changed.end());
  }
  return bytes;
}

class Writer {
 public:
  Writer(const Program& program, trace::CaptureZipWriter zip, std::uint64_t piece_bytes)
      : program_(program), zip_(std::move(zip)), piece_bytes_(piece_bytes) {}

  Result<void> write() {
    take_images();
    take_memory();
    TRY(add_pieces(images_, index_.image_pieces, image_name));
    TRY(add_pieces(memory_, index_.memory_pieces, memory_name));
    TRY(zip_.add(std::string(trace::kProgramName), [this] {
      index_.program = described();
      return encode_index(index_);
    }));
    return zip_.publish();
  }

 private:
  void take_images() {
    for (const Image& image : program_.images) {
      images_.add(std::as_bytes(std::span(image.ptx)));
      images_.add(image.cubin);
      index_.images.push_back({image.ptx.size(), image.cubin.size()});
    }
    for (const auto& [name, text] : program_.sources) {
      images_.add(std::as_bytes(std::span(text)));
      index_.sources.push_back(text.size());
    }
  }

  void take_memory() {
    Contents contents;
    for (const Episode& episode : program_.episodes)
      for (const Allocation& allocation : episode.allocations)
        for (const Part& part : allocation.parts) {
          StoredPart& stored = index_.parts.emplace_back();
          stored.before = contents.add(part.before);
          stored.runs = changed_runs(part.before, part.after);
          if (stored.runs.empty()) continue;
          stored.changed =
              contents.add(changed_.emplace_back(changed_bytes(stored.runs, part.after)));
        }
    for (const View& each : contents.all()) {
      memory_.add(each);
      index_.contents.push_back(each.size());
    }
  }

  // All that the index keeps of the program.
  [[nodiscard]] Program described() const {
    Program all;
    all.command = program_.command;
    all.device = program_.device;
    all.capability = program_.capability;
    all.driver = program_.driver;
    all.created = program_.created;
    for (const Image& image : program_.images)
      all.images.push_back({{}, {}, image.origin, image.why_no_ptx});
    for (const Episode& episode : program_.episodes) all.episodes.push_back(described(episode));
    for (const auto& [name, text] : program_.sources) all.sources.emplace_back(name, "");
    return all;
  }
  static Episode described(const Episode& episode) {
    Episode all;
    all.name = episode.name;
    all.steps = episode.steps;
    all.nth = episode.nth;
    all.process = episode.process;
    all.thread = episode.thread;
    all.stream = episode.stream;
    all.notes = episode.notes;
    all.error = episode.error;
    for (const Allocation& allocation : episode.allocations) {
      Allocation& one = all.allocations.emplace_back(Allocation{allocation.address,
                                                                allocation.bytes,
                                                                allocation.kind,
                                                                allocation.variable,
                                                                allocation.image,
                                                                {}});
      for (const Part& part : allocation.parts) one.parts.push_back({part.address, {}, {}});
    }
    return all;
  }

  Result<void> add_pieces(const Joined& bytes, std::vector<trace::Piece>& pieces,
                          std::string (*name)(std::size_t)) {
    const std::uint64_t count = (bytes.size() + piece_bytes_ - 1) / piece_bytes_;
    if (count > trace::kMaximumRows) return fail(tr("the capture would have too many chunks"));
    pieces.resize(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const std::uint64_t begin = i * piece_bytes_;
      const std::uint64_t end = std::min(begin + piece_bytes_, bytes.size());
      TRY(zip_.add(name(i), [&bytes, &pieces, i, begin, end] {
        Bytes chunk = encode_piece(bytes.slice(begin, end));
        pieces[i] = {chunk.size(), trace::checksum(chunk)};
        return chunk;
      }));
    }
    return {};
  }

  const Program& program_;
  trace::CaptureZipWriter zip_;
  std::uint64_t piece_bytes_;
  ProgramIndex index_;
  std::vector<Bytes> changed_;
  Joined images_, memory_;
};

class Reader {
 public:
  Reader(fs::path path, std::stop_token stop) : path_(std::move(path)), stop_(std::move(stop)) {}

  Result<Program> read() {
    TRY(trace::CaptureZip zip, trace::CaptureZip::open(path_));
    chunks_ = std::move(zip);
    TRY(read_index());
    TRY(read_images());
    TRY(read_memory());
    const Result<void> checked = check_program(index_.program);
    if (!checked.has_value()) return fail(broken(checked.error().message));
    return std::move(index_.program);
  }

 private:
  [[nodiscard]] Error broken(const Text& what) const {
    return trace::damaged(path_ / trace::kProgramName, what);
  }

  Result<void> read_index() {
    const std::string name(trace::kProgramName);
    if (!chunks_->has(name)) {
      return fail(tr("'{}' holds no launches of a program: give a file that warplens capture wrote",
                     path_.string()));
    }
    TRY(const Bytes bytes, chunks_->read(name));
    auto index = decode_index(bytes);
    if (!index.has_value()) return fail(broken(tr("it describes no program")));
    index_ = std::move(*index);
    const Result<void> checked = check_index(index_);
    return checked.has_value() ? checked : fail(broken(checked.error().message));
  }

  // Calls take(bytes) with those of each piece. Errors: they are other ones, or `size` is not
  // theirs.
  template <class Take>
  Result<void> read_pieces(const std::vector<trace::Piece>& pieces, std::uint64_t size,
                           std::string (*name)(std::size_t), Take take) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (is_stopped(stop_)) return fail(tr("cancelled"));
      TRY(const Bytes chunk, chunks_->read(name(i)));
      Bytes piece;
      const bool is_its =
          chunk.size() == pieces[i].bytes && trace::checksum(chunk) == pieces[i].checksum;
      if (!is_its || !decode_piece(chunk, piece) || piece.size() > size) {
        return fail(
            trace::damaged(path_ / name(i), tr("it is not the chunk that the program names")));
      }
      size -= piece.size();
      take(View(piece));
    }
    if (size == 0) return {};
    return fail(broken(tr("its chunks have other lengths than it says")));
  }

  Result<void> read_images() {
    std::uint64_t size = 0;
    for (const ImageBytes& image : index_.images) size += image.ptx + image.cubin;
    for (const std::uint64_t source : index_.sources) size += source;
    Bytes all;
    TRY(read_pieces(index_.image_pieces, size, image_name,
                    [&](View piece) { all.insert(all.end(), piece.begin(), piece.end()); }));
    View left(all);
    const auto next = [&](std::uint64_t bytes) {
      const View taken = left.first(static_cast<std::size_t>(bytes));
      left = left.subspan(static_cast<std::size_t>(bytes));
      return taken;
    };
    for (std::size_t i = 0; i < index_.images.size(); ++i) {
      Image& image = index_.program.images[i];
      const View ptx = next(index_.images[i].ptx), cubin = next(index_.images[i].cubin);
      image.ptx.assign(reinterpret_cast<const char*>(ptx.data()), ptx.size());
      image.cubin.assign(cubin.begin(), cubin.end());
    }
    for (std::size_t i = 0; i < index_.sources.size(); ++i) {
      const View text = next(index_.sources[i]);
      index_.program.sources[i].second.assign(reinterpret_cast<const char*>(text.data()),
                                              text.size());
    }
    return {};
  }

  Result<void> read_memory() {
    std::uint64_t size = 0;
    for (const std::uint64_t bytes : index_.contents) size += bytes;
    std::vector<Bytes> contents(index_.contents.size());
    std::size_t now = 0;
    TRY(read_pieces(index_.memory_pieces, size, memory_name, [&](View piece) {
      while (!piece.empty()) {
        while (contents[now].size() == index_.contents[now]) ++now;
        const std::uint64_t room = index_.contents[now] - contents[now].size();
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(room, piece.size()));
        contents[now].insert(contents[now].end(), piece.begin(), piece.begin() + count);
        piece = piece.subspan(count);
      }
    }));
    hand_out(std::move(contents));
    return {};
  }

  void hand_out(std::vector<Bytes> contents) {
    std::vector<std::uint32_t> uses(contents.size());
    for (const StoredPart& stored : index_.parts) {
      ++uses[stored.before];
      if (stored.changed != kUnchanged) ++uses[stored.changed];
    }
    auto stored = index_.parts.begin();
    for (Episode& episode : index_.program.episodes)
      for (Allocation& allocation : episode.allocations)
        for (Part& part : allocation.parts) {
          const bool is_last = uses[stored->before] == 1;
          part.after = contents[stored->before];
          if (stored->changed != kUnchanged) change(part.after, *stored, contents[stored->changed]);
          part.before = is_last ? std::move(contents[stored->before]) : contents[stored->before];
          ++stored;
        }
  }

  static void change(Bytes& after, const StoredPart& stored, const Bytes& changed) {
    std::size_t at = 0;
    for (const ChangedRun& run : stored.runs) {
      const auto bytes = static_cast<std::size_t>(run.bytes);
      std::memcpy(after.data() + static_cast<std::size_t>(run.offset), changed.data() + at, bytes);
      at += bytes;
    }
  }

  fs::path path_;
  std::stop_token stop_;
  std::optional<trace::CaptureZip> chunks_;  // from read() on
  ProgramIndex index_;
};

}  // namespace

Result<void> write_program(const fs::path& path, const Program& program,
                           std::uint64_t piece_bytes) {
  const Result<void> checked = check_program(program);
  if (!checked.has_value()) {
    return fail(tr("cannot keep this program in '{}': {}", path.string(), checked.error().message));
  }
  TRY(trace::CaptureZipWriter zip, trace::CaptureZipWriter::beside(path));
  return Writer(program, std::move(zip), piece_bytes).write();
}

bool looks_like_a_program(const fs::path& path) {
  // A zip's first entry: its name's length, and after 30 bytes the name (APPNOTE.TXT, 4.3.7).
  constexpr std::size_t kLengthAt = 26, kNameAt = 30;
  if (!trace::is_zip(path)) return false;
  const Result<trace::InputFile> file = trace::InputFile::open(path);
  std::array<std::byte, 64> begin{};
  if (!file.has_value() || file->read(0, begin) < kNameAt) return false;
  const auto length = trace::little_endian(std::span(begin).subspan(kLengthAt, 2));
  const std::string_view name(
      reinterpret_cast<const char*>(begin.data()) + kNameAt,
      static_cast<std::size_t>(std::min<std::uint64_t>(length, begin.size() - kNameAt)));
  return name == trace::kProgramName || name.starts_with("image-") || name.starts_with("memory-");
}

Result<Program> read_program(const fs::path& path, const std::stop_token& stop) {
  try {
    return Reader(path, stop).read();
  } catch (const std::bad_alloc&) {
    return fail(tr("'{}' needs more memory than there is", path.string()));
  }
}

}  // namespace warplens::captured
