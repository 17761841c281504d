#include <numeric>

#include "kernels/trace/capture_rows.h"

namespace warplens::trace {

namespace {

// The chunk's table, when the bytes are a FlatBuffer that has one.
template <class Table>
const Table* verified(std::span<const std::byte> bytes) {
  if (bytes.size() > kMaximumChunkBytes) return nullptr;
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  if (!verifier.VerifyBuffer<Table>(nullptr)) return nullptr;
  return flatbuffers::GetRoot<Table>(bytes.data());
}

std::string text_of(const flatbuffers::String* text) { return text->str(); }

bool load_parameters(const format::Manifest& stored, TextLoader& texts, Run& run) {
  std::vector<std::string> names;
  if (!is_aligned(stored.parameter_values())) return false;
  const auto values = span_of(stored.parameter_values());
  if (!texts.load(stored.parameter_names(), names) || names.size() != values.size()) return false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!run.parameters.emplace(std::move(names[i]), values[i]).second) return false;
  }
  return true;
}

bool load_notes(const format::Manifest& stored, TextLoader& texts, Run& run) {
  if (stored.notes()->lengths()->size() > kMaximumRows) return false;
  run.notes.resize(stored.notes()->lengths()->size());
  return texts.load(stored.notes(), stored.note_values(), run.notes,
                    [](Text& note) -> Text& { return note; });
}

bool load_counters(const format::Manifest& stored, TextLoader& texts, Run& run) {
  std::vector<std::string> names;
  if (!is_aligned(stored.counter_values())) return false;
  const auto counts = span_of(stored.counter_counts());
  const auto values = span_of(stored.counter_values());
  if (!texts.load(stored.counter_names(), names) || names.size() != values.size()) return false;
  if (!counts.empty() && counts.size() != stored.launches()->size()) return false;
  std::size_t next = 0;
  for (const std::uint32_t count : counts) {
    if (count > names.size() - next) return false;
    CounterValues& launch = run.counters.emplace_back();
    for (const std::size_t end = next + count; next < end; ++next) {
      launch.emplace(std::move(names[next]), values[next]);
    }
  }
  return next == names.size();
}

bool load_sources(const format::Manifest& stored, TextLoader& texts, Manifest& manifest) {
  std::vector<std::string> names;
  if (!is_aligned(stored.text_bytes())) return false;
  const auto lengths = span_of(stored.text_bytes());
  if (!texts.load(stored.source_names(), names) || lengths.size() != names.size() + 1) return false;
  Sources sources;
  for (std::string& name : names) sources.emplace_back(std::move(name), std::string());
  manifest.run.sources = std::make_shared<const Sources>(std::move(sources));
  manifest.chunks.text_bytes.assign(lengths.begin(), lengths.end());
  return true;
}

bool load_pieces(const format::Manifest& stored, ChunkList& chunks) {
  const auto counts = span_of(stored.event_pieces());
  chunks.event_pieces.assign(counts.begin(), counts.end());
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  return load(chunks.texts, stored.texts(), kMaximumRows) &&
         load(chunks.launches, stored.launches(), kMaximumRows) &&
         load(chunks.events, stored.events(), kMaximumRows) &&
         counts.size() == chunks.launches.size() && all == chunks.events.size();
}

bool load_outcome(const format::Manifest& stored, Run& run) {
  const auto verdict = verdict_named(text_of(stored.verdict()));
  if (!verdict.has_value()) return false;
  run.verdict = *verdict;
  const format::Mismatch* found = stored.mismatch();
  if (found == nullptr) return true;
  run.mismatch = Mismatch{text_of(found->buffer()), found->element(), text_of(found->expected()),
                          text_of(found->actual()), found->count()};
  return true;
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
         texts.load(stored.finding_messages(), stored.finding_values(), findings,
                    [](Finding& finding) -> Text& { return finding.message; });
}

}  // namespace

std::optional<Manifest> decode_manifest(std::span<const std::byte> bytes) {
  const auto* stored = verified<format::Manifest>(bytes);
  if (stored == nullptr) return std::nullopt;
  Manifest manifest;
  Run& run = manifest.run;
  TextLoader texts(bytes.size());
  if (!load_parameters(*stored, texts, run) || !load_sources(*stored, texts, manifest) ||
      !load_pieces(*stored, manifest.chunks) || !load_outcome(*stored, run) ||
      !load_notes(*stored, texts, run) || !load_counters(*stored, texts, run)) {
    return std::nullopt;
  }
  run.device = text_of(stored->device());
  run.created = text_of(stored->created());
  run.is_guessed_launch = stored->is_guessed_launch();
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
  if (stored->printed() != nullptr) trace.printed = text_of(stored->printed());
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
  return load_copies(*stored, columns.copies) && events.append(columns);
}

}  // namespace warplens::trace
