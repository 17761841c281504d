// What the small editor of an own kernel says, and what is said of the copy that a lesson works on.
#pragma once

// clang-format off
#define WARPLENS_EDITOR_STRINGS(S) \
  S(editor, "Edit", "编辑") \
  S(drawer_code_hint, "The source with what each line costs.", "源代码，以及每一行的代价。") \
  S(drawer_editor_hint, \
    "Change the file here. Saving compiles and traces it, and shows before | after.", \
    "在这里修改文件。保存后会编译并重新记录访问轨迹，并排显示改动前 | 改动后。") \
  S(drawer_form_hint, "How the kernel is launched: what was guessed, and why.", \
    "核函数的启动方式：推测了什么，依据是什么。") \
  S(editor_unsaved, "{} – not saved", "{} – 未保存") \
  S(editor_save_hint, "Writes the file (Ctrl + S).", "写入文件（Ctrl + S）。") \
  S(editor_drop, "Discard", "放弃") \
  S(editor_drop_hint, "Back to what the file holds.", "恢复为文件中的内容。") \
  S(editor_changed_on_disk, "another program has saved the file meanwhile", "其他程序此时也保存了这个文件") \
  S(unsaved_title, "{} is not saved", "{} 尚未保存") \
  S(unsaved_save, "Save and close", "保存并关闭") \
  S(unsaved_drop, "Close without saving", "不保存，直接关闭") \
  S(unsaved_stay, "Go on editing", "继续编辑") \
  S(copy_is_theirs, "{} has a text of yours: Begin again puts it as this step wants it, and keeps yours", \
    "{} 里是你自己的文本：“重新开始”会恢复这一步所需的内容，并保留你的文本") \
  S(copy_was_kept, "your text of {} is now in {}", "你的 {} 文本现在保存在 {} 中") \
  S(judged_out_of_bounds, "accesses out of bounds", "越界访问") \
  S(judged_races, "races", "竞争") \
  S(judged_unchecked, "results that nobody has checked", "未核对的结果")
// clang-format on
