// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_find.h"
#include "core/data/record_texts.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/transcript/shown_text.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/find_bar.h"

#include <QScrollBar>
#include <QTextBlock>
#include <QTextTable>
#include <algorithm>
#include <chrono>
#include <map>

namespace duologue::ui {

namespace {

constexpr std::size_t kMostHits = 100'000;
/// The height of a message head, as a number of bytes of text.
constexpr double kHeadBytes = 120;

/// Finds what is asked for in one conversation, in reading order.
class ConversationSearch {
public:
    ConversationSearch(const Snapshot& snapshot, const Conversation& conversation, Row row,
                       const std::vector<StopRule>& rules, bool withFields, const Job& job)
        : m_snapshot(snapshot),
          m_conversation(conversation),
          m_withFields(withFields),
          m_rules(rules),
          m_patterns(patternsOf(rules)),
          m_isAsked(conversation.messages.size()),
          m_job(job)
    {
        found.languages = languagePairOf(conversation);
        for (const StopRule& rule : rules) {
            const bool isWords = rule.kind == StopRule::Kind::Words;
            m_held.push_back(isWords && !rule.message ? std::vector<std::uint8_t>()
                                                      : messagesOf(rule, snapshot, conversation, row));
            for (std::size_t i = 0; !isWords && i < m_held.back().size(); ++i)
                m_isAsked[i] |= m_held.back()[i];
        }
    }

    void run()
    {
        RecordText text;
        text.part = TextPart::Context;
        for (const ContextPart& part : m_conversation.context)
            searchTexts(part.texts, text);
        for (std::size_t i = 0; i < m_conversation.messages.size(); ++i)
            searchMessage(i);
        text.part = TextPart::Candidate;
        for (const Candidate& candidate : m_conversation.candidates) {
            for (const Message& message : m_conversation.messagesOf(candidate)) {
                text.role = message.role;
                searchTexts(message.texts, text);
            }
        }
        if (m_withFields) {
            forEachText(m_conversation, [this](const RecordText& each) {
                const bool isOfMessage =
                    each.message != RecordText::kNoMessage && each.part != TextPart::Candidate;
                if (each.field != nullptr && !isOfMessage)
                    searchUnshown(each, -1);
                return false;
            });
        }
        found.cut = found.hits.size() >= kMostHits;
    }

    ConversationHits found;

private:
    void searchMessage(std::size_t index)
    {
        const Message& message = m_conversation.messages[index];
        if (m_isAsked[index] != 0 && found.hits.size() < kMostHits) {
            found.hits.push_back({.text = message.texts.begin, .wholeMessage = static_cast<int>(index)});
            ++found.messages;
        }
        RecordText text;
        text.role = message.role;
        text.message = static_cast<std::uint32_t>(index);
        if (const QString memo = tellingMemo(message); !memo.isEmpty()) {
            const std::string bytes = fromQt(memo);
            text.part = TextPart::Note;
            text.text = bytes;
            searchIn(text, {.text = message.texts.begin, .memoOf = static_cast<int>(index)});
            found.memos += m_asked;
        }
        text.part = TextPart::Message;
        searchTexts(message.texts, text);
        searchAttachments(index);
    }

    /// The rule asks for words in this text.
    bool isAskedFor(std::size_t rule, const RecordText& text) const
    {
        const auto& held = m_held[rule];
        return m_rules[rule].scope.contains(text) &&
               (held.empty() ||
                (text.part != TextPart::Candidate && text.message < held.size() && held[text.message] != 0));
    }

    /// Those of the matches of all patterns that rules ask for in this text.
    void keepAsked(const RecordText& text, std::vector<std::pair<std::uint32_t, TextRange>>& numbered) const
    {
        std::vector<TextPattern> asked;
        for (std::size_t i = 0; i < m_rules.size(); ++i) {
            if (m_rules[i].pattern && isAskedFor(i, text))
                asked.push_back(*m_rules[i].pattern);
        }
        if (asked.size() == m_patterns.size())
            return;
        const std::vector<TextRange> ranges = findAllOf(asked, text.text, kMostHits);
        std::erase_if(numbered, [&](const auto& each) {
            return !std::ranges::binary_search(ranges, each.second.begin, {}, &TextRange::begin);
        });
    }

