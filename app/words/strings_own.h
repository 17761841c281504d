// Texts of own kernels in the window. One row a text: its name in Str, English, Chinese.
#pragma once

// clang-format off
#define WARPLENS_OWN_STRINGS(S) \
  S(open_files, "Open…", "打开…") \
  S(open_files_hint, \
    "Your own kernel (.cu, .ptx) or a capture (Ctrl + O).", \
    "打开自己的核函数（.cu、.ptx）或捕获文件（Ctrl + O）。") \
  S(open_title, "Open a kernel or a capture", "打开核函数或捕获文件") \
  S(open_title_pictures, "Open a kernel, a capture, or a PNG for this kernel", \
    "打开核函数、捕获文件，或给这个核函数的 PNG") \
  S(open_hint, "↑ ↓ Enter · Backspace: the folder above", "↑ ↓ Enter · Backspace：上一级文件夹") \
  S(file_of_contents, "File with the contents of {}", "{} 内容的文件") \
  S(file_of_result, "File with the right result in {}", "{} 正确结果的文件") \
  S(recent_files, "Recent files", "最近的文件") \
  S(file_missing, "not there any more", "已不存在") \
  S(file_gone, "{} is not there any more", "{} 已不存在") \
  S(type_to_filter, "Type to filter", "输入以筛选") \
  S(folder_up, "Up", "上一级") \
  S(nothing_to_open, "no .cu, .ptx or .wlens here", "此处没有 .cu、.ptx 或 .wlens") \
  S(keys_open, "open a file", "打开文件") \
  S(keys_folder_up, "the folder above, in Open…", "上一级文件夹（“打开…”中）") \
  S(form_sizes, "Sizes", "尺寸") \
  S(form_launch, "Launch", "启动") \
  S(form_grid, "grid", "网格") \
  S(form_block, "block", "线程块") \
  S(form_shared, "shared", "共享内存") \
  S(form_arguments, "Arguments", "参数") \
  S(form_count, "elements", "元素数") \
  S(form_fill, "filled", "填充") \
  S(form_expected, "expected", "期望") \
  S(form_tolerance, "tolerance", "容差") \
  S(form_structure, "a structure of {} bytes", "{} 字节的结构体") \
  S(form_more_launches, "and {} launches after it, as the file beside it says", \
    "其后还有 {} 次启动，见旁边的文件") \
  S(form_kept, "as kept beside the file", "与旁边保存的一致") \
  S(form_guessed, "guessed; correct what is wrong", "推测的；请更正有误之处") \
  S(form_unsaved, "corrected, not saved", "已更正，未保存") \
  S(form_save, "Save", "保存") \
  S(form_save_hint, "Keeps the launch in {}, which the command line reads too.", \
    "把启动方式保存到 {}，命令行也会读取它。") \
  S(form_as_guessed, "As guessed", "按推测") \
  S(form_as_guessed_hint, "Forget corrections (undo brings them back).", \
    "放弃更正（撤销可恢复）。") \
  S(form_coming, "It is compiled and tried at small sizes…", "正在编译并以小规模试运行…") \
  S(form_none, "Its launch stands here once the file can be read.", "文件可读取后，这里显示其启动方式。") \
  S(choose_file, "Choose a file of raw bytes.", "选择原始字节文件。") \
  S(one_compile_error, "{}: {} error", "{}：{} 个错误") \
  S(compile_errors, "{}: {} errors", "{}：{} 个错误") \
  S(form_reference, "Reference", "参考") \
  S(reference_hint, "A plain kernel of this file that does the same: its results are right.", \
    "本文件中功能相同的简单核函数：以它的结果为准。") \
  S(form_none_of_them, "none", "无") \
  S(version_before, "before", "改动前") \
  S(version_after, "after", "改动后") \
  S(compile_status, "{}, line {}: {}", "{} 第 {} 行：{}") \
  S(own_entry, "Kernel", "核函数")
// clang-format on
