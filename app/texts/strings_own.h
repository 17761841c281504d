// Texts of own kernels in the window. One row a text: its name in Str, English.
#pragma once

// clang-format off
#define WARPLENS_OWN_STRINGS(S) \
  S(open_files, "Open…") \
  S(open_files_hint, \
    "Your own kernel (.cu, .ptx) or a capture (Ctrl + O).") \
  S(open_title, "Open a kernel or a capture") \
  S(open_title_pictures, "Open a kernel, a capture, or a PNG for this kernel") \
  S(open_hint, "↑ ↓ Enter · Backspace: the folder above") \
  S(file_of_contents, "File with the contents of {}") \
  S(file_of_result, "File with the right result in {}") \
  S(recent_files, "Recent files") \
  S(file_missing, "not there any more") \
  S(file_gone, "{} is not there any more") \
  S(type_to_filter, "Type to filter") \
  S(folder_up, "Up") \
  S(pick_file, "From this computer…") \
  S(nothing_to_open, "no .cu, .ptx or .wlens here") \
  S(keys_open, "open a file") \
  S(keys_folder_up, "the folder above, in Open…") \
  S(form_sizes, "Sizes") \
  S(form_launch, "Launch") \
  S(form_grid, "grid") \
  S(form_block, "block") \
  S(form_cluster, "cluster") \
  S(form_shared, "shared") \
  S(form_arguments, "Arguments") \
  S(form_count, "elements") \
  S(form_fill, "filled") \
  S(form_map_contents, "describes") \
  S(form_texture_contents, "texels") \
  S(form_expected, "expected") \
  S(form_tolerance, "tolerance") \
  S(form_structure, "a structure of {} bytes") \
  S(form_more_launches, "and {} launches after it, as the file beside it says") \
  S(form_kept, "as kept beside the file") \
  S(form_guessed, "guessed; correct what is wrong") \
  S(form_unsaved, "corrected, not saved") \
  S(form_save, "Save") \
  S(form_save_hint, "Keeps the launch in {}, which the command line reads too.") \
  S(form_as_guessed, "As guessed") \
  S(form_as_guessed_hint, "Forget corrections (undo brings them back).") \
  S(form_coming, "It is compiled and tried at small sizes…") \
  S(form_none, "Its launch stands here once the file can be read.") \
  S(choose_file, "Choose a file of raw bytes.") \
  S(one_compile_error, "{}: {} error") \
  S(compile_errors, "{}: {} errors") \
  S(form_reference, "Reference") \
  S(reference_hint, "A plain kernel of this file that does the same: its results are right.") \
  S(form_none_of_them, "none") \
  S(version_before, "before") \
  S(version_after, "after") \
  S(compile_status, "{}, line {}: {}") \
  S(own_entry, "Kernel")
// clang-format on
