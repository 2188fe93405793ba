// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/json/json_view.h"
#include "core/record/record_table.h"

#include <vector>

namespace duologue {

/// A record longer than this is refused: parsing takes several times its length in memory.
inline constexpr std::uint64_t kLongestRecord = std::uint64_t{256} << 20U;

struct ParsedRecord {
    /// Missing where the state is Broken.
    JsonView root;
    RecordState state = RecordState::Read;
};

/// Parses the bytes of one record, which stand at `where`, and says exactly what is wrong where it cannot.
/// The loader and the viewer both read records through this, so that they agree on every one.
ParsedRecord parseRecord(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                         std::vector<Problem>& problems);

} // namespace duologue
