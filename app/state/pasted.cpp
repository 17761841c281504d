#include "app/state/pasted.h"

#include "app/state/exploring.h"
#include "app/state/lesson_copies.h"
#include "kernels/base/whole_file.h"

namespace warplens::ui {

bool is_ptx(std::string_view text) {
  return text.find(".version") != std::string_view::npos &&
         text.find(".entry") != std::string_view::npos;
}

Result<void> open_pasted(AppState& app, std::string_view ptx) {
  TRY(const auto folder, person_folder(app, "pasted"));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(tr("cannot make {}: {}", folder.string(), error.message()));
  const std::filesystem::path file = folder / "pasted.ptx";
  TRY(write_whole_file(file, ptx));
  open_capture(app, file);
  return {};
}

}  // namespace warplens::ui
