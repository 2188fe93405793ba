// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/environment.h"
#include "tests/support/temp_folder.h"

#include <filesystem>
#include <string_view>

namespace duologue::test {

/// Stands in for the desktop's keyring: the program secret-tool is a script as long as this lives.
class FakeKeyring {
public:
    /// The script's `$0.secret` is in a folder of its own.
    explicit FakeKeyring(std::string_view script)
        : m_path("PATH", QByteArray::fromStdString(m_tools.path().string()) + ":" + qgetenv("PATH")),
          m_bus("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    {
        setScript(script);
    }

    void setScript(std::string_view script) const
    {
        const auto file = m_tools.write("secret-tool", script);
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }
    std::filesystem::path secret() const { return m_tools.path() / "secret-tool.secret"; }

private:
    TempFolder m_tools;
    Environment m_path;
    Environment m_bus;
};

} // namespace duologue::test
