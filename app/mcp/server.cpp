#include "app/mcp/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include "app/mcp/tool.h"

namespace warplens::mcp {
namespace {

// Of the protocol, the newest first.
constexpr std::array<std::string_view, 3> kVersions{"2025-06-18", "2025-03-26", "2024-11-05"};

constexpr std::string_view kInstructions =
    "Warplens runs CUDA kernels on an interpreter and counts exactly what their memory accesses "
    "cost. Ask it (trace, explain, find_layout, check) in place of guessing coalescing, bank "
    "conflicts or races. It counts; it does not time: call nothing faster by its counts alone. "
    "Relative file names are relative to the folder that it was started in.";

std::string_view agreed_version(const Json& params) {
  const auto asked = params.find("protocolVersion");
  if (asked == params.end()) return kVersions.front();
  const auto known =
      std::ranges::find_if(kVersions, [&](std::string_view one) { return *asked == one; });
  return known == kVersions.end() ? kVersions.front() : *known;
}

// Whole messages, whichever thread they come from.
Send one_at_a_time(Send send) {
  return [send = std::move(send), mutex = std::make_shared<std::mutex>()](const Json& message) {
    const std::scoped_lock lock(*mutex);
    send(message);
  };
}

}  // namespace

Server::Server(Setting setting, Answer answer, Send send)
    : setting_(std::move(setting)),
      send_(one_at_a_time(std::move(send))),
      calls_(std::move(answer), send_) {}

void Server::take_too_long() { send_(too_long()); }

void Server::take(std::string_view line) {
  const auto message = read_message(line);
  if (const auto* refused = std::get_if<Json>(&message)) send_(*refused);
  if (const auto* request = std::get_if<Request>(&message)) take(*request);
}

void Server::take(const Request& request) {
  if (request.id.is_null()) return take_notification(request);
  if (request.method == "tools/call") return call(request);
  if (request.method == "initialize") return send_(answer(request.id, initialized(request.params)));
  if (request.method == "ping") return send_(answer(request.id, Json::object()));
  if (request.method == "tools/list") return send_(answer(request.id, listed()));
  send_(refusal(request.id, Fault::no_method,
                fmt::format("there is no method '{}'", request.method)));
}

void Server::take_notification(const Request& request) {
  if (request.method != "notifications/cancelled") return;
  const auto id = request.params.find("requestId");
  if (id != request.params.end()) calls_.cancel(*id);
}

void Server::call(const Request& request) {
  const auto refuse = [&](Fault fault, std::string_view why) {
    send_(refusal(request.id, fault, why));
  };
  const auto name = request.params.find("name");
  if (name == request.params.end() || !name->is_string())
    return refuse(Fault::wrong_params, "a call names its tool");
  const Tool* tool = find_tool(name->get<std::string>());
  if (tool == nullptr)
    return refuse(Fault::wrong_params,
                  fmt::format("there is no tool '{}'", name->get<std::string>()));
  auto words = words_of(*tool, request.params.value("arguments", Json::object()));
  if (!words.has_value())
    return refuse(Fault::wrong_params, words.error().message.in(Language::en));
  if (calls_.has(request.id)) return refuse(Fault::no_request, "a call with this id is not over");
  if (!calls_.add({request.id, std::move(*words)}))
    refuse(Fault::no_request, "too many calls wait for an answer");
}

Json Server::initialized(const Json& params) const {
  return {
      {"protocolVersion", agreed_version(params)},
      {"capabilities", {{"tools", Json::object()}}},
      {"serverInfo", {{"name", "warplens"}, {"title", "Warplens"}, {"version", setting_.version}}},
      {"instructions", kInstructions}};
}

Json Server::listed() const {
  Json list = Json::array();
  for (const Tool& tool : tools())
    list.push_back(tool_json(tool, setting_.schemas.value(tool.form, Json())));
  return {{"tools", list}};
}

}  // namespace warplens::mcp
