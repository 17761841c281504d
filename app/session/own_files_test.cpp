#include "app/session/own_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <thread>

#include "app/session/file_list.h"
#include "app/session/form_fields.h"
#include "app/session/kernel_result.h"
#include "app/session/load_own_file.h"
#include "kernels/own/launch_form.h"
#include "kernels/run/toolkit/fake_tool_test.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

// PATH begins with the folder while this lives.
class PathWith {
 public:
  explicit PathWith(const fs::path& folder) : before_(std::getenv("PATH")) {
    ::setenv("PATH", (folder.string() + ":" + before_).c_str(), 1);
  }
  ~PathWith() { ::setenv("PATH", before_.c_str(), 1); }
  PathWith(const PathWith&) = delete;
  PathWith& operator=(const PathWith&) = delete;

 private:
  std::string before_;
};

class OwnFilesOfAFolder : public ::testing::Test {
 protected:
  OwnFilesOfAFolder() { fs::copy_file(WARPLENS_SOURCE_DIR "/tests/corpus/network.ptx", path_); }
  OwnFilePtr load() { return files_.load(path_, trace::capture_stamp(path_)).value(); }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  std::string path_ = (folder_.path() / "network.ptx").string();
  OwnFiles files_;
};

TEST_F(OwnFilesOfAFolder, AreReadOnceForEachTimeTheyAreSaved) {
  const OwnFilePtr first = load();
  EXPECT_EQ(load(), first);
  EXPECT_EQ(files_.known(path_, first->stamp), first);
  EXPECT_EQ(first->kernels.front().name, "softmax");
  EXPECT_NE(first->kernels.front().signature.find("softmax("), std::string::npos);
  std::ofstream(path_, std::ios::app) << "\n// saved\n";
  EXPECT_NE(load(), first);
  EXPECT_EQ(files_.known(path_, first->stamp), first) << "what it was can still be shown";
}

// What a sidecar names lies beneath the kernel's folder, or beneath one that a person has allowed.
TEST(OwnFiles, ReadWhatTheyNameBeneathFoldersThatAreAllowed) {
  const auto folder = run::TemporaryFolder::make().value();
  const fs::path kernel = folder.path() / "kernel/k.ptx", data = folder.path() / "data";
  fs::create_directories(kernel.parent_path());
  fs::create_directories(data);
  std::ofstream(data / "x.bin") << "12345678";
  std::ofstream(kernel)
      << ".version 8.0\n.target sm_80\n.address_size 64\n"
         ".visible .entry k(.param .u64 x) { .reg .b64 %rd<2>; .reg .b32 %r<2>; "
         "ld.param.u64 %rd1, [x]; ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd1], %r1; ret; }";
  std::ofstream(kernel.string() + ".warplens.json")
      << R"({"warplens_launches": 1, "launches": [{"name": "one", "kernel": "k", "grid": [1],)"
      << R"( "block": [1], "arguments": [{"name": "x", "type": "i32", "count": 2,)"
      << R"( "role": "inout", "file": "../data/x.bin"}]}]})";
  const auto launched = [&](run::Roots roots) {
    OwnFiles files(std::move(roots));
    const auto file = files.load(kernel.string(), trace::capture_stamp(kernel.string()));
    EXPECT_TRUE(file.has_value());
    const auto launch = files.launch(*file, {}, {});
    EXPECT_TRUE(launch.has_value()) << launch.error().message.in(Language::en);
    return own::own_kernel(launch->form, (*file)->loaded, kernel.parent_path());
  };
  const auto refused = launched({});
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.in(Language::en).find("--source-root"), std::string::npos);
  EXPECT_TRUE(launched({data}).has_value());
}

TEST_F(OwnFilesOfAFolder, AreNeverKnownAsAVersionThatTheyAreNoLonger) {
  const std::uint64_t older = trace::capture_stamp(path_);
  std::ofstream(path_, std::ios::app) << "\n// saved\n";
  EXPECT_FALSE(files_.load(path_, older).has_value());
  EXPECT_EQ(files_.known(path_, older), nullptr);
  EXPECT_TRUE(files_.load(path_, 0).has_value()) << "any version";
}

