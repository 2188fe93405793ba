// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table_address.h"
#include "core/util/parallel.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What a program has printed until it ended.
struct ToolOutput {
    /// 128 and more: a signal ended it.
    int exitCode = 0;
    std::string out;
    std::string error;
};

/// Where `$PATH` has a program of this name; empty if nowhere.
std::string findTool(std::string_view name);

/// Runs a program by its path, without a shell, writes `input` to it, and waits for its end. None if it could
/// not be started, or if the job was stopped, which ends the program. Any thread.
std::optional<ToolOutput> runTool(const std::string& path, const std::vector<std::string>& arguments,
                                  std::string_view input, const Job& job);

/// The desktop's keyring (the Secret Service, which GNOME, KDE and KeePassXC offer), asked through
/// libsecret's program secret-tool: so neither program starts slower for it, and neither needs it. A server
/// has one entry, by its host and port; its secret is a line with the user and a line with the password.

/// Whether there is the program, and a session in which something may answer it. Cheap.
bool hasKeyring();

/// Who is kept for a server; none if nobody is, there is no keyring, or the job was stopped. The desktop may
/// ask the user to unlock the keyring: takes as long as that. Any thread but the window's.
std::optional<Credentials> keptCredentials(const TableAddress& server, const Job& job);

/// Keeps them in place of those that were kept. Empty if they are kept; else a sentence of the keyring that
/// says why not. Waits as keptCredentials() does.
std::string keepCredentials(const TableAddress& server, const Credentials& credentials, const Job& job);

/// Who asks a server: as given if there is a password; otherwise as kept, if that is nobody else than the
/// user given.
Credentials completed(Credentials given, const TableAddress& server, const Job& job);

} // namespace duologue
