// GLFW's functions, of which the program and ImGui's backend call these, on the page's canvas: one
// window and one monitor. What a person does waits in the page until events are asked for.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <chrono>
#include <string>

#include "app/platform/web/host.h"
#include "app/platform/web/wait.h"

struct GLFWwindow {
  void* user = nullptr;
  bool is_closing = false;
  bool has_focus = true;
  double x = 0, y = 0;  // of the pointer
  bool buttons[GLFW_MOUSE_BUTTON_LAST + 1] = {};
  GLFWkeyfun on_key = nullptr;
  GLFWcharfun on_letter = nullptr;
  GLFWcursorposfun on_pointer = nullptr;
  GLFWmousebuttonfun on_button = nullptr;
  GLFWscrollfun on_wheel = nullptr;
  GLFWwindowfocusfun on_focus = nullptr;
  GLFWcursorenterfun on_enter = nullptr;
  GLFWframebuffersizefun on_size = nullptr;
  GLFWdropfun on_drop = nullptr;
};

struct GLFWmonitor {};
struct GLFWcursor {
  int shape;
};

namespace {

struct Page {
  GLFWwindow* window = nullptr;
  GLFWmonitor screen;
  GLFWmonitor* screens[1] = {&screen};
  GLFWvidmode mode = {
      .width = 0, .height = 0, .redBits = 8, .greenBits = 8, .blueBits = 8, .refreshRate = 60};
  unsigned events = 0, frames = 0;  // counted by the page
  unsigned asked = 0;               // frames
  unsigned seen = 0;                // of the events
  std::string clipboard;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

Page& page() {
  static Page there;
  return there;
}

std::string taken_text() {
  std::string text(page_text_size(), '\0');
  page_text_take(text.data());
  return text;
}

template <class Function, class... Arguments>
void tell(Function function, Arguments... arguments) {
  if (function != nullptr) function(page().window, arguments...);
}

void tell_drop(GLFWwindow& window) {
  const std::string path = taken_text();
  const char* paths[] = {path.c_str()};
  tell(window.on_drop, 1, static_cast<const char**>(paths));
}

void pass(GLFWwindow& window, const PageEvent& event) {
  switch (event.kind) {
    case PageEvent::Kind::key:
      return tell(window.on_key, event.code, 0, event.action, event.modifiers);
    case PageEvent::Kind::letter:
      return tell(window.on_letter, static_cast<unsigned>(event.code));
    case PageEvent::Kind::pointer:
      window.x = event.x;
      window.y = event.y;
      return tell(window.on_pointer, event.x, event.y);
    case PageEvent::Kind::button:
      window.buttons[event.code] = event.action == GLFW_PRESS;
      return tell(window.on_button, event.code, event.action, event.modifiers);
    case PageEvent::Kind::wheel:
      return tell(window.on_wheel, event.x, event.y);
    case PageEvent::Kind::focus:
      window.has_focus = event.code != 0;
      return tell(window.on_focus, event.code);
    case PageEvent::Kind::size:
      return tell(window.on_size, static_cast<int>(event.x), static_cast<int>(event.y));
    case PageEvent::Kind::drop:
      return tell_drop(window);
  }
}

// `function` becomes what is called from now on; the one before is given back.
template <class Function>
Function exchange(Function GLFWwindow::*which, GLFWwindow* window, Function function) {
  return std::exchange(window->*which, function);
}

}  // namespace

extern "C" {

int glfwInit() { return GLFW_TRUE; }
void glfwTerminate() {}
void glfwInitHint(int, int) {}
void glfwWindowHint(int, int) {}
void glfwMakeContextCurrent(GLFWwindow*) {}
GLFWwindow* glfwGetCurrentContext() { return page().window; }
GLFWglproc glfwGetProcAddress(const char*) { return nullptr; }
void glfwSwapInterval(int) {}
GLFWerrorfun glfwSetErrorCallback(GLFWerrorfun) { return nullptr; }
GLFWmonitorfun glfwSetMonitorCallback(GLFWmonitorfun) { return nullptr; }

GLFWwindow* glfwCreateWindow(int, int, const char*, GLFWmonitor*, GLFWwindow*) {
  if (page().window != nullptr || page_window_open(&page().events, &page().frames) == 0)
    return nullptr;
  page().window = new GLFWwindow;
  return page().window;
}

void glfwDestroyWindow(GLFWwindow* window) {
  delete window;
  page().window = nullptr;
}

double glfwGetTime() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - page().start).count();
}

void glfwPollEvents() {
  page().seen = page().events;
  PageEvent event;
  while (page_window_event(&event) != 0) pass(*page().window, event);
}

void glfwWaitEventsTimeout(double seconds) {
  warplens::web::wait(&page().events, page().seen, seconds * 1000);
  glfwPollEvents();
}

void glfwWaitEvents() {
  warplens::web::wait(&page().events, page().seen);
  glfwPollEvents();
}

void glfwPostEmptyEvent() { ++page().events; }

// The next frame may be drawn while the page has not shown this one yet, and no further one.
void glfwSwapBuffers(GLFWwindow*) {
  while (page().frames != page().asked) warplens::web::wait(&page().frames, page().frames);
  ++page().asked;
  page_window_frame();
}

