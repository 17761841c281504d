#include "kernels/capturing/capture_remote.h"

#include <elf.h>
#include <sys/utsname.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "kernels/base/sha256.h"
#include "kernels/capturing/program_sources.h"
#include "kernels/capturing/remote_sources.h"
#include "kernels/capturing/run_here.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::capturing {
namespace {

namespace fs = std::filesystem;

constexpr int kSshFailed = 255;
constexpr const char* kInjectedLibrary = "libwarplens_injected.so";

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// One connection, which several commands share, in a folder of this process.
class Connection {
 public:
  Connection(std::string host, const fs::path& folder) : host_(std::move(host)), folder_(folder) {}
  ~Connection() {
    static_cast<void>(
        run_here({words({"-O", "exit"}, {}), {}, "/dev/null", folder_ / "ended", "/dev/null"}));
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Runs a line of sh there. Errors: ssh's own, which it has said by itself.
  Result<int> run(const std::string& line, const std::optional<fs::path>& input,
                  const std::optional<fs::path>& output) const {
    TRY(const int status, run_here({words({}, line), {}, input, output, {}}));
    if (status == kSshFailed) return fail(tr("ssh {} ended with an error", host_));
    return status;
  }
  // The same, whose failure is an error, and what it prints.
  Result<std::string> ask(const std::string& line, const Text& what,
                          const fs::path& input = "/dev/null") const {
    const fs::path printed = folder_ / "printed";
    TRY(const int status, run(line, input, printed));
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

// As uname says them.
struct Machine {
  std::string system, processor;
  bool operator==(const Machine&) const = default;
};

Text text_of(const Machine& machine) {
  return Text(fmt::format("{} {}", machine.system, machine.processor));
}

Machine machine_here() {
  utsname name{};
  ::uname(&name);
  return {name.sysname, name.machine};
}

// For which a library is; none: it is none, or for what Warplens is not made for.
std::optional<Machine> machine_of(const std::string& library) {
  Elf64_Ehdr header{};
  if (library.size() < sizeof(header) || !library.starts_with(ELFMAG)) return std::nullopt;
  std::memcpy(&header, library.data(), sizeof(header));
  if (header.e_machine == EM_X86_64) return Machine{"Linux", "x86_64"};
  if (header.e_machine == EM_AARCH64) return Machine{"Linux", "aarch64"};
  return std::nullopt;
}

tl::unexpected<Error> no_archive(const fs::path& file) {
  return fail(tr("{} is no archive of Warplens that can capture", file.string()));
}

// The library in an archive, unpacked into `folder`.
Result<fs::path> library_of(const fs::path& archive, const fs::path& folder) {
  const fs::path library = folder / kInjectedLibrary;
  std::error_code error;
  if (!fs::is_regular_file(archive, error)) return fail(tr("{}: no such file", archive.string()));
  TRY(const int status, run_here({{"tar", "-xzOf", fs::absolute(archive).string(), "--wildcards",
                                   fmt::format("*/lib/{}", kInjectedLibrary)},
                                  {},
                                  "/dev/null",
                                  library,
                                  "/dev/null"}));
  if (status != 0 || fs::file_size(library, error) == 0) return no_archive(archive);
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
    TRY(const std::string told, connection_.ask("uname -sm", tr("uname fails")));
    Machine there;
    std::istringstream(told) >> there.system >> there.processor;
    if (remote_.archive.empty()) {
      if (there == machine_here()) return injected_library();
      return fail(tr("{} is {}, this machine {}: name Warplens' archive for it with --archive",
                     remote_.host, text_of(there), text_of(machine_here())));
    }
    TRY(const fs::path library, library_of(remote_.archive, folder_));
    const auto fits = machine_of(read_text(library));
    if (!fits.has_value()) return no_archive(remote_.archive);
    if (there == *fits) return library;
    return fail(tr("{} is {}, and what {} holds is for {}", remote_.host, text_of(there),
                   remote_.archive.string(), text_of(*fits)));
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
                  {},
                  {}}));
    if (unpacked != 0) return fail(tr("what {} sent cannot be unpacked", remote_.host));
    TRY(auto gathered, gather(folder_, program));
    if (options_.has_sources) {
      const auto sources = fetch_sources(left, gathered.program);
      if (!sources.has_value()) gathered.notes.push_back(sources.error().message);
    }
    return gathered;
  }

  Result<void> fetch_sources(const std::string& left, captured::Program& program) {
    const auto names = names_to_ask(source_files(program));
    if (names.empty()) return {};
    std::vector<std::string> roots;
    for (const fs::path& root : options_.source_roots) roots.push_back(root.string());
    const fs::path asked = folder_ / "names";
    std::ofstream(asked, std::ios::binary) << lines_of(names);
    TRY(const std::string sent, connection_.ask(line_for_sources(remote_.directory, left, roots),
                                                tr("sources cannot be read"), asked));
    program.sources = sent_sources(sent, names);
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
