#include "viz/scene/view_characters.h"

#include "viz/scene/cache/cache_words.h"
#include "viz/scene/charts/chart_words.h"
#include "viz/scene/charts/ladder_chart.h"
#include "viz/scene/charts/roofline_chart.h"
#include "viz/scene/draw/words.h"
#include "viz/scene/errors/error_words.h"
#include "viz/scene/limits/limits_view.h"
#include "viz/scene/occupancy/occupancy_view.h"
#include "viz/scene/occupancy/resources_view.h"
#include "viz/scene/plane/plane_words.h"
#include "viz/scene/product/product_words.h"
#include "viz/scene/reduction/reduction_words.h"
#include "viz/scene/swizzle/workshop_words.h"
#include "viz/scene/timelines/host_timeline_words.h"

namespace warplens::scene {

std::string view_characters() {
  std::string text = word_characters();
  text += kCacheCharacters;
  text += kReductionCharacters;
  text += kProductCharacters;
  text += error_characters();
  return text + chart_characters() + roofline_characters() + ladder_characters() +
         host_timeline_characters() + limits_characters() + occupancy_view_characters() +
         resources_view_characters() + workshop_characters() + plane_characters();
}

}  // namespace warplens::scene
