// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/keyring/keyring.h"

#include "core/base/text.h"
#include "core/remote/keyring/tool_run.h"

#include <cstdlib>
#include <unistd.h>
#include <utility>
#include <vector>

namespace duologue {

namespace {

constexpr const char* kTool = "secret-tool";

/// The words by which the entry of a server is found.
std::vector<std::string> wordsOf(const TableAddress& server)
{
    return {"application", "duologue", "server", server.host, "port", std::to_string(server.port)};
}

std::optional<ToolOutput> askKeyring(std::vector<std::string> command, const TableAddress& server,
                                     std::string_view input, const Job& job)
{
    if (!hasKeyring())
        return std::nullopt;
    for (std::string& word : wordsOf(server))
        command.push_back(std::move(word));
    return runTool(findTool(kTool), command, input, job);
}

} // namespace

bool hasKeyring()
{
    // Without a bus, the program would start one of its own, in which nobody answers.
    const char* const bus = std::getenv("DBUS_SESSION_BUS_ADDRESS");
    if (bus == nullptr || *bus == '\0') {
        const char* const folder = std::getenv("XDG_RUNTIME_DIR");
        if (folder == nullptr || ::access((std::string(folder) + "/bus").c_str(), R_OK | W_OK) != 0)
            return false;
    }
    return !findTool(kTool).empty();
}

std::optional<Credentials> keptCredentials(const TableAddress& server, const Job& job)
{
    const auto answer = askKeyring({"lookup"}, server, {}, job);
    if (!answer || answer->exitCode != 0)
        return std::nullopt;
    const std::size_t end = answer->out.find('\n');
    // Not an entry of this program.
    if (end == std::string::npos)
        return std::nullopt;
    return Credentials{answer->out.substr(0, end), answer->out.substr(end + 1)};
}

std::string keepCredentials(const TableAddress& server, const Credentials& credentials, const Job& job)
{
    const std::string label =
        "--label=Duologue: " + (credentials.user.empty() ? "" : credentials.user + '@') + server.host;
    const auto answer =
        askKeyring({"store", label}, server, credentials.user + '\n' + credentials.password, job);
    if (!answer)
        return std::string(kTool) + " did not start";
    if (answer->exitCode == 0)
        return {};
    const std::string said = toValidUtf8(trimmed(answer->error));
    return said.empty() ? std::string(kTool) + " failed" : said;
}

Credentials completed(Credentials given, const TableAddress& server, const Job& job)
{
    if (!given.password.empty())
        return given;
    auto kept = keptCredentials(server, job);
    if (!kept || (!given.user.empty() && given.user != kept->user))
        return given;
    return *std::move(kept);
}

} // namespace duologue
