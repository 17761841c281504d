#include "viz/scene/access/picture.h"

#include <algorithm>

#include "viz/scene/access/elements.h"

namespace warplens::scene {
namespace {

bool stores_global(const trace::Site& site) {
  return site.kind == trace::EventKind::store && site.space == trace::Space::global;
}

void note_stores(const trace::Trace& trace, const trace::Buffer& buffer, Picture& picture) {
  std::uint32_t stored = 0;
  for (std::uint32_t event = 0; event < trace.events.size(); ++event) {
    picture.stored[event] = stored;
    const trace::Site& site = trace.sites[trace.events.site(event)];
    if (!stores_global(site)) continue;
    for (const ElementTouch& touch : touched_elements(site, trace.events.view(event), buffer)) {
      std::uint32_t& by = picture.stored_by[touch.row * buffer.columns + touch.column];
      if (by != Picture::kNever) continue;
      by = event;
      ++stored;
    }
  }
  picture.stored.back() = stored;
}

}  // namespace

Color Picture::color(std::uint64_t pixel, std::size_t moment) const {
  return color_of(is_stored(pixel, moment) ? pixels->after[pixel] : pixels->before[pixel]);
}

std::uint32_t Picture::stored_at(std::size_t moment) const {
  return stored.empty() ? 0 : stored[std::min(moment, stored.size() - 1)];
}

Picture picture_of(const trace::Trace& trace, std::size_t buffer,
                   std::shared_ptr<const trace::RunPicture> pixels) {
  Picture picture;
  const trace::Buffer& shape = trace.buffers[buffer];
  const std::uint64_t size = shape.rows * shape.columns;
  if (pixels->before.size() != size || pixels->after.size() != size) return picture;
  picture.buffer = buffer;
  picture.pixels = std::move(pixels);
  picture.stored_by.resize(size, Picture::kNever);
  picture.stored.resize(trace.events.size() + 1);
  note_stores(trace, shape, picture);
  return picture;
}

std::size_t moment_of(std::size_t event, double phase) { return phase < 1 ? event : event + 1; }

}  // namespace warplens::scene
