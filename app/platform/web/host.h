// What the page does for the program: functions of app/platform/web/page.
#pragma once

#include <cstddef>
#include <cstdint>

#define WARPLENS_OF_PAGE(name) __attribute__((import_module("warplens"), import_name(#name)))

extern "C" {

// Runs thread_main(thread) on a stack whose upper end is `stack`, until it waits or is over.
WARPLENS_OF_PAGE(thread_start) void page_thread_start(void* thread, void* stack);

// Lets others run, the page among them, while *word is `value` and until `milliseconds` are over;
// with no word, once. Negative: without an end.
WARPLENS_OF_PAGE(thread_wait)
void page_thread_wait(const unsigned* word, unsigned value, double milliseconds);

// What a person did, in the order of GLFW's callbacks.
struct PageEvent {
  enum class Kind : std::uint32_t { key, letter, pointer, button, wheel, focus, size, drop } kind;
  std::int32_t code;       // a key or button of GLFW's, a letter, whether there is focus
  std::int32_t action;     // GLFW's
  std::int32_t modifiers;  // GLFW's
  double x, y;             // pixels of the canvas; of a wheel: notches
};

// Begins to take what a person does; `events` is counted up with each, `frames` with each frame
// that was asked for and whose time has come. False: there is no WebGL 2 here.
WARPLENS_OF_PAGE(window_open) int page_window_open(unsigned* events, unsigned* frames);
WARPLENS_OF_PAGE(window_event) int page_window_event(PageEvent* event);  // false: no more
WARPLENS_OF_PAGE(window_frame) void page_window_frame();                 // is asked for
WARPLENS_OF_PAGE(window_cursor) void page_window_cursor(int shape);  // of GLFW's shapes; 0: none
WARPLENS_OF_PAGE(window_fullscreen) void page_window_fullscreen(int is_wanted);
WARPLENS_OF_PAGE(window_size) void page_window_size(int* width, int* height, float* scale);
WARPLENS_OF_PAGE(screen_size) void page_screen_size(int* width, int* height);

WARPLENS_OF_PAGE(file_pick) void page_file_pick();  // what is chosen comes as a drop

// Text that lies ready for page_text_take: what was dropped, or what a request of the clipboard
// gave.
WARPLENS_OF_PAGE(text_size) std::size_t page_text_size();
WARPLENS_OF_PAGE(text_take) void page_text_take(char* text);

// `done` is counted up when the clipboard's text lies ready.
WARPLENS_OF_PAGE(clipboard_read) void page_clipboard_read(unsigned* done);
WARPLENS_OF_PAGE(clipboard_write) void page_clipboard_write(const char* text, std::size_t size);
}
