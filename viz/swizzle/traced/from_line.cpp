#include "viz/swizzle/traced/from_line.h"

#include <algorithm>
#include <bit>

#include "viz/swizzle/traced/nearest_spec.h"
#include "viz/swizzle/traced/tile_shape.h"

namespace warplens::swizzle {

namespace {

std::uint64_t conflicts_of(const TracedArray& array) {
  std::uint64_t conflicts = 0;
  for (const TracedLine& line : array.lines) conflicts += line.conflicts;
  return conflicts;
}

struct FoundLaunch {
  std::size_t launch = 0;
  TracedArray array;
};

// Of the launches the one whose array has most conflicts.
Result<FoundLaunch> launch_with_array(const trace::Run& run, const WantedArray& wanted) {
  std::optional<FoundLaunch> best;
  std::optional<Error> error;
  for (std::size_t launch = 0; launch < run.traces.size(); ++launch) {
    auto array = array_at_line(*run.traces[launch], wanted);
    if (!array.has_value()) {
      if (!error) error = array.error();
      continue;
    }
    if (!best || conflicts_of(*array) > conflicts_of(best->array))
      best = FoundLaunch{launch, std::move(*array)};
  }
  if (best) return std::move(*best);
  if (error) return fail(std::move(*error));
  return fail(tr("nothing was launched"));
}

// XORs of the row into the column, and paddings: what a person's own subscripts can say.
std::vector<Map> maps_for(const TracedShape& shape, LayoutKind kind) {
  std::vector<Map> maps;
  const std::uint32_t rows = std::bit_ceil(shape.inner_rows);
  for (const Map& map : maps_to_try(shape.tile)) {
    const auto by_row = row_xor(map, shape.tile.columns);
    const bool is_padding = map.kind == Map::Kind::padding;
    const bool is_swizzle =
        by_row && std::uint64_t{by_row->mask} << by_row->row_shift < std::uint64_t{rows};
    if (map.kind == Map::Kind::none || (is_padding && kind != LayoutKind::swizzle) ||
        (is_swizzle && kind != LayoutKind::padding))
      maps.push_back(map);
  }
  return maps;
}

struct PatchedFile {
  const Result<SourceArray>& source;
  std::string_view text;
  std::string file, path;  // as the trace and as the patch name it
};

Result<SourcePatch> patch_of(const FromLineAnswer& answer, const PatchedFile& of,
                             std::uint32_t inner_rows) {
  if (answer.map.kind == Map::Kind::none)
    return fail(tr("no padding and no XOR of the row takes fewer wavefronts"));
  if (!of.source.has_value()) return fail(of.source.error());
  const PatchedArray array{*of.source, answer.traced, answer.tile, inner_rows};
  TRY(auto edits, edits_for(array, answer.map));
  std::string after = with_edits(of.text, std::move(edits));
  std::string diff = unified_diff(of.path, of.text, after);
  return SourcePatch{of.file, std::move(after), std::move(diff)};
}

// The file that the asked line's accesses stand in.
std::string file_of(const TracedArray& traced, std::uint32_t line) {
  for (const TracedLine& one : traced.lines) {
    if (one.line == line || one.site.call_line == line) return one.file;
  }
  return {};
}

Result<SourceArray> source_of(const trace::Sources& sources, const TracedArray& traced,
                              const std::string& file, std::uint32_t line) {
  const std::string_view text = trace::text_of(sources, file);
  if (text.empty()) return fail(tr("the source is not there"));
  for (const TracedLine& one : traced.lines) {
    if (one.file != file)
      return fail(tr("{} is accessed in two files, {} and {}", traced.array.name, file, one.file));
  }
  return read_source_array(text, traced.array.name, line);
}

std::uint64_t sum_of(const std::vector<PatternCost>& costs) {
  std::uint64_t sum = 0;
  for (const PatternCost& cost : costs) sum += cost.wavefronts;
  return sum;
}

}  // namespace

std::uint64_t FromLineAnswer::wavefronts_before() const { return sum_of(before); }
std::uint64_t FromLineAnswer::wavefronts_after() const { return sum_of(after); }

Result<FromLineAnswer> from_line(const trace::Run& run, const FromLineQuestion& question,
                                 const FindOptions& options) {
  FromLineAnswer answer;
  TRY(auto launched, launch_with_array(run, question.wanted));
  answer.launch = launched.launch;
  answer.traced = std::move(launched.array);
  const std::string file = file_of(answer.traced, question.wanted.line);
  const auto source = source_of(*run.sources, answer.traced, file, question.wanted.line);
  TRY(const auto shape, shape_of(answer.traced, source.has_value() ? &*source : nullptr));
  answer.tile = shape.tile;
  TRY(const auto all, accesses_to(answer.traced, shape.tile));
  TRY(answer.found, find(shape.tile, all, maps_for(shape, question.kind), options));
  answer.map = answer.found.best.map;
  TRY(const auto plain, place(shape.tile, Map{}));
  TRY(const auto placed, place(shape.tile, answer.map));
  for (const Accesses& accesses : all) {
    answer.before.push_back(cost_of(accesses, shape.tile, plain));
    answer.after.push_back(cost_of(accesses, shape.tile, placed));
  }
  TRY(const auto expression, offset_expression(answer.map, shape.tile));
  answer.formula = expression.text();
  answer.spec = nearest_spec(answer.traced, shape.tile, all);
  answer.spec.map = answer.map;
  const std::string path = question.path.empty() ? file : question.path;
  answer.patch =
      patch_of(answer, {source, trace::text_of(*run.sources, file), file, path}, shape.inner_rows);
  return answer;
}

Result<SwizzleSpec> question_from(const trace::Trace& trace, const trace::Sources& sources,
                                  const WantedArray& wanted) {
  TRY(const auto traced, array_at_line(trace, wanted));
  const auto source = source_of(sources, traced, file_of(traced, wanted.line), wanted.line);
  TRY(const auto shape, shape_of(traced, source.has_value() ? &*source : nullptr));
  TRY(const auto all, accesses_to(traced, shape.tile));
  return nearest_spec(traced, shape.tile, all);
}

}  // namespace warplens::swizzle
