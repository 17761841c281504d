#include <capture_generated.h>

#include "kernels/base/text_json.h"
#include "kernels/trace/capture_chunks.h"
#include "kernels/trace/capture_copies.h"

namespace warplens::trace {

namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

template <class T>
using Vector = Offset<flatbuffers::Vector<T>>;

template <class T>
Vector<T> column(FlatBufferBuilder& builder, std::span<const T> values) {
  return builder.CreateVector(values.data(), values.size());
}

Vector<std::uint8_t> bytes_column(FlatBufferBuilder& builder, std::string_view bytes) {
  return builder.CreateVector(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

template <class Rows, class TextOf>
Offset<format::Texts> texts(FlatBufferBuilder& builder, const Rows& rows, TextOf text_of) {
  std::vector<std::uint32_t> lengths;
  std::string bytes;
  for (const auto& row : rows) {
    const std::string& text = std::invoke(text_of, row);
    lengths.push_back(static_cast<std::uint32_t>(text.size()));
    bytes += text;
  }
  const auto stored_lengths = builder.CreateVector(lengths);
  return format::CreateTexts(builder, stored_lengths, bytes_column(builder, bytes));
}

template <class Struct, class Rows, class Make>
Vector<const Struct*> structs(FlatBufferBuilder& builder, const Rows& rows, Make make) {
  std::vector<Struct> values;
  values.reserve(rows.size());
  for (const auto& row : rows) values.push_back(make(row));
  return builder.CreateVectorOfStructs(values);
}

template <class Table>
Bytes finish(FlatBufferBuilder& builder, Offset<Table> root) {
  builder.Finish(root);
  const auto* begin = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
  return Bytes(begin, begin + builder.GetSize());
}

format::Dim3 stored(const Dim3& dim) { return {dim.x, dim.y, dim.z}; }
format::Piece stored(const Piece& piece) { return {piece.bytes, piece.checksum}; }

format::Buffer stored(const Buffer& buffer) {
  return {buffer.address, buffer.bytes, buffer.rows,
          buffer.columns, buffer.pitch, buffer.element_bytes};
}

format::SharedArray stored(const SharedArray& array) {
  const SharedLayout& layout = array.layout;
  return {array.offset,   array.bytes,      layout.rows,
          layout.columns, layout.pitch,     layout.element_bytes,
          layout.group,   layout.row_shift, static_cast<std::uint8_t>(layout.swizzle)};
}

format::Site stored(const Site& site) {
  return {site.line,
          site.call_line,
          site.ptx_line,
          site.instruction,
          static_cast<std::uint8_t>(site.kind),
          static_cast<std::uint8_t>(site.space),
          site.width,
          site.traits.matrices,
          site.traits.result_used,
          site.traits.constant_one_add,
          site.traits.is_async_bypass_l1,
          site.traits.zero_fills};
}

format::Totals stored(const SiteTotals& totals) {
  return {totals.events,           totals.lanes,      totals.requests,    totals.sectors,
          totals.ideal_sectors,    totals.bytes_used, totals.bytes_moved, totals.wavefronts,
          totals.ideal_wavefronts, totals.conflicts,  totals.max_way,     totals.modelled};
}

format::Finding stored(const Finding& finding) {
  return {finding.occurrences,
          stored(finding.block),
          finding.line,
          finding.warp,
          finding.lane,
          finding.site,
          finding.ptx_line,
          finding.other_line,
          static_cast<std::uint8_t>(finding.kind),
          static_cast<std::uint8_t>(finding.severity)};
}

constexpr auto kStored = [](const auto& value) { return stored(value); };

Offset<format::Mismatch> mismatch(FlatBufferBuilder& builder, const Run& run) {
  if (!run.mismatch.has_value()) return 0;
  const Mismatch& found = *run.mismatch;
  const auto buffer = builder.CreateString(found.buffer);
  const auto expected = builder.CreateString(found.expected);
  const auto actual = builder.CreateString(found.actual);
  return format::CreateMismatch(builder, buffer, expected, actual, found.element, found.count);
}

struct Counters {
  std::vector<std::string> names;
  std::vector<std::uint32_t> counts;
  std::vector<double> values;
};

Counters joined(const std::vector<CounterValues>& launches) {
  Counters all;
  for (const CounterValues& launch : launches) {
    all.counts.push_back(static_cast<std::uint32_t>(launch.size()));
    for (const auto& [name, value] : launch) {
      all.names.push_back(name);
      all.values.push_back(value);
    }
  }
  return all;
}

}  // namespace

Bytes encode_manifest(const Run& run, const ChunkList& chunks) {
  const auto name = [](const auto& row) -> const std::string& { return row.first; };
  const auto itself = [](const std::string& text) -> const std::string& { return text; };
  const Counters counters = joined(run.counters);
  FlatBufferBuilder b;
  const auto parameter_names = texts(b, run.parameters, name);
  std::vector<std::int64_t> values;
  for (const auto& [unused, value] : run.parameters) values.push_back(value);
  const auto parameter_values = b.CreateVector(values);
  const auto source_names = texts(b, *run.sources, name);
  const auto no_names = texts(b, std::vector<std::string>(), itself);
  const auto no_counts = b.CreateVector(std::vector<std::uint32_t>());
  const auto no_times = b.CreateVector(std::vector<double>());
  const auto kernel = b.CreateString(run.kernel());
  const auto backend = b.CreateString(run.is_on_cpu() ? "cpu" : "gpu");
  const auto device = b.CreateString(run.device);
  const auto created = b.CreateString(run.created);
  const auto version = b.CreateString(WARPLENS_VERSION);
  const auto verdict = b.CreateString(name_of(run.verdict));
  const auto found = mismatch(b, run);
  const auto text_bytes = b.CreateVector(chunks.text_bytes);
  const auto text_pieces = structs<format::Piece>(b, chunks.texts, kStored);
  const auto launches = structs<format::Piece>(b, chunks.launches, kStored);
  const auto events = structs<format::Piece>(b, chunks.events, kStored);
  const auto event_pieces = b.CreateVector(chunks.event_pieces);
  const auto notes = texts(b, run.notes, &Text::english);
  const auto note_values = texts(b, run.notes, values_as_json);
  const auto counter_names = texts(b, counters.names, itself);
  const auto counter_counts = b.CreateVector(counters.counts);
  const auto counter_values = b.CreateVector(counters.values);
  return finish(b, format::CreateManifest(
                       b, kernel, parameter_names, parameter_values, backend, device, created,
                       version, verdict, found, source_names, text_bytes, no_names, no_counts,
                       no_times, text_pieces, launches, events, event_pieces, notes, counter_names,
                       counter_counts, counter_values, 0, note_values, run.is_guessed_launch));
}

Bytes encode_text(std::string_view piece) {
  FlatBufferBuilder builder;
  return finish(builder, format::CreateTextPiece(builder, bytes_column(builder, piece)));
}

Bytes encode_launch(const Trace& trace) {
  const auto name = [](const auto& row) -> const std::string& { return row.name; };
  const auto text = [](const auto member) {
    return [member](const auto& row) -> const std::string& { return row.*member; };
  };
  FlatBufferBuilder b;
  const auto kernel = b.CreateString(trace.kernel);
  const auto entry = b.CreateString(trace.entry);
  const auto backend = b.CreateString(trace.backend);
  const auto target = b.CreateString(trace.target);
  const auto buffers = structs<format::Buffer>(b, trace.buffers, kStored);
  const auto buffer_names = texts(b, trace.buffers, name);
  const auto buffer_types = texts(b, trace.buffers, text(&Buffer::element_type));
  const auto arrays = structs<format::SharedArray>(b, trace.shared_arrays, kStored);
  const auto array_names = texts(b, trace.shared_arrays, name);
  const auto ptx_files =
      texts(b, trace.ptx_files, [](const std::string& file) -> const std::string& { return file; });
  const auto sites = structs<format::Site>(b, trace.sites, kStored);
  const auto site_files = texts(b, trace.sites, text(&Site::file));
  const auto site_functions = texts(b, trace.sites, text(&Site::function));
  const auto site_ptx = texts(b, trace.sites, text(&Site::ptx));
  const auto totals = structs<format::Totals>(b, trace.totals, kStored);
  const auto findings = structs<format::Finding>(b, trace.findings, kStored);
  const auto finding_files = texts(b, trace.findings, text(&Finding::file));
  const auto other_files = texts(b, trace.findings, text(&Finding::other_file));
  const auto about = texts(b, trace.findings, text(&Finding::about));
  const auto messages = texts(b, trace.findings, [](const Finding& finding) -> const std::string& {
    return finding.message.english();
  });
  const auto no_messages = texts(b, trace.findings, [](const Finding&) { return std::string(); });
  const auto finding_values = texts(
      b, trace.findings, [](const Finding& finding) { return values_as_json(finding.message); });
  const auto printed = b.CreateString(trace.printed);
  const format::Dim3 grid = stored(trace.launch.grid);
  const format::Dim3 block = stored(trace.launch.block);
  return finish(
      b, format::CreateLaunch(
             b, kernel, entry, backend, target, &grid, &block, trace.launch.static_shared_bytes,
             trace.launch.dynamic_shared_bytes, buffers, buffer_names, buffer_types, arrays,
             array_names, ptx_files, sites, site_files, site_functions, site_ptx, totals, findings,
             finding_files, other_files, about, messages, no_messages, trace.first_block,
             trace.block_count, trace.events.size(), trace.events_complete, trace.order_dependent,
             trace.lane_instructions, trace.seconds, printed, finding_values));
}

Bytes encode_events(const EventColumns& columns) {
  FlatBufferBuilder b;
  const auto site = column(b, columns.site);
  const auto block = column(b, columns.block);
  const auto mask = column(b, columns.mask);
  const auto taken = column(b, columns.taken);
  const auto warp = column(b, columns.warp);
  const auto addresses = b.CreateVector(columns.addresses);
  const auto words = column(b, columns.words);
  const StoredCopies stored = stored_copies(columns.copies);
  const auto copies = b.CreateVectorOfStructs(stored.copies);
  const auto maps = b.CreateVector(stored.maps);
  return finish(
      b, format::CreateEvents(b, site, block, mask, taken, warp, addresses, words, copies, maps));
}

}  // namespace warplens::trace
