// What a teacher and a class use: sheets, the quiz, answers, the path of a class.
#pragma once

// clang-format off
#define WARPLENS_TEACHING_STRINGS(S) \
  S(sheet_title, "Warplens: work sheets") \
  S(sheet_answers_title, "Warplens: answers") \
  S(sheet_unfinished, "These sheets are not complete: write them again.") \
  S(sheet_name, "Name") \
  S(sheet_date, "Date") \
  S(sheet_answer, "Answer") \
  S(sheet_lanes, "Mark the lanes.") \
  S(sheet_order, "Number them in order.") \
  S(sheet_not_recorded, "nothing is recorded to compute it from") \
  S(class_path, "For a class: lessons {} · {} min") \
  S(export_answers, "Export answers…") \
  S(export_answers_hint, "A CSV in the folder where files are saved. Nothing is sent anywhere.") \
  S(export_name_hint, "Your name") \
  S(export_save, "Save") \
  S(answers_none, "No question has been answered yet.") \
  S(answers_saved, "{} answers are in {}") \
  S(sheet_make, "Print sheet…") \
  S(sheet_make_hint, "This lesson as a page to print, in the folder where files are saved.") \
  S(sheet_making, "The sheet is being made…") \
  S(sheet_made, "The sheet is {}") \
  S(sheet_failed, "The sheet could not be made: {}") \
  S(quiz, "Quiz") \
  S(present_quiz, "Q: quiz") \
  S(quiz_hands, "Hands: type a number, or press + and −; ↑ ↓ another option") \
  S(quiz_guesses, "The class's guesses: type a number, Enter keeps it, Backspace takes it back") \
  S(quiz_reveal, "Reveal (R, Page Down)") \
  S(quiz_right, "Right: {}") \
  S(quiz_votes, "{} of {}", "votes") \
  S(keys_quiz_count, "quiz: count hands; another option") \
  S(keys_quiz_keep, "quiz: keep a guess; take it back") \
  S(keys_quiz_reveal, "quiz: reveal the answer")
// clang-format on
