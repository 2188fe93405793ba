// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table_address.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

namespace duologue::test {

/// A connection of a client, while a script answers it.
class Connection {
public:
    explicit Connection(int socket) : m_socket(socket) {}

    /// The request, with its body.
    const std::string& request() const { return m_request; }
    void readRequest();
    /// False if the client has closed the connection.
    bool write(const std::string& bytes) const;
    /// Waits until the client closes the connection; false if it does not within these milliseconds.
    bool waitUntilClosed(int milliseconds) const;

private:
    int m_socket;
    std::string m_request;
};

/// A server on this machine that answers each connection as a function says, which may stop in the middle.
class ScriptedServer {
public:
    explicit ScriptedServer(std::function<void(Connection&)> answer);
    ~ScriptedServer();

    TableAddress address() const { return {Engine::ClickHouse, false, "127.0.0.1", m_port, "d", {}, "t"}; }
    int connections() const { return m_connections; }

    /// An answer with a whole body.
    static std::string answer(int status, const std::string& body);
    /// The head of an answer that comes in chunks.
    static std::string chunkedHead();
    static std::string chunk(const std::string& bytes);

private:
    void serve();

    std::function<void(Connection&)> m_answer;
    int m_listener = -1;
    std::uint16_t m_port = 0;
    std::atomic<int> m_connections = 0;
    std::atomic<bool> m_isOver = false;
    std::thread m_thread;
};

} // namespace duologue::test
