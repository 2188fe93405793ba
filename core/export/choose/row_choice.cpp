// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/choose/row_choice.h"

#include "core/export/choose/row_keys.h"

#include <optional>
#include <utility>

namespace duologue {

namespace {

using RowKeys = std::vector<std::uint64_t>;

/// The keys of the rows under the names, or why there are none.
class KeyMaker {
public:
    KeyMaker(const Snapshot& snapshot, const Job& job) : m_snapshot(snapshot), m_job(job) {}

    /// None, and mistake() says why, if a name means nothing. No names give no keys.
    std::optional<RowKeys> keys(const RowOrder& rows, const std::vector<std::string>& names)
    {
        if (names.empty())
            return RowKeys();
        return made(rowKeys(m_snapshot, rows, names, m_job));
    }
    std::optional<RowKeys> keys(const RowOrder& rows, const std::string& name)
    {
        return keys(rows, name.empty() ? std::vector<std::string>() : std::vector<std::string>{name});
    }
    /// The same for the groups of rows that share a value.
    std::optional<RowKeys> groups(const RowOrder& rows, const std::string& name)
    {
        return name.empty() ? RowKeys() : made(rowGroups(m_snapshot, rows, name, m_job));
    }
    const Phrase& mistake() const { return m_mistake; }

private:
    std::optional<RowKeys> made(std::variant<RowKeys, Phrase> keys)
    {
        if (Phrase* mistake = std::get_if<Phrase>(&keys)) {
            m_mistake = std::move(*mistake);
            return std::nullopt;
        }
        return std::get<RowKeys>(std::move(keys));
    }

    const Snapshot& m_snapshot;
    const Job& m_job;
    Phrase m_mistake;
};

} // namespace

std::variant<ChosenParts, Phrase> choose(const Snapshot& snapshot, RowOrder rows, const RowChoice& choice,
                                         const Job& job)
{
    KeyMaker maker(snapshot, job);
    ChosenParts chosen;
    if (!choice.dedup.empty()) {
        auto kept = withoutRepeats(snapshot, rows, choice.dedup, job);
        if (Phrase* mistake = std::get_if<Phrase>(&kept))
            return std::move(*mistake);
        const std::size_t before = rows.size();
        rows = std::get<RowOrder>(std::move(kept));
        chosen.repeats = before - rows.size();
    }
    if (choice.sample > 0) {
        const auto keys = maker.keys(rows, choice.per);
        if (!keys)
            return maker.mistake();
        rows = sampleOfEach(rows, *keys, choice.sample, choice.seed);
    }
    if (choice.split.empty()) {
        chosen.parts.push_back({{}, std::move(rows)});
        return chosen;
    }
    const auto classes = maker.keys(rows, choice.stratify);
    const auto groups = classes ? maker.groups(rows, choice.group) : std::nullopt;
    if (!groups)
        return maker.mistake();
    auto split = splitRows(rows, choice.split, *classes, *groups, choice.seed);
    for (std::size_t i = 0; i < split.size(); ++i)
        chosen.parts.push_back({choice.split[i].name, std::move(split[i])});
    return chosen;
}

std::filesystem::path pathOfPart(const std::filesystem::path& path, const std::string& part)
{
    if (part.empty())
        return path;
    const std::string file = path.filename().string();
    const std::size_t dot = file.find('.', 1);
    const std::string stem = file.substr(0, dot);
    return path.parent_path() / (stem + "." + part + (dot == std::string::npos ? "" : file.substr(dot)));
}

} // namespace duologue
