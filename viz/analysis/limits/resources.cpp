#include "viz/analysis/limits/resources.h"

#include <algorithm>

#include <charconv>

#include "kernels/base/json.h"
#include "kernels/base/json_fields.h"
#include "kernels/run/toolkit/sources.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::analysis {

namespace {

std::uint32_t capability_in(const JsonFields& fields, const std::string& text) {
  std::uint32_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size())
    fields.wrong(tr("'{}' is no architecture", text));
  return value;
}

EntryResources resources_in(const JsonFields& fields) {
  return {fields.integer<std::uint32_t>("registers"), fields.integer<std::uint32_t>("shared_bytes"),
          fields.integer_or<std::uint32_t>("spill_store_bytes", 0) +
              fields.integer_or<std::uint32_t>("spill_load_bytes", 0)};
}

}  // namespace

Result<Resources> Resources::parse(std::string_view json, std::string_view name) {
  const JsonFields fields = JsonFields(parse_sorted_json(json));
  Resources read;
  for (const auto& [image, about] : fields.at("images").members()) {
    for (const auto& [entry, chips] : about.at("entries").members()) {
      for (const auto& [capability, one] : chips.members())
        read.entries_[{image, entry, capability_in(chips, capability)}] = resources_in(one);
    }
  }
  return fields.finish(std::move(read), name, tr("install warplens again"));
}

Result<Resources> Resources::read(const std::filesystem::path& file) {
  TRY(const auto text, run::read_text(file));
  return parse(text, file.string());
}

std::optional<EntryResources> Resources::of(const std::string& image, const std::string& entry,
                                            std::uint32_t capability) const {
  const auto found = entries_.find({image, entry, capability});
  if (found == entries_.end()) return std::nullopt;
  return found->second;
}

EntryReports Resources::of(const std::string& image, const std::string& entry) const {
  EntryReports reports;
  for (auto it = entries_.lower_bound({image, entry, 0}); it != entries_.end(); ++it) {
    if (std::get<0>(it->first) != image || std::get<1>(it->first) != entry) break;
    reports[std::get<2>(it->first)] = it->second;
  }
  return reports;
}

BlockNeeds needs_of(const EntryResources& resources, std::uint64_t threads,
                    std::uint64_t dynamic_shared_bytes) {
  return {
      .threads = static_cast<std::uint32_t>(threads),
      .registers = resources.registers,
      .shared_bytes = resources.shared_bytes + static_cast<std::uint32_t>(dynamic_shared_bytes)};
}

std::uint64_t whole_waves(std::uint64_t blocks, std::uint32_t blocks_an_sm, const Chip& chip) {
  if (blocks_an_sm == 0) return 1;
  const auto sms = static_cast<std::uint64_t>(std::max(1.0, chip.multiprocessors.value));
  const std::uint64_t at_once = sms * blocks_an_sm;
  return std::max<std::uint64_t>(1, (blocks + at_once - 1) / at_once);
}

LaunchDemand with_resources(LaunchDemand launch, const EntryResources& resources,
                            const Chip& chip) {
  const BlockNeeds needs = needs_of(resources, launch.threads, launch.dynamic_shared_bytes);
  launch.blocks_an_sm = blocks_an_sm(chip.capability, needs).value_or(0);
  return launch;
}

std::optional<double> waves(const LaunchDemand& launch, const Chip& chip) {
  if (launch.blocks_an_sm == 0) return std::nullopt;
  return static_cast<double>(launch.blocks) / (chip.multiprocessors.value * launch.blocks_an_sm);
}

}  // namespace warplens::analysis