    /// Numbers the matches of all patterns from `first.number` on, so that a view finds them again by
    /// counting; returns how many there are. Those that are asked for become hits.
    std::uint32_t searchIn(const RecordText& text, ConversationHit first)
    {
        m_asked = 0;
        if (m_patterns.empty() || found.hits.size() >= kMostHits || m_job.stopRequested())
            return 0;
        std::vector<std::pair<std::uint32_t, TextRange>> numbered;
        std::uint32_t number = first.number;
        for (const TextRange& range : findAllOf(m_patterns, text.text, kMostHits - found.hits.size()))
            numbered.emplace_back(number++, range);
        const std::uint32_t all = number - first.number;
        if (!numbered.empty())
            keepAsked(text, numbered);
        for (const auto& [at, range] : numbered) {
            first.number = at;
            first.range = range;
            found.hits.push_back(first);
        }
        m_asked = numbered.size();
        return all;
    }

    void searchTexts(const Slice& texts, RecordText place)
    {
        for (const bool second : {false, true}) {
            for (std::uint32_t i = texts.begin; i < texts.end; ++i) {
                const Text& text = m_conversation.texts[i];
                if (text.earlier || isSecond(m_conversation, texts, i, found.languages) != second)
                    continue;
                place.text = text.text;
                place.entry = &text;
                searchIn(place, {.text = i});
                (second ? found.second : found.first) += m_asked;
            }
        }
    }

    void searchAttachments(std::size_t message)
    {
        const std::uint32_t firstText = m_conversation.messages[message].texts.begin;
        std::uint32_t number = 0;
        forEachTextOf(m_conversation, message, [&](const RecordText& text) {
            if (text.field == nullptr)
                return false;
            if (text.part == TextPart::Note) {
                if (m_withFields)
                    searchUnshown(text, static_cast<int>(message));
                return false;
            }
            number += searchIn(
                text, {.text = firstText, .number = number, .attachedTo = static_cast<int>(message)});
            found.attachments += m_asked;
            return false;
        });
    }

    /// A field that only the inspector shows.
    void searchUnshown(const RecordText& text, int message)
    {
        if (text.isValue && !textKeysOf(m_snapshot).isText(text))
            return;
        const std::uint32_t first =
            message < 0 ? 0 : m_conversation.messages[static_cast<std::size_t>(message)].texts.begin;
        searchIn(text, {.text = first, .attachedTo = message, .unshownField = std::string(text.field->key)});
    }

    const Snapshot& m_snapshot;
    const Conversation& m_conversation;
    bool m_withFields;
    const std::vector<StopRule>& m_rules;
    const std::vector<TextPattern> m_patterns;
    /// For each rule, whether it holds for each message; empty if it holds for all texts.
    std::vector<std::vector<std::uint8_t>> m_held;
    std::vector<std::uint8_t> m_isAsked;
    /// Of the text that was searched last, the number of matches that are asked for.
    std::size_t m_asked = 0;
    const Job& m_job;
};

} // namespace

std::vector<TextRange> findAllOf(const std::vector<TextPattern>& patterns, std::string_view text,
                                 std::size_t most)
{
    std::vector<TextRange> ranges;
    for (const TextPattern& pattern : patterns) {
        const auto found = pattern.findAll(text, most);
        ranges.insert(ranges.end(), found.begin(), found.end());
    }
    if (patterns.size() < 2)
        return ranges;
    std::ranges::sort(ranges, {}, [](const TextRange& range) { return std::pair(range.begin, range.end); });
    const auto beginsThere = [](const TextRange& left, const TextRange& right) {
        return left.begin == right.begin;
    };
    ranges.erase(std::unique(ranges.begin(), ranges.end(), beginsThere), ranges.end());
    ranges.resize(std::min(ranges.size(), most));
    return ranges;
}

ConversationHits searchConversation(const Snapshot& snapshot, const Conversation& conversation, Row row,
                                    const std::vector<StopRule>& rules, bool withFields, const Job& job)
{
    ConversationSearch search(snapshot, conversation, row, rules, withFields, job);
    search.run();
    return std::move(search.found);
}

std::vector<TextPattern> patternsOf(const std::vector<StopRule>& rules)
{
    std::vector<TextPattern> patterns;
    for (const StopRule& rule : rules) {
        if (rule.pattern)
            patterns.push_back(*rule.pattern);
    }
    return patterns;
}

std::vector<float> relativePositions(const Conversation& conversation)
{
    std::vector<double> begins(conversation.texts.size(), 0);
    double total = 0;
    // The languages are side by side, so the longest text determines the height of the row.
    const auto addRow = [&](const Slice& texts) {
        double longest = 0;
        for (std::uint32_t i = texts.begin; i < texts.end; ++i) {
            begins[i] = total;
            if (!conversation.texts[i].earlier)
                longest = std::max(longest, static_cast<double>(conversation.texts[i].text.size()));
        }
        total += longest + kHeadBytes;
    };
    for (const ContextPart& part : conversation.context)
        addRow(part.texts);
    for (const Message& message : conversation.messages)
        addRow(message.texts);
    for (const Message& message : conversation.candidateMessages)
        addRow(message.texts);
    std::vector<float> positions;
    positions.reserve(begins.size());
    for (const double begin : begins)
        positions.push_back(static_cast<float>(total > 0 ? begin / total : 0));
    return positions;
}

/// The maximum number of marks in one visible text.
constexpr std::size_t kMostMarks = 2'000;
/// Marks are updated after scrolling stops for this time.
constexpr int kRefreshMs = 15;

TranscriptFind::TranscriptFind(TranscriptView& view) : FindTarget(&view), m_view(view)
{
    m_marks = view.foundMarks();
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &TranscriptFind::refresh);
    connect(view.verticalScrollBar(), &QScrollBar::valueChanged, this, &TranscriptFind::refreshSoon);
    connect(view.verticalScrollBar(), &QScrollBar::rangeChanged, this, &TranscriptFind::refreshSoon);
    connect(&view, &TranscriptView::contentChanged, this, [this] {
        if (m_view.shownSource().record != m_record) {
            // Matches belong to one conversation.
            m_found = {};
            m_current = -1;
            // Another conversation was chosen meanwhile.
            if (m_arrival == 0)
                stay();
            m_goToFirst = m_view.shownSource().record && m_opened.insert(m_view.recordKey()).second &&
                          !m_pattern && !m_view.isReadOn();
            search();
        }
        refreshSoon();
    });
    connect(m_marks, &FoundMarks::chosen, this, &TranscriptFind::goTo);
    search();
}

