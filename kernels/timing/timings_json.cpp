#include <algorithm>
#include <array>

#include "kernels/timing/recording_json.h"
#include "kernels/timing/timings.h"

namespace warplens::timing {

using namespace json_reading;

namespace {

constexpr int kVersion = 1;
constexpr std::array<std::string_view, 3> kKinds = {"variant", "ceiling", "library"};
static_assert(kKinds.size() == static_cast<std::size_t>(EntryKind::library) + 1);

constexpr std::array<std::string_view, 3> kChecked = {"", "samples", "whole"};
static_assert(kChecked.size() == static_cast<std::size_t>(Checked::whole) + 1);

Json to_json(const Seconds& seconds) {
  return {{"median", seconds.median},
          {"minimum", seconds.minimum},
          {"maximum", seconds.maximum},
          {"lower_quartile", seconds.lower_quartile},
          {"upper_quartile", seconds.upper_quartile},
          {"repetitions", seconds.repetitions}};
}

Json to_json(const Both& text) {
  if (text.in(Language::zh) == text.en) return text.en;
  return {{"en", text.en}, {"zh", text.zh}};
}

Json to_json(const Entry& entry) {
  Json json = {{"kind", name_of(entry.kind)},
               {"family", entry.family},
               {"name", entry.name},
               {"side", entry.side},
               {"parameters", entry.parameters}};
  if (!entry.image.empty()) json["image"] = entry.image;
  if (!entry.date.empty()) json["date"] = entry.date;
  json["bytes"] = entry.bytes;
  json["flops"] = entry.flops;
  json["seconds"] = to_json(entry.seconds);
  json["fits_in_l2"] = entry.fits_in_l2;
  if (entry.checked != Checked::unknown) json["checked"] = name_of(entry.checked);
  if (entry.least.has_value()) json["least"] = *entry.least;
  return json;
}

EntryKind kind(const Json& object) {
  const auto found = std::ranges::find(kKinds, text(object, "kind"));
  if (found == kKinds.end()) throw Damage{"'kind' is none of variant, ceiling, library"};
  return static_cast<EntryKind>(found - kKinds.begin());
}

Seconds seconds(const Json& json) {
  Seconds read{amount(json, "median"),         amount(json, "minimum"),
               amount(json, "maximum"),        amount(json, "lower_quartile"),
               amount(json, "upper_quartile"), integer<std::uint32_t>(json, "repetitions")};
  const std::array ordered = {0.0,         read.minimum,        read.lower_quartile,
                              read.median, read.upper_quartile, read.maximum};
  if (read.minimum == 0 || read.repetitions == 0 || !std::ranges::is_sorted(ordered)) {
    throw Damage{"'seconds' are in no order, or of no repetition"};
  }
  return read;
}

Checked checked(const Json& json) {
  const auto found = std::ranges::find(kChecked.begin() + 1, kChecked.end(), text(json, "checked"));
  if (found == kChecked.end()) throw Damage{"'checked' is none of samples, whole"};
  return static_cast<Checked>(found - kChecked.begin());
}

double least(const Json& json) {
  const double read = amount(json, "least");
  if (read <= 0) throw Damage{"'least' is no time"};
  return read;
}

Entry entry(const Json& json) {
  Entry read;
  read.kind = kind(json);
  read.family = text(json, "family");
  read.name = text(json, "name");
  read.side = integer<std::int64_t>(json, "side");
  read.parameters = integers(json, "parameters");
  if (json.contains("image")) read.image = text(json, "image");
  if (json.contains("date")) read.date = text(json, "date");
  read.bytes = amount(json, "bytes");
  read.flops = amount(json, "flops");
  read.seconds = seconds(member(json, "seconds"));
  read.fits_in_l2 = flag(json, "fits_in_l2");
  if (json.contains("checked")) read.checked = checked(json);
  if (json.contains("least")) read.least = least(json);
  return read;
}

Both absent(const Json& json) {
  if (json.is_string()) return {json.get<std::string>()};
  return {text(json, "en"), text(json, "zh")};
}

Timings timings(const Json& json) {
  if (const int version = integer<int>(json, "version"); version != kVersion) {
    throw Damage{fmt::format("it is of version {}, this program reads {}", version, kVersion)};
  }
  Timings read;
  read.device = device(member(json, "device"));
  read.date = text(json, "date");
  read.command = text(json, "command");
  for (const Json& one : list(json, "entries")) read.entries.push_back(entry(one));
  for (const Json& one : list(json, "absent")) {
    read.absent.push_back(absent(one));
  }
  return read;
}

}  // namespace

std::string_view name_of(EntryKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::string_view name_of(Checked checked) { return kChecked[static_cast<std::size_t>(checked)]; }

std::string to_json(const Timings& timings) {
  Json json = {{"version", kVersion},     {"device", to_json(timings.device)},
               {"date", timings.date},    {"command", timings.command},
               {"absent", Json::array()}, {"entries", Json::array()}};
  for (const Both& absent : timings.absent) json["absent"].push_back(to_json(absent));
  for (const Entry& entry : timings.entries) json["entries"].push_back(to_json(entry));
  return json_text(json, 1) + "\n";
}

Result<Timings> parse_timings(std::string_view json, std::string_view name) {
  const Json parsed = parse_json(json);
  if (parsed.is_discarded()) return fail(tr("{} is no recording: it is not JSON", name));
  try {
    return timings(parsed);
  } catch (const Damage& damage) {
    return fail(
        tr("{} is damaged: {}; record it again with warplens bench --record", name, damage.what));
  }
}

}  // namespace warplens::timing
