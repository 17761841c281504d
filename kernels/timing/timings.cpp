#include "kernels/timing/timings.h"

#include <algorithm>

namespace warplens::timing {

const Entry* Timings::find(std::string_view family, std::string_view name,
                           const Parameters& parameters, std::string_view image) const {
  const auto found = std::ranges::find_if(entries, [&](const Entry& entry) {
    return entry.family == family && entry.name == name && entry.image == image &&
           entry.parameters == parameters;
  });
  return found == entries.end() ? nullptr : &*found;
}

void Timings::set(Entry entry) {
  const Entry* known = find(entry.family, entry.name, entry.parameters, entry.image);
  if (known == nullptr) {
    entries.push_back(std::move(entry));
  } else {
    if (!entry.least) entry.least = known->least;  // a sweep reckoned it of the same PTX
    entries[static_cast<std::size_t>(known - entries.data())] = std::move(entry);
  }
}

namespace {

// "tile at 4096: why" → "tile at 4096: "; "cuBLAS: why" → "cuBLAS: ".
std::string_view subject_of(std::string_view absent) {
  return absent.substr(0, absent.find(": ") + 2);
}

}  // namespace

void Timings::merge(const Timings& later) {
  std::erase_if(absent, [&](const Both& line) {
    const std::string_view subject = subject_of(line.en);
    const auto is_about = [&](const Both& other) { return other.en.starts_with(subject); };
    return std::ranges::any_of(later.absent, is_about) ||
           std::ranges::any_of(later.entries, [&](const Entry& entry) {
             return fmt::format("{} at {}: ", entry.name, entry.side) == subject;
           });
  });
  absent.insert(absent.end(), later.absent.begin(), later.absent.end());
  for (Entry& entry : entries) entry.date = date_of(entry);
  for (Entry entry : later.entries) {
    entry.date = later.date_of(entry);
    set(std::move(entry));
  }
  date = later.date;
  for (Entry& entry : entries) {
    if (entry.date == date) entry.date.clear();
  }
  if (command.find(later.command) == std::string::npos) command += "; " + later.command;
}

std::string Timings::days() const {
  if (entries.empty()) return date;
  const auto before = [this](const Entry& a, const Entry& b) { return date_of(a) < date_of(b); };
  const auto [first, last] = std::ranges::minmax_element(entries, before);
  const std::string &from = date_of(*first), &to = date_of(*last);
  return from == to ? to : fmt::format("{} – {}", from, to);
}

Both absent_because(std::string_view what, const Error& why) {
  return both(tr("{}: {}", what, why.message));
}

}  // namespace warplens::timing
