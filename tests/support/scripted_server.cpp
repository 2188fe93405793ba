// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scripted_server.h"

#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace duologue::test {

void Connection::readRequest()
{
    std::array<char, 4096> buffer{};
    for (;;) {
        const auto end = m_request.find("\r\n\r\n");
        if (end != std::string::npos) {
            constexpr std::string_view kLength = "Content-Length: ";
            const auto at = m_request.find(kLength);
            std::size_t length = 0;
            if (at != std::string::npos)
                std::from_chars(m_request.data() + at + kLength.size(), m_request.data() + end, length);
            if (m_request.size() >= end + 4 + length)
                return;
        }
        const auto count = ::recv(m_socket, buffer.data(), buffer.size(), 0);
        if (count <= 0)
            return;
        m_request.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

bool Connection::write(const std::string& bytes) const
{
    return ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

bool Connection::waitUntilClosed(int milliseconds) const
{
    pollfd wait{m_socket, POLLIN, 0};
    char byte = 0;
    return ::poll(&wait, 1, milliseconds) == 1 && ::recv(m_socket, &byte, 1, 0) <= 0;
}

ScriptedServer::ScriptedServer(std::function<void(Connection&)> answer) : m_answer(std::move(answer))
{
    m_listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    ::bind(m_listener, reinterpret_cast<const sockaddr*>(&address), size);
    ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
    m_port = ntohs(address.sin_port);
    ::listen(m_listener, 8);
    m_thread = std::thread([this] { serve(); });
}

ScriptedServer::~ScriptedServer()
{
    m_isOver = true;
    ::shutdown(m_listener, SHUT_RDWR);
    m_thread.join();
    ::close(m_listener);
}

void ScriptedServer::serve()
{
    for (;;) {
        const int socket = ::accept(m_listener, nullptr, nullptr);
        if (socket < 0 || m_isOver) {
            if (socket >= 0)
                ::close(socket);
            return;
        }
        ++m_connections;
        Connection connection(socket);
        m_answer(connection);
        ::close(socket);
    }
}

std::string ScriptedServer::answer(int status, const std::string& body)
{
    return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\nConnection: close\r\n\r\n" + body;
}

std::string ScriptedServer::chunkedHead()
{
    return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
}

std::string ScriptedServer::chunk(const std::string& bytes)
{
    std::array<char, 16> size{};
    const auto end = std::to_chars(size.data(), size.data() + size.size(), bytes.size(), 16).ptr;
    return std::string(size.data(), end) + "\r\n" + bytes + "\r\n";
}

} // namespace duologue::test
