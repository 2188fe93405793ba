// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/card/card_files.h"

namespace duologue {

namespace {

std::optional<UnwrittenFile> writeFile(const std::filesystem::path& path, std::string_view text,
                                       AtomicFile::Existing existing)
{
    AtomicFile file(path, existing);
    if (file.write(text) && file.finish() && file.commit())
        return std::nullopt;
    return UnwrittenFile{path, file.error()};
}

} // namespace

std::optional<UnwrittenFile> writeCard(const DatasetCard& card, const std::filesystem::path& path,
                                       AtomicFile::Existing existing)
{
    const std::string prefix = path.stem().string() + "-";
    for (const DatasetCard::Chart& chart : card.charts) {
        if (auto unwritten = writeFile(path.parent_path() / (prefix + chart.name), chart.svg, existing))
            return unwritten;
    }
    return writeFile(path, card.withCharts(prefix), existing);
}

} // namespace duologue
