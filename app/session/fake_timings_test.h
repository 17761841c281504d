// Timings made by hand for tests: of no GPU, and said to be so.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "app/session/recordings.h"
#include "app/session/timed_settings.h"

namespace warplens::session {

// As if `variant` of transpose or any other timed family took `seconds` at this size.
inline timing::Entry fake_entry(const catalog::Family& family, const std::string& variant,
                                std::int64_t side, double seconds, const Parameters& settings = {},
                                std::string image = {}) {
  timing::Entry entry;
  entry.kind = timing::EntryKind::variant;
  entry.family = family.name;
  entry.name = variant;
  entry.side = side;
  entry.parameters = timed_parameters(family, *family.find(variant), side, settings);
  entry.image = std::move(image);
  const catalog::Work work = family.timed->work(*family.find(variant), entry.parameters);
  entry.bytes = work.bytes;
  entry.flops = work.flops;
  entry.seconds = {seconds, seconds * 0.97, seconds * 1.1, seconds * 0.99, seconds * 1.02, 40};
  entry.fits_in_l2 = work.bytes <= 60e6;
  return entry;
}

inline timing::Entry fake_baseline(const catalog::Family& family, timing::EntryKind kind,
                                   const std::string& name, std::int64_t side, double seconds) {
  const catalog::Variant& first = family.variants.front();
  timing::Entry entry = fake_entry(family, first.name, side, seconds);
  entry.kind = kind;
  entry.name = name;
  entry.parameters.clear();
  if (kind == timing::EntryKind::ceiling) {
    entry.bytes = 8.0 * static_cast<double>(side * side);
    entry.flops = 0;
  }
  return entry;
}

// Every variant of a family at these sizes, a copy and a library; `images` as Recordings has them.
inline timing::Timings fake_timings(const catalog::Family& family,
                                    const std::vector<std::int64_t>& sides,
                                    const Recordings* recordings = nullptr) {
  timing::Timings timings;
  timings.device = {"Fake GPU", "9.0", "1.0", std::uint64_t{1} << 30, 60'000'000, 132};
  timings.date = "2001-02-03";
  timings.command = "a test";
  for (const std::int64_t side : sides) {
    const double least = 3e-6 + 8.0 * static_cast<double>(side * side) / 4e12;
    timings.entries.push_back(
        fake_baseline(family, timing::EntryKind::ceiling, "device_copy", side, least));
    timings.entries.push_back(
        fake_baseline(family, timing::EntryKind::library, "a_library", side, least * 1.2));
    double factor = 4;
    for (const catalog::Variant& variant : family.variants) {
      factor = 1 + (factor - 1) * 0.8;
      const std::string image = recordings == nullptr ? "" : recordings->image_of(family, variant);
      timings.entries.push_back(fake_entry(family, variant.name, side, least * factor, {}, image));
    }
  }
  return timings;
}

}  // namespace warplens::session