TEST_F(OwnFilesOfAFolder, ThatWereNotThereAreReadOnceTheyAre) {
  const std::string later = (folder_.path() / "later.ptx").string();
  EXPECT_TRUE(files_.load(later, 0).value()->error.has_value());
  fs::copy_file(path_, later);
  EXPECT_FALSE(files_.load(later, 0).value()->error.has_value());
}

// A compiler that takes its time: the person saves the source once more meanwhile.
TEST_F(OwnFilesOfAFolder, SavedWhileTheyAreCompiledAreReadAnewOrNotAtAll) {
  const fs::path source = folder_.path() / "my.cu", nvcc = folder_.path() / "nvcc";
  std::ofstream(source) << "first";
  std::ofstream(nvcc) << "#!/bin/sh\ngrep -q again '" << source.string() << "' || echo again >> '"
                      << source.string() << "'\nexit 1\n";
  fs::permissions(nvcc, fs::perms::owner_all);
  const PathWith tools(folder_.path());
  const std::uint64_t first = trace::capture_stamp(source);
  EXPECT_FALSE(files_.load(source.string(), first).has_value());
  EXPECT_EQ(files_.known(source.string(), first), nullptr);
  std::ofstream(source) << "second";
  const auto any = files_.load(source.string(), 0);
  ASSERT_TRUE(any.has_value()) << any.error().message.in(Language::en);
  EXPECT_EQ((*any)->stamp, trace::capture_stamp(source));
}

TEST_F(OwnFilesOfAFolder, HoldAFewVersionsOnlyAndNoMoreForThoseThatAreStillLaunched) {
  const OwnFilePtr first = load();
  std::vector<std::weak_ptr<const OwnFile>> versions;
  for (int i = 0; i < 12; ++i) {
    std::ofstream(path_, std::ios::app) << "\n// saved\n";
    versions.push_back(load());
    ASSERT_TRUE(files_.launch(first, {"gelu"}, {}).has_value());
  }
  EXPECT_LT(std::ranges::count_if(versions, [](const auto& each) { return !each.expired(); }), 8);
}

TEST_F(OwnFilesOfAFolder, AreGuessedOnceForEachKernel) {
  const OwnFilePtr file = load();
  EXPECT_FALSE(files_.known_launch(file, {"gelu"}).has_value());
  const auto launch = files_.launch(file, {"gelu"}, {});
  ASSERT_TRUE(launch.has_value()) << launch.error().message.in(Language::en);
  EXPECT_TRUE(launch->is_guessed);
  ASSERT_TRUE(files_.known_launch(file, {"gelu"}).has_value());
  EXPECT_FALSE(files_.known_launch(file, {"softmax"}).has_value());
  EXPECT_FALSE(files_.launch(file, {"no_such_kernel"}, {}).has_value());
}

// `turn` goes on by 256 threads: half of them reach less far.
TEST_F(OwnFilesOfAFolder, AreGuessedAnewFromWhatIsCorrected) {
  const std::string path = (folder_.path() / "guesses.ptx").string();
  fs::copy_file(WARPLENS_SOURCE_DIR "/tests/own_kernels/guesses.ptx", path);
  const OwnFilePtr file = files_.load(path, trace::capture_stamp(path)).value();
  const own::LaunchForm guess = files_.launch(file, {"turn"}, {}).value().form;
  own::LaunchForm form = guess;
  form.block[0] = {"128", {}};
  const OwnChoice corrected{"turn", false, std::make_shared<const own::LaunchForm>(form)};
  EXPECT_FALSE(files_.known_launch(file, corrected).has_value()) << "it is still to be guessed";
  const OwnLaunch anew = files_.launch(file, corrected, {}).value();
  EXPECT_EQ(anew.form.block[0].text, "128");
  const auto why_of_count = [](const own::LaunchForm& of) {
    return std::get<own::FormBuffer>(of.arguments[0]).count.why.in(Language::en);
  };
  EXPECT_NE(why_of_count(anew.form), why_of_count(guess));
  form.sizes[0].value = 128;
  form.sizes[0].why = {};
  const OwnChoice larger{"turn", false, std::make_shared<const own::LaunchForm>(form)};
  ASSERT_TRUE(files_.known_launch(file, larger).has_value()) << "a size only scales it";
  EXPECT_EQ(files_.known_launch(file, larger)->form.sizes[0].value, 128);
}

