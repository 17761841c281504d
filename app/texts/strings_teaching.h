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
  S(sheet_at_screen, "In Warplens:") \
  S(sheet_challenge, "Challenge, in Warplens:") \
  S(sheet_what_seen, "What do you see, and why?") \
  S(sheet_solution, "Your solution:") \
  S(sheet_not_recorded, "nothing is recorded to compute it from") \
  S(place_on_path, "{}: {} of {}, {} min left", "a path through the course") \
  S(path_of, "{} · {} min", "a path through the course") \
  S(path_hint, "{} steps; Next follows them.") \
  S(path_leave, "Leave the path") \
  S(speaker_title, "Speaker's view") \
  S(speaker_next, "Next") \
  S(speaker_answer, "Answer: {}") \
  S(speaker_last, "This was the last step.") \
  S(speaker_time, "{} · {} min", "the time of day, and how long it has been presented") \
  S(speaker_time_of, "{} · {} of {} min", "the time of day, how long it has been presented") \
  S(speaker_stop, "Access {} of {}") \
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
  S(quiz_lanes, "Hands for a lane: click it, or ← → ↑ ↓; type a number, or + and −") \
  S(quiz_places, "The class's guesses: click in the picture, Enter keeps it, Backspace takes it back") \
  S(quiz_reveal, "Reveal (R, Page Down)") \
  S(quiz_right, "Right: {}") \
  S(quiz_votes, "{} of {}", "votes") \
  S(keys_quiz_count, "quiz: count hands; another option") \
  S(keys_quiz_keep, "quiz: keep a guess; take it back") \
  S(keys_quiz_reveal, "quiz: reveal the answer")
// clang-format on