GLFWmonitor** glfwGetMonitors(int* count) {
  *count = 1;
  return static_cast<GLFWmonitor**>(page().screens);
}

const char* glfwGetMonitorName(GLFWmonitor*) { return "browser"; }
void glfwGetMonitorPos(GLFWmonitor*, int* x, int* y) { *x = *y = 0; }

void glfwGetMonitorWorkarea(GLFWmonitor*, int* x, int* y, int* width, int* height) {
  *x = *y = 0;
  page_screen_size(width, height);
}

const GLFWvidmode* glfwGetVideoMode(GLFWmonitor*) {
  page_screen_size(&page().mode.width, &page().mode.height);
  return &page().mode;
}

void glfwSetWindowUserPointer(GLFWwindow* window, void* user) { window->user = user; }
void* glfwGetWindowUserPointer(GLFWwindow* window) { return window->user; }
void glfwSetWindowShouldClose(GLFWwindow* window, int value) { window->is_closing = value != 0; }
int glfwWindowShouldClose(GLFWwindow* window) { return window->is_closing ? 1 : 0; }
void glfwSetWindowAttrib(GLFWwindow*, int, int) {}
void glfwSetWindowPos(GLFWwindow*, int, int) {}
void glfwSetWindowSize(GLFWwindow*, int, int) {}
void glfwGetWindowPos(GLFWwindow*, int* x, int* y) { *x = *y = 0; }

int glfwGetWindowAttrib(GLFWwindow* window, int attribute) {
  return attribute == GLFW_FOCUSED && window->has_focus ? 1 : 0;
}

void glfwSetWindowMonitor(GLFWwindow*, GLFWmonitor* monitor, int, int, int, int, int) {
  page_window_fullscreen(monitor != nullptr ? 1 : 0);
}

void glfwGetFramebufferSize(GLFWwindow*, int* width, int* height) {
  float scale = 1;
  page_window_size(width, height, &scale);
}

void glfwGetWindowSize(GLFWwindow* window, int* width, int* height) {
  glfwGetFramebufferSize(window, width, height);
}

void glfwGetWindowContentScale(GLFWwindow*, float* x, float* y) {
  int width = 0, height = 0;
  page_window_size(&width, &height, x);
  *y = *x;
}

void glfwGetCursorPos(GLFWwindow* window, double* x, double* y) {
  *x = window->x;
  *y = window->y;
}

void glfwSetCursorPos(GLFWwindow*, double, double) {}
int glfwGetMouseButton(GLFWwindow* window, int button) { return window->buttons[button] ? 1 : 0; }
int glfwGetInputMode(GLFWwindow*, int) { return GLFW_CURSOR_NORMAL; }

void glfwSetInputMode(GLFWwindow*, int mode, int value) {
  if (mode == GLFW_CURSOR && value == GLFW_CURSOR_HIDDEN) page_window_cursor(0);
}

GLFWcursor* glfwCreateStandardCursor(int shape) { return new GLFWcursor{shape}; }
void glfwDestroyCursor(GLFWcursor* cursor) { delete cursor; }

void glfwSetCursor(GLFWwindow*, GLFWcursor* cursor) {
  page_window_cursor(cursor == nullptr ? GLFW_ARROW_CURSOR : cursor->shape);
}

const float* glfwGetJoystickAxes(int, int* count) {
  *count = 0;
  return nullptr;
}

const unsigned char* glfwGetJoystickButtons(int, int* count) {
  *count = 0;
  return nullptr;
}

const char* glfwGetClipboardString(GLFWwindow*) {
  static unsigned done = 0;  // beyond this call, for a page that answers late
  const unsigned before = done;
  page_clipboard_read(&done);
  warplens::web::wait(&done, before);
  page().clipboard = taken_text();
  return page().clipboard.c_str();
}

void glfwSetClipboardString(GLFWwindow*, const char* text) {
  page_clipboard_write(text, std::char_traits<char>::length(text));
}

#define WARPLENS_CALLBACK(Type, glfw_name, member)          \
  Type glfw_name(GLFWwindow* window, Type function) {       \
    return exchange(&GLFWwindow::member, window, function); \
  }
WARPLENS_CALLBACK(GLFWkeyfun, glfwSetKeyCallback, on_key)
WARPLENS_CALLBACK(GLFWcharfun, glfwSetCharCallback, on_letter)
WARPLENS_CALLBACK(GLFWcursorposfun, glfwSetCursorPosCallback, on_pointer)
WARPLENS_CALLBACK(GLFWmousebuttonfun, glfwSetMouseButtonCallback, on_button)
WARPLENS_CALLBACK(GLFWscrollfun, glfwSetScrollCallback, on_wheel)
WARPLENS_CALLBACK(GLFWwindowfocusfun, glfwSetWindowFocusCallback, on_focus)
WARPLENS_CALLBACK(GLFWcursorenterfun, glfwSetCursorEnterCallback, on_enter)
WARPLENS_CALLBACK(GLFWframebuffersizefun, glfwSetFramebufferSizeCallback, on_size)
WARPLENS_CALLBACK(GLFWdropfun, glfwSetDropCallback, on_drop)
#undef WARPLENS_CALLBACK
}