TEST_F(OwnFilesOfAFolder, AreNotGuessedAnyLongerOnceThatIsStopped) {
  std::stop_source stop;
  stop.request_stop();
  const auto launch = files_.launch(load(), {"gelu"}, stop.get_token());
  ASSERT_FALSE(launch.has_value());
  EXPECT_EQ(launch.error().message.in(Language::en), "cancelled");
  EXPECT_FALSE(files_.known_launch(load(), {"gelu"}).has_value());
}

// A kernel's name is plain while it is the only one called so, and mangled beside an overload.
TEST_F(OwnFilesOfAFolder, KeepTheirLaunchesWhileAnotherVersionNamesThemOtherwise) {
  const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
  const std::string tile = ".visible .entry _Z4tilei(.param .u32 n) { ret; }\n";
  const std::string overload = ".visible .entry _Z4tilef(.param .f32 n) { ret; }\n";
  std::ofstream(path_) << head << tile;
  const OwnFilePtr before = load();
  auto launch = files_.launch(before, {"tile"}, {}).value();
  launch.form.grid[0].text = "7";
  ASSERT_TRUE(files_.keep(*before, launch).has_value());
  own::Sidecar sidecar = own::read_sidecar(own::sidecar_path(path_)).value().value();
  sidecar.launches.front().form.entry = "_Z4tilei";
  ASSERT_TRUE(own::write_sidecar(own::sidecar_path(path_), sidecar).has_value());
  std::ofstream(path_) << head << tile << overload;
  const OwnFilePtr after = load();
  EXPECT_TRUE(files_.launch(after, {"_Z4tilei"}, {}).value().is_kept);
  const auto still = files_.known_launch(before, {"tile"});
  ASSERT_TRUE(still.has_value());
  EXPECT_TRUE(still->is_kept);
  EXPECT_EQ(still->form.grid[0].text, "7");
  EXPECT_TRUE(files_.known_launch(after, {"_Z4tilei"})->is_kept) << "nor the other way";
}

