#include <algorithm>
#include <array>

#include "kernels/base/json.h"
#include "kernels/timing/recording_json.h"
#include "kernels/timing/timings.h"

namespace warplens::timing {

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

Seconds seconds(const JsonFields& fields) {
  const Seconds read{
      fields.number("median", 0),         fields.number("minimum", 0),
      fields.number("maximum", 0),        fields.number("lower_quartile", 0),
      fields.number("upper_quartile", 0), fields.integer<std::uint32_t>("repetitions")};
  const std::array ordered = {0.0,         read.minimum,        read.lower_quartile,
                              read.median, read.upper_quartile, read.maximum};
  if (read.minimum == 0 || read.repetitions == 0 || !std::ranges::is_sorted(ordered))
    fields.wrong(tr("they are in no order, or of no repetition"));
  return read;
}

Checked checked(const JsonFields& fields) {
  if (!fields.has("checked")) return Checked::unknown;
  return static_cast<Checked>(1 + fields.choice<int>("checked", std::span(kChecked).subspan(1)));
}

std::optional<double> least(const JsonFields& fields) {
  if (!fields.has("least")) return std::nullopt;
  const double read = fields.number("least", 0);
  if (read <= 0) fields.wrong(tr("\"least\" is no time"));
  return read;
}

Entry entry(const JsonFields& fields) {
  Entry read;
  read.kind = fields.choice<EntryKind>("kind", kKinds);
  read.family = fields.text("family");
  read.name = fields.text("name");
  read.side = fields.integer<std::int64_t>("side");
  read.parameters = fields.integers("parameters");
  read.image = fields.text_or("image", "");
  read.date = fields.text_or("date", "");
  read.bytes = fields.number("bytes", 0);
  read.flops = fields.number("flops", 0);
  read.seconds = seconds(fields.at("seconds"));
  read.fits_in_l2 = fields.flag("fits_in_l2");
  read.checked = checked(fields);
  read.least = least(fields);
  return read;
}

Both absent(const JsonFields& fields) {
  if (fields.is_text()) return {fields.as_text()};
  return {fields.text("en"), fields.text("zh")};
}

Timings timings(const JsonFields& fields) {
  fields.version(kVersion);
  Timings read;
  read.device = device(fields.at("device"));
  read.date = fields.text("date");
  read.command = fields.text("command");
  for (const JsonFields& one : fields.list("entries")) read.entries.push_back(entry(one));
  for (const JsonFields& one : fields.list("absent")) read.absent.push_back(absent(one));
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
  const auto fields = JsonFields::parse(json);
  if (!fields) return fail(tr("{} is no recording: it is not JSON", name));
  return fields->finish(timings(*fields), name, tr("record it again with warplens bench --record"));
}

}  // namespace warplens::timing
