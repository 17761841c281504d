#include "viz/latency/estimate_error.h"

#include <algorithm>

#include "kernels/base/json_fields.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::latency {
namespace {

constexpr int kEstimatesVersion = 1;

std::vector<EstimateError> estimate_errors(const JsonFields& fields) {
  fields.version(kEstimatesVersion);
  std::vector<EstimateError> read;
  for (const JsonFields& one : fields.list("chips")) {
    read.push_back({one.text("id"), one.integer<std::uint32_t>("recordings", 1),
                    one.number("median", 0), one.number("ninetieth", 0), one.text("source")});
  }
  return read;
}

}  // namespace

Result<std::vector<EstimateError>> parse_estimate_errors(std::string_view json,
                                                         std::string_view name) {
  const auto fields = JsonFields::parse(json);
  if (!fields) {
    return fail(tr("{} tells of no estimates: it is not JSON; install warplens again", name));
  }
  return fields->finish(estimate_errors(*fields), name, tr("install warplens again"));
}

Result<std::vector<EstimateError>> read_estimate_errors(const std::filesystem::path& file) {
  TRY(const auto text, run::read_text(file));
  return parse_estimate_errors(text, file.string());
}

double error_at(std::vector<double> errors, double part) {
  if (errors.empty()) return 0;
  std::ranges::sort(errors);
  const auto index = static_cast<std::size_t>(part * static_cast<double>(errors.size()));
  return errors[std::min(index, errors.size() - 1)];
}

}  // namespace warplens::latency
