#include "app/serve/serve.h"

#include <gmock/gmock.h>
#include <httplib.h>

#include <fstream>
#include <future>

#include "kernels/base/language.h"

namespace warplens::serve {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

class APageOnThisMachine : public testing::Test {
 protected:
  APageOnThisMachine() {
    fs::create_directories(folder_ / "build/web");
    std::ofstream(folder_ / "build/web/index.html") << "the page";
    std::ofstream(folder_ / "build/web/warplens.wasm.bin") << "the program";
    std::ofstream(folder_ / "secret") << "not of the page";
  }
  ~APageOnThisMachine() override { fs::remove_all(folder_); }

  // Serves while `use` runs.
  template <class Use>
  void serving(Use use) {
    std::stop_source stop;
    std::promise<std::string> told;
    std::jthread server([&] {
      const auto served = serve({folder_ / "build/web"}, stop.get_token(),
                                [&](const std::string& address) { told.set_value(address); });
      EXPECT_TRUE(served.has_value());
    });
    use(told.get_future().get());
    stop.request_stop();
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "warplens_serve_test";
};

TEST_F(APageOnThisMachine, IsReadAtTheAddressThatIsTold) {
  serving([](const std::string& address) {
    EXPECT_THAT(address, StartsWith("http://127.0.0.1:"));
    httplib::Client client(address.substr(0, address.size() - 1));
    client.set_read_timeout(10);
    const auto read = client.Get("/");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->body, "the page");
    const auto outside = client.Get("/../../secret");
    ASSERT_TRUE(outside);
    EXPECT_EQ(outside->status, 404);
  });
}

TEST_F(APageOnThisMachine, IsFoundBesideTheAssets) {
  EXPECT_EQ(find_page(folder_ / "assets").value(), folder_ / "build/web");
}

TEST_F(APageOnThisMachine, IsNotServedFromAFolderWithoutOne) {
  const auto served = serve({folder_}, {}, [](const std::string&) { FAIL(); });
  ASSERT_FALSE(served.has_value());
  EXPECT_THAT(served.error().message.in(Language::en), HasSubstr("holds no page of Warplens"));
}

TEST_F(APageOnThisMachine, DoesNotTakeAPortThatIsTaken) {
  serving([&](const std::string& address) {
    const int port = std::stoi(address.substr(address.rfind(':') + 1));
    const auto second =
        serve({folder_ / "build/web", port}, {}, [](const std::string&) { FAIL(); });
    ASSERT_FALSE(second.has_value());
    EXPECT_THAT(second.error().message.in(Language::en), HasSubstr("is taken"));
  });
}

}  // namespace
}  // namespace warplens::serve
