#include "app/features/explain/explain.h"

#include <array>
#include <filesystem>

#include "app/session/feature.h"
#include "app/session/report_choice.h"

namespace warplens::explain {
namespace {

Result<void> choose_report(const std::string& file, session::FeatureChoices& choices) {
  choices.set(session::ReportChoice{std::filesystem::absolute(file).string()});
  return {};
}

constexpr std::array kViews{session::StageView::profiler_view};
constexpr session::PictureOption kPicture{
    .name = "--report",
    .help = "What Nsight Compute reports of the kernel, for its view: a CSV or an .ncu-rep",
    .views = kViews,
    .choose = choose_report};

}  // namespace

session::Feature feature() { return {.picture_options = {&kPicture, 1}}; }

}  // namespace warplens::explain
