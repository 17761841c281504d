#include "kernels/capturing/spooled.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace warplens::capturing {
namespace {

using injected::spool::AllocationKind;
using injected::spool::Kind;
using injected::spool::Reader;
using injected::spool::StepKind;

// Bytes of a range as they came, in pieces.
struct Piece {
  std::uint64_t address = 0;
  std::vector<std::byte> bytes;
};
struct Pieces {
  std::vector<Piece> before, after;
};

std::vector<std::byte> copy(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

Dim3 read_sides(Reader& fields) {
  const auto x = static_cast<std::uint32_t>(fields.number());
  const auto y = static_cast<std::uint32_t>(fields.number());
  return {x, y, static_cast<std::uint32_t>(fields.number())};
}

// Each parameter at an offset that its size asks for: the driver's offsets leave room that a
// constant bank needs and PTX has not.
void place_parameters(captured::Launch& launch, std::span<const std::byte> bytes) {
  captured::Bytes placed;
  for (captured::Parameter& parameter : launch.parameters) {
    if (parameter.offset > bytes.size() || parameter.bytes > bytes.size() - parameter.offset) {
      launch.parameters.clear();
      return;
    }
    const auto values = bytes.subspan(parameter.offset, parameter.bytes);
    constexpr std::size_t kAlignment = 8;
    placed.resize((placed.size() + kAlignment - 1) / kAlignment * kAlignment);
    parameter.offset = static_cast<std::uint32_t>(placed.size());
    placed.insert(placed.end(), values.begin(), values.end());
  }
  launch.parameter_bytes = std::move(placed);
}

// CUlaunchAttributeID (CUDA driver API), but for those that a launch has fields for.
std::string attribute_text(std::uint64_t id, std::uint32_t value) {
  constexpr std::uint64_t kCooperative = 2, kCluster = 4, kPriority = 8;
  if (id == 0 || id == kCooperative || id == kCluster) return "";
  if (id == kPriority) return fmt::format("priority {}", static_cast<std::int32_t>(value));
  constexpr std::array kNames{"",
                              "access policy window",
                              "",
                              "synchronization policy",
                              "",
                              "cluster scheduling policy",
                              "programmatic stream serialization",
                              "programmatic event",
                              "",
                              "memory synchronization domain map",
                              "memory synchronization domain",
                              "preferred cluster dimension",
                              "launch completion event",
                              "device-updatable kernel node",
                              "preferred shared memory carveout"};
  const std::string name =
      id < kNames.size() ? kNames[static_cast<std::size_t>(id)] : fmt::format("attribute {}", id);
  return fmt::format("{} {}", name, value);
}

captured::Launch read_launch(Reader& fields) {
  captured::Launch launch;
  launch.image = static_cast<std::uint32_t>(fields.number());
  launch.entry = fields.text();
  launch.grid = read_sides(fields);
  launch.block = read_sides(fields);
  const Dim3 cluster = read_sides(fields);
  if (cluster.x != 0) launch.cluster = cluster;
  launch.dynamic_shared_bytes = static_cast<std::uint32_t>(fields.number());
  launch.is_cooperative = fields.number() != 0;
  for (std::uint64_t left = fields.number(); left != 0 && fields.is_whole(); --left) {
    const auto offset = static_cast<std::uint32_t>(fields.number());
    launch.parameters.push_back({offset, static_cast<std::uint32_t>(fields.number())});
  }
  place_parameters(launch, fields.bytes());
  for (std::uint64_t left = fields.number(); left != 0 && fields.is_whole(); --left) {
    const std::uint64_t id = fields.number(), value = fields.number();
    const std::string text = attribute_text(id, static_cast<std::uint32_t>(value));
    if (text.empty()) continue;
    if (!launch.attributes.empty()) launch.attributes += ", ";
    launch.attributes += text;
  }
  return launch;
}

captured::Step read_step(Reader& fields) {
  switch (static_cast<StepKind>(fields.number())) {
    case StepKind::launch:
      return read_launch(fields);
    case StepKind::copy: {
      captured::Copy copy;
      copy.to = fields.number();
      copy.from = fields.number();
      copy.bytes = fields.number();
      return copy;
    }
    default: {
      captured::Fill fill;
      fill.to = fields.number();
      fill.count = fields.number();
      fill.value = static_cast<std::uint32_t>(fields.number());
      fill.element_bytes = static_cast<std::uint32_t>(fields.number());
      return fill;
    }
  }
}

captured::Allocation read_allocation(Reader& fields) {
  captured::Allocation allocation;
  allocation.address = fields.number();
  allocation.bytes = fields.number();
  const auto kind = std::min(fields.number(), std::uint64_t{3});
  allocation.kind = static_cast<captured::Allocation::Kind>(kind);
  allocation.variable = fields.text();
  allocation.image = static_cast<std::uint32_t>(fields.number());
  return allocation;
}

// Pieces that follow each other, as one.
std::vector<Piece> joined(std::vector<Piece> pieces) {
  std::ranges::stable_sort(pieces, {}, &Piece::address);
  std::vector<Piece> whole;
  for (Piece& piece : pieces) {
    const bool follows =
        !whole.empty() && whole.back().address + whole.back().bytes.size() == piece.address;
    if (follows) {
      whole.back().bytes.insert(whole.back().bytes.end(), piece.bytes.begin(), piece.bytes.end());
    } else {
      whole.push_back(std::move(piece));
    }
  }
  return whole;
}

// The part of `pieces` that lies in the allocation.
std::vector<Piece> take_of(const captured::Allocation& of, std::vector<Piece>& pieces) {
  std::vector<Piece> inside;
  for (Piece& piece : pieces)
    if (piece.address - of.address < of.bytes) inside.push_back(std::move(piece));
  return joined(std::move(inside));
}

void add_parts(captured::Allocation& allocation, Pieces& pieces) {
  auto before = take_of(allocation, pieces.before), after = take_of(allocation, pieces.after);
  for (Piece& piece : before) {
    captured::Part part{piece.address, std::move(piece.bytes), {}};
    const auto found = std::ranges::lower_bound(after, piece.address, {}, &Piece::address);
    if (found != after.end() && found->address == piece.address &&
        found->bytes.size() == part.before.size())
      part.after = std::move(found->bytes);
    allocation.parts.push_back(std::move(part));
  }
}

class Spool {
 public:
  void take(Kind kind, Reader fields) {
    switch (kind) {
      case Kind::process:
        return take_process(fields);
      case Kind::image:
        return take_image(fields);
      case Kind::image_ptx:
        return take_image_ptx(fields);
      case Kind::part:
        return take_part(fields);
      case Kind::episode:
        return take_episode(fields, spooled_.episodes);
      case Kind::note:
        return take_note(fields);
      case Kind::asked:
        return take_asked(fields);
    }
  }
  [[nodiscard]] Spooled end() {
    for (auto& [number, bytes] : asked_)
      if (!spooled_.episodes.contains(number)) take_episode(Reader(bytes), spooled_.asked);
    return std::move(spooled_);
  }

 private:
  void take_process(Reader& fields) {
    spooled_.process = fields.number();
    spooled_.device = fields.text();
    spooled_.capability = static_cast<std::uint32_t>(fields.number());
    spooled_.driver = static_cast<std::uint32_t>(fields.number());
  }
  void take_image(Reader& fields) {
    const std::uint64_t number = fields.number();
    SpooledImage image;
    image.call = fields.text();
    image.bytes = copy(fields.bytes());
    if (fields.is_whole()) spooled_.images[number] = std::move(image);
  }
  void take_image_ptx(Reader& fields) {
    const std::uint64_t number = fields.number();
    SpooledImage::Ptx ptx;
    ptx.source = static_cast<injected::spool::PtxSource>(fields.number());
    ptx.name = fields.text();
    ptx.text = fields.text();
    ptx.json = fields.text();
    ptx.ttir = fields.text();
    if (fields.is_whole()) spooled_.images[number].ptx.push_back(std::move(ptx));
  }
  void take_part(Reader& fields) {
    Pieces& pieces = pieces_[fields.number()];
    const std::uint64_t address = fields.number();
    const bool is_after = fields.number() != 0;
    (is_after ? pieces.after : pieces.before).push_back({address, copy(fields.bytes())});
  }
  void take_asked(Reader& fields) {
    const auto bytes = copy(fields.rest());
    asked_[fields.number()] = bytes;
  }
  void take_episode(Reader fields, std::map<std::uint64_t, SpooledEpisode>& to) {
    const std::uint64_t number = fields.number();
    SpooledEpisode episode;
    episode.kernel = fields.text();
    episode.nth = fields.number();
    episode.thread = fields.number();
    episode.stream = fields.number();
    episode.status = fields.number();
    episode.error = fields.text();
    episode.others = fields.number();
    for (auto left = fields.number(); left != 0 && fields.is_whole(); --left)
      episode.steps.push_back(read_step(fields));
    Pieces& pieces = pieces_[number];
    for (auto left = fields.number(); left != 0 && fields.is_whole(); --left) {
      episode.allocations.push_back(read_allocation(fields));
      add_parts(episode.allocations.back(), pieces);
    }
    pieces_.erase(number);
    if (fields.is_whole()) to[number] = std::move(episode);
  }
  void take_note(Reader& fields) {
    SpooledNote note;
    note.kind = static_cast<injected::spool::NoteKind>(fields.number());
    note.episode = fields.number();
    note.first = fields.number();
    note.second = fields.number();
    note.text = fields.text();
    spooled_.notes.push_back(std::move(note));
  }

  Spooled spooled_;
  std::map<std::uint64_t, Pieces> pieces_;  // by episode
  std::map<std::uint64_t, std::vector<std::byte>> asked_;
};

}  // namespace

std::optional<Spooled> read_spool(std::istream& file, std::uint64_t most_bytes) {
  std::array<char, 8> magic{};
  file.read(magic.data(), magic.size());
  if (!file || std::string_view(magic.data(), magic.size()) != injected::spool::kMagic)
    return std::nullopt;
  Spool spool;
  std::vector<std::byte> record;
  while (true) {
    std::array<std::uint64_t, 2> header{};
    file.read(reinterpret_cast<char*>(header.data()), sizeof header);
    if (!file || header[1] > most_bytes) break;
    record.resize(static_cast<std::size_t>(header[1]));
    file.read(reinterpret_cast<char*>(record.data()), static_cast<std::streamsize>(record.size()));
    if (!file) break;
    spool.take(static_cast<Kind>(header[0]), Reader(record));
  }
  return spool.end();
}

Result<Spooled> read_spool(const std::filesystem::path& path) {
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (auto spooled = read_spool(file, error ? 0 : size)) return std::move(*spooled);
  return fail(tr("{}: it is not what a captured program leaves", path.string()));
}

}  // namespace warplens::capturing
