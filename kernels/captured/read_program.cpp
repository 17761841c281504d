#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <utility>

#include "kernels/base/stopped.h"
#include "kernels/captured/program_check.h"
#include "kernels/captured/program_chunks.h"
#include "kernels/captured/program_file.h"
#include "kernels/trace/capture_check.h"
#include "kernels/trace/capture_zip.h"

namespace warplens::captured {
namespace fs = std::filesystem;

namespace {

using View = std::span<const std::byte>;

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
