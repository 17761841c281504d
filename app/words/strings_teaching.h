// What a teacher and a class use: sheets, the quiz, answers, the path of a class.
#pragma once

// clang-format off
#define WARPLENS_TEACHING_STRINGS(S) \
  S(sheet_title, "Warplens: work sheets", "Warplens：练习单") \
  S(sheet_answers_title, "Warplens: answers", "Warplens：答案") \
  S(sheet_unfinished, "These sheets are not complete: write them again.", "练习单尚未完成：请重新生成。") \
  S(sheet_name, "Name", "姓名") \
  S(sheet_date, "Date", "日期") \
  S(sheet_answer, "Answer", "答案") \
  S(sheet_lanes, "Mark the lanes.", "标出相应的 lane。") \
  S(sheet_order, "Number them in order.", "按顺序编号。") \
  S(sheet_not_recorded, "nothing is recorded to compute it from", "没有可用于计算的录制数据") \
  S(class_path, "For a class: lessons {} · {} min", "课堂路线：第 {} 课 · {} 分钟") \
  S(export_answers, "Export answers…", "导出答案…") \
  S(export_answers_hint, "A CSV in the folder where files are saved. Nothing is sent anywhere.", \
    "在保存文件夹中写一个 CSV 文件，不会发送到任何地方。") \
  S(export_name_hint, "Your name", "你的姓名") \
  S(export_save, "Save", "保存") \
  S(answers_none, "No question has been answered yet.", "还没有回答过任何问题。") \
  S(answers_saved, "{} answers are in {}", "{} 个答案已写入 {}") \
  S(sheet_make, "Print sheet…", "练习单…") \
  S(sheet_make_hint, "This lesson as a page to print, in the folder where files are saved.", \
    "把本课做成可打印的网页，放在保存文件夹中。") \
  S(sheet_making, "The sheet is being made…", "正在生成练习单…") \
  S(sheet_made, "The sheet is {}", "练习单是 {}") \
  S(sheet_failed, "The sheet could not be made: {}", "无法生成练习单：{}") \
  S(quiz, "Quiz", "测验") \
  S(present_quiz, "Q: quiz", "Q：测验") \
  S(quiz_hands, "Hands: type a number, or press + and −; ↑ ↓ another option", \
    "举手人数：输入数字，或按 + 和 −；↑ ↓ 换一个选项") \
  S(quiz_guesses, "The class's guesses: type a number, Enter keeps it, Backspace takes it back", \
    "全班的猜测：输入数字，按 Enter 记下，按 Backspace 撤回") \
  S(quiz_reveal, "Reveal (R, Page Down)", "揭晓（R、Page Down）") \
  S(quiz_right, "Right: {}", "正确答案：{}") \
  S(quiz_votes, "{} of {}", "{} / {} 票") \
  S(keys_quiz_count, "quiz: count hands; another option", "测验：数举手的人；换一个选项") \
  S(keys_quiz_keep, "quiz: keep a guess; take it back", "测验：记下一个猜测；收回") \
  S(keys_quiz_reveal, "quiz: reveal the answer", "测验：揭晓答案")
// clang-format on
