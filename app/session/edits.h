// What a person sets: each is one change of the session's choice that can be undone. `continues`
// joins it with the one before (a slider being dragged).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/session/session.h"

namespace warplens::session {

void select_kernel(Session& session, std::string_view kernel, Side side = Side::left);
void set_parameter(Session& session, std::string_view name, std::int64_t value,
                   bool continues = false, Side side = Side::left);
// Several at once.
void set_parameters(Session& session, const catalog::Parameters& values, bool continues = false,
                    Side side = Side::left);
// Once more: what is recorded there now. `own`: of a kernel's file.
void show_capture(Session& session, const std::string& path, OwnChoice own = {});
// Of the own kernel's file on the left, and of the same file on the right.
void set_own(Session& session, const OwnChoice& own, bool continues = false);
// Of the own kernel's file on the left, in place of its launch's sizes.
void set_sizes(Session& session, catalog::Parameters sizes);
// What a person wrote in place of the kernel's own index. Errors: it is none; nothing changes.
Result<void> set_index(Session& session, const std::string& index, bool continues = false,
                       Side side = Side::left);
// A PNG's path, for every side whose kernel works on a picture; empty: as the program draws it.
void set_picture(Session& session, const std::string& path);
void set_launch(Session& session,
                std::size_t launch);  // the right side follows as far as it has as many

// Of both sides.
void set_order(Session& session, trace::Order order);
void set_backend(Session& session, Backend backend);  // again after an error: tries once more
// Whose instructions figures are of (Selection::capability).
void set_architecture(Session& session, std::uint32_t capability);

void compare_with(Session& session, std::string_view kernel);  // puts it on the right side
void compare_with_previous(Session& session);  // before the last change of the left side | now
// Puts `before` on the left of what stands there.
void compare_with_earlier(Session& session, Selection before);
void swap_sides(Session& session);
void end_compare(Session& session);  // the left side stays

// As it was when the app was left: there is nothing to undo.
void restore_backend(Session& session, Backend backend);
void restore_architecture(Session& session, std::uint32_t capability);

}  // namespace warplens::session