void TranscriptFind::forgetOpened()
{
    m_opened.clear();
    // The one that is shown was opened before the query.
    if (m_view.shownSource().record)
        m_opened.insert(m_view.recordKey());
}

void TranscriptFind::setPattern(std::optional<TextPattern> pattern)
{
    m_pattern = std::move(pattern);
    m_ownRules.clear();
    if (m_pattern)
        m_ownRules.push_back({.pattern = *m_pattern});
    m_goToMatch = m_pattern.has_value();
    search();
}

void TranscriptFind::setQuery(const Query& query, SnapshotPtr snapshot)
{
    m_snapshot = std::move(snapshot);
    std::string stops;
    for (const Query& part : conjuncts(query)) {
        if (!stopRulesOf(*m_snapshot, part).empty())
            stops += toText(part) + '\n';
    }
    if (stops == m_queryStops)
        return;
    m_queryStops = std::move(stops);
    forgetOpened();
    m_queryRules = stopRulesOf(*m_snapshot, query);
    m_queryPatterns = patternsOf(m_queryRules);
    if (!m_pattern) {
        m_goToFirst = true;
        search();
    }
    refreshSoon();
}

void TranscriptFind::search()
{
    // The search ends before the next frame for all but huge conversations.
    constexpr std::chrono::milliseconds kFrame{15};
    m_record = m_view.shownSource().record;
    if (!hasRules() || !m_record) {
        m_task.cancel();
        m_goToMatch = m_goToFirst = false;
        take({});
        return;
    }
    m_task.run(
        [snapshot = m_snapshot, record = m_record, rules = rules(), withFields = !m_pattern](const Job& job) {
            return std::make_shared<ConversationHits>(
                searchConversation(*snapshot, record->conversation, record->row, rules, withFields, job));
        },
        [this](const std::shared_ptr<ConversationHits>& hits) { take(std::move(*hits)); });
    if (m_goToFirst || m_arrival != 0)
        m_task.await(kFrame);
}

int TranscriptFind::firstVisibleHit() const
{
    const auto [first, end] = m_view.visibleMessages();
    const auto& messages = m_record->conversation.messages;
    const std::uint32_t from =
        first < static_cast<int>(messages.size()) ? messages[static_cast<std::size_t>(first)].texts.begin : 0;
    const bool atTop = m_view.verticalScrollBar()->value() == 0;
    const auto hit = std::find_if(m_found.hits.begin(), m_found.hits.end(),
                                  [&](const ConversationHit& one) { return atTop || one.text >= from; });
    return hit == m_found.hits.end() ? 0 : static_cast<int>(hit - m_found.hits.begin());
}

