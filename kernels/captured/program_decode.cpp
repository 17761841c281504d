#include <program_generated.h>

#include "kernels/captured/program_chunks.h"
#include "kernels/trace/capture_rows.h"

namespace warplens::captured {
namespace {

using trace::is_aligned;
using trace::kMaximumRows;
using trace::span_of;

template <class Table>
const Table* verified(std::span<const std::byte> bytes) {
  if (bytes.size() > trace::kMaximumChunkBytes) return nullptr;
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  if (!verifier.VerifyBuffer<Table>(nullptr)) return nullptr;
  return flatbuffers::GetRoot<Table>(bytes.data());
}

Dim3 loaded(const trace::format::Dim3& dim) { return {dim.x(), dim.y(), dim.z()}; }

// The next so many rows of a column; all of them are taken by somebody in the end.
template <class Struct>
class Next {
 public:
  explicit Next(const flatbuffers::Vector<const Struct*>* rows) : rows_(rows) {}
  [[nodiscard]] bool has(std::uint64_t count) const { return count <= rows_->size() - at_; }
  [[nodiscard]] const Struct& take() { return *rows_->Get(at_++); }
  [[nodiscard]] bool is_over() const { return at_ == rows_->size(); }

 private:
  const flatbuffers::Vector<const Struct*>* rows_;
  std::uint32_t at_ = 0;
};

class Decoder {
 public:
  Decoder(const format::Program& stored, std::size_t bytes)
      : stored_(stored),
        texts_(bytes),
        launches_(stored.launches()),
        parameters_(stored.parameters()),
        moves_(stored.moves()),
        allocations_(stored.allocations()),
        parts_(stored.parts()),
        runs_(stored.runs()) {}

  std::optional<ProgramIndex> decode() {
    if (!are_aligned() || !load_head() || !load_texts()) return std::nullopt;
    for (const format::Episode* episode : *stored_.episodes())
      if (!load(*episode)) return std::nullopt;
    const bool are_all_taken =
        step_ == stored_.steps()->size() && launches_.is_over() && parameters_.is_over() &&
        moves_.is_over() && allocations_.is_over() && parts_.is_over() && runs_.is_over() &&
        parameter_byte_ == stored_.parameter_bytes()->size() && note_ == notes_.size();
    if (!are_all_taken) return std::nullopt;
    return std::move(index_);
  }

 private:
  [[nodiscard]] bool are_aligned() const {
    return is_aligned(stored_.images()) && is_aligned(stored_.episodes()) &&
           is_aligned(stored_.launches()) && is_aligned(stored_.parameters()) &&
           is_aligned(stored_.moves()) && is_aligned(stored_.allocations()) &&
           is_aligned(stored_.parts()) && is_aligned(stored_.runs()) &&
           is_aligned(stored_.contents()) && is_aligned(stored_.source_bytes()) &&
           is_aligned(stored_.image_pieces()) && is_aligned(stored_.memory_pieces());
  }

  static bool load(const flatbuffers::Vector<const trace::format::Piece*>* stored,
                   std::vector<trace::Piece>& pieces) {
    if (stored->size() > kMaximumRows) return false;
    for (const trace::format::Piece* piece : *stored)
      pieces.push_back({piece->bytes(), piece->checksum()});
    return true;
  }

  bool load_head() {
    Program& program = index_.program;
    program.command = stored_.command()->str();
    program.device = stored_.device()->str();
    program.driver = stored_.driver()->str();
    program.created = stored_.created()->str();
    program.capability = stored_.capability();
    if (stored_.images()->size() > kMaximumRows || stored_.episodes()->size() > kMaximumRows)
      return false;
    for (const format::Image* image : *stored_.images())
      index_.images.push_back({image->ptx_bytes(), image->cubin_bytes()});
    const auto contents = span_of(stored_.contents());
    index_.contents.assign(contents.begin(), contents.end());
    const auto sources = span_of(stored_.source_bytes());
    if (sources.size() > kMaximumRows) return false;
    index_.sources.assign(sources.begin(), sources.end());
    program.sources.resize(sources.size());
    program.images.resize(index_.images.size());
    program.episodes.resize(stored_.episodes()->size());
    return load(stored_.image_pieces(), index_.image_pieces) &&
           load(stored_.memory_pieces(), index_.memory_pieces);
  }

  bool load_texts() {
    const auto itself = [](std::string& text) -> std::string& { return text; };
    Program& program = index_.program;
    entries_.resize(stored_.launches()->size());
    attributes_.resize(stored_.launches()->size());
    variables_.resize(stored_.allocations()->size());
    parameter_names_.resize(stored_.parameters()->size());
    if (stored_.parameter_names() != nullptr &&
        !texts_.load(stored_.parameter_names(), parameter_names_, itself))
      return false;
    notes_.resize(stored_.notes()->lengths()->size());
    return texts_.load(stored_.image_origins(), stored_.image_origin_values(), program.images,
                       [](Image& image) -> Text& { return image.origin; }) &&
           texts_.load(stored_.image_reasons(), stored_.image_reason_values(), program.images,
                       [](Image& image) -> Text& { return image.why_no_ptx; }) &&
           texts_.load(stored_.episode_errors(), program.episodes, trace::into(&Episode::error)) &&
           texts_.load(stored_.launch_attributes(), attributes_, itself) &&
           texts_.load(stored_.source_names(), program.sources,
                       [](auto& source) -> std::string& { return source.first; }) &&
           texts_.load(stored_.episode_names(), program.episodes, trace::into(&Episode::name)) &&
           texts_.load(stored_.launch_entries(), entries_, itself) &&
           texts_.load(stored_.variables(), variables_, itself) &&
           texts_.load(stored_.notes(), stored_.note_values(), notes_,
                       [](Text& note) -> Text& { return note; });
  }

