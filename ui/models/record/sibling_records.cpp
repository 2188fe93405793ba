// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/sibling_records.h"

#include "core/data/row_order.h"
#include "core/load/record_reader.h"
#include "core/query/evaluate.h"
#include "ui/models/words/value_words.h"
#include "ui/work/qt_text.h"

#include <QFileInfo>

namespace duologue::ui {

namespace {

constexpr std::size_t kMostRead = 200;
constexpr std::size_t kMostSiblings = 20;
constexpr std::string_view kFamily = "prefeval-";

std::string_view preferenceOf(const Conversation& conversation)
{
    for (const ContextPart& part : conversation.context) {
        if (part.kind == ContextKind::Preference && part.texts.size() > 0)
            return trimmed(conversation.texts[part.texts.begin].text);
    }
    return {};
}

/// The final question: the last message, if it is the user's.
std::string_view questionOf(const Conversation& conversation)
{
    if (conversation.messages.empty() || conversation.messages.back().role != "user")
        return {};
    return trimmed(conversation.originalText(conversation.messages.back()));
}

QueryTerm term(TermKind kind, std::string_view field, std::string_view value)
{
    QueryTerm made;
    made.kind = kind;
    made.field = std::string(field);
    made.value = std::string(value);
    return made;
}

Query queryFor(const Snapshot& snapshot, std::string_view question)
{
    std::vector<Query> formats;
    for (const std::string& format : snapshot.formats) {
        if (format.starts_with(kFamily))
            formats.push_back(Query::of(term(TermKind::Equals, "format", format)));
    }
    return Query::all({Query::any(std::move(formats)), Query::of(term(TermKind::Text, {}, question))});
}

} // namespace

QString recordLocation(const Snapshot& snapshot, Row row)
{
    return recordPath(snapshot, row).section(QLatin1Char('/'), -1);
}

QString recordPath(const Snapshot& snapshot, Row row)
{
    const RecordEntry& entry = snapshot.record(row);
    const QString name = asLabel(snapshot.file(entry.file).shownPath);
    const bool alone =
        entry.ordinal == 1 && (row + 1 >= snapshot.endRow() || snapshot.record(row + 1).file != entry.file);
    return alone ? name : QStringLiteral("%1, %2").arg(name, countText(entry.ordinal));
}

std::vector<SiblingRecord> siblingsOf(const Snapshot& snapshot, const DecodedRecord& record, const Job& job)
{
    std::vector<SiblingRecord> siblings;
    const std::string_view preference = preferenceOf(record.conversation);
    const std::string_view question = questionOf(record.conversation);
    if (!record.formatId.starts_with(kFamily) || preference.empty() || question.empty())
        return siblings;
    const auto matched = evaluate(snapshot, queryFor(snapshot, question), job);
    const auto* rows = std::get_if<RowSet>(&matched);
    if (rows == nullptr)
        return siblings;
    std::size_t read = 0;
    for (const Row row : orderOf(*rows)) {
        if (row == record.row)
            continue;
        if (job.stopRequested() || ++read > kMostRead || siblings.size() >= kMostSiblings)
            break;
        const auto other = readRecord(snapshot, row);
        if (!other || preferenceOf(other.value()->conversation) != preference ||
            questionOf(other.value()->conversation) != question)
            continue;
        siblings.push_back({row, formatTitle(snapshot, other.value()->formatId) + QStringLiteral(" · ") +
                                     recordLocation(snapshot, row)});
    }
    return siblings;
}

} // namespace duologue::ui
