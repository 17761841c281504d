#include <program_generated.h>

#include "kernels/base/text_json.h"
#include "kernels/captured/program_chunks.h"

namespace warplens::captured {
namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;
namespace base = trace::format;

template <class Rows, class TextOf>
Offset<base::Texts> texts(FlatBufferBuilder& builder, const Rows& rows, TextOf text_of) {
  std::vector<std::uint32_t> lengths;
  std::string bytes;
  for (const auto& row : rows) {
    const std::string text = std::invoke(text_of, row);
    lengths.push_back(static_cast<std::uint32_t>(text.size()));
    bytes += text;
  }
  const auto stored = builder.CreateVector(lengths);
  return base::CreateTexts(
      builder, stored,
      builder.CreateVector(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

// The English sentences and their values.
template <class Rows, class TextOf>
std::pair<Offset<base::Texts>, Offset<base::Texts>> sentences(FlatBufferBuilder& builder,
                                                              const Rows& rows, TextOf text_of) {
  return {texts(builder, rows, [&](const auto& row) { return text_of(row).english(); }),
          texts(builder, rows, [&](const auto& row) { return values_as_json(text_of(row)); })};
}

base::Dim3 stored(const Dim3& dim) { return {dim.x, dim.y, dim.z}; }
std::uint32_t count(std::size_t rows) { return static_cast<std::uint32_t>(rows); }

// All rows of the episodes, one kind after another.
struct Rows {
  std::vector<format::Episode> episodes;
  std::vector<std::uint8_t> steps, parameter_bytes;
  std::vector<format::Launch> launches;
  std::vector<std::string> entries, attributes, variables, parameter_names;
  std::vector<format::Parameter> parameters;
  std::vector<format::Move> moves;
  std::vector<format::Allocation> allocations;
  std::vector<format::Part> parts;
  std::vector<format::Run> runs;
  std::vector<Text> notes;

  void add(const Launch& launch) {
    steps.push_back(0);
    launches.emplace_back(
        stored(launch.grid), stored(launch.block), stored(launch.cluster.value_or(Dim3{})),
        launch.image, launch.dynamic_shared_bytes, count(launch.parameters.size()),
        count(launch.parameter_bytes.size()), launch.cluster.has_value(), launch.is_cooperative);
    entries.push_back(launch.entry);
    attributes.push_back(launch.attributes);
    for (const Parameter& one : launch.parameters) {
      parameters.emplace_back(one.offset, one.bytes);
      parameter_names.push_back(one.name);
    }
    for (const std::byte byte : launch.parameter_bytes)
      parameter_bytes.push_back(std::to_integer<std::uint8_t>(byte));
  }
  void add(const Copy& copy) {
    steps.push_back(1);
    moves.emplace_back(copy.to, copy.from, copy.bytes, 0, 1);
  }
  void add(const Fill& fill) {
    steps.push_back(2);
    moves.emplace_back(fill.to, 0, fill.count, fill.value, fill.element_bytes);
  }
  void add(const Allocation& allocation, const std::vector<StoredPart>& stored_parts) {
    allocations.emplace_back(allocation.address, allocation.bytes, allocation.image,
                             count(allocation.parts.size()),
                             static_cast<std::uint8_t>(allocation.kind));
    variables.push_back(allocation.variable);
    for (const Part& part : allocation.parts) {
      const StoredPart& one = stored_parts[parts.size()];
      parts.emplace_back(part.address, one.before, one.changed, count(one.runs.size()));
      for (const ChangedRun& run : one.runs) runs.emplace_back(run.offset, run.bytes);
    }
  }
  void add(const Episode& episode, const std::vector<StoredPart>& stored_parts) {
    episodes.emplace_back(episode.nth, episode.process, episode.thread, episode.stream,
                          count(episode.steps.size()), count(episode.allocations.size()),
                          count(episode.notes.size()));
    for (const Step& step : episode.steps) std::visit([&](const auto& one) { add(one); }, step);
    for (const Allocation& allocation : episode.allocations) add(allocation, stored_parts);
    notes.insert(notes.end(), episode.notes.begin(), episode.notes.end());
  }
};

std::vector<base::Piece> stored(const std::vector<trace::Piece>& pieces) {
  std::vector<base::Piece> rows;
  for (const trace::Piece& piece : pieces) rows.emplace_back(piece.bytes, piece.checksum);
  return rows;
}

template <class Table>
Bytes finish(FlatBufferBuilder& builder, Offset<Table> root) {
  builder.Finish(root);
  const auto* begin = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
  return Bytes(begin, begin + builder.GetSize());
}

}  // namespace

std::string image_name(std::size_t number) { return fmt::format("image-{}", number); }
std::string memory_name(std::size_t number) { return fmt::format("memory-{}", number); }

Bytes encode_index(const ProgramIndex& index) {
  const Program& program = index.program;
  Rows rows;
  for (const Episode& episode : program.episodes) rows.add(episode, index.parts);
  std::vector<format::Image> images;
  for (const ImageBytes& image : index.images) images.emplace_back(image.ptx, image.cubin);
  const auto itself = [](const std::string& text) { return text; };
  FlatBufferBuilder b;
  const auto command = b.CreateString(program.command);
  const auto device = b.CreateString(program.device);
  const auto driver = b.CreateString(program.driver);
  const auto created = b.CreateString(program.created);
  const auto version = b.CreateString(WARPLENS_VERSION);
  const auto image_rows = b.CreateVectorOfStructs(images);
  const auto origin = [](const Image& image) -> const Text& { return image.origin; };
  const auto reason = [](const Image& image) -> const Text& { return image.why_no_ptx; };
  const auto [origins, origin_values] = sentences(b, program.images, origin);
  const auto [reasons, reason_values] = sentences(b, program.images, reason);
  const auto episodes = b.CreateVectorOfStructs(rows.episodes);
  const auto names = texts(b, program.episodes, &Episode::name);
  const auto steps = b.CreateVector(rows.steps);
  const auto launches = b.CreateVectorOfStructs(rows.launches);
  const auto entries = texts(b, rows.entries, itself);
  const auto parameters = b.CreateVectorOfStructs(rows.parameters);
  const auto parameter_bytes = b.CreateVector(rows.parameter_bytes);
  const auto moves = b.CreateVectorOfStructs(rows.moves);
  const auto allocations = b.CreateVectorOfStructs(rows.allocations);
  const auto variables = texts(b, rows.variables, itself);
  const auto parts = b.CreateVectorOfStructs(rows.parts);
  const auto runs = b.CreateVectorOfStructs(rows.runs);
  const auto [notes, note_values] =
      sentences(b, rows.notes, [](const Text& note) -> const Text& { return note; });
  const auto contents = b.CreateVector(index.contents);
  const auto image_pieces = b.CreateVectorOfStructs(stored(index.image_pieces));
  const auto memory_pieces = b.CreateVectorOfStructs(stored(index.memory_pieces));
  const auto attributes = texts(b, rows.attributes, itself);
  const auto errors = texts(b, program.episodes, &Episode::error);
  const auto source_names =
      texts(b, program.sources, [](const auto& source) { return source.first; });
  const auto source_bytes = b.CreateVector(index.sources);
  const auto parameter_names = texts(b, rows.parameter_names, itself);
  return finish(
      b, format::CreateProgram(b, command, device, driver, created, version, program.capability,
                               image_rows, origins, reasons, episodes, names, steps, launches,
                               entries, parameters, parameter_bytes, moves, allocations, variables,
                               parts, runs, notes, note_values, contents, image_pieces,
                               memory_pieces, origin_values, reason_values, attributes, errors,
                               source_names, source_bytes, parameter_names));
}

Bytes encode_piece(std::span<const std::byte> bytes) {
  FlatBufferBuilder b;
  const auto stored =
      b.CreateVector(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return finish(b, format::CreatePiece(b, stored));
}

}  // namespace warplens::captured
