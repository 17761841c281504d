#include "kernels/capturing/capture_remote.h"

#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "kernels/base/sha256.h"
#include "kernels/capturing/program_sources.h"
#include "kernels/capturing/run_here.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::capturing {
namespace {

namespace fs = std::filesystem;

constexpr int kSshFailed = 255;
constexpr std::size_t kMostSources = 64;

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// One connection, which several commands share, in a folder of this process.
class Connection {
 public:
  Connection(std::string host, const fs::path& folder) : host_(std::move(host)), folder_(folder) {}
  ~Connection() {
    static_cast<void>(run_here({words({"-O", "exit"}, {}), {}, "/dev/null", folder_ / "ended"}));
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Runs a line of sh there. Errors: ssh's own, which it has said by itself.
  Result<int> run(const std::string& line, const std::optional<fs::path>& input,
                  const std::optional<fs::path>& output) const {
    TRY(const int status, run_here({words({}, line), {}, input, output}));
    if (status == kSshFailed) return fail(tr("ssh {} ended with an error", host_));
    return status;
  }
  // The same, whose failure is an error, and what it prints.
  Result<std::string> ask(const std::string& line, const Text& what) const {
    const fs::path printed = folder_ / "printed";
    TRY(const int status, run(line, "/dev/null", printed));
    if (status != 0) return fail(tr("on {}: {} (status {})", host_, what, status));
    return read_text(printed);
  }

 private:
  [[nodiscard]] std::vector<std::string> words(const std::vector<std::string>& options,
                                               const std::string& line) const {
    std::vector<std::string> all{"ssh",
                                 "-o",
                                 "ControlMaster=auto",
                                 "-o",
                                 fmt::format("ControlPath={}", (folder_ / "c").string()),
                                 "-o",
                                 "ControlPersist=60"};
    all.insert(all.end(), options.begin(), options.end());
    all.insert(all.end(), {"--", host_});
    if (!line.empty()) all.push_back(line);
    return all;
  }

  std::string host_;
  fs::path folder_;
};

std::string machine_here() {
  utsname name{};
  ::uname(&name);
  return fmt::format("{} {}", name.sysname, name.machine);
}

// The library in an archive, unpacked into `folder`.
Result<fs::path> library_of(const fs::path& archive, const fs::path& folder) {
  const fs::path library = folder / "libwarplens_injected.so";
  std::error_code error;
  if (!fs::is_regular_file(archive, error)) return fail(tr("{}: no such file", archive.string()));
  TRY(const int status, run_here({{"tar", "-xzOf", fs::absolute(archive).string(), "--wildcards",
                                   "*/lib/libwarplens_injected.so"},
                                  {},
                                  "/dev/null",
                                  library}));
  if (status != 0 || fs::file_size(library, error) == 0)
    return fail(tr("{} is no archive of Warplens that can capture", archive.string()));
  return library;
}

class RemoteCapture {
 public:
  RemoteCapture(const CaptureOptions& options, const RemoteHost& remote, const fs::path& folder)
      : options_(options), remote_(remote), folder_(folder), connection_(remote.host, folder) {}

  Result<CapturedRun> run(const std::vector<std::string>& program) {
    TRY(const fs::path library, library_for_it());
    TRY(const std::string copied, copy(library));
    TRY(const std::string there, connection_.ask("mktemp -d", tr("no folder can be made")));
    const std::string left = there.substr(0, there.find('\n'));
    const auto ran = run_in(left, copied, program);
    auto fetched = ran.has_value() ? fetch(left, program) : Result<Gathered>();
    static_cast<void>(
        connection_.run(fmt::format("rm -rf {}", quoted(left)), "/dev/null", std::nullopt));
    TRY(const int status, ran);
    TRY(fetched);
    return CapturedRun{status, std::move(*fetched)};
  }

 private:
  Result<fs::path> library_for_it() {
    TRY(std::string machine, connection_.ask("uname -sm", tr("uname fails")));
    machine = machine.substr(0, machine.find('\n'));
    if (!remote_.archive.empty()) return library_of(remote_.archive, folder_);
    if (machine == machine_here()) return injected_library();
    return fail(tr("{} is {}, this machine {}: name Warplens' archive for it with --archive",
                   remote_.host, machine, machine_here()));
  }

