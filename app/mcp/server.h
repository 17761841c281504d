// A server of the Model Context Protocol, by which coding assistants use tools: each line that it
// is given is a message, and so is each that it sends.
//
//   line ── read_message() ──► initialize, ping, tools/list ─────────────────────► send
//                         └──► tools/call ── words_of() ──► Calls ── a command ──► send
//
// Messages are taken on one thread; answers to calls are sent from another.
#pragma once

#include <string>
#include <string_view>

#include "app/mcp/calls.h"
#include "app/mcp/message.h"
#include "kernels/base/json.h"

namespace warplens::mcp {

struct Setting {
  std::string version;  // the program's
  Json schemas;         // by the name of their form: what tools give is held to them
};

class Server {
 public:
  Server(Setting setting, Answer answer, Send send);
  void take(std::string_view line);
  void take_too_long();  // a line that nobody kept
  void finish(const std::function<bool()>& is_read) { calls_.finish(is_read); }

 private:
  void take(const Request& request);
  void take_notification(const Request& request);
  void call(const Request& request);
  [[nodiscard]] Json initialized(const Json& params) const;
  [[nodiscard]] Json listed() const;

  Setting setting_;
  Send send_;
  Calls calls_;
};

}  // namespace warplens::mcp
