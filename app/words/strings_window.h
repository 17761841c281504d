// Texts of lessons, exploring, the views, settings and the tour. One row a text: its name in Str,
// English, Chinese.
#pragma once

// clang-format off
#define WARPLENS_WINDOW_STRINGS(S) \
  S(lesson_of, "Lesson {}", "第 {} 课") \
  S(step_of, "Step {} of {}", "第 {} 步，共 {} 步") \
  S(to_do, "To do", "动手") \
  S(cost_wavefront, "{} wavefront", "{} 个 wavefront") \
  S(cost_wavefronts, "{} wavefronts", "{} 个 wavefront") \
  S(cost_sector, "{} sector", "{} 个 sector") \
  S(cost_sectors, "{} sectors", "{} 个 sector") \
  S(cost_ideal, "{} would do", "理想为 {}") \
  S(cost_is_ideal, "the fewest", "已是最少") \
  S(cost_not_modelled, "no rule for its cost", "没有它的代价规则") \
  S(so_many_conflicts, "{} conflicts", "{} 次冲突") \
  S(sectors_a_request, "{} sectors a request", "每次请求 {} 个 sector") \
  S(line_number, "line {}", "第 {} 行") \
  S(no_source_line, "no source text for it", "没有对应的源代码") \
  S(one_finding, "{} finding", "{} 条问题报告") \
  S(some_findings, "{} findings", "{} 条问题报告") \
  S(open_code, "Code", "代码") \
  S(open_code_hint, "The source with its costs, and the findings (key S).", \
    "带代价的源代码，以及问题报告（按键 S）。") \
  S(open_table, "All figures", "全部数据") \
  S(open_table_hint, "The table of every figure (key J).", "全部数据的表格（按键 J）。") \
  S(more_controls, "More", "更多") \
  S(fewer_controls, "Fewer", "更少") \
  S(more_controls_hint, "Every control, or those of this step (key Q).", \
    "显示全部控件，或只显示本步的控件（按键 Q）。") \
  S(card_hint, "Close or open the text (key H).", "收起或展开文字（按键 H）。") \
  S(timeline_hint, "Every warp's events (key U).", "各 warp 的事件（按键 U）。") \
  S(accesses, "accesses", "访问") \
  S(filter_all, "all events", "全部事件") \
  S(filter_accesses, "all accesses", "全部访问") \
  S(filter_line, "{} of line {}", "{}（第 {} 行）") \
  S(filter_hint, "What is stepped through. Click: more of it (key W).", \
    "逐个走过的事件。点击：放宽范围（按键 W）。") \
  S(filter_narrow, "this line only", "只看这一行") \
  S(filter_narrow_hint, "Step through the accesses of this line alone (Shift + W).", \
    "只逐个走过这一行的访问（Shift + W）。") \
  S(place_of, "{} of {}", "第 {} 个，共 {} 个") \
  S(place_outside, "{} in all", "共 {} 个") \
  S(keys_alone, "one view alone, and back (Esc)", "只看一个视图，再按恢复（Esc）") \
  S(keys_code, "source and findings", "源代码与问题报告") \
  S(keys_table, "table of every figure", "全部数据的表格") \
  S(keys_step_text, "close or open the text", "收起或展开文字") \
  S(keys_timeline, "timeline by warp", "按 warp 的时间线") \
  S(keys_controls, "all controls, or the step's; in Present: quiz", "全部控件，或本步的控件；演示时：测验") \
  S(keys_filter, "step through more, or through this line alone", "放宽逐步的范围，或只看这一行") \
  S(predict, "Predict", "预测") \
  S(seen, "What you see", "看到了什么") \
  S(check, "Check", "检查") \
  S(right, "Right: {}.", "对，是 {}。") \
  S(not_quite, "You said {}. The trace says {}.", "你的答案是 {}，而访问轨迹给出的是 {}。") \
  S(not_quite_recorded, "You said {}. The recording says {}.", "你的答案是 {}，而录制给出的是 {}。") \
  S(answer_element, "element {}", "第 {} 个元素") \
  S(answer_no_lane, "no lane", "没有 lane") \
  S(keys_asking, "answer a question: choose, then Enter again", "回答问题：选择，再按 Enter") \
  S(ask_order_hint, "Click them in order, the first one first; once more takes one back.", \
    "按顺序点击，先点排第一的；再点一次取消。") \
  S(ask_lanes_hint, "Click lanes here or in the picture.", "在这里或图中点击 lane。") \
  S(ask_lanes_here, "Click lanes here.", "在这里点击 lane。") \
  S(ask_element_hint, "Click the element in the picture.", "在图中点击那个元素。") \
  S(ask_bank_hint, "Click the bank in the picture.", "在图中点击那个 bank。") \
  S(cell_chosen, "Chosen: {}", "已选：{}") \
  S(judged_at_most, "{}: {} · at most {}", "{}：{} · 至多 {}") \
  S(judged_at_least, "{}: {} · at least {}", "{}：{} · 至少 {}") \
  S(judged_wavefronts, "wavefronts", "wavefront") \
  S(judged_conflicts, "bank conflicts", "bank 冲突") \
  S(judged_sectors, "sectors", "sector") \
  S(judged_requests, "requests", "请求") \
  S(judged_shared_bytes, "bytes of shared memory", "共享内存字节数") \
  S(judged_shared_requests, "accesses to shared memory", "共享内存访问") \
  S(judged_findings, "findings", "问题报告") \
  S(judged_idle_lanes, "idle lanes", "空闲 lane") \
  S(judged_idle_blocks, "idle blocks", "空闲线程块") \
  S(judged_wrong_elements, "wrong elements", "错误元素") \
  S(previous, "Back", "上一步") \
  S(next, "Next", "下一步") \
  S(lessons_mode, "Lessons", "课程") \
  S(explore_mode, "Explore", "自由探索") \
  S(mode_hint, \
    "Follow a lesson, or look at any kernel (key E).", \
    "跟着课程学习，或查看任意核函数（按键 E）。") \
  S(kernels, "Kernels", "核函数") \
  S(views, "Views", "视图") \
  S(view_no_room, \
    "No room for it now: make it large, or the window.", \
    "现在放不下：请把它放大，或放大窗口。") \
  S(enlarge_view, "Make it large", "放大此视图") \
  S(enlarge_view_key, "Make it large (key {})", "放大此视图（按键 {}）") \
  S(compare_with, "Compare with", "对比") \
  S(compare_neighbours, "Neighbours", "相邻变体") \
  S(before_after, "Before | after", "改动前 | 后") \
  S(before_after_hint, \
    "The kernel before your last change, beside the one now (key B).", \
    "把上次改动之前的核函数与现在的并排显示（按键 B）。") \
  S(swap_sides, "Swap", "交换") \
  S(end_compare, "One only", "只看一个") \
  S(end_compare_hint, "The left kernel stays (key B).", "保留左侧的核函数（按键 B）。") \
  S(side_hint, "Click: show its source.", "点击：显示它的源代码。") \
  S(next_lesson, "Next lesson", "下一课") \
  S(previous_lesson, "Previous lesson", "上一课") \
  S(reset_step, "Reset", "重置") \
  S(reset_step_hint, \
    "Set the stage as the step began, and answer again (Ctrl + R).", \
    "恢复本步开始时的状态，可重新作答（Ctrl + R）。") \
  S(recorded, "Recorded: {}, {}", "录制：{}，{}") \
  S(recorded_kernel, "Recorded kernel", "录制的核函数") \
  S(recorded_on, "Recorded on", "录制时间") \
  S(recorded_device, "Device", "设备") \
  S(not_a_capture, \
    "{} is no kernel and no capture. Drop a .cu, .ptx or .wlens file on the window.", \
    "{} 既不是核函数文件也不是捕获文件。请把 .cu、.ptx 或 .wlens 文件拖到窗口上。") \
  S(keys_mode, "lessons or exploring", "切换课程与自由探索") \
  S(keys_views, "make a view large", "放大一个视图") \
  S(keys_reset, "begin the lesson step again", "重新开始本步") \
  S(keys_compare, "before and after side by side, or one kernel", "并排比较改动前后，或只看一个") \
  S(keys_swap, "swap the two sides", "交换左右两侧") \
  S(lesson_tab, "Lesson", "课程") \
  S(kernel, "Kernel", "核函数") \
  S(bank_view, "Shared memory by bank", "按 bank 看共享内存") \
  S(tile_view, "Tile: bank of each word", "tile：各 4 字节字的 bank") \
  S(punch_card, "Lane × bank", "lane × bank 打孔卡") \
  S(matrix_view, "Global memory", "全局内存") \
  S(sector_strip, "Sectors", "sector") \
  S(image_view, "Picture", "图像") \
  S(no_picture, \
    "This kernel works on no picture, or on one over 2048 × 2048 pixels.", \
    "这个核函数不处理图像，或图像超过 2048 × 2048 像素。") \
  S(picture_not_here, \
    "A PNG goes to a kernel that works on a picture: choose one of “Inverting colours” first.", \
    "PNG 要给处理图像的核函数：请先选择“颜色反转”中的一个。") \
  S(picture_stored, "{} of {} pixels stored", "已写入 {} / {} 个像素") \
  S(picture_as_it_is, "as it is", "原样") \
  S(picture_as_it_is_hint, "The picture's own colours.", "图像本来的颜色。") \
  S(picture_by_warp, "by warp", "按 warp") \
  S(picture_by_warp_hint, "Each pixel tinted by the warp that touches it.", "按访问它的 warp 给每个像素着色。") \
  S(own_picture, "Own picture…", "换成自己的图…") \
  S(own_picture_hint, \
    "A PNG of your own, cut to this size. Or drop one on the window.", \
    "换成自己的 PNG，按此尺寸裁剪；也可以把它拖到窗口上。") \
  S(drawn_picture, "Back to the drawing", "恢复原图") \
  S(picture_pixel, "red {} · green {} · blue {}", "红 {} · 绿 {} · 蓝 {}") \
  S(picture_untouched, "not stored yet", "尚未写入") \
  S(picture_is_stored, "stored by block {}, warp {}, lane {}", "由线程块 {}、warp {}、lane {} 写入") \
  S(swizzle_map, "Swizzle map", "Swizzle 图") \
  S(metrics, "Metrics", "指标") \
  S(source, "Source", "源代码") \
  S(findings, "Findings", "问题报告") \
  S(no_findings, "No race, no access out of bounds, no deadlock.", "没有竞争、越界访问或死锁。") \
  S(play, "Play", "播放") \
  S(pause, "Pause", "暂停") \
  S(first, "First event", "第一个事件") \
  S(last, "Last event", "最后一个事件") \
  S(step_back, "One event back", "后退一个事件") \
  S(step_forward, "One event on", "前进一个事件") \
  S(previous_conflict, "Previous conflict", "上一处冲突") \
  S(next_conflict, "Next conflict", "下一处冲突") \
  S(events_per_second, "{} accesses/s", "每秒 {} 次访问") \
  S(event_of, "Event {} of {}", "事件 {} / {}") \
  S(window_of_blocks, "blocks {}–{} of {}", "线程块 {}–{}，共 {} 个") \
  S(this_access, "This access", "本次访问") \
  S(whole_kernel, "Whole kernel", "整个核函数") \
  S(hidden_until_answer, "Shown once you have answered.", "作答之后显示。") \
  S(active_lanes, "Active lanes", "活动 lane") \
  S(requests, "Requests", "请求数") \
  S(sectors, "Sectors", "sector 数") \
  S(sectors_per_request, "Sectors a request", "每请求 sector 数") \
  S(efficiency, "Bytes used", "有效字节比例") \
  S(wavefronts, "Wavefronts", "wavefront 数") \
  S(ideal_wavefronts, "Fewest possible", "最少需要") \
  S(conflicts, "Bank conflicts", "bank 冲突") \
  S(n_way, "n-way", "路数") \
  S(not_modelled, "Shared side not modelled", "共享内存一侧尚无模型") \
  S(global_load, "Global loads", "全局读取") \
  S(global_store, "Global stores", "全局写入") \
  S(global_atomic, "Global atomics", "全局原子操作") \
  S(shared_load, "Shared loads", "共享读取") \
  S(shared_store, "Shared stores", "共享写入") \
  S(shared_atomic, "Shared atomics", "共享原子操作") \
  S(async_copy, "Async copies", "异步拷贝") \
  S(shared_memory, "Shared memory a block", "每线程块共享内存") \
  S(bytes, "{} bytes", "{} 字节") \
  S(traced_here, "Traced here: {}, {}, exact", "本机追踪：{}，{}，精确") \
  S(rules_from, \
    "cost rules measured on compute capability 9.0", \
    "代价规则在计算能力 9.0 的 GPU 上测得") \
  S(result_match, "result correct", "结果正确") \
  S(result_mismatch, "result WRONG", "结果错误") \
  S(result_unchecked, "result unchecked", "结果未检查") \
  S(working, "Running the kernel…", "正在运行核函数…") \
  S(cancel, "Cancel", "取消") \
  S(copy, "Copy", "复制") \
  S(dismiss, "Dismiss", "关闭") \
  S(undo, "Undo", "撤销") \
  S(redo, "Redo", "重做") \
  S(help, "Help", "帮助") \
  S(help_title, "Keyboard", "键盘操作") \
  S(close, "Close", "关闭") \
  S(language, "中文", "English") \
  S(theme, "Theme", "主题") \
  S(keys_play, "play, pause", "播放、暂停") \
  S(keys_step, "one event back, on", "后退、前进一个事件") \
  S(keys_conflict, "previous, next bank conflict", "上一处、下一处 bank 冲突") \
  S(keys_ends, "first, last event", "第一个、最后一个事件") \
  S(keys_undo, "undo, redo a change of the controls", "撤销、重做对控件的改动") \
  S(keys_language, "English or Chinese", "切换中文与英文") \
  S(keys_theme, "light or dark", "切换浅色与深色") \
  S(keys_lesson, "previous, next lesson step", "课程的上一步、下一步") \
  S(keys_help, "this help", "显示本帮助") \
  S(keys_speed, "slower, faster", "减速、加速") \
  S(keys_text, "smaller, larger text", "缩小、放大文字") \
  S(keys_quit, "leave", "退出") \
  S(keys_direction, "play backwards, forwards", "倒放、正放") \
  S(cost_global, "sect/req", "sector/请求") \
  S(column_wavefronts, "wavefronts", "wavefront") \
  S(column_conflicts, "conflicts", "冲突") \
  S(cost_shared, "n-way", "路数") \
  S(block, "block", "线程块") \
  S(warp, "warp", "warp") \
  S(lane, "lane", "lane") \
  S(bank, "bank", "bank") \
  S(event_load, "load", "读取") \
  S(event_store, "store", "写入") \
  S(event_atomic, "atomic", "原子操作") \
  S(event_barrier, "barrier", "屏障") \
  S(event_branch, "branch", "分支") \
  S(event_shuffle, "shuffle", "shuffle") \
  S(event_other, "access", "访问") \
  S(space_global, "global", "全局") \
  S(space_shared, "shared", "共享") \
  S(space_local, "local", "本地") \
  S(ptx_line_number, "PTX line {}", "PTX 第 {} 行") \
  S(worst_accesses, "Worst accesses first, and what could be saved", "代价最大的访问，以及可节省的比例") \
  S(worst_accesses_hint, "What costs most, by line, as a share of all recorded accesses' cost (key Shift + J).", \
    "按行列出代价最大的访问，以及占全部已记录访问代价的比例（按键 Shift + J）。") \
  S(no_worst_accesses, "No access costs more than it must.", "没有代价超出必要的访问。") \
  S(looking_for_causes, "Looking for causes…", "正在分析原因…") \
  S(worst_row, "{} · {} · {}: {}", "{} · {} · {}：{}") \
  S(worst_advice, "{}: {}", "{}：{}") \
  S(finding_times, "{} times", "共 {} 次") \
  S(finding_launch, "launch {}", "第 {} 次启动") \
  S(other_side_of_race, "the other side: line {}", "另一方：第 {} 行") \
  S(jump_hint, "Go to the access, its line and its lane.", "转到该访问、它所在的行和 lane。") \
  S(no_event_of_finding, "No recorded event belongs to it.", "没有与之对应的已记录事件。") \
  S(save_menu, "Save", "保存") \
  S(save_menu_hint, "Pictures, tables, the trace, a link (key Shift + S).", "图片、表格、追踪、链接（按键 Shift + S）。") \
  S(save_of, "Save: {}", "保存：{}") \
  S(save_picture_row, "Picture", "图片") \
  S(save_film_row, "Film", "动画") \
  S(save_film_from, "events", "事件") \
  S(save_film_to, "to", "至") \
  S(save_film_speed, "a second", "个/秒") \
  S(save_film, "Save GIF", "保存 GIF") \
  S(save_trace_row, "Trace", "追踪") \
  S(save_perfetto, "For Perfetto (JSON)", "供 Perfetto 使用（JSON）") \
  S(save_capture, "Capture (one file)", "捕获（单个文件）") \
  S(save_link_row, "Link", "链接") \
  S(save_link, "Copy link", "复制链接") \
  S(link_copied, "Link copied. Ctrl + V opens one.", "链接已复制。按 Ctrl + V 可打开链接。") \
  S(no_link_to_paste, "The clipboard holds no link (warplens:…).", "剪贴板中没有链接（warplens:…）。") \
  S(save_folder_row, "Folder", "文件夹") \
  S(save_folder_up, "Up", "上级") \
  S(save_text, "Text", "文本") \
  S(table_copied, "Table copied as text", "表格已作为文本复制") \
  S(table_totals, "Totals", "总计") \
  S(table_lines, "Source lines", "源代码行") \
  S(table_sites, "PTX instructions", "PTX 指令") \
  S(table_worst, "Worst accesses", "代价最大的访问") \
  S(file_saved, "Saved: {}", "已保存：{}") \
  S(film_progress, "GIF: picture {} of {}", "GIF：第 {} 张，共 {} 张") \
  S(keys_save, "menu of what can be saved of the large view", "大视图的保存菜单") \
  S(keys_paste, "open the link on the clipboard", "打开剪贴板中的链接") \
  S(keys_save_file, "save menu: PNG, SVG, GIF, Perfetto JSON, capture, link", \
    "保存菜单：PNG、SVG、GIF、Perfetto JSON、捕获、链接") \
  S(keys_finding, "next finding, or the one before", "下一条或上一条问题报告") \
  S(keys_worst, "the worst access, then the next worst", "代价最大的访问，再按为下一个") \
  S(keys_worst_list, "list of the worst accesses", "代价最大的访问列表") \
  S(no_shared_here, "This event does not touch shared memory.", "这个事件不访问共享内存。") \
  S(no_global_here, "This event does not touch global memory.", "这个事件不访问全局内存。") \
  S(done, "done", "完成") \
  S(severity_error, "error", "错误") \
  S(severity_warning, "warning", "警告") \
  S(severity_information, "information", "提示") \
  S(broken_twin, "broken on purpose", "故意写错") \
  S(forwards, "Forwards", "正放") \
  S(backwards, "Backwards", "倒放") \
  S(predict_stage, "The word that each lane wants", "每个 lane 要的 4 字节字") \
  S(predict_stage_hint, \
    "rows × columns of the array; numbers are lanes", \
    "数组的行 × 列；数字是 lane") \
  S(keys_control, "choose a control, change its value", "选择控件、改变其值") \
  S(keys_answer, "answer the lesson's question", "回答课程的问题") \
  S(keys_color, \
    "colour global memory by warp, lane, thread, time", \
    "全局内存按 warp、lane、线程、时间着色") \
  S(keys_zoom_time, "zoom the timeline; plane: another look", "缩放时间线；平面：换一个角度") \
  S(keys_zoom_matrix, "zoom global memory", "缩放全局内存") \
  S(keys_dismiss, "cancel a run, close a message", "取消运行、关闭消息") \
  S(keys_copy, "copy the figures, or an error message", "复制数字或错误消息") \
  S(by_warp, "warp", "warp") \
  S(by_lane, "lane", "lane") \
  S(by_time, "time", "时间") \
  S(by_warp_hint, \
    "Coloured by the warp that touched an element first. Eight colours, taken in turn.", \
    "按最先访问元素的 warp 着色，八种颜色轮流使用。") \
  S(by_lane_hint, \
    "Coloured by the lane that touched an element first, 0 dark to 31 light.", \
    "按最先访问元素的 lane 着色，从 0（深）到 31（浅）。") \
  S(by_time_hint, \
    "Coloured by when an element was touched first, early dark to late light.", \
    "按元素最先被访问的时刻着色，早（深）到晚（浅）。") \
  S(cost_legend, \
    "Cost as a multiple of the least: wavefronts or sectors", \
    "代价与最低代价之比：wavefront 数或 sector 数") \
  S(barrier_legend, "barrier", "屏障") \
  S(matrix_hint, \
    "Wheel: zoom. Drag: move. Double click: all.", \
    "滚轮缩放，拖动平移，双击显示全部。") \
  S(by_thread, "thread", "线程") \
  S(by_thread_hint, \
    "Coloured by the thread that touched an element first: its place in the block, early " \
    "dark to late light.", \
    "按最先访问元素的线程在线程块中的位置着色，前（深）到后（浅）。") \
  S(wavefront_counter, "wavefront {} of {}", "第 {} 个 wavefront，共 {} 个") \
  S(sector_counter, "sector {} of {}", "第 {} 个 sector，共 {} 个") \
  S(direction_hint, "The direction of Play", "播放的方向") \
  S(pass_back, "One wavefront or sector back", "后退一个 wavefront 或 sector") \
  S(pass_on, "One wavefront or sector on", "前进一个 wavefront 或 sector") \
  S(keys_pass, "one wavefront or sector back, on", "后退、前进一个 wavefront 或 sector") \
  S(keys_buffer, "the next buffer of global memory", "全局内存的下一个缓冲区") \
  S(keys_whole, "all of global memory and of the timeline", "显示整个全局内存和时间线") \
  S(keys_pan, "move over global memory", "在全局内存上平移") \
  S(buffer_hint, \
    "Click for the next buffer. Muted: the one that the access touches.", \
    "点击切换到下一个缓冲区。灰色：随访问自动选择。") \
  S(zoom_in, "Nearer", "放大") \
  S(zoom_out, "Farther", "缩小") \
  S(zoom_whole, "All of it", "显示全部") \
  S(element_place, "row {}, column {}", "第 {} 行，第 {} 列") \
  S(element_index, "element {}, byte {}", "第 {} 个元素，第 {} 字节") \
  S(touched_first, \
    "first touched by block {}, warp {}, lane {} (event {})", \
    "最先由线程块 {}、warp {}、lane {} 访问（事件 {}）") \
  S(matrix_blocks, "blocks", "线程块") \
  S(matrix_blocks_hint, \
    "Show the blocks of threads over the matrix, and threads that have no element.", \
    "在矩阵上显示线程块，以及没有元素可处理的线程。") \
  S(idle_lanes, "{} of {} lanes idle", "{} / {} 个 lane 空闲") \
  S(sectors_in_all, "{} sectors in all", "共 {} 个 sector") \
  S(idle_blocks, "{} of {} blocks idle", "{} / {} 个线程块空闲") \
  S(never_touched, "no recorded event touches it", "没有记录到的事件访问它") \
  S(settings_unsaved, \
    "Progress is not kept: {} cannot be written. Is the disk full?", \
    "进度没有保存：无法写入 {}。磁盘满了吗？") \
  S(glossary, "Glossary", "术语表") \
  S(introduction, "Introduction", "入门介绍") \
  S(search_terms, "Search the terms", "查找术语") \
  S(nothing_found, "Nothing found.", "没有找到。") \
  S(lessons, "Lessons", "课程") \
  S(search_lessons, "Search lessons, kernels, terms and keys", "查找课程、核函数、术语和按键") \
  S(as_map, "Map", "地图") \
  S(as_list, "List", "列表") \
  S(key_of, "Key", "按键") \
  S(next_on_map, "next", "接着学") \
  S(steps_done, "{} of {} steps done", "完成 {} 步，共 {} 步") \
  S(parameters, "Parameters", "参数") \
  S(copy_path, "Copy path", "复制路径") \
  S(figures_copied, \
    "The figures are on the clipboard, as rows with tabs.", \
    "数字已按制表符分隔的行复制到剪贴板。") \
  S(intro_skip, "Skip", "跳过") \
  S(intro_start, "Start", "开始") \
  S(intro_lesson, "The lesson leads", "课程带路") \
  S(intro_lesson_words, \
    "Each step says what to look at and one thing to do. Words with dots below explain " \
    "themselves under the pointer.", \
    "每一步说明看什么、做一件什么事。带点线的词，指针移上去就有解释。") \
  S(intro_play, "Play a real kernel", "播放真实的核函数") \
  S(intro_play_words, \
    "Play shows its accesses one after the other: which lanes take part, and what each " \
    "access costs. Space does the same.", \
    "播放会依次显示每次访问：哪些 lane 参与、代价是多少。按空格键也一样。") \
  S(intro_timeline, "Every access has its place", "每次访问都有位置") \
  S(intro_timeline_words, \
    "Drag along the timeline to go anywhere. The left and right arrow keys go one event " \
    "at a time; tall bars cost more.", \
    "沿时间线拖动可以到任何位置；左右方向键每次走一个事件。条越高，代价越大。") \
  S(intro_controls, "Change something", "改变一处") \
  S(intro_controls_words, \
    "Choose another kernel or move a slider: it runs again at once, and all views show " \
    "the new trace. Undo takes it back.", \
    "换一个核函数或拖动滑块：它会立即重新运行，所有视图都显示新的访问轨迹。可以撤销。") \
  S(intro_help, "Help is one key away", "随时可以求助") \
  S(intro_help_words, \
    "F1 lists every key and the glossary; this introduction is there too.", \
    "按 F1 可以看到全部按键和术语表，也可以再看一遍本介绍。") \
  S(keys_lessons, "list of lessons, search", "课程列表、查找") \
  S(keys_glossary, "glossary", "术语表") \
  S(keys_introduction, "introduction", "入门介绍") \
  S(keys_presentation, "present: the picture and its caption alone", "演示：只有图与说明") \
  S(keys_side, "next tab, where the window is narrow", "窗口较窄时切换到下一标签") \
  S(keys_picture, "save a picture of the large view, in the editor the text", "把大视图存为图片，编辑器中则保存文本") \
  S(keys_window_picture, "save a picture of the window", "把整个窗口存为图片") \
  S(keys_list, \
    "list of lessons: move, go there; help: scroll", \
    "课程列表：移动、前往；帮助：滚动") \
  S(keys_map, "map of the lessons: along its lines", "课程地图：沿连线移动") \
  S(keys_help_page, "help: keys or glossary; contents: map or list", "帮助：按键或术语表；目录：地图或列表") \
  S(keys_card, "introduction: previous, next card", "入门介绍：上一张、下一张") \
  S(keys_close, "close the help, a list, the introduction", "关闭帮助、列表、入门介绍") \
  S(large, "Present", "演示") \
  S(present_hint, "F5: back · D: draw · C: clear", "F5：返回 · D：画线 · C：清除") \
  S(keys_draw, "presenting: draw with the mouse, clear", "演示时：用鼠标画线，清除") \
  S(keys_remote, "presenting: access by access, then step by step", "演示时：逐次访问，然后逐步") \
  S(contents, "Contents", "目录") \
  S(row_column, "row {}, column {}", "第 {} 行第 {} 列") \
  S(padding, "padding", "填充") \
  S(no_layout, \
    "This kernel does not say how its shared array is arranged.", \
    "这个核函数没有说明其共享数组如何排列。") \
  S(byte_range, "bytes {}–{}", "第 {}–{} 字节") \
  S(bytes_used, "{} of its {} bytes used", "用到 {} 字节，共 {} 字节") \
  S(not_moved, "not moved", "没有搬运") \
  S(bytes_wanted, "The bytes that each lane wants", "每个 lane 要的字节") \
  S(tour_title, "Warplens: a tour of the lessons", "Warplens：课程导览") \
  S(tour_about, \
    "Every step as the app shows it. Each picture and figure comes from the trace of the " \
    "kernel that the step runs.", \
    "应用中的每一步。所有图片和数字都来自该步所运行核函数的访问轨迹。") \
  S(tour_keys, \
    "Keys: ← → one access back, on; Shift + ← → one step back, on.", \
    "按键：← → 后退、前进一次访问；Shift + ← → 上一步、下一步。") \
  S(tour_begins, "As the step begins: {}", "本步开始时：{}") \
  S(tour_answered, "Once it is answered", "作答之后") \
  S(tour_scrub, "The accesses of this warp, one by one", "这个 warp 的逐次访问") \
  S(tour_show_answer, "Show the answer and what follows", "显示答案和后续内容") \
  S(tour_answer, "Answer: {}", "答案：{}") \
  S(tour_unfinished, \
    "This tour is not complete: it is being made, or making it was stopped. Make it " \
    "again with: warplens tour", \
    "这份导览不完整：正在生成，或生成被中断。请重新运行：warplens tour") \
  S(ptx, "PTX", "PTX") \
  S(cuda, "CUDA", "CUDA") \
  S(ptx_hint, \
    "The kernel's PTX, or its source alone (key P).", \
    "显示核函数的 PTX，或只显示源代码（按键 P）。") \
  S(no_source, \
    "The source text is not here: its PTX instead.", \
    "这里没有源代码文本，改为显示 PTX。") \
  S(no_ptx, "Nothing is known of this kernel's PTX.", "没有这个核函数的 PTX。") \
  S(keys_ptx, "PTX, or the source alone", "显示 PTX，或只显示源代码") \
  S(source_side_hint, "{}. Click: the other kernel's source.", "{}。点击：另一个核函数的源代码。") \
  S(cost_split_hint, \
    "Sectors a request: {} of the global loads, {} of the global stores.", \
    "每请求 sector 数：全局读取 {}，全局写入 {}。") \
  S(launch, "Launch", "启动") \
  S(launch_of, "{} of {}", "第 {} 次，共 {} 次") \
  S(cache_view, "Cache", "缓存") \
  S(reduction_view, "Reduction", "归约") \
  S(reduction_nothing, "In this block no value passes from lane to lane through shared memory or shuffles.", "在这个线程块里，没有值通过共享内存或 shuffle 从一个 lane 传到另一个 lane。") \
  S(reduction_cut, "There are more values than are drawn here: the first {} are shown.", "值太多，这里只画出前 {} 个。") \
  S(cache_hint, \
    "The cache that the accesses are replayed with (key K).", \
    "用哪种缓存来重放这些访问（按键 K）。") \
  S(cache_one_line, "1 line of 2", "1 行，每行 2 个元素") \
  S(cache_two_lines, "2 lines of 2", "2 行，每行 2 个元素") \
  S(cache_four_lines, "4 lines of 2", "4 行，每行 2 个元素") \
  S(cache_l1, "L1, 256 KB", "L1，256 KB") \
  S(cache_l2, "L2, 60 MB", "L2，60 MB") \
  S(order_recorded, "block after block", "逐个线程块") \
  S(order_turns, "blocks take turns", "线程块轮流") \
  S(order_hint, \
    "The order of the events: block after block, as recorded, or one access of each block " \
    "and warp in turn. Hardware promises neither. Click to change it (key O).", \
    "事件的顺序：按录制时逐个线程块排列，或让各线程块的 warp " \
    "轮流各访问一次。硬件两者都不保证。" \
    "点击切换（按键 O）。") \
  S(accesses_wanted, "The accesses in their order", "访问的先后顺序") \
  S(accesses_wanted_hint, \
    "Each number is an access, each cell what it looks up. What becomes of it is shown once you " \
    "have answered.", \
    "数字是第几次访问，格子里是它要查找的元素。查找的结果在作答之后显示。") \
  S(keys_cache, "another cache to replay with", "换一种缓存来重放") \
  S(keys_order, \
    "order of the events: block after block, or in turn", \
    "事件顺序：逐个线程块，或轮流") \
  S(printed, "Printed", "输出") \
  S(printed_is_full, "The first MiB is kept.", "只保留最前面的 1 MiB。") \
  S(first_difference, \
    "{}[{}] is {}, expected {}; elements that differ: {}", \
    "{}[{}] 为 {}，应为 {}；不同的元素：{} 个") \
  S(event_async_copy, "async copy", "异步拷贝")
// clang-format on
