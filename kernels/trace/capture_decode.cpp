#include <capture_generated.h>

#include <bit>
#include <numeric>

#include "kernels/trace/capture_check.h"
#include "kernels/trace/capture_chunks.h"

namespace warplens::trace {

namespace {

static_assert(std::endian::native == std::endian::little, "columns are read where they lie");

template <class T>
using Column = flatbuffers::Vector<T>;

// The chunk's table, when the bytes are a FlatBuffer that has one.
template <class Table>
const Table* verified(std::span<const std::byte> bytes) {
  if (bytes.size() > kMaximumChunkBytes) return nullptr;
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  if (!verifier.VerifyBuffer<Table>(nullptr)) return nullptr;
  return flatbuffers::GetRoot<Table>(bytes.data());
}

// The verifier looks at where a vector's length stands, not at its elements; the builder does not
// align what has none.
template <class T>
bool is_aligned(const Column<T>* column) {
  const auto address = reinterpret_cast<std::uintptr_t>(column->Data());
  return column->size() == 0 || address % alignof(std::remove_pointer_t<T>) == 0;
}

template <class T>
std::span<const T> span_of(const Column<T>* column) {
  return {column->data(), column->size()};
}

std::string text_of(const flatbuffers::String* text) { return text->str(); }

Dim3 loaded(const format::Dim3& dim) { return {dim.x(), dim.y(), dim.z()}; }

Buffer loaded(const format::Buffer& stored) {
  Buffer buffer;
  buffer.address = stored.address();
  buffer.bytes = stored.bytes();
  buffer.rows = stored.rows();
  buffer.columns = stored.columns();
  buffer.pitch = stored.pitch();
  buffer.element_bytes = stored.element_bytes();
  return buffer;
}

SharedArray loaded(const format::SharedArray& stored) {
  SharedArray array;
  array.offset = stored.offset();
  array.bytes = stored.bytes();
  array.layout = {stored.rows(),
                  stored.columns(),
                  stored.pitch(),
                  stored.element_bytes(),
                  static_cast<Swizzle>(stored.swizzle()),
                  stored.group(),
                  stored.row_shift()};
  return array;
}

Site loaded(const format::Site& stored) {
  Site site;
  site.line = stored.line();
  site.call_line = stored.call_line();
  site.ptx_line = stored.ptx_line();
  site.instruction = stored.instruction();
  site.kind = static_cast<EventKind>(stored.kind());
  site.space = static_cast<Space>(stored.space());
  site.width = stored.width();
  site.traits.matrices = stored.matrices();
  site.traits.result_used = stored.result_used();
  site.traits.constant_one_add = stored.constant_one_add();
  site.traits.is_async_bypass_l1 = stored.is_async_bypass_l1();
  return site;
}

SiteTotals loaded(const format::Totals& stored) {
  SiteTotals totals;
  totals.events = stored.events();
  totals.lanes = stored.lanes();
  totals.requests = stored.requests();
  totals.sectors = stored.sectors();
  totals.ideal_sectors = stored.ideal_sectors();
  totals.bytes_used = stored.bytes_used();
  totals.bytes_moved = stored.bytes_moved();
  totals.wavefronts = stored.wavefronts();
  totals.ideal_wavefronts = stored.ideal_wavefronts();
  totals.conflicts = stored.conflicts();
  totals.max_way = stored.max_way();
  totals.modelled = stored.modelled();
  return totals;
}

Finding loaded(const format::Finding& stored) {
  Finding finding;
  finding.kind = static_cast<FindingKind>(stored.kind());
  finding.severity = static_cast<Severity>(stored.severity());
  finding.line = stored.line();
  finding.block = loaded(stored.block());
  finding.warp = stored.warp();
  finding.lane = stored.lane();
  finding.site = stored.site();
  finding.ptx_line = stored.ptx_line();
  finding.other_line = stored.other_line();
  finding.occurrences = stored.occurrences();
  return finding;
}

Piece loaded(const format::Piece& stored) { return {stored.bytes(), stored.checksum()}; }

// Gives `rows` as many rows as `column` has, with its figures.
template <class Row, class Struct>
bool load(std::vector<Row>& rows, const Column<const Struct*>* column, std::size_t most) {
  if (column->size() > most || !is_aligned(column)) return false;
  rows.reserve(column->size());
  for (const Struct* stored : *column) rows.push_back(loaded(*stored));
  return true;
}

// Text columns of one chunk. FlatBuffers may refer to the same bytes many times; together the texts
// may not be longer than the chunk.
class TextLoader {
 public:
  explicit TextLoader(std::size_t bytes) : left_(bytes) {}

