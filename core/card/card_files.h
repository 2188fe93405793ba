// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file/atomic_file.h"
#include "core/card/dataset_card.h"

#include <filesystem>
#include <optional>

namespace duologue {

/// A file that could not be written, and why.
struct UnwrittenFile {
    std::filesystem::path path;
    Phrase why;
};

/// Writes a card as Markdown, and beside it its charts, whose names begin with that of the card:
/// "card-turns.svg". Stops at the first file that cannot be written. Any thread.
std::optional<UnwrittenFile> writeCard(const DatasetCard& card, const std::filesystem::path& path,
                                       AtomicFile::Existing existing);

} // namespace duologue
