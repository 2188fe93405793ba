// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table_address.h"
#include "tests/support/temp_folder.h"

#include <QProcess>
#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace duologue::test {

/// A port of this machine that nobody uses.
std::uint16_t freePort();

/// Two ClickHouse servers on this machine that know each other as the cluster "both". They keep their data in
/// a temporary folder, and end with the object. If DUOLOGUE_CLICKHOUSE is the port of a server that runs
/// already, that is the only one (chdb_front.mjs).
class ClickHouseNodes {
public:
    /// Null if the server is not installed, or does not start.
    static std::unique_ptr<ClickHouseNodes> start();
    ~ClickHouseNodes();

    /// Sends a statement to one of them; the test fails if the server refuses it.
    void run(std::size_t node, const std::string& sql, const std::string& data = {});
    /// The same to both.
    void runOnBoth(const std::string& sql);

    bool isOne() const { return m_isOne; }
    TableAddress table(const std::string& name) const;
    /// Ends the first server at once.
    void kill();

    static constexpr const char* kNotFound = "CLICKHOUSE NOT FOUND: install clickhouse-server and "
                                             "clickhouse-client to run these tests";

private:
    struct Node {
        std::uint16_t http = 0;
        std::uint16_t tcp = 0;
        std::uint16_t between = 0;
        QProcess process;
    };

    ClickHouseNodes() = default;
    void launch(std::size_t node);
    bool isUp(std::size_t node);

    TempFolder m_folder;
    std::array<Node, 2> m_nodes;
    bool m_isOne = false;
};

} // namespace duologue::test