  bool load(const format::Episode& stored) {
    Episode& episode = index_.program.episodes[episode_++];
    episode.nth = stored.nth();
    episode.process = stored.process();
    episode.thread = stored.thread();
    episode.stream = stored.stream();
    if (stored.steps() > stored_.steps()->size() - step_ ||
        !allocations_.has(stored.allocations()) || stored.notes() > notes_.size() - note_) {
      return false;
    }
    for (std::uint32_t i = 0; i < stored.steps(); ++i)
      if (!load_step(stored_.steps()->Get(step_++), episode)) return false;
    for (std::uint32_t i = 0; i < stored.allocations(); ++i)
      if (!load_allocation(episode)) return false;
    for (std::uint32_t i = 0; i < stored.notes(); ++i)
      episode.notes.push_back(std::move(notes_[note_++]));
    return true;
  }

  bool load_step(std::uint8_t kind, Episode& episode) {
    if (kind == 0) return load_launch(episode);
    if (kind > 2 || !moves_.has(1)) return false;
    const format::Move& move = moves_.take();
    if (kind == 1) {
      episode.steps.emplace_back(Copy{move.to(), move.from(), move.bytes()});
    } else {
      episode.steps.emplace_back(Fill{move.to(), move.bytes(), move.value(), move.element_bytes()});
    }
    return true;
  }

  bool load_launch(Episode& episode) {
    if (!launches_.has(1)) return false;
    const format::Launch& stored = launches_.take();
    Launch launch;
    launch.attributes = std::move(attributes_[launch_]);
    launch.entry = std::move(entries_[launch_++]);
    launch.image = stored.image();
    launch.grid = loaded(stored.grid());
    launch.block = loaded(stored.block());
    if (stored.has_cluster()) launch.cluster = loaded(stored.cluster());
    launch.dynamic_shared_bytes = stored.dynamic_shared_bytes();
    launch.is_cooperative = stored.is_cooperative();
    const auto bytes = std::as_bytes(span_of(stored_.parameter_bytes())).subspan(parameter_byte_);
    if (!parameters_.has(stored.parameters()) || stored.parameter_bytes() > bytes.size())
      return false;
    for (std::uint32_t i = 0; i < stored.parameters(); ++i) {
      const format::Parameter& one = parameters_.take();
      launch.parameters.push_back(
          {one.offset(), one.bytes(), std::move(parameter_names_[parameter_++])});
    }
    launch.parameter_bytes.assign(bytes.begin(), bytes.begin() + stored.parameter_bytes());
    parameter_byte_ += stored.parameter_bytes();
    episode.steps.emplace_back(std::move(launch));
    return true;
  }

  bool load_allocation(Episode& episode) {
    const format::Allocation& stored = allocations_.take();
    if (stored.kind() > static_cast<std::uint8_t>(Allocation::Kind::variable) ||
        !parts_.has(stored.parts())) {
      return false;
    }
    Allocation& allocation = episode.allocations.emplace_back();
    allocation.address = stored.address();
    allocation.bytes = stored.bytes();
    allocation.kind = static_cast<Allocation::Kind>(stored.kind());
    allocation.variable = std::move(variables_[allocation_++]);
    allocation.image = stored.image();
    for (std::uint32_t i = 0; i < stored.parts(); ++i)
      if (!load_part(allocation)) return false;
    return true;
  }

  bool load_part(Allocation& allocation) {
    const format::Part& stored = parts_.take();
    if (!runs_.has(stored.runs())) return false;
    allocation.parts.push_back({stored.address(), {}, {}});
    StoredPart& part = index_.parts.emplace_back(StoredPart{stored.before(), stored.changed(), {}});
    for (std::uint32_t i = 0; i < stored.runs(); ++i) {
      const format::Run& run = runs_.take();
      part.runs.push_back({run.offset(), run.bytes()});
    }
    return true;
  }

  const format::Program& stored_;
  trace::TextLoader texts_;
  Next<format::Launch> launches_;
  Next<format::Parameter> parameters_;
  Next<format::Move> moves_;
  Next<format::Allocation> allocations_;
  Next<format::Part> parts_;
  Next<format::Run> runs_;
  ProgramIndex index_;
  std::vector<std::string> entries_, attributes_, variables_, parameter_names_;
  std::vector<Text> notes_;
  std::size_t episode_ = 0, launch_ = 0, allocation_ = 0, note_ = 0, parameter_ = 0,
              parameter_byte_ = 0;
  std::uint32_t step_ = 0;
};

}  // namespace

std::optional<ProgramIndex> decode_index(std::span<const std::byte> bytes) {
  const auto* stored = verified<format::Program>(bytes);
  if (stored == nullptr) return std::nullopt;
  return Decoder(*stored, bytes.size()).decode();
}

bool decode_piece(std::span<const std::byte> bytes, Bytes& all) {
  const auto* stored = verified<format::Piece>(bytes);
  if (stored == nullptr) return false;
  const auto piece = std::as_bytes(span_of(stored->bytes()));
  all.insert(all.end(), piece.begin(), piece.end());
  return true;
}

}  // namespace warplens::captured
