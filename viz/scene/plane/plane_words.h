// What plane and space say themselves, in both languages.
#pragma once

#include <string>

#include "viz/scene/draw/words.h"

namespace warplens::scene {

// clang-format off
#define WARPLENS_PLANE_WORDS(W) \
  W(plane_goes_to, "goes to", "移到") \
  W(plane_as_before, "A v has as many of the new î and ĵ as v had of the old.", \
    "v 原来含几个 î、几个 ĵ，A v 就含几个新的 î、几个新的 ĵ。") \
  W(plane_area_times, "Every area becomes {} times as large.", "每块面积都变成原来的 {} 倍。") \
  W(plane_area_same, "Every area stays as large as it was.", "每块面积都保持不变。") \
  W(plane_turned_over, "The sign says: the plane is turned over, from î to ĵ it goes the other way round.", \
    "负号表示：平面翻了个面，从 î 转到 ĵ 的方向反了。") \
  W(plane_squeezed, "The area is 0: the plane is squeezed into a line or a point, and nothing brings it back.", \
    "面积为 0：平面被压成一条线或一个点，再也无法复原。") \
  W(plane_first_a, "A moves first, it stands on the right; then B.", "先 A 后 B：先动的写在右边。") \
  W(plane_row_column, "row {} of B · column {} of A", "B 的第 {} 行 · A 的第 {} 列") \
  W(plane_other_order, "The other order is another motion:", "换个次序就是另一个运动：") \
  W(plane_same_order, "Here the other order is the same motion:", "这里换个次序还是同一个运动：") \
  W(plane_turns_by, "A turns v by {}°.", "A 把 v 转了 {}°。") \
  W(plane_null, "The null vector has no direction: drag v away from 0.", "零向量没有方向：请把 v 拖离原点。") \
  W(plane_stays, "v stays on its line: A v = {} · v. It is an eigenvector, {} its eigenvalue.", \
    "v 留在原来的直线上：A v = {} · v。它是特征向量，{} 是它的特征值。") \
  W(plane_nearly_stays, "v stays on its line, but for {}°: A v is about {} times v.", \
    "v 只偏离原来的直线 {}°：A v 大约是 v 的 {} 倍。") \
  W(plane_discriminant, "discriminant", "判别式") \
  W(plane_two_real, "It is above 0: two eigenvalues, two lines stay.", "判别式大于 0：两个特征值，两条直线不动。") \
  W(plane_double_one, "It is 0: one double eigenvalue, and one line stays.", "判别式等于 0：一个二重特征值，只有一条直线不动。") \
  W(plane_double_all, "It is 0, and A only scales: every line stays.", "判别式等于 0，而且 A 只是缩放：每条直线都不动。") \
  W(plane_complex, "It is below 0: no real eigenvalue, no line stays. The eigenvalues are complex: {}", \
    "判别式小于 0：没有实特征值，没有直线不动。特征值是复数：{}") \
  W(plane_no_basis, "A has no basis of eigenvectors in whole numbers: it is multiplied by itself instead.", \
    "A 没有由有理特征向量组成的基：这里只好把它自乘。") \
  W(plane_directions, "arrows: the directions of v, A v, A² v, …", "箭头：v、A v、A² v…… 的方向") \
  W(plane_columns_are, "columns of P: eigenvectors; on D's diagonal: eigenvalues", \
    "P 的各列是特征向量，D 的对角线上是特征值") \
  W(space_length, "length {}", "长度 {}") \
  W(space_area, "parallelogram: |p| |q| sin {}° = {}", "平行四边形：|p| |q| sin {}° = {}") \
  W(space_right_hand, "Right hand: curl the fingers from p to q, the thumb points along p × q.", \
    "右手：四指从 p 弯向 q，拇指就指着 p × q。") \
  W(space_parallel, "p and q lie on one line: no parallelogram, no direction, p × q = 0.", \
    "p 和 q 在同一条直线上：没有平行四边形，也没有方向，p × q = 0。") \
  W(space_upright, "At right angles to both: p · (p × q) = {}, q · (p × q) = {}.", \
    "与两者都垂直：p · (p × q) = {}，q · (p × q) = {}。") \
  W(plane_not_told, "What becomes of it is what you are asked.", "结果正是要您回答的。")
// clang-format on

namespace words {
#define WARPLENS_PLANE_WORD(name, english, chinese) \
  inline constexpr TextView name{english, chinese};
WARPLENS_PLANE_WORDS(WARPLENS_PLANE_WORD)
#undef WARPLENS_PLANE_WORD
}  // namespace words

// Every character of plane and space, in both languages.
[[nodiscard]] std::string plane_characters();

}  // namespace warplens::scene