  // Where it is there, by what is in it: copied once.
  Result<std::string> copy(const fs::path& library) {
    const std::string text = read_text(library);
    const std::string name = fmt::format("libwarplens_injected-{}.so", sha256(text).substr(0, 16));
    const std::string folder = "${XDG_CACHE_HOME:-$HOME/.cache}/warplens";
    TRY(const std::string found,
        connection_.ask(fmt::format("mkdir -p \"{0}\" && cd \"{0}\" && pwd -P && "
                                    "if [ -f {1} ]; then echo there; fi",
                                    folder, name),
                        tr("the cache folder cannot be made")));
    std::istringstream lines(found);
    std::string path, is_there;
    std::getline(lines, path);
    std::getline(lines, is_there);
    const std::string whole = fmt::format("{}/{}", path, name);
    if (is_there == "there") return whole;
    TRY(const int status,
        connection_.run(fmt::format("cat > {0}.new && mv {0}.new {0}", quoted(whole)), library,
                        std::nullopt));
    if (status != 0) return fail(tr("on {}: {} cannot be written", remote_.host, whole));
    return whole;
  }

  Result<int> run_in(const std::string& left, const std::string& library,
                     const std::vector<std::string>& program) {
    std::string line;
    if (!remote_.directory.empty()) line = fmt::format("cd {} && ", quoted(remote_.directory));
    line += "exec env";
    for (const auto& [name, value] : variables_for(options_, library, left))
      line += fmt::format(" {}={}", name, quoted(value));
    for (const std::string& word : program) line += fmt::format(" {}", quoted(word));
    return connection_.run(line, std::nullopt, std::nullopt);
  }

  Result<Gathered> fetch(const std::string& left, const std::vector<std::string>& program) {
    const fs::path packed = folder_ / "left.tar.gz";
    TRY(const int status,
        connection_.run(fmt::format("cd {} && tar -czf - .", quoted(left)), "/dev/null", packed));
    if (status != 0) return fail(tr("on {}: what was captured cannot be read", remote_.host));
    TRY(const int unpacked,
        run_here({{"tar", "-xzf", packed.string(), "--no-same-owner", "-C", folder_.string()},
                  {},
                  "/dev/null",
                  std::nullopt}));
    if (unpacked != 0) return fail(tr("what {} sent cannot be unpacked", remote_.host));
    TRY(auto gathered, gather(folder_, program));
    if (options_.has_sources) TRY(fetch_sources(gathered.program));
    return gathered;
  }

  // Those that lie beneath the folder in which the program ran.
  Result<void> fetch_sources(captured::Program& program) {
    auto files = source_files(program);
    files.resize(std::min(files.size(), kMostSources));
    for (const std::string& file : files) {
      TRY(std::string text,
          connection_.ask(fmt::format("cd {} && f=$(readlink -f -- {}) && case \"$f\" in "
                                      "\"$(pwd -P)\"/*) [ -f \"$f\" ] && head -c {} -- \"$f\";; "
                                      "esac; true",
                                      remote_.directory.empty() ? "." : quoted(remote_.directory),
                                      quoted(file), run::kMaximumSourceBytes),
                          tr("a source cannot be read")));
      if (!text.empty()) program.sources.emplace_back(file, std::move(text));
    }
    return {};
  }

  const CaptureOptions& options_;
  const RemoteHost& remote_;
  fs::path folder_;
  Connection connection_;
};

}  // namespace

Result<CapturedRun> capture_remotely(const CaptureOptions& options, const RemoteHost& remote,
                                     const std::vector<std::string>& program) {
  TRY(check(options));
  if (remote.host.empty() || remote.host.starts_with('-'))
    return fail(tr("{} is no host", remote.host));
  TRY(const auto folder, run::TemporaryFolder::make());
  return RemoteCapture(options, remote, folder.path()).run(program);
}

}  // namespace warplens::capturing