/// The first match in a message. What frames a conversation is often the same in all of them.
int TranscriptFind::firstSaidHit() const
{
    const auto& messages = m_record->conversation.messages;
    const std::uint32_t from = messages.empty() ? 0 : messages.front().texts.begin;
    const auto hit = std::ranges::find_if(m_found.hits, [from](const ConversationHit& one) {
        return (one.text >= from && one.unshownField.empty()) || one.memoOf >= 0 || one.wholeMessage >= 0;
    });
    return hit == m_found.hits.end() ? 0 : static_cast<int>(hit - m_found.hits.begin());
}

/// -1 to stay where the reader is.
int TranscriptFind::hitToGoTo() const
{
    if (m_found.hits.empty())
        return -1;
    if (m_wantedText) {
        const auto hit = std::ranges::find_if(m_found.hits, [this](const ConversationHit& one) {
            return one.text == m_wantedText->first && one.range.begin == m_wantedText->second &&
                   one.unshownField.empty() && one.memoOf < 0 && one.attachedTo < 0 && one.wholeMessage < 0;
        });
        return hit == m_found.hits.end() ? firstSaidHit() : static_cast<int>(hit - m_found.hits.begin());
    }
    if (m_arrival != 0)
        return m_arrival > 0 ? 0 : static_cast<int>(m_found.hits.size()) - 1;
    if (m_goToMatch)
        return firstVisibleHit();
    return m_goToFirst ? firstSaidHit() : -1;
}

void TranscriptFind::take(ConversationHits hits)
{
    m_found = std::move(hits);
    m_current = -1;
    updateMarks();
    const int hit = hitToGoTo();
    m_goToMatch = m_goToFirst = false;
    if (m_record) {
        m_arrival = 0;
        m_wantedText.reset();
    }
    if (hit >= 0) {
        goTo(hit);
        takeWaitingSteps();
        return;
    }
    m_waitingSteps = 0;
    refreshSoon();
    Q_EMIT changed();
}

void TranscriptFind::goToText(std::uint32_t text, std::size_t byte)
{
    m_wantedText = {text, byte};
    if (isSearching() || m_view.shownSource().record != m_record)
        return;
    const int hit = hitToGoTo();
    m_wantedText.reset();
    goTo(hit);
}

void TranscriptFind::updateMarks()
{
    std::vector<float> positions;
    if (!m_found.hits.empty()) {
        m_positions = relativePositions(m_record->conversation);
        for (const ConversationHit& hit : m_found.hits)
            positions.push_back(positionOf(hit));
    }
    m_marks->setPositions(std::move(positions));
}

float TranscriptFind::positionOf(const ConversationHit& hit) const
{
    return hit.text < m_positions.size() ? m_positions[hit.text]
           : m_positions.empty()         ? 0
                                         : m_positions.back();
}

void TranscriptFind::arriveAtHit(int by)
{
    m_isBeyond = false;
    m_arrival = by;
}

void TranscriptFind::wrap(int by)
{
    m_isBeyond = false;
    goTo(by > 0 ? 0 : static_cast<int>(m_found.hits.size()) - 1);
    takeWaitingSteps();
}

void TranscriptFind::stay()
{
    m_isBeyond = false;
    m_waitingSteps = 0;
}

void TranscriptFind::takeWaitingSteps()
{
    const int by = m_waitingSteps > 0 ? 1 : -1;
    for (int left = std::abs(std::exchange(m_waitingSteps, 0)); left > 0; --left)
        step(by);
}

void TranscriptFind::step(int by)
{
    if (m_isBeyond || m_arrival != 0) {
        m_waitingSteps += by;
        return;
    }
    const int count = static_cast<int>(m_found.hits.size());
    if (count == 0 && isSearching()) {
        // The search will go to a match; steps from there follow.
        m_waitingSteps += m_goToFirst || m_goToMatch ? by : 0;
        m_goToMatch = m_goToMatch || !m_goToFirst;
        return;
    }
    if (count == 0) {
        if (hasRules() && m_beyond)
            m_isBeyond = m_beyond(by);
        return;
    }
    const int from = m_current < 0 ? (by > 0 ? -1 : count) : m_current;
    const int next = from + by;
    if (next >= 0 && next < count)
        goTo(next);
    else if (m_beyond && m_beyond(by))
        m_isBeyond = true;
    else
        wrap(by);
}

