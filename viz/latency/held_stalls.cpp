#include "viz/latency/held_stalls.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kernels/run/toolkit/sources.h"

namespace warplens::latency {
namespace {

constexpr std::string_view kTitles = "kernel\tside\treason\tshare";

std::string_view cut_to(std::string_view& rest, char end) {
  const std::size_t at = std::min(rest.find(end), rest.size());
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return part;
}

template <class Number>
bool reads(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool add_row(std::string_view row, std::vector<SampledStalls>& all) {
  const std::string_view kernel = cut_to(row, '\t'), side_text = cut_to(row, '\t');
  const std::string_view reason = cut_to(row, '\t');
  std::int64_t side = 0;
  double share = 0;
  if (kernel.empty() || reason.empty() || !reads(side_text, side) || !reads(row, share)) {
    return false;
  }
  if (!(share >= 0 && share <= 1)) return false;
  if (all.empty() || all.back().kernel != kernel || all.back().side != side) {
    all.push_back({std::string(kernel), side, {}});
  }
  all.back().shares[std::string(reason)] = share;
  return true;
}

// "branch_resolving" → "Branch Resolving".
std::string name_of_metric(std::string_view metric) {
  if (const auto stall = stall_of_metric(metric)) return std::string(name_of(*stall));
  std::string name(metric);
  bool begins = true;
  for (char& letter : name) {
    if (begins && letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    begins = letter == '_';
    if (begins) letter = ' ';
  }
  return name;
}

std::string main_reason(const SampledStalls& sampled) {
  std::string_view most;
  double share = -1;
  for (const auto& [reason, of_all] : sampled.shares) {
    if (reason == "selected" || reason == "not_selected" || of_all <= share) continue;
    most = reason;
    share = of_all;
  }
  return name_of_metric(most);
}

}  // namespace

Result<std::vector<SampledStalls>> parse_sampled_stalls(std::string_view text,
                                                        std::string_view name) {
  std::vector<SampledStalls> all;
  bool has_titles = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view row = cut_to(text, '\n');
    if (row.empty() || row.front() == '#') continue;
    if (std::exchange(has_titles, true) ? !add_row(row, all) : row != kTitles) {
      return fail(tr("{}: line {} is no kernel, side, reason and share", name, number));
    }
  }
  return all;
}

Result<std::vector<SampledStalls>> read_sampled_stalls(const std::filesystem::path& file) {
  TRY(const auto text, run::read_text(file));
  return parse_sampled_stalls(text, file.string());
}

HeldStalls held_stalls(const SampledStalls& sampled, const Stalls& estimated) {
  HeldStalls held{sampled.kernel, sampled.side, main_reason(sampled),
                  std::string(name_of(latency::main_reason(estimated)))};
  Stalls shares = estimated;
  const double all = std::max(sum_of(estimated), 1e-9);
  for (double& share : shares) share /= all;
  for (const auto& [reason, share] : sampled.shares) {
    const auto stall = stall_of_metric(reason);
    const double mine = stall ? std::exchange(shares[static_cast<std::size_t>(*stall)], 0) : 0;
    held.distance += std::abs(mine - share) / 2;
  }
  return held.distance += sum_of(shares) / 2, held;
}

}  // namespace warplens::latency
