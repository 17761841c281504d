#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "kernels/captured/program_check.h"
#include "kernels/captured/program_chunks.h"
#include "kernels/captured/program_file.h"
#include "kernels/trace/capture_check.h"
#include "kernels/trace/capture_zip_writer.h"

namespace warplens::captured {
namespace fs = std::filesystem;

namespace {

using View = std::span<const std::byte>;

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

}  // namespace warplens::captured
