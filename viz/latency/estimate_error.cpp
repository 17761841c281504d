#include "viz/latency/estimate_error.h"

#include <algorithm>

#include "kernels/base/json_fields.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::latency {
namespace {

constexpr int kEstimatesVersion = 1;

StallAgreement stall_agreement(const JsonFields& fields) {
  StallAgreement read;
  read.device = fields.text("device");
  read.kernels = fields.integer<std::uint32_t>("kernels", 1);
  read.same = fields.integer<std::uint32_t>("same", 0, read.kernels);
  read.others = fields.integer<std::uint32_t>("others", 0, read.kernels);
  read.others_same = fields.integer<std::uint32_t>("others_same", 0, read.others);
  read.distance = fields.number("distance", 0);
  read.source = fields.text("source");
  return read;
}

HeldEstimates held_estimates(const JsonFields& fields) {
  fields.version(kEstimatesVersion);
  HeldEstimates read;
  for (const JsonFields& one : fields.list("chips")) {
    read.times.push_back({one.text("id"), one.integer<std::uint32_t>("recordings", 1),
                          one.number("median", 0), one.number("ninetieth", 0), one.text("source")});
  }
  if (fields.has("stalls")) read.stalls = stall_agreement(fields.at("stalls"));
  return read;
}

}  // namespace

const EstimateError* HeldEstimates::of(std::string_view chip) const {
  const auto found = std::ranges::find(times, chip, &EstimateError::chip);
  return found == times.end() ? nullptr : &*found;
}

Result<HeldEstimates> parse_held_estimates(std::string_view json, std::string_view name) {
  const auto fields = JsonFields::parse(json);
  if (!fields) {
    return fail(tr("{} tells of no estimates: it is not JSON; install warplens again", name));
  }
  return fields->finish(held_estimates(*fields), name, tr("install warplens again"));
}

Result<HeldEstimates> read_held_estimates(const std::filesystem::path& file) {
  TRY(const auto text, run::read_text(file));
  return parse_held_estimates(text, file.string());
}

double error_at(std::vector<double> errors, double part) {
  if (errors.empty()) return 0;
  std::ranges::sort(errors);
  const auto index = static_cast<std::size_t>(part * static_cast<double>(errors.size()));
  return errors[std::min(index, errors.size() - 1)];
}

}  // namespace warplens::latency
