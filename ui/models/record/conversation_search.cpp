// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/conversation_search.h"

#include "core/data/record_texts.h"
#include "ui/models/words/message_words.h"
#include "ui/work/qt_text.h"

#include <algorithm>

namespace duologue::ui {

namespace {

constexpr std::size_t kMostHits = 100'000;
/// The height of a message head, as a number of bytes of text.
constexpr double kHeadBytes = 120;

/// Finds the matches in one conversation, in reading order.
class ConversationSearch {
public:
    ConversationSearch(const Conversation& conversation, const std::vector<TextPattern>& patterns,
                       const Job& job)
        : m_conversation(conversation), m_patterns(patterns), m_job(job)
    {
        found.languages = languagePairOf(conversation);
    }

    void run()
    {
        for (const ContextPart& part : m_conversation.context)
            searchTexts(part.texts);
        for (std::size_t i = 0; i < m_conversation.messages.size(); ++i) {
            const Message& message = m_conversation.messages[i];
            if (const QString memo = tellingMemo(message); !memo.isEmpty())
                found.memos += searchIn(fromQt(memo), {message.texts.begin, 0, {}, static_cast<int>(i), -1});
            searchTexts(message.texts);
            searchAttachments(i);
        }
        for (const Candidate& candidate : m_conversation.candidates) {
            for (const Message& message : m_conversation.messagesOf(candidate))
                searchTexts(message.texts);
        }
        found.cut = found.hits.size() >= kMostHits;
    }

    ConversationHits found;

private:
    /// Numbers the matches from `first.number` on; returns how many there are.
    std::uint32_t searchIn(std::string_view text, ConversationHit first)
    {
        const std::uint32_t before = first.number;
        if (found.hits.size() >= kMostHits || m_job.stopRequested())
            return 0;
        for (const TextRange& range : findAllOf(m_patterns, text, kMostHits - found.hits.size())) {
            first.range = range;
            found.hits.push_back(first);
            ++first.number;
        }
        return first.number - before;
    }

    void searchTexts(const Slice& texts)
    {
        for (const bool second : {false, true}) {
            for (std::uint32_t i = texts.begin; i < texts.end; ++i) {
                const Text& text = m_conversation.texts[i];
                if (!text.earlier && isSecond(m_conversation, texts, i, found.languages) == second)
                    (second ? found.second : found.first) += searchIn(text.text, {i, 0, {}, -1, -1});
            }
        }
    }

    void searchAttachments(std::size_t message)
    {
        const std::uint32_t firstText = m_conversation.messages[message].texts.begin;
        std::uint32_t number = 0;
        forEachTextOf(m_conversation, message, [&](const RecordText& text) {
            if (text.field != nullptr && text.part != TextPart::Note)
                number += searchIn(text.text, {firstText, number, {}, -1, static_cast<int>(message)});
            return false;
        });
        found.attachments += number;
    }

    const Conversation& m_conversation;
    const std::vector<TextPattern>& m_patterns;
    const Job& m_job;
};

void addPatterns(const Query& query, std::vector<TextPattern>& patterns)
{
    if (query.kind == QueryKind::Not)
        return;
    for (const Query& part : query.parts)
        addPatterns(part, patterns);
    if (query.kind != QueryKind::Term || query.term.value.empty())
        return;
    if (query.term.kind == TermKind::Text) {
        patterns.push_back(TextPattern::words(query.term.value));
    } else if (query.term.kind == TermKind::Pattern) {
        auto made = TextPattern::expression(query.term.value);
        if (auto* pattern = std::get_if<TextPattern>(&made))
            patterns.push_back(std::move(*pattern));
    }
}

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

ConversationHits searchConversation(const Conversation& conversation,
                                    const std::vector<TextPattern>& patterns, const Job& job)
{
    ConversationSearch search(conversation, patterns, job);
    search.run();
    return std::move(search.found);
}

std::vector<TextPattern> patternsOf(const Query& query)
{
    std::vector<TextPattern> patterns;
    addPatterns(query, patterns);
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

} // namespace duologue::ui