QString TranscriptFind::status() const
{
    if (m_found.hits.empty())
        return isSearching() ? QString() : tr("Not found");
    QString status = countText(m_found.hits.size()) + (m_found.cut ? QStringLiteral("+") : QString());
    if (m_current >= 0)
        status = tr("%1 of %2").arg(countText(static_cast<std::uint64_t>(m_current) + 1), status);
    if (m_found.languages.isUsed)
        status = tr("%1 · %2: %3, %4: %5")
                     .arg(status, languageWord(m_found.languages.first), countText(m_found.first),
                          languageWord(m_found.languages.second), countText(m_found.second));
    if (m_found.attachments > 0)
        status = tr("%1, in tool calls and reasoning: %2").arg(status, countText(m_found.attachments));
    return m_found.memos == 0 ? status : tr("%1, memos: %2").arg(status, countText(m_found.memos));
}

void TranscriptFind::goTo(int hit)
{
    if (hit < 0 || hit >= static_cast<int>(m_found.hits.size()) || m_view.transcript() == nullptr)
        return;
    m_current = hit;
    const ConversationHit& found = m_found.hits[static_cast<std::size_t>(hit)];
    m_marks->setCurrent(positionOf(found));
    const int holder = std::max({found.memoOf, found.attachedTo, found.wholeMessage});
    const bool isShown = found.unshownField.empty();
    if (!isShown && holder < 0) {
        m_view.verticalScrollBar()->setValue(0);
        refresh();
        Q_EMIT changed();
        return;
    }
    if (holder < 0)
        m_view.reveal(found.text, found.range.begin);
    const int message = holder < 0 ? m_view.transcript()->locate(found.text).message : holder;
    if (message >= 0)
        m_view.makeCurrent(message);
    if (found.attachedTo >= 0 && isShown)
        m_view.revealParts(found.attachedTo);
    if (const auto cursor = cursorOf(found))
        m_view.showPosition(cursor->selectionStart());
    refresh();
    Q_EMIT changed();
}

/// The characters of a match, or the beginning of its text if Markdown hides them.
std::optional<QTextCursor> TranscriptFind::cursorOf(const ConversationHit& hit) const
{
    const TranscriptDocument* transcript = m_view.transcript();
    const std::vector<TextPattern> wanted = patternsOf(rules());
    if (transcript == nullptr || wanted.empty() || hit.wholeMessage >= 0 || !hit.unshownField.empty())
        return std::nullopt;
    const auto select = [this](const ShownText& shown, const TextRange& range) {
        PositionCounter positions(shown);
        QTextCursor cursor(m_view.document());
        cursor.setPosition(positions.at(range.begin));
        cursor.setPosition(positions.at(range.end), QTextCursor::KeepAnchor);
        return cursor;
    };
    if (hit.memoOf >= 0) {
        if (!transcript->isWritten(hit.memoOf))
            return std::nullopt;
        const ShownText shown = memoOf(*transcript, hit.memoOf);
        const auto ranges = findAllOf(wanted, shown.bytes, hit.number + 1);
        return ranges.size() <= hit.number ? std::nullopt : std::optional(select(shown, ranges.back()));
    }
    if (hit.attachedTo >= 0) {
        if (!transcript->isWritten(hit.attachedTo))
            return std::nullopt;
        std::size_t number = hit.number;
        for (const ShownText& shown : attachmentsIn(*transcript->table(hit.attachedTo))) {
            const auto ranges = findAllOf(wanted, shown.bytes, number + 1);
            if (ranges.size() > number)
                return select(shown, ranges.back());
            number -= ranges.size();
        }
        return std::nullopt;
    }
    const QTextTable* table = transcript->locate(hit.text).table;
    if (table == nullptr || transcript->hides(hit.text, hit.range.begin))
        return std::nullopt;
    if (const auto place = sourceMapOf(*transcript, hit.text).shownRange(hit.range.begin, hit.range.end)) {
        QTextCursor cursor(m_view.document());
        cursor.setPosition(place->first);
        cursor.setPosition(place->second, QTextCursor::KeepAnchor);
        return cursor;
    }
    // Counts only the matches of this text that are not folded away.
    std::size_t number = 0;
    const ShownParts parts = transcript->shownParts(hit.text);
    for (const TextRange& before : findAllOf(wanted, m_record->conversation.texts[hit.text].text, hit.number))
        number += parts.contains(before.begin) ? 1 : 0;
    std::optional<QTextCursor> start;
    for (const ShownText& shown : textsOf(*table)) {
        if (shown.text != hit.text)
            continue;
        if (!start)
            start = select(shown, {0, 0});
        const auto ranges = findAllOf(wanted, shown.bytes, number + 1);
        if (ranges.size() <= number) {
            number -= ranges.size();
            continue;
        }
        return select(shown, ranges.back());
    }
    return start;
}

