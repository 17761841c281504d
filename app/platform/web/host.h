// What the page does for the program: functions of app/platform/web/page/threads.js.
#pragma once

#include <cstdint>

#define WARPLENS_OF_PAGE(name) __attribute__((import_module("warplens"), import_name(#name)))

extern "C" {

// Runs thread_main(thread) on a stack whose upper end is `stack`, until it waits or is over.
WARPLENS_OF_PAGE(thread_start) void page_thread_start(void* thread, void* stack);

// Lets others run, the page among them, while *word is `value` and until `milliseconds` are over;
// with no word, once. Negative: without an end.
WARPLENS_OF_PAGE(thread_wait)
void page_thread_wait(const unsigned* word, unsigned value, double milliseconds);
}