  // One text a row.
  template <class Rows, class Target>
  bool load(const format::Texts* column, Rows& rows, Target target) {
    const auto lengths = span_of(column->lengths());
    const auto* bytes = reinterpret_cast<const char*>(column->bytes()->data());
    std::size_t size = column->bytes()->size();
    if (lengths.size() != rows.size() || size > left_) return false;
    left_ -= size;
    auto row = rows.begin();
    for (const std::uint32_t length : lengths) {
      if (length > size) return false;
      target(*row).assign(bytes, length);
      bytes += length;
      size -= length;
      ++row;
    }
    return size == 0;
  }

  // As many as there are, at most kMaximumRows.
  bool load(const format::Texts* column, std::vector<std::string>& texts) {
    if (column->lengths()->size() > kMaximumRows) return false;
    texts.resize(column->lengths()->size());
    return load(column, texts, [](std::string& text) -> std::string& { return text; });
  }

 private:
  std::size_t left_;
};

template <class Member>
auto into(Member member) {
  return [member](auto& row) -> std::string& { return row.*member; };
}

bool load_parameters(const format::Manifest& stored, TextLoader& texts, Capture& capture) {
  std::vector<std::string> names;
  if (!is_aligned(stored.parameter_values())) return false;
  const auto values = span_of(stored.parameter_values());
  if (!texts.load(stored.parameter_names(), names) || names.size() != values.size()) return false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!capture.parameters.emplace(std::move(names[i]), values[i]).second) return false;
  }
  return true;
}

bool load_timings(const format::Manifest& stored, TextLoader& texts, Capture& capture) {
  std::vector<std::string> names;
  if (!is_aligned(stored.milliseconds())) return false;
  const auto counts = span_of(stored.timing_counts());
  auto left = span_of(stored.milliseconds());
  if (!texts.load(stored.timing_names(), names) || names.size() != counts.size()) return false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (counts[i] > left.size()) return false;
    const auto own = left.first(counts[i]);
    capture.timings.push_back({std::move(names[i]), {own.begin(), own.end()}});
    left = left.subspan(counts[i]);
  }
  return left.empty();
}

bool load_sources(const format::Manifest& stored, TextLoader& texts, Manifest& manifest) {
  std::vector<std::string> names;
  if (!is_aligned(stored.text_bytes())) return false;
  const auto lengths = span_of(stored.text_bytes());
  if (!texts.load(stored.source_names(), names) || lengths.size() != names.size() + 1) return false;
  for (std::string& name : names) {
    manifest.description.sources.emplace_back(std::move(name), std::string());
  }
  manifest.text_bytes.assign(lengths.begin(), lengths.end());
  return true;
}

bool load_pieces(const format::Manifest& stored, Manifest& manifest) {
  const auto counts = span_of(stored.event_pieces());
  manifest.event_pieces.assign(counts.begin(), counts.end());
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  return load(manifest.texts, stored.texts(), kMaximumRows) &&
         load(manifest.launches, stored.launches(), kMaximumRows) &&
         load(manifest.events, stored.events(), kMaximumRows) &&
         counts.size() == manifest.launches.size() && all == manifest.events.size();
}

void load_mismatch(const format::Manifest& stored, Capture& capture) {
  const format::Mismatch* found = stored.mismatch();
  if (found == nullptr) return;
  capture.mismatch =
      CapturedMismatch{text_of(found->buffer()), found->element(), text_of(found->expected()),
                       text_of(found->actual()), found->count()};
}

bool load_rows(const format::Launch& stored, TextLoader& texts, Trace& trace) {
  return load(trace.buffers, stored.buffers(), kMaximumRows) &&
         texts.load(stored.buffer_names(), trace.buffers, into(&Buffer::name)) &&
         texts.load(stored.buffer_types(), trace.buffers, into(&Buffer::element_type)) &&
         load(trace.shared_arrays, stored.shared_arrays(), kMaximumRows) &&
         texts.load(stored.shared_names(), trace.shared_arrays, into(&SharedArray::name)) &&
         texts.load(stored.ptx_files(), trace.ptx_files) &&
         load(trace.totals, stored.totals(), kMaximumSites);
}

