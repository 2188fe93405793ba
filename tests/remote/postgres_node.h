// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table_address.h"

#include <QProcess>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <string>

namespace duologue::test {

/// A PostgreSQL server on this machine with its data in a temporary folder. It ends with the object.
class PostgresNode {
public:
    /// Null if the server is not installed, or does not start.
    static std::unique_ptr<PostgresNode> start();
    ~PostgresNode();

    /// Runs statements; the test fails if the server refuses one.
    void run(const std::string& sql);
    TableAddress table(const std::string& name) const
    {
        return {Engine::PostgreSql, false, "127.0.0.1", m_port, "postgres", {}, name};
    }
    Credentials credentials() const { return {"tester", "secret"}; }

    static constexpr const char* kNotFound = "POSTGRESQL NOT FOUND: install postgresql to run these tests";

private:
    PostgresNode() = default;
    QString program(const char* name) const;
    /// Runs a program as a user whom the server accepts; returns whether it succeeds, with what it printed.
    bool runAs(const char* name, const QStringList& arguments, QByteArray& out,
               const QByteArray& input = {}) const;

    QString m_programs;
    QString m_folder;
    std::uint16_t m_port = 0;
    bool m_isUp = false;
};

} // namespace duologue::test
