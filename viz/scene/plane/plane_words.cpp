#include "viz/scene/plane/plane_words.h"

namespace warplens::scene {

std::string plane_characters() {
  std::string text = "îĵλ·×−⁻⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏ₁₂√±→|°…";
#define WARPLENS_PLANE_WORD(name, english, chinese) (text += (english)) += (chinese);
  WARPLENS_PLANE_WORDS(WARPLENS_PLANE_WORD)
#undef WARPLENS_PLANE_WORD
  return text;
}

}  // namespace warplens::scene
