// What the small editor of an own kernel says, and what is said of the copy that a lesson works on.
#pragma once

// clang-format off
#define WARPLENS_EDITOR_STRINGS(S) \
  S(editor, "Edit") \
  S(drawer_code_hint, "The source with what each line costs.") \
  S(drawer_editor_hint, \
    "Change the file here. Saving compiles and traces it, and shows before | after.") \
  S(drawer_form_hint, "How the kernel is launched: what was guessed, and why.") \
  S(editor_unsaved, "{} – not saved") \
  S(editor_save_hint, "Writes the file (Ctrl + S).") \
  S(editor_take_back, "Take the change back") \
  S(editor_take_back_hint, "Writes the lines as they were before the button changed them.") \
  S(editor_drop, "Discard") \
  S(editor_drop_hint, "Back to what the file holds.") \
  S(editor_changed_on_disk, "another program has saved the file meanwhile") \
  S(unsaved_title, "{} is not saved") \
  S(unsaved_save, "Save and close") \
  S(unsaved_drop, "Close without saving") \
  S(unsaved_stay, "Go on editing") \
  S(copy_is_theirs, "{} has a text of yours: Begin again puts it as this step wants it, and keeps yours") \
  S(copy_was_kept, "your text of {} is now in {}") \
  S(judged_out_of_bounds, "accesses out of bounds") \
  S(judged_races, "races") \
  S(judged_unchecked, "results that nobody has checked")
// clang-format on
