// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/text_search.h"

#include "core/load/record_reader.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace duologue {

bool TextScope::contains(const RecordText& text) const
{
    const bool isSpeech =
        text.part == TextPart::Message || (text.part == TextPart::Candidate && text.entry != nullptr);
    const bool isOfTool = text.part == TextPart::ToolCall || text.part == TextPart::ToolResult ||
                          (isSpeech && text.role == "tool");
    switch (group) {
    case TextGroup::All:
        break;
    case TextGroup::Speech:
        if (!isSpeech || text.role != role)
            return false;
        break;
    case TextGroup::Tools:
        if (!isOfTool)
            return false;
        break;
    case TextGroup::Context:
    case TextGroup::Candidates:
    case TextGroup::Notes: {
        const TextPart wanted = group == TextGroup::Context      ? TextPart::Context
                                : group == TextGroup::Candidates ? TextPart::Candidate
                                                                 : TextPart::Note;
        if (text.part != wanted)
            return false;
        break;
    }
    }
    return !language || answers(text.language(), *language);
}

Phrase keysNotSearched(const TextKeys& keys, bool looksAtIds)
{
    constexpr std::size_t kNamed = 20;
    std::vector<std::string> closed = keys.closed();
    if (looksAtIds)
        std::erase(closed, "id");
    if (closed.empty())
        return {};
    std::string names;
    for (std::size_t i = 0; i < std::min(closed.size(), kNamed); ++i)
        names += (i == 0 ? "" : ", ") + closed[i];
    return {PhraseId::KeysNotSearched, closed.size() > kNamed ? names + ", …" : names};
}

const TextKeys& TextFilter::keys(const FirstRecords& first) const
{
    return textKeysOf(*m_first.get(first));
}

bool TextFilter::keeps(const Conversation& conversation, const FirstRecords& first) const
{
    return forEachText(conversation, [&](const RecordText& text) {
        // The keys are looked at last, because few texts that match are values.
        return m_scope.contains(text) && m_pattern.matches(text.text) &&
               (!text.isValue || keys(first).isText(text));
    });
}

FoundRows searchTexts(const Snapshot& snapshot, const RowSet& candidates, const RecordFilter& filter,
                      const Job& job)
{
    std::vector<Row> rows;
    candidates.forEach([&](Row row) { rows.push_back(row); });
    // Not bits: all cores write to it.
    enum class Outcome : std::uint8_t { Other, Found, Unread };
    std::vector<Outcome> outcomes(rows.size());
    Reread how;
    how.measuring = filter.readsLanguages() ? Measuring::Languages : Measuring::Nothing;
    how.keeping = Keeping::ColumnsAndTexts;
    how.filter = &filter;
    // Those of the snapshot, which outlives the search.
    const FirstRecords first = [&snapshot] { return SnapshotPtr(SnapshotPtr(), &snapshot); };
    forEachRecord(snapshot, rows, how, job, [&](std::size_t i, RecordReader& record) {
        if (!record.bytes())
            outcomes[i] = Outcome::Unread;
        else if (const Conversation* const conversation = record.conversation();
                 conversation != nullptr && filter.keepsRow(*conversation, rows[i], first))
            outcomes[i] = Outcome::Found;
    });
    const RowSet none(candidates.size());
    FoundRows found{none, none};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (outcomes[i] != Outcome::Other)
            (outcomes[i] == Outcome::Found ? found.found : found.unread).add(rows[i]);
    }
    return found;
}

} // namespace duologue
