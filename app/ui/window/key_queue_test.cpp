#include "app/ui/window/key_queue.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

namespace warplens::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Typed press(int key, int modifiers = 0) { return KeyEvent{key, 0, GLFW_PRESS, modifiers}; }
Typed release(int key, int modifiers = 0) { return KeyEvent{key, 0, GLFW_RELEASE, modifiers}; }

KeyQueue queue_of(const std::vector<Typed>& typed) {
  KeyQueue queue;
  for (const Typed& each : typed) queue.add(each);
  return queue;
}

TEST(KeyQueue, TakesAWordInOneFrame) {
  const std::vector<Typed> word{press(GLFW_KEY_P), Letter{'p'},         release(GLFW_KEY_P),
                                press(GLFW_KEY_T), Letter{'t'},         press(GLFW_KEY_X),
                                Letter{'x'},       release(GLFW_KEY_T), release(GLFW_KEY_X)};
  KeyQueue queue = queue_of(word);
  EXPECT_EQ(queue.take_frame(), word);
  EXPECT_TRUE(queue.is_empty());
}

TEST(KeyQueue, TakesEnterAFrameAfterTheLettersBeforeIt) {
  KeyQueue queue = queue_of({press(GLFW_KEY_P), Letter{'p'}, press(GLFW_KEY_ENTER)});
  EXPECT_THAT(queue.take_frame(), ElementsAre(press(GLFW_KEY_P), Typed{Letter{'p'}}));
  EXPECT_THAT(queue.take_frame(), ElementsAre(press(GLFW_KEY_ENTER)));
  EXPECT_THAT(queue.take_frame(), IsEmpty());
}

TEST(KeyQueue, KeepsATappedKeyDownForItsFrame) {
  KeyQueue queue = queue_of({press(GLFW_KEY_ENTER), release(GLFW_KEY_ENTER)});
  EXPECT_THAT(queue.take_frame(), ElementsAre(press(GLFW_KEY_ENTER)));
  EXPECT_THAT(queue.take_frame(), ElementsAre(release(GLFW_KEY_ENTER)));
}

// Between two frames it would be down all the time.
TEST(KeyQueue, ASecondTapComesAFrameAfterTheEndOfTheFirst) {
  KeyQueue queue = queue_of({press(GLFW_KEY_RIGHT), release(GLFW_KEY_RIGHT), press(GLFW_KEY_RIGHT),
                             release(GLFW_KEY_RIGHT)});
  EXPECT_THAT(queue.take_frame(), ElementsAre(press(GLFW_KEY_RIGHT)));
  EXPECT_THAT(queue.take_frame(), ElementsAre(release(GLFW_KEY_RIGHT)));
  EXPECT_THAT(queue.take_frame(), ElementsAre(press(GLFW_KEY_RIGHT)));
}

TEST(KeyQueue, LetsGoAtOnceOfAKeyThatHasBeenDownForAFrame) {
  KeyQueue queue = queue_of({press(GLFW_KEY_ENTER)});
  EXPECT_THAT(queue.take_frame(), ElementsAre(press(GLFW_KEY_ENTER)));
  queue.add(release(GLFW_KEY_ENTER));
  queue.add(press(GLFW_KEY_TAB));
  EXPECT_THAT(queue.take_frame(), ElementsAre(release(GLFW_KEY_ENTER), press(GLFW_KEY_TAB)));
}

TEST(KeyQueue, TakesLettersAFrameAfterAKeyWithCtrl) {
  const Typed a = press(GLFW_KEY_A, GLFW_MOD_CONTROL);
  const Typed up = release(GLFW_KEY_A, GLFW_MOD_CONTROL);
  KeyQueue queue = queue_of({press(GLFW_KEY_LEFT_CONTROL), a, up, release(GLFW_KEY_LEFT_CONTROL),
                             press(GLFW_KEY_1), Letter{'1'}});
  EXPECT_THAT(queue.take_frame(), ElementsAre(press(GLFW_KEY_LEFT_CONTROL), a));
  EXPECT_THAT(queue.take_frame(), ElementsAre(up, release(GLFW_KEY_LEFT_CONTROL), press(GLFW_KEY_1),
                                              Typed{Letter{'1'}}));
}

TEST(KeyQueue, TakesCapitalsWithTheLettersAroundThem) {
  KeyQueue queue =
      queue_of({press(GLFW_KEY_A), Letter{'a'}, press(GLFW_KEY_LEFT_SHIFT),
                press(GLFW_KEY_B, GLFW_MOD_SHIFT), Letter{'B'}, release(GLFW_KEY_LEFT_SHIFT)});
  EXPECT_EQ(queue.take_frame().size(), 6u);
}

}  // namespace
}  // namespace warplens::ui
