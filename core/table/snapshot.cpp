// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/snapshot.h"

#include "core/base/markdown_escape.h"
#include "core/base/phrase_id.h"
#include "core/base/whole_number.h"

#include <algorithm>

namespace duologue {

Phrase Coverage::chosen() const
{
    // As in Markdown, so that it is seen where a query begins and ends.
    if (read == 0 && counted == 0 && !where.empty())
        return {PhraseId::OnlyWhere, markdownCode(where)};
    if (!where.empty())
        return {PhraseId::ConversationsWhere, groupedDigits(counted), groupedDigits(read),
                markdownCode(where)};
    if (counted == read)
        return {PhraseId::AllConversations, groupedDigits(read)};
    return {PhraseId::PartOfConversations, groupedDigits(counted), groupedDigits(read)};
}

std::optional<unsigned> Coverage::percentRead() const
{
    if (isComplete)
        return 100;
    if (bytesFound == 0 || bytesRead > bytesFound)
        return std::nullopt;
    // What is not complete is not 100 %.
    const double share = static_cast<double>(bytesRead) / static_cast<double>(bytesFound);
    return std::min(static_cast<unsigned>(100 * share), 99U);
}

Phrase Coverage::reading() const
{
    if (isComplete)
        return {};
    const auto percent = percentRead();
    if (!percent)
        return {isReading ? PhraseId::ReadSoFar : PhraseId::ReadingStopped, groupedDigits(read)};
    return {isReading ? PhraseId::ReadSoFarAt : PhraseId::ReadingStoppedAt, groupedDigits(read), *percent};
}

std::vector<Phrase> Coverage::phrases() const
{
    std::vector<Phrase> all;
    if (!where.empty() || counted != read)
        all.push_back(chosen());
    if (!shard.empty())
        all.emplace_back(PhraseId::ShardOfThem, shard);
    if (!isComplete)
        all.push_back(reading());
    all.insert(all.end(), remarks.begin(), remarks.end());
    return all;
}

Coverage coverageOf(const Snapshot& snapshot, std::uint64_t counted, std::string where)
{
    Coverage coverage;
    coverage.counted = counted;
    coverage.read = snapshot.recordsSeen();
    coverage.where = std::move(where);
    coverage.isComplete = snapshot.complete;
    coverage.bytesRead = snapshot.bytesRead;
    coverage.bytesFound = snapshot.bytesFound;
    return coverage;
}

std::string coverageMarkdown(const Phrase& phrase)
{
    const bool hasQuery = phrase.id == PhraseId::ConversationsWhere || phrase.id == PhraseId::OnlyWhere;
    Phrase escaped = phrase;
    for (Phrase& argument : escaped.arguments) {
        const bool isQuery = hasQuery && &argument == &escaped.arguments.back();
        if (!isQuery && argument.id == PhraseId::Verbatim)
            argument.text = markdownLine(argument.text);
    }
    return asSentence(escaped);
}

} // namespace duologue