void TranscriptFind::refresh()
{
    QList<QTextEdit::ExtraSelection> marks;
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript != nullptr && (m_pattern || !m_queryPatterns.empty())) {
        const auto [first, end] = m_view.visibleMessages();
        if (first == transcript->firstWritten() && transcript->context() != nullptr)
            addMarks(marks, *transcript->context());
        for (int message = first; message < end; ++message) {
            // Queries do not search memos.
            if (m_pattern)
                addMarks(marks, memoOf(*transcript, message), *m_pattern);
            addMarks(marks, *transcript->table(message));
            for (const ShownText& shown : attachmentsIn(*transcript->table(message)))
                addMarks(marks, shown);
        }
        if (end == transcript->endWritten() && transcript->candidates() != nullptr)
            addMarks(marks, *transcript->candidates());
    }
    if (m_current >= 0 && m_current < static_cast<int>(m_found.hits.size())) {
        if (const auto cursor = cursorOf(m_found.hits[static_cast<std::size_t>(m_current)]);
            cursor && cursor->hasSelection()) {
            QTextEdit::ExtraSelection here;
            here.cursor = *cursor;
            here.format.setBackground(transcript->style().colors.foundHere);
            here.format.setForeground(transcript->style().colors.text);
            here.format.setFontUnderline(true);
            marks << here;
        }
    }
    if (!marks.isEmpty() || m_marked)
        m_view.setHighlights(marks);
    m_marked = !marks.isEmpty();
}

void TranscriptFind::addMarks(QList<QTextEdit::ExtraSelection>& marks, const QTextTable& table) const
{
    std::map<std::uint32_t, bool> areRendered;
    for (const ShownText& shown : textsOf(table)) {
        const auto [isRendered, isNew] = areRendered.try_emplace(shown.text);
        if (isNew) {
            SourceMap map = sourceMapOf(*m_view.transcript(), shown.text);
            isRendered->second = map.isRendered();
            if (map.isRendered())
                addRenderedMarks(marks, shown.text, map);
        }
        if (!isRendered->second)
            addMarks(marks, shown);
    }
}

/// Marks what is found in the source, not what Markdown puts together.
void TranscriptFind::addRenderedMarks(QList<QTextEdit::ExtraSelection>& marks, std::uint32_t text,
                                      SourceMap& map) const
{
    const TranscriptDocument& transcript = *m_view.transcript();
    const TextWindow window = transcript.window(text);
    const ShownParts parts = transcript.shownParts(text);
    const std::string_view whole = m_record->conversation.texts.at(text).text;
    const auto mark = [&](const TextPattern& pattern) {
        for (const TextRange& range : pattern.findAll(whole.substr(0, window.end), kMostMarks)) {
            const auto shown = map.shownRange(range.begin, range.end);
            if (shown && shown->first < shown->second && parts.contains(range.begin))
                addMark(marks, shown->first, shown->second);
        }
    };
    for (const TextPattern& pattern : m_queryPatterns)
        mark(pattern);
    if (m_pattern)
        mark(*m_pattern);
}

void TranscriptFind::addMark(QList<QTextEdit::ExtraSelection>& marks, int begin, int end) const
{
    const ReadingColors& colors = m_view.transcript()->style().colors;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(m_view.document());
    mark.cursor.setPosition(begin);
    mark.cursor.setPosition(end, QTextCursor::KeepAnchor);
    mark.format.setBackground(colors.found);
    mark.format.setForeground(colors.text);
    marks << mark;
}

void TranscriptFind::addMarks(QList<QTextEdit::ExtraSelection>& marks, const ShownText& shown) const
{
    for (const TextPattern& pattern : m_queryPatterns)
        addMarks(marks, shown, pattern);
    if (m_pattern)
        addMarks(marks, shown, *m_pattern);
}

void TranscriptFind::addMarks(QList<QTextEdit::ExtraSelection>& marks, const ShownText& shown,
                              const TextPattern& pattern) const
{
    PositionCounter positions(shown);
    for (const TextRange& range : pattern.findAll(shown.bytes, kMostMarks)) {
        const int begin = positions.at(range.begin);
        addMark(marks, begin, positions.at(range.end));
    }
}

} // namespace duologue::ui
