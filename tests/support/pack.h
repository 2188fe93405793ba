// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace duologue::test {

/// Name (UTF-8) and bytes of a file to pack.
using MemberToPack = std::pair<std::string, std::string>;

/// The bytes of an archive. `format` and `filter` are libarchive's numbers; a file that is compressed alone
/// has no name.
std::string packed(int format, int filter, const std::vector<MemberToPack>& members);

std::string zipOf(const std::vector<MemberToPack>& members);
std::string gzipOf(const std::string& bytes);

/// Writes the bytes of packed().
std::filesystem::path pack(const std::filesystem::path& path, int format, int filter,
                           const std::vector<MemberToPack>& members);

} // namespace duologue::test
