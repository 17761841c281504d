#include "kernels/captured/program_check.h"

#include <algorithm>
#include <limits>
#include <set>

#include "kernels/trace/capture_check.h"

namespace warplens::captured {
namespace {

using Checked = Result<void>;

constexpr std::uint64_t kEndOfAddresses = std::uint64_t{1} << 57;  // a GPU's virtual ones
constexpr std::uint32_t kMostParameterBytes = 1 << 16;

bool lies_in_memory(std::uint64_t address, std::uint64_t bytes) {
  return bytes <= kEndOfAddresses && address <= kEndOfAddresses - bytes;
}

Checked check(const Launch& launch, const Program& program) {
  TRY(trace::check_text(tr("a kernel's name"), launch.entry));
  TRY(trace::check_text(tr("a launch's attributes"), launch.attributes));
  if (launch.image >= program.images.size())
    return fail(tr("a launch is of an image that is not there"));
  if (launch.parameter_bytes.size() > kMostParameterBytes)
    return fail(tr("a launch has more parameters than any kernel takes"));
  std::uint64_t end = 0;
  for (const Parameter& one : launch.parameters) {
    TRY(trace::check_text(tr("a parameter's name"), one.name));
    if (one.offset < end) return fail(tr("a launch's parameters overlap"));
    end = std::uint64_t{one.offset} + one.bytes;
  }
  if (end > launch.parameter_bytes.size())
    return fail(tr("a launch's parameters are longer than their bytes"));
  return {};
}
Checked check(const Copy& copy, const Program&) {
  if (lies_in_memory(copy.to, copy.bytes) && lies_in_memory(copy.from, copy.bytes)) return {};
  return fail(tr("a copy leaves memory"));
}
Checked check(const Fill& fill, const Program&) {
  const bool is_element =
      fill.element_bytes == 1 || fill.element_bytes == 2 || fill.element_bytes == 4;
  if (is_element && fill.count < kEndOfAddresses &&
      lies_in_memory(fill.to, fill.count * fill.element_bytes)) {
    return {};
  }
  return fail(tr("a fill leaves memory"));
}

Checked check(const Allocation& allocation, const Program& program) {
  if (allocation.bytes == 0 || allocation.address == 0 ||
      !lies_in_memory(allocation.address, allocation.bytes)) {
    return fail(tr("an allocation lies where no memory is"));
  }
  TRY(trace::check_text(tr("a variable's name"), allocation.variable));
  const bool is_variable = allocation.kind == Allocation::Kind::variable;
  if (is_variable && allocation.image >= program.images.size())
    return fail(tr("a variable is of an image that is not there"));
  return {};
}

Checked check_parts(const Allocation& allocation) {
  std::uint64_t end = allocation.address;
  for (const Part& part : allocation.parts) {
    const std::uint64_t bytes = part.before.size();
    if (part.before.empty() || part.after.size() != bytes)
      return fail(tr("a part has another size before than after"));
    if (part.address < end || bytes > allocation.bytes ||
        part.address - allocation.address > allocation.bytes - bytes) {
      return fail(tr("a part leaves its allocation"));
    }
    end = part.address + bytes;
  }
  return {};
}

Checked check_but_bytes(const Episode& episode, const Program& program) {
  TRY(trace::check_text(tr("a launch's name"), episode.name));
  TRY(trace::check_text(tr("an error's name"), episode.error));
  bool has_launch = false;
  for (const Step& step : episode.steps) {
    TRY(std::visit([&](const auto& one) { return check(one, program); }, step));
    has_launch = has_launch || std::holds_alternative<Launch>(step);
  }
  if (!has_launch) return fail(tr("there is nothing launched"));
  std::uint64_t end = 0;
  for (const Allocation& allocation : episode.allocations) {
    TRY(check(allocation, program));
    if (allocation.address < end) return fail(tr("allocations overlap"));
    end = allocation.address + allocation.bytes;
  }
  for (const Text& note : episode.notes)
    TRY(trace::check_text(tr("a note"), note.in(Language::en)));
  return {};
}

Checked check_but_bytes(const Program& program) {
  for (const std::string* text :
       {&program.command, &program.device, &program.driver, &program.created}) {
    TRY(trace::check_text(tr("a description"), *text));
  }
  for (const Image& image : program.images) {
    TRY(trace::check_text(tr("an image's origin"), image.origin.in(Language::en)));
    TRY(trace::check_text(tr("an image's description"), image.why_no_ptx.in(Language::en)));
  }
  for (const auto& [name, text] : program.sources)
    TRY(trace::check_text(tr("a source's name"), name));
  if (program.episodes.empty()) return fail(tr("there is no launch"));
  std::set<std::string_view> names;
  for (const Episode& episode : program.episodes) {
    if (episode.name.empty() || !names.insert(episode.name).second)
      return fail(tr("two launches have one name"));
    TRY(check_but_bytes(episode, program));
  }
  return {};
}

// Sizes that say no more than `most` together.
bool sum_up(const std::vector<std::uint64_t>& sizes, std::uint64_t most, std::uint64_t& sum) {
  sum = 0;
  for (const std::uint64_t size : sizes) {
    if (size > most - sum) return false;
    sum += size;
  }
  return true;
}

Checked check_stored(const StoredPart& part, const std::vector<std::uint64_t>& contents) {
  if (part.before >= contents.size()) return fail(tr("a part is of contents that are not there"));
  if (part.changed == kUnchanged)
    return part.runs.empty() ? Checked() : fail(tr("a part has no changed bytes"));
  if (part.changed >= contents.size()) return fail(tr("a part is of contents that are not there"));
  std::uint64_t end = 0, sum = 0;
  for (const ChangedRun& run : part.runs) {
    const std::uint64_t bytes = contents[part.before];
    if (run.offset < end || run.bytes == 0 || run.bytes > bytes || run.offset > bytes - run.bytes)
      return fail(tr("changed bytes leave their part"));
    end = run.offset + run.bytes;
    sum += run.bytes;
  }
  if (sum != contents[part.changed]) return fail(tr("a part has another number of changed bytes"));
  return {};
}

}  // namespace

Checked check_program(const Program& program) {
  TRY(check_but_bytes(program));
  for (const Episode& episode : program.episodes)
    for (const Allocation& allocation : episode.allocations) TRY(check_parts(allocation));
  return {};
}

Checked check_index(const ProgramIndex& index) {
  TRY(check_but_bytes(index.program));
  std::uint64_t stored = 0, ptx = 0, cubins = 0, parts = 0, sources = 0;
  std::vector<std::uint64_t> sizes;
  for (const ImageBytes& image : index.images) sizes.push_back(image.ptx);
  const bool ptx_fits = sum_up(sizes, kMostImageBytes, ptx);
  sizes.clear();
  for (const ImageBytes& image : index.images) sizes.push_back(image.cubin);
  if (!ptx_fits || !sum_up(sizes, kMostImageBytes, cubins) ||
      !sum_up(index.sources, kMostImageBytes, sources))
    return fail(tr("its images are larger than {} MiB", kMostImageBytes >> 20));
  if (!sum_up(index.contents, kMostMemoryBytes, stored))
    return fail(tr("its memory is larger than {} GiB", kMostMemoryBytes >> 30));
  sizes.clear();
  for (const StoredPart& part : index.parts) {
    TRY(check_stored(part, index.contents));
    sizes.push_back(index.contents[part.before]);
  }
  const std::uint64_t most = std::min(kMostMemoryBytes, stored * kMostSharing);
  if (!sum_up(sizes, most, parts))
    return fail(tr("its memory is larger than {} GiB", kMostMemoryBytes >> 30));
  return {};
}

}  // namespace warplens::captured
