// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/record_previews.h"

#include "core/load/record_reader.h"
#include "ui/models/words/value_words.h"
#include "ui/work/qt_text.h"

#include <algorithm>

namespace duologue::ui {

namespace {

/// Longer than any cell is wide.
constexpr int kPreviewCharacters = 300;
/// Enough for what is on the screen and a few pages around it.
constexpr int kPreviewsKept = 4000;
/// Rows that were scrolled past are forgotten.
constexpr std::size_t kMostWanted = 200;
/// Few, so that rows that are asked for meanwhile do not wait long.
constexpr std::size_t kReadAtOnce = 16;
/// Parsing a longer record takes tens of milliseconds.
constexpr std::uint64_t kLongestRead = std::uint64_t{8} << 20U;

std::string_view textIn(const Conversation& conversation, Slice texts, Language preferred)
{
    std::string_view found;
    for (const Text& text : conversation.textsOf(texts)) {
        if (text.earlier || trimmed(text.text).empty())
            continue;
        if (text.language == preferred)
            return text.text;
        if (found.empty())
            found = text.text;
    }
    return found;
}

std::string_view previewText(const Conversation& conversation, Language preferred)
{
    for (const bool onlyUser : {true, false}) {
        for (const Message& message : conversation.messages) {
            const bool isMeant = onlyUser ? message.role == "user" : message.role != "system";
            if (const auto text = textIn(conversation, message.texts, preferred); isMeant && !text.empty())
                return text;
        }
    }
    for (const ContextPart& part : conversation.context) {
        if (const auto text = textIn(conversation, part.texts, preferred); !text.empty())
            return text;
    }
    for (const auto* messages : {&conversation.candidateMessages, &conversation.messages}) {
        for (const Message& message : *messages) {
            if (const auto text = textIn(conversation, message.texts, preferred); !text.empty())
                return text;
        }
    }
    return {};
}

/// The first stop in the messages, or else in the other texts, as a conversation is opened at it.
QStringList firstStop(const Snapshot& snapshot, const Conversation& conversation, Row row,
                      const std::vector<StopRule>& rules)
{
    if (rules.empty())
        return {};
    StopLimits limits;
    limits.withCounterparts = false;
    const std::vector<Stop> stops = stopsIn(snapshot, conversation, row, rules, limits);
    if (stops.empty())
        return {};
    const auto said =
        std::ranges::find_if(stops, [](const Stop& stop) { return stop.part == TextPart::Message; });
    const Excerpt& excerpt = (said == stops.end() ? stops.front() : *said).excerpt;
    return {asLabel(excerpt.before), asLabel(excerpt.hit), asLabel(excerpt.after)};
}

RecordPreview readRow(const Snapshot& snapshot, Row row, Language preferred,
                      const std::vector<StopRule>& rules)
{
    RecordPreview preview;
    preview.isMissing = row >= snapshot.endRow();
    if (preview.isMissing || snapshot.record(row).length > kLongestRead)
        return preview;
    const auto record = readRecord(snapshot, row);
    preview.isMissing = !record;
    if (record) {
        const Conversation& conversation = record.value()->conversation;
        preview.text = previewOf(conversation, preferred);
        preview.stop = firstStop(snapshot, conversation, row, rules);
    }
    return preview;
}

} // namespace

QString previewOf(const Conversation& conversation, Language preferred)
{
    // A character has at most four bytes; spaces and line breaks become one space.
    constexpr std::size_t kBytesLookedAt = std::size_t{4} * 3 * kPreviewCharacters;
    const std::string_view text = trimmed(previewText(conversation, preferred));
    const QString line = asLabel(
        toQt(text.substr(0, wholeCharacters(text, std::min(text.size(), kBytesLookedAt)))).simplified());
    return line.size() > kPreviewCharacters ? line.left(kPreviewCharacters) + QStringLiteral("…") : line;
}

QString readPreview(const Snapshot& snapshot, Row row, Language preferred)
{
    return readRow(snapshot, row, preferred, {}).text;
}

RecordPreviews::RecordPreviews(QObject* parent)
    : QObject(parent),
      m_preferred(isChineseWindow() ? Language::Chinese : Language::English),
      m_known(kPreviewsKept)
{
}

void RecordPreviews::setSnapshot(SnapshotPtr snapshot)
{
    if (snapshot == m_snapshot)
        return;
    const bool grows = !m_snapshot->complete && m_snapshot->recordCount() <= snapshot->recordCount();
    m_snapshot = std::move(snapshot);
    // A column may have come that the query asks for.
    m_areRulesOld = true;
    if (grows)
        forgetMissing();
    else
        forget();
}

void RecordPreviews::forgetMissing()
{
    const auto rows = m_known.keys();
    for (const std::uint32_t row : rows) {
        if (m_known.object(row)->isMissing)
            m_known.remove(row);
    }
}

void RecordPreviews::forget()
{
    m_task.cancel();
    m_known.clear();
    m_wanted.clear();
}

void RecordPreviews::setPreferred(Language language)
{
    if (language == m_preferred)
        return;
    m_preferred = language;
    forget();
    Q_EMIT arrived();
}

void RecordPreviews::setQuery(const Query& query)
{
    const bool isSame = query == m_query && m_rules;
    if (isSame && !m_areRulesOld)
        return;
    m_query = query;
    m_areRulesOld = false;
    const bool lookedForStops = looksForStops();
    m_rules = std::make_shared<const std::vector<StopRule>>(stopRulesOf(*m_snapshot, query));
    if (!isSame && (lookedForStops || looksForStops()))
        forget();
}

const RecordPreview* RecordPreviews::of(Row row)
{
    if (const RecordPreview* known = m_known.object(static_cast<std::uint32_t>(indexOf(row))))
        return known;
    std::erase(m_wanted, row);
    m_wanted.push_back(row);
    if (m_wanted.size() > kMostWanted)
        m_wanted.erase(m_wanted.begin());
    // All rows of one painting are asked for first.
    if (!m_isQueued && !m_task.isRunning()) {
        m_isQueued = true;
        QMetaObject::invokeMethod(
            this, [this] { readNext(); }, Qt::QueuedConnection);
    }
    return nullptr;
}

void RecordPreviews::readNext()
{
    m_isQueued = false;
    if (m_wanted.empty() || m_task.isRunning())
        return;
    const std::size_t count = std::min(m_wanted.size(), kReadAtOnce);
    std::vector<Row> rows(m_wanted.rbegin(), m_wanted.rbegin() + static_cast<std::ptrdiff_t>(count));
    m_wanted.resize(m_wanted.size() - count);
    m_task.run(
        [snapshot = m_snapshot, rows = std::move(rows), preferred = m_preferred,
         rules = m_rules](const Job& job) {
            static const std::vector<StopRule> kNone;
            Read read;
            for (const Row row : rows) {
                if (job.stopRequested())
                    break;
                read.emplace_back(row, readRow(*snapshot, row, preferred, rules ? *rules : kNone));
            }
            return read;
        },
        [this](const Read& read) {
            for (const auto& [row, preview] : read)
                m_known.insert(static_cast<std::uint32_t>(indexOf(row)), new RecordPreview(preview));
            Q_EMIT arrived();
            readNext();
        });
}

} // namespace duologue::ui
