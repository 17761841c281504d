// Every PTX file that the repository has, instrumented.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kernels/base/all_tests.h"
#include "kernels/device/ptx_version.h"
#include "kernels/ptx/parser.h"
#include "tests/instrumented/recorded_alike.h"

namespace warplens {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> ptx_files() {
  std::vector<fs::path> files;
  for (const char* folder :
       {"assets/ptx", "tests/conformance", "tests/corpus", "kernels/machine"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(WARPLENS_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".ptx") files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

std::shared_ptr<const ptx::Module> parse_file(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  auto module = ptx::parse(text.str(), path.filename().string());
  if (module.has_value()) return std::make_shared<const ptx::Module>(std::move(*module));
  ADD_FAILURE() << module.error().message.in(Language::en);
  return nullptr;
}

template <class Visit>
void each_instrumented(const std::vector<fs::path>& files, Visit visit) {
  for (const fs::path& path : files) {
    SCOPED_TRACE(path);
    const auto module = parse_file(path);
    if (module == nullptr) continue;
    for (const ptx::Function& function : module->functions) {
      if (!function.is_entry || function.is_declaration) continue;
      const auto kernel = device::instrument(module, function.name);
      ASSERT_TRUE(kernel.has_value()) << kernel.error().message.in(Language::en);
      visit(path, *kernel);
    }
  }
}

// A site of the instrumented kernel: the same, but for where it stands.
std::vector<trace::Site> own_sites(const machine::Program& program) {
  std::vector<trace::Site> sites;
  for (trace::Site site : program.sites()) {
    if (site.ptx.find("warplens_") != std::string::npos) continue;
    site.instruction = 0;
    sites.push_back(std::move(site));
  }
  return sites;
}

TEST(InstrumentedPtx, KeepsEverySiteOfEveryFileInItsOrderAndLine) {
  std::size_t sites = 0;
  each_instrumented(ptx_files(), [&](const fs::path&, const device::Instrumented& kernel) {
    const auto module = parse_instrumented(kernel);
    ASSERT_NE(module, nullptr);
    const auto program = machine::Program::load(module, kernel.program.entry().name);
    ASSERT_TRUE(program.has_value()) << program.error().message.in(Language::en);
    EXPECT_EQ(own_sites(*program), own_sites(kernel.program)) << kernel.program.entry().name;
    sites += kernel.program.sites().size();
  });
  EXPECT_GT(sites, 4000u);
}

// The lowest architecture that the file is for, and a new one.
std::vector<std::string> architectures(const ptx::Module& module) {
  if (module.target.ends_with('a') || module.target == "sm_90") return {module.target};
  return {module.target, "sm_90"};
}

// Whose ptxas the project is tested with; Numba names later versions of PTX.
constexpr int kNewestCuda = 13000;

// ptxas takes minutes for all of them: every twelfth.
std::vector<fs::path> files_to_assemble() {
  const std::vector<fs::path> all = ptx_files();
  if (all_tests_are_asked_for()) return all;
  std::vector<fs::path> some;
  for (std::size_t i = 0; i < all.size(); i += 12) some.push_back(all[i]);
  return some;
}

TEST(InstrumentedPtx, IsAcceptedByPtxas) {
  const char* ptxas = "/usr/local/cuda/bin/ptxas";
  if (!fs::exists(ptxas)) GTEST_SKIP() << "there is no " << ptxas << ": install the CUDA toolkit";
  const fs::path file = fs::path(testing::TempDir()) / "instrumented.ptx";
  each_instrumented(
      files_to_assemble(), [&](const fs::path& path, const device::Instrumented& kernel) {
        std::ofstream(file) << device::with_version_for(kernel.ptx, kNewestCuda);
        for (const std::string& target : architectures(kernel.program.module())) {
          const std::string command =
              fmt::format("{} -O0 -arch {} -o /dev/null {}", ptxas, target, file.string());
          EXPECT_EQ(std::system(command.c_str()), 0) << path << " " << kernel.program.entry().name;
        }
      });
}

}  // namespace
}  // namespace warplens