bool load_sites(const format::Launch& stored, TextLoader& texts, Trace& trace) {
  return load(trace.sites, stored.sites(), kMaximumSites) &&
         texts.load(stored.site_files(), trace.sites, into(&Site::file)) &&
         texts.load(stored.site_functions(), trace.sites, into(&Site::function)) &&
         texts.load(stored.site_ptx(), trace.sites, into(&Site::ptx));
}

bool load_findings(const format::Launch& stored, TextLoader& texts, Trace& trace) {
  std::vector<Finding>& findings = trace.findings;
  return load(findings, stored.findings(), kMaximumRows) &&
         texts.load(stored.finding_files(), findings, into(&Finding::file)) &&
         texts.load(stored.finding_other_files(), findings, into(&Finding::other_file)) &&
         texts.load(stored.finding_about(), findings, into(&Finding::about)) &&
         texts.load(stored.finding_messages(), findings, into(&Finding::message)) &&
         texts.load(stored.finding_messages_zh(), findings, into(&Finding::message_zh));
}

}  // namespace

std::optional<Manifest> decode_manifest(std::span<const std::byte> bytes) {
  const auto* stored = verified<format::Manifest>(bytes);
  if (stored == nullptr) return std::nullopt;
  Manifest manifest;
  Capture& capture = manifest.description;
  TextLoader texts(bytes.size());
  if (!load_parameters(*stored, texts, capture) || !load_timings(*stored, texts, capture) ||
      !load_sources(*stored, texts, manifest) || !load_pieces(*stored, manifest)) {
    return std::nullopt;
  }
  capture.kernel = text_of(stored->kernel());
  capture.backend = text_of(stored->backend());
  capture.device = text_of(stored->device());
  capture.created = text_of(stored->created());
  capture.version = text_of(stored->version());
  capture.verdict = text_of(stored->verdict());
  load_mismatch(*stored, capture);
  return manifest;
}

bool decode_text(std::span<const std::byte> bytes, std::string& text) {
  const auto* stored = verified<format::TextPiece>(bytes);
  if (stored == nullptr) return false;
  const auto piece = span_of(stored->bytes());
  text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
  return true;
}

std::optional<LaunchChunk> decode_launch(std::span<const std::byte> bytes) {
  const auto* stored = verified<format::Launch>(bytes);
  if (stored == nullptr) return std::nullopt;
  LaunchChunk chunk;
  Trace& trace = chunk.trace;
  TextLoader texts(bytes.size());
  if (!load_rows(*stored, texts, trace) || !load_sites(*stored, texts, trace) ||
      !load_findings(*stored, texts, trace)) {
    return std::nullopt;
  }
  trace.kernel = text_of(stored->kernel());
  trace.entry = text_of(stored->entry());
  trace.backend = text_of(stored->backend());
  trace.target = text_of(stored->target());
  trace.launch = {loaded(*stored->grid()), loaded(*stored->block()), stored->static_shared_bytes(),
                  stored->dynamic_shared_bytes()};
  trace.first_block = stored->first_block();
  trace.block_count = stored->block_count();
  trace.events_complete = stored->events_complete();
  trace.order_dependent = stored->order_dependent();
  trace.lane_instructions = stored->lane_instructions();
  trace.seconds = stored->seconds();
  chunk.event_count = stored->event_count();
  return chunk;
}

bool decode_events(std::span<const std::byte> bytes, Events& events) {
  const auto* stored = verified<format::Events>(bytes);
  if (stored == nullptr) return false;
  EventColumns columns;
  columns.site = span_of(stored->site());
  columns.block = span_of(stored->block());
  columns.mask = span_of(stored->mask());
  columns.taken = span_of(stored->taken());
  columns.warp = span_of(stored->warp());
  const auto addresses = span_of(stored->addresses());
  columns.addresses.assign(addresses.begin(), addresses.end());
  columns.words = span_of(stored->words());
  return events.append(columns);
}

}  // namespace warplens::trace
