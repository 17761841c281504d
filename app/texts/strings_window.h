// Texts of lessons, exploring, the views, settings and the tour. One row a text: its name in Str,
// English.
#pragma once

// clang-format off
#define WARPLENS_WINDOW_STRINGS(S) \
  S(lesson_of, "Lesson {}") \
  S(step_of, "Step {} of {}") \
  S(to_do, "To do") \
  S(cost_wavefront, "{} wavefront") \
  S(cost_wavefronts, "{} wavefronts") \
  S(cost_sector, "{} sector") \
  S(cost_sectors, "{} sectors") \
  S(cost_ideal, "{} would do") \
  S(cost_is_ideal, "the fewest") \
  S(cost_not_modelled, "no rule for its cost") \
  S(so_many_conflicts, "{} conflicts") \
  S(sectors_a_request, "{} sectors a request") \
  S(line_number, "line {}") \
  S(no_source_line, "no source text for it") \
  S(one_finding, "{} finding") \
  S(some_findings, "{} findings") \
  S(open_code, "Code") \
  S(open_code_hint, "The source with its costs, and the findings (key S).") \
  S(open_table, "All figures") \
  S(open_table_hint, "The table of every figure (key J).") \
  S(more_controls, "More") \
  S(fewer_controls, "Fewer") \
  S(more_controls_hint, "Every control, or those of this step (key Q).") \
  S(timeline_hint, "Every warp's events (key U).") \
  S(accesses, "accesses") \
  S(filter_all, "all events") \
  S(filter_accesses, "all accesses") \
  S(filter_line, "{} of line {}") \
  S(filter_hint, "What is stepped through. Click: more of it (key W).") \
  S(filter_narrow, "this line only") \
  S(filter_narrow_hint, "Step through the accesses of this line alone (Shift + W).") \
  S(place_of, "{} of {}", "place") \
  S(place_outside, "{} in all") \
  S(keys_alone, "one view alone, and back (Esc)") \
  S(keys_code, "source and findings") \
  S(keys_table, "table of every figure") \
  S(keys_step_text, "close or open the text") \
  S(keys_timeline, "timeline by warp") \
  S(keys_controls, "all controls, or the step's; in Present: quiz") \
  S(keys_filter, "step through more, or through this line alone") \
  S(predict, "Predict") \
  S(seen, "What you see") \
  S(check, "Check") \
  S(right, "Right: {}.") \
  S(not_quite, "You said {}. The trace says {}.") \
  S(not_quite_recorded, "You said {}. The recording says {}.") \
  S(answer_element, "element {}") \
  S(answer_no_lane, "no lane") \
  S(keys_asking, "answer a question: choose, then Enter again") \
  S(ask_order_hint, "Click them in order, the first one first; once more takes one back.") \
  S(ask_lanes_hint, "Click lanes here or in the picture.") \
  S(ask_lanes_here, "Click lanes here.") \
  S(ask_element_hint, "Click the element in the picture.") \
  S(ask_bank_hint, "Click the bank in the picture.") \
  S(cell_chosen, "Chosen: {}") \
  S(judged_at_most, "{}: {} · at most {}") \
  S(judged_at_least, "{}: {} · at least {}") \
  S(judged_wavefronts, "wavefronts") \
  S(judged_conflicts, "bank conflicts") \
  S(judged_sectors, "sectors") \
  S(judged_requests, "requests") \
  S(judged_shared_bytes, "bytes of shared memory") \
  S(judged_shared_requests, "accesses to shared memory") \
  S(judged_findings, "findings") \
  S(judged_idle_lanes, "idle lanes") \
  S(judged_idle_blocks, "idle blocks") \
  S(judged_wrong_elements, "wrong elements") \
  S(previous, "Back") \
  S(next, "Next") \
  S(lessons_mode, "Lessons") \
  S(explore_mode, "Explore") \
  S(mode_hint, \
    "Follow a lesson, or look at any kernel (key E).") \
  S(kernels, "Kernels") \
  S(views, "Views") \
  S(view_no_room, \
    "No room for it now: make it large, or the window.") \
  S(enlarge_view, "Make it large") \
  S(enlarge_view_key, "Make it large (key {})") \
  S(compare_with, "Compare with") \
  S(compare_neighbours, "Neighbours") \
  S(before_after, "Before | after") \
  S(before_after_hint, \
    "The kernel before your last change, beside the one now (key B).") \
  S(swap_sides, "Swap") \
  S(end_compare, "One only") \
  S(end_compare_hint, "The left kernel stays (key B).") \
  S(side_hint, "Click: show its source.") \
  S(next_lesson, "Next lesson") \
  S(previous_lesson, "Previous lesson") \
  S(reset_step, "Reset") \
  S(reset_step_hint, \
    "Set the stage as the step began, and answer again (Ctrl + R).") \
  S(recorded, "Recorded: {}, {}") \
  S(recorded_kernel, "Recorded kernel") \
  S(recorded_on, "Recorded on") \
  S(recorded_device, "Device") \
  S(not_a_capture, \
    "{} is no kernel and no capture. Drop a .cu, .ptx or .wlens file on the window.") \
  S(keys_mode, "lessons or exploring") \
  S(keys_views, "make a view large") \
  S(keys_reset, "begin the lesson step again") \
  S(keys_compare, "before and after side by side, or one kernel") \
  S(keys_swap, "swap the two sides") \
  S(lesson_tab, "Lesson") \
  S(kernel, "Kernel") \
  S(bank_view, "Shared memory by bank") \
  S(tile_view, "Tile: bank of each word") \
  S(punch_card, "Lane × bank") \
  S(matrix_view, "Global memory") \
  S(sector_strip, "Sectors", "view") \
  S(image_view, "Picture") \
  S(no_picture, \
    "This kernel works on no picture, or on one over 2048 × 2048 pixels.") \
  S(picture_not_here, \
    "A PNG goes to a kernel that works on a picture: choose one of “Inverting colours” first.") \
  S(picture_stored, "{} of {} pixels stored") \
  S(picture_as_it_is, "as it is") \
  S(picture_as_it_is_hint, "The picture's own colours.") \
  S(picture_by_warp, "by warp") \
  S(picture_by_warp_hint, "Each pixel tinted by the warp that touches it.") \
  S(own_picture, "Own picture…") \
  S(own_picture_hint, \
    "A PNG of your own, cut to this size. Or drop one on the window.") \
  S(drawn_picture, "Back to the drawing") \
  S(picture_pixel, "red {} · green {} · blue {}") \
  S(picture_untouched, "not stored yet") \
  S(picture_is_stored, "stored by block {}, warp {}, lane {}") \
  S(swizzle_map, "Swizzle map") \
  S(metrics, "Metrics") \
  S(source, "Source") \
  S(findings, "Findings") \
  S(no_findings, "No race, no access out of bounds, no deadlock.") \
  S(play, "Play") \
  S(pause, "Pause") \
  S(first, "First event") \
  S(last, "Last event") \
  S(step_back, "One event back") \
  S(step_forward, "One event on") \
  S(previous_conflict, "Previous conflict") \
  S(next_conflict, "Next conflict") \
  S(events_per_second, "{} accesses/s") \
  S(event_of, "Event {} of {}") \
  S(window_of_blocks, "blocks {}–{} of {}") \
  S(this_access, "This access") \
  S(whole_kernel, "Whole kernel") \
  S(hidden_until_answer, "Shown once you have answered.") \
  S(active_lanes, "Active lanes") \
  S(requests, "Requests") \
  S(sectors, "Sectors") \
  S(sectors_per_request, "Sectors a request") \
  S(efficiency, "Bytes used") \
  S(wavefronts, "Wavefronts") \
  S(ideal_wavefronts, "Fewest possible") \
  S(conflicts, "Bank conflicts") \
  S(n_way, "n-way") \
  S(not_modelled, "Shared side not modelled") \
  S(no_rule, "No rule for its sectors") \
  S(global_load, "Global loads") \
  S(global_store, "Global stores") \
  S(global_atomic, "Global atomics") \
  S(shared_load, "Shared loads") \
  S(shared_store, "Shared stores") \
  S(shared_atomic, "Shared atomics") \
  S(async_copy, "Async copies") \
  S(bulk_load, "TMA loads") \
  S(bulk_store, "TMA stores") \
  S(local_load, "Local loads") \
  S(local_store, "Local stores") \
  S(shared_memory, "Shared memory a block") \
  S(bytes, "{} bytes") \
  S(traced_here, "Traced here: {}, {}, exact") \
  S(larger_screen, "A larger screen adds code, figures and views beside.") \
  S(rules_from, \
    "cost rules measured on compute capability 9.0") \
  S(architecture_note, \
    "Which instructions run is that architecture's. Costs are by the rules measured on compute capability 9.0: on others they, and the merging of wide accesses, were not measured.") \
  S(result_match, "result correct") \
  S(result_mismatch, "result WRONG") \
  S(result_unchecked, "result unchecked") \
  S(working, "Running the kernel…") \
  S(cancel, "Cancel") \
  S(copy, "Copy") \
  S(dismiss, "Dismiss") \
  S(undo, "Undo") \
  S(redo, "Redo") \
  S(help, "Help") \
  S(help_title, "Keyboard") \
  S(close, "Close") \
  S(theme, "Theme") \
  S(keys_play, "play, pause") \
  S(keys_step, "one event back, on") \
  S(keys_conflict, "previous, next bank conflict") \
  S(keys_ends, "first, last event") \
  S(keys_undo, "undo, redo a change of the controls") \
  S(keys_language, "English or Chinese") \
  S(keys_theme, "light or dark") \
  S(keys_lesson, "previous, next lesson step") \
  S(keys_help, "this help") \
  S(keys_speed, "slower, faster") \
  S(keys_text, "smaller, larger text") \
  S(keys_quit, "leave") \
  S(keys_direction, "play backwards, forwards") \
  S(cost_global, "sect/req") \
  S(column_wavefronts, "wavefronts") \
  S(column_conflicts, "conflicts") \
  S(cost_shared, "n-way") \
  S(block, "block") \
  S(warp, "warp") \
  S(lane, "lane") \
  S(bank, "bank") \
  S(event_load, "load") \
  S(event_store, "store") \
  S(event_atomic, "atomic") \
  S(event_barrier, "barrier") \
  S(event_branch, "branch") \
  S(event_shuffle, "shuffle") \
  S(event_other, "access") \
  S(space_global, "global", "space") \
  S(space_shared, "shared", "space") \
  S(space_local, "local") \
  S(space_distributed, "distributed shared", "space") \
  S(ptx_line_number, "PTX line {}") \
  S(worst_accesses, "Worst accesses first, and what could be saved") \
  S(worst_accesses_hint, "What costs most, by line, as a share of all recorded accesses' cost (key Shift + J).") \
  S(no_worst_accesses, "No access costs more than it must.") \
  S(looking_for_causes, "Looking for causes…") \
  S(worst_row, "{} · {} · {}: {}") \
  S(worst_advice, "{}: {}") \
  S(worst_in_workshop, "In the workshop") \
  S(worst_in_workshop_hint, "The swizzle workshop, with this access and the layout that is advised") \
  S(finding_times, "{} times") \
  S(finding_launch, "launch {}") \
  S(other_side_of_race, "the other side: line {}") \
  S(jump_hint, "Go to the access, its line and its lane.") \
  S(no_event_of_finding, "No recorded event belongs to it.") \
  S(save_menu, "Save") \
  S(save_menu_hint, "Pictures, tables, the trace, a link (key Shift + S).") \
  S(save_of, "Save: {}") \
  S(save_picture_row, "Picture") \
  S(save_film_row, "Film") \
  S(save_film_from, "events") \
  S(save_film_to, "to") \
  S(save_film_speed, "a second") \
  S(save_film, "Save GIF") \
  S(save_trace_row, "Trace") \
  S(save_perfetto, "For Perfetto (JSON)") \
  S(save_capture, "Capture (one file)") \
  S(save_link_row, "Link") \
  S(save_link, "Copy link") \
  S(link_copied, "Link copied. Ctrl + V opens one.") \
  S(nothing_to_paste, "The clipboard holds neither a link (warplens:…) nor PTX.") \
  S(save_folder_row, "Folder") \
  S(save_folder_up, "Up") \
  S(save_text, "Text") \
  S(table_copied, "Table copied as text") \
  S(table_totals, "Totals") \
  S(table_lines, "Source lines") \
  S(table_sites, "PTX instructions") \
  S(table_worst, "Worst accesses") \
  S(file_saved, "Saved: {}") \
  S(film_progress, "GIF: picture {} of {}") \
  S(keys_save, "menu of what can be saved of the large view") \
  S(keys_paste, "open the link or the PTX on the clipboard") \
  S(keys_save_file, "save menu: PNG, SVG, GIF, Perfetto JSON, capture, link") \
  S(keys_finding, "next finding, or the one before") \
  S(keys_worst, "the worst access, then the next worst") \
  S(keys_worst_list, "list of the worst accesses") \
  S(no_shared_here, "No lane of this event touches shared memory.") \
  S(no_global_here, "No lane of this event touches global memory.") \
  S(done, "done") \
  S(severity_error, "error") \
  S(severity_warning, "warning") \
  S(severity_information, "information") \
  S(broken_twin, "broken on purpose") \
  S(forwards, "Forwards") \
  S(backwards, "Backwards") \
  S(predict_stage, "The word that each lane wants") \
  S(predict_stage_hint, \
    "rows × columns of the array; numbers are lanes") \
  S(keys_control, "choose a control, change its value") \
  S(keys_answer, "answer the lesson's question") \
  S(keys_color, \
    "colour global memory by warp, lane, thread, time") \
  S(keys_zoom_time, "zoom the timeline; plane: another look") \
  S(keys_zoom_matrix, "zoom global memory") \
  S(keys_dismiss, "cancel a run, close a message") \
  S(keys_copy, "copy the figures, or an error message") \
  S(by_warp, "warp") \
  S(by_lane, "lane") \
  S(by_time, "time") \
  S(by_warp_hint, \
    "Coloured by the warp that touched an element first. Eight colours, taken in turn.") \
  S(by_lane_hint, \
    "Coloured by the lane that touched an element first, 0 dark to 31 light.") \
  S(by_time_hint, \
    "Coloured by when an element was touched first, early dark to late light.") \
  S(matrix_hint, \
    "Wheel: zoom. Drag: move. Double click: all.") \
  S(by_thread, "thread") \
  S(by_thread_hint, \
    "Coloured by the thread that touched an element first: its place in the block, early " \
    "dark to late light.") \
  S(wavefront_counter, "wavefront {} of {}") \
  S(sector_counter, "sector {} of {}") \
  S(direction_hint, "The direction of Play") \
  S(pass_back, "One wavefront or sector back") \
  S(pass_on, "One wavefront or sector on") \
  S(keys_pass, "one wavefront or sector back, on") \
  S(keys_buffer, "the next buffer of global memory") \
  S(keys_whole, "all of global memory and of the timeline") \
  S(keys_pan, "move over global memory") \
  S(buffer_hint, \
    "Click for the next buffer. Muted: the one that the access touches.") \
  S(zoom_in, "Nearer") \
  S(zoom_out, "Farther") \
  S(zoom_whole, "All of it") \
  S(element_place, "row {}, column {}") \
  S(element_index, "element {}, byte {}") \
  S(touched_first, \
    "first touched by block {}, warp {}, lane {} (event {})") \
  S(matrix_blocks, "blocks") \
  S(matrix_blocks_hint, \
    "Show the blocks of threads over the matrix, and threads that have no element.") \
  S(idle_lanes, "{} of {} lanes idle") \
  S(sectors_in_all, "{} sectors in all") \
  S(idle_blocks, "{} of {} blocks idle") \
  S(never_touched, "no recorded event touches it") \
  S(settings_unsaved, \
    "Progress is not kept: {} cannot be written. Is the disk full?") \
  S(glossary, "Glossary") \
  S(introduction, "Introduction") \
  S(search_terms, "Search the terms") \
  S(nothing_found, "Nothing found.") \
  S(lessons, "Lessons") \
  S(search_lessons, "Search lessons, articles, kernels, terms and keys") \
  S(as_map, "Map") \
  S(as_list, "List") \
  S(key_of, "Key") \
  S(next_on_map, "next") \
  S(essential, "essential") \
  S(essential_way, "essential: {} min") \
  S(extra, "extra") \
  S(step_extra, "Step {} of {} · extra") \
  S(steps_done, "{} of {} steps done") \
  S(parameters, "Parameters") \
  S(copy_path, "Copy path") \
  S(figures_copied, \
    "The figures are on the clipboard, as rows with tabs.") \
  S(intro_skip, "Skip") \
  S(intro_start, "Start") \
  S(intro_lesson, "The lesson leads") \
  S(intro_lesson_phrase, \
    "Each step says what to look at and one thing to do. Words with dots below explain " \
    "themselves under the pointer.") \
  S(intro_play, "Play a real kernel") \
  S(intro_play_phrase, \
    "Play shows its accesses one after the other: which lanes take part, and what each " \
    "access costs. Space does the same.") \
  S(intro_timeline, "Every access has its place") \
  S(intro_timeline_phrase, \
    "Drag along the timeline to go anywhere. The left and right arrow keys go one event " \
    "at a time; tall bars cost more.") \
  S(intro_controls, "Change something") \
  S(intro_controls_phrase, \
    "Choose another kernel or move a slider: it runs again at once, and all views show " \
    "the new trace. Undo takes it back.") \
  S(intro_help, "Help is one key away") \
  S(intro_help_phrase, \
    "F1 lists every key and the glossary; this introduction is there too.") \
  S(keys_lessons, "list of lessons, search") \
  S(keys_glossary, "glossary") \
  S(keys_introduction, "introduction") \
  S(keys_presentation, "present: the picture and its caption alone, full screen") \
  S(keys_speaker, "present with the speaker's view in a second window") \
  S(keys_monitor, "present on the next monitor") \
  S(presents_on, "Presents on {}") \
  S(keys_usual_text, "text in its usual size") \
  S(keys_side, "next tab, where the window is narrow") \
  S(keys_picture, "save a picture of the large view, in the editor the text") \
  S(keys_window_picture, "save a picture of the window") \
  S(keys_list, \
    "list of lessons: move, go there; help: scroll") \
  S(keys_map, "map of the lessons: along its lines") \
  S(keys_help_page, "help: keys or glossary; contents: map or list") \
  S(keys_card, "introduction: previous, next card") \
  S(keys_close, "close the help, a list, the introduction") \
  S(large, "Present") \
  S(present_hint, "F5: back · B: blank · S: code · D: draw") \
  S(present_draws, "Drawing · D: end · C: clear") \
  S(keys_draw, "presenting: draw with the mouse, clear") \
  S(keys_remote, "presenting: to what is worth seeing, then the next step; held: a step") \
  S(keys_remote_step, "presenting: step by step, or the chosen control") \
  S(keys_remote_access, "presenting: access by access, then step by step") \
  S(keys_blank, "presenting: a black screen, until the next key") \
  S(contents, "Contents") \
  S(row_column, "row {}, column {}") \
  S(padding, "padding") \
  S(no_layout, \
    "This kernel does not say how its shared array is arranged.") \
  S(byte_range, "bytes {}–{}") \
  S(bytes_used, "{} of its {} bytes used") \
  S(not_moved, "not moved") \
  S(bytes_wanted, "The bytes that each lane wants") \
  S(tour_title, "Warplens: a tour of the lessons") \
  S(tour_about, \
    "Every step as the app shows it. Each picture and figure comes from the trace of the " \
    "kernel that the step runs.") \
  S(tour_begins, "As the step begins: {}") \
  S(tour_answered, "Once it is answered") \
  S(tour_show_answer, "Show the answer and what follows") \
  S(tour_answer, "Answer: {}") \
  S(tour_unfinished, \
    "This tour is not complete: it is being made, or making it was stopped. Make it " \
    "again with: warplens tour") \
  S(ptx, "PTX") \
  S(cuda, "CUDA") \
  S(ptx_hint, \
    "The kernel's PTX, or its source alone (key P).") \
  S(no_source, \
    "The source text is not here: its PTX instead.") \
  S(no_ptx, "Nothing is known of this kernel's PTX.") \
  S(keys_ptx, "PTX, or the source alone") \
  S(source_side_hint, "{}. Click: the other kernel's source.") \
  S(cost_split_hint, \
    "Sectors a request: {} of the global loads, {} of the global stores.") \
  S(launch, "Launch") \
  S(launch_of, "{} of {}", "launch") \
  S(cache_view, "Cache") \
  S(reduction_view, "Reduction") \
  S(reduction_nothing, "In this block no value passes from lane to lane through shared memory or shuffles.") \
  S(reduction_cut, "There are more values than are drawn here: the first {} are shown.") \
  S(cache_hint, \
    "The cache that the accesses are replayed with (key K).") \
  S(cache_one_line, "1 line of 2") \
  S(cache_two_lines, "2 lines of 2") \
  S(cache_four_lines, "4 lines of 2") \
  S(cache_l1, "L1, 256 KB") \
  S(cache_l2, "L2, 60 MB") \
  S(order_recorded, "block after block") \
  S(order_turns, "blocks take turns") \
  S(order_hint, \
    "The order of the events: block after block, as recorded, or one access of each block " \
    "and warp in turn. Hardware promises neither. Click to change it (key O).") \
  S(accesses_wanted, "The accesses in their order") \
  S(accesses_wanted_hint, \
    "Each number is an access, each cell what it looks up. What becomes of it is shown once you " \
    "have answered.") \
  S(keys_cache, "another cache to replay with") \
  S(keys_order, \
    "order of the events: block after block, or in turn") \
  S(printed, "Printed") \
  S(printed_is_full, "The first MiB is kept.") \
  S(first_difference, \
    "{}[{}] is {}, expected {}; elements that differ: {}") \
  S(event_async_copy, "async copy") \
  S(event_bulk_load, "TMA load") \
  S(event_bulk_store, "TMA store") \
  S(event_bulk_send, "copy to a block's shared memory by TMA")
// clang-format on
