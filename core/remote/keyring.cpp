// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/keyring.h"

#include "core/io/file_source.h"
#include "core/util/text.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace duologue {

namespace {

/// How long a wait for output lasts before the job is looked at.
constexpr int kLookAtJobMilliseconds = 40;

/// One end for this program, one for the other.
struct Channel {
    FileDescriptor ours;
    FileDescriptor theirs;
};

/// A pair of sockets: unlike a pipe, it may be written to without a signal if nobody reads.
std::optional<Channel> openChannel()
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return std::nullopt;
    return Channel{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

class SpawnActions {
public:
    SpawnActions() { ::posix_spawn_file_actions_init(&m_actions); }
    ~SpawnActions() { ::posix_spawn_file_actions_destroy(&m_actions); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;

    void use(const Channel& channel, int as)
    {
        ::posix_spawn_file_actions_adddup2(&m_actions, channel.theirs.number(), as);
    }
    const posix_spawn_file_actions_t* get() const { return &m_actions; }

private:
    posix_spawn_file_actions_t m_actions{};
};

/// Appends what can be read. False at the end.
bool readSome(const FileDescriptor& from, std::string& to)
{
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(from.number(), bytes.data(), bytes.size());
    if (count > 0)
        to.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

void writeAll(const FileDescriptor& to, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::send(to.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

int waitForEnd(pid_t process)
{
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    constexpr int kSignalled = 128;
    return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

} // namespace

std::string findTool(std::string_view name)
{
    const char* const path = std::getenv("PATH");
    for (std::string_view left = path == nullptr ? "" : path; !left.empty();) {
        const std::size_t end = std::min(left.find(':'), left.size());
        const std::string found = std::string(left.substr(0, end)) + '/' + std::string(name);
        if (end > 0 && ::access(found.c_str(), X_OK) == 0)
            return found;
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return {};
}

std::optional<ToolOutput> runTool(const std::string& path, const std::vector<std::string>& arguments,
                                  std::string_view input, const Job& job)
{
    auto in = openChannel();
    auto out = openChannel();
    auto error = openChannel();
    if (!in || !out || !error)
        return std::nullopt;
    SpawnActions actions;
    actions.use(*in, STDIN_FILENO);
    actions.use(*out, STDOUT_FILENO);
    actions.use(*error, STDERR_FILENO);
    std::vector<std::string> words{path};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_t process = 0;
    if (::posix_spawn(&process, path.c_str(), actions.get(), nullptr, pointers.data(), environ) != 0)
        return std::nullopt;
    // Else the ends of its output would never come.
    for (Channel* channel : {&*in, &*out, &*error})
        channel->theirs = {};
    writeAll(in->ours, input);
    in->ours = {};

    ToolOutput output;
    bool hasOut = true;
    bool hasError = true;
    while ((hasOut || hasError) && !job.stopRequested()) {
        std::array<pollfd, 2> waits{{{hasOut ? out->ours.number() : -1, POLLIN, 0},
                                     {hasError ? error->ours.number() : -1, POLLIN, 0}}};
        if (::poll(waits.data(), waits.size(), kLookAtJobMilliseconds) <= 0)
            continue;
        if (waits[0].revents != 0)
            hasOut = readSome(out->ours, output.out);
        if (waits[1].revents != 0)
            hasError = readSome(error->ours, output.error);
    }
    const bool isStopped = job.stopRequested();
    if (isStopped)
        ::kill(process, SIGKILL);
    output.exitCode = waitForEnd(process);
    if (isStopped)
        return std::nullopt;
    return output;
}

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
        return std::string(kTool).append(" did not start");
    if (answer->exitCode == 0)
        return {};
    const std::string said = toValidUtf8(trimmed(answer->error));
    return said.empty() ? std::string(kTool).append(" failed") : said;
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
