#include "viz/latency/latencies.h"

#include <algorithm>

#include "kernels/base/json_fields.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::latency {
namespace {

constexpr int kLatenciesVersion = 1;
constexpr double kMostCycles = 1e9;

using Rows = std::map<std::string, MeasuredCycles, std::less<>>;

void add_measured(const JsonFields& fields, Rows& rows) {
  const std::string source = fields.text("source");
  if (source.empty()) fields.wrong(tr("it has no source"));
  const JsonFields cycles = fields.at("cycles");
  for (const auto& [name, field] : cycles.members()) {
    const double value = cycles.number(name, 0);
    if (value > kMostCycles) field.wrong(tr("that many cycles are no latency"));
    if (name.empty() || name.find('-') != name.npos) field.wrong(tr("it is no row's name"));
    if (!rows.try_emplace(name, MeasuredCycles{value, source}).second) {
      field.wrong(tr("'{}' is there twice", name));
    }
  }
}

Latencies latencies(const JsonFields& fields) {
  Rows rows;
  for (const JsonFields& measured : fields.list("measured")) add_measured(measured, rows);
  return {fields.integer<std::uint32_t>("capability", 1), std::move(rows)};
}

std::vector<Latencies> all_latencies(const JsonFields& fields) {
  fields.version(kLatenciesVersion);
  std::vector<Latencies> read;
  for (const JsonFields& one : fields.list("capabilities")) {
    Latencies next = latencies(one);
    if (latencies_of(read, next.capability()) != nullptr) {
      one.wrong(tr("'{}' is there twice", next.capability()));
    }
    read.push_back(std::move(next));
  }
  return read;
}

}  // namespace

std::optional<double> Latencies::of(std::string_view row) const {
  const std::size_t minus = row.find('-');
  if (minus != row.npos) {
    const auto whole = of(row.substr(0, minus)), part = of(row.substr(minus + 1));
    if (!whole || !part) return std::nullopt;
    return std::max(0.0, *whole - *part);
  }
  const auto found = rows_.find(row);
  return found == rows_.end() ? std::nullopt : std::optional(found->second.cycles);
}

Result<std::vector<Latencies>> parse_latencies(std::string_view json, std::string_view name) {
  const auto fields = JsonFields::parse(json);
  if (!fields) {
    return fail(tr("{} tells of no latencies: it is not JSON; install warplens again", name));
  }
  return fields->finish(all_latencies(*fields), name, tr("install warplens again"));
}

Result<std::vector<Latencies>> read_latencies(const std::filesystem::path& file) {
  TRY(const auto text, run::read_text(file));
  return parse_latencies(text, file.string());
}

const Latencies* latencies_of(const std::vector<Latencies>& all, std::uint32_t capability) {
  const auto found = std::ranges::find(all, capability, &Latencies::capability);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace warplens::latency