TEST_F(OwnFilesOfAFolder, AreGivenUpWithinASecondWhileTheyAreCompiledAndHoldUpNoOther) {
  const run::FakeTool nvcc("nvcc", run::kTakesAMinute);
  const std::string path = (folder_.path() / "kernel.cu").string();
  std::ofstream(path) << "__global__ void kernel() {}\n";
  const std::uint64_t stamp = trace::capture_stamp(path);
  std::stop_source compiling, waiting;
  Result<OwnFilePtr> compiled = fail("not yet"), waited = fail("not yet");
  const auto begin = std::chrono::steady_clock::now();
  {
    const std::jthread one([&] { compiled = files_.load(path, stamp, compiling.get_token()); });
    nvcc.wait_for_runs(1);
    std::jthread other([&] { waited = files_.load(path, stamp, waiting.get_token()); });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_EQ(nvcc.runs(), 1) << "one at a time";
    waiting.request_stop();
    other.join();
    compiling.request_stop();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
  EXPECT_EQ(compiled.error().message.in(Language::en), "cancelled");
  EXPECT_EQ(waited.error().message.in(Language::en), "cancelled");
  EXPECT_EQ(files_.known(path, stamp), nullptr) << "it may be read again";
}

TEST_F(OwnFilesOfAFolder, KeepALaunchUnderTheNameThatItHas) {
  const OwnFilePtr file = load();
  auto launch = files_.launch(file, {"gelu"}, {}).value();
  ASSERT_TRUE(files_.keep(*file, launch).has_value());
  EXPECT_TRUE(files_.known_launch(file, {"gelu"})->is_kept);
  launch.form.grid[0].text = "7";
  ASSERT_TRUE(files_.keep(*file, launch).has_value());
  const auto sidecar = own::read_sidecar(own::sidecar_path(path_)).value();
  ASSERT_EQ(sidecar->launches.size(), 1u);
  EXPECT_EQ(sidecar->launches.front().form.grid[0].text, "7");
}

// Of column_read, with its reference as the file beside it has it.
class OwnFilesWithAReference : public ::testing::Test {
 protected:
  OwnFilesWithAReference() {
    fs::copy_file(WARPLENS_SOURCE_DIR "/tests/window/own/column_read.ptx", path_);
    file_ = files_.load(path_, trace::capture_stamp(path_)).value();
  }
  OwnLaunch launch(const OwnChoice& choice) { return files_.launch(file_, choice, {}).value(); }
  static OwnChoice with_plain(own::LaunchForm form) {
    form.expectations.push_back({{}, {}, {}, "plain"});
    return {"column_read", false, std::make_shared<const own::LaunchForm>(std::move(form))};
  }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  std::string path_ = (folder_.path() / "column_read.ptx").string();
  OwnFiles files_;
  OwnFilePtr file_;
};

TEST_F(OwnFilesWithAReference, KnowWhichKernelsMayBeOneAndGuessHowItIsLaunched) {
  const OwnLaunch first = launch({"column_read"});
  EXPECT_EQ(first.possible_references, std::vector<std::string>{"plain"});
  EXPECT_TRUE(launch({"scale"}).possible_references.empty()) << "none takes what it takes";
  const OwnChoice chosen = with_plain(first.form);
  EXPECT_FALSE(files_.known_launch(file_, chosen).has_value()) << "it is still to be guessed";
  const OwnLaunch shaped = launch(chosen);
  ASSERT_NE(reference_in(shaped.form), nullptr);
  EXPECT_NE(reference_in(shaped.form)->grid[0].text, "");
  EXPECT_NE(reference_in(shaped.form)->block[0].text, shaped.form.block[0].text);
  EXPECT_TRUE(files_.known_launch(file_, chosen).has_value());
}

TEST_F(OwnFilesWithAReference, LeaveAKeptOneInTheLaunchsOwnShape) {
  OwnLaunch kept = launch({"column_read"});
  kept.form.expectations.push_back({{}, {}, {}, "plain"});
  ASSERT_TRUE(files_.keep(*file_, kept).has_value());
  EXPECT_EQ(reference_in(launch({"column_read"}).form)->grid[0].text, "");
  own::LaunchForm corrected = launch({"column_read"}).form;
  corrected.sizes.front().value = 32;
  const OwnChoice choice{"column_read", false,
                         std::make_shared<const own::LaunchForm>(std::move(corrected))};
  EXPECT_EQ(reference_in(launch(choice).form)->grid[0].text, "");
}

TEST_F(OwnFilesOfAFolder, TellAPtxReadersErrorAtItsLine) {
  std::ofstream(path_) << ".version 8.0\n.target sm_80\n.address_size 64\n.bogus\n";
  const OwnFilePtr file = load();
  ASSERT_TRUE(file->error.has_value());
  ASSERT_EQ(file->diagnostics.size(), 1u);
  EXPECT_EQ(file->diagnostics.front().line, 4u);
  EXPECT_EQ(file->texts.front().first, path_);
}

TEST_F(OwnFilesOfAFolder, AreListedAfterFoldersAndWithoutWhatCannotBeOpened) {
  const fs::path folder = folder_.path();
  for (const char* name : {"b.cu", "A.cu", "notes.txt", ".hidden.cu", "t.wlens"})
    std::ofstream(folder / name) << "x";
  fs::create_directory(folder / "zoo");
  fs::create_directory(folder / ".git");
  const auto names = [&](Listed listed) {
    std::string all;
    for (const ListedFile& file : list_folder(folder, listed).files)
      all += file.path.filename().string() + (file.is_folder ? "/ " : " ");
    return all;
  };
  EXPECT_EQ(names(Listed::kernels_and_captures), "zoo/ A.cu b.cu network.ptx t.wlens ");
  EXPECT_EQ(names(Listed::every_file), "zoo/ A.cu b.cu network.ptx notes.txt t.wlens ");
  EXPECT_FALSE(list_folder(folder, Listed::every_file).error.has_value());
  const FileList gone = list_folder(folder / "gone", Listed::every_file);
  ASSERT_TRUE(gone.error.has_value());
  EXPECT_NE(gone.error->message.in(Language::en).find("gone"), std::string::npos);
  EXPECT_NE(gone.error->message.in(Language::zh), "");
  const auto recent = with_presence({path_, (folder / "gone.cu").string()});
  EXPECT_FALSE(recent[0].is_missing);
  EXPECT_TRUE(recent[1].is_missing);
}

TEST(Names, MatchWhatIsTypedInSmallOrCapitalLetters) {
  EXPECT_TRUE(matches("Transpose.cu", "SPOSE"));
  EXPECT_TRUE(matches("x", ""));
  EXPECT_FALSE(matches("Transpose.cu", "spouse"));
}

}  // namespace
}  // namespace warplens::session
