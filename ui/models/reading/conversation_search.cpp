// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/reading/conversation_search.h"

#include "core/data/record_texts.h"
#include "ui/models/words/message_words.h"
#include "ui/work/qt_text.h"

#include <algorithm>

namespace duologue::ui {

namespace {

constexpr std::size_t kMostHits = 100'000;
/// The height of a message head, as a number of bytes of text.
constexpr double kHeadBytes = 120;

/// Finds what is asked for in one conversation, in reading order.
class ConversationSearch {
public:
    ConversationSearch(const Snapshot& snapshot, const Conversation& conversation, Row row,
                       const std::vector<StopRule>& rules, const Job& job)
        : m_conversation(conversation),
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
            if (text.field == nullptr || text.part == TextPart::Note)
                return false;
            number += searchIn(
                text, {.text = firstText, .number = number, .attachedTo = static_cast<int>(message)});
            found.attachments += m_asked;
            return false;
        });
    }

    const Conversation& m_conversation;
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
                                    const std::vector<StopRule>& rules, const Job& job)
{
    ConversationSearch search(snapshot, conversation, row, rules, job);
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

} // namespace duologue::ui
