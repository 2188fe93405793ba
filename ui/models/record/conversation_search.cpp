// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/conversation_search.h"

#include "ui/models/words/message_words.h"
#include "ui/work/qt_text.h"

#include <algorithm>

namespace duologue::ui {

namespace {

constexpr std::size_t kMostHits = 100'000;
/// The height of a message head, as a number of bytes of text.
constexpr double kHeadBytes = 120;

/// Visits the visible texts in reading order, and each memo before the texts of its message.
template<typename VisitText, typename VisitMemo>
void forEachText(const Conversation& conversation, const VisitText& visit, const VisitMemo& visitMemo)
{
    const auto visitAll = [&](const Slice& texts) {
        for (const bool chinese : {false, true}) {
            for (std::uint32_t i = texts.begin; i < texts.end; ++i) {
                const Text& text = conversation.texts[i];
                if (!text.earlier && (text.language == Language::Chinese) == chinese)
                    visit(i, text);
            }
        }
    };
    for (const ContextPart& part : conversation.context)
        visitAll(part.texts);
    for (std::size_t i = 0; i < conversation.messages.size(); ++i) {
        visitMemo(static_cast<int>(i), conversation.messages[i]);
        visitAll(conversation.messages[i].texts);
    }
    for (const Candidate& candidate : conversation.candidates) {
        for (const Message& message : conversation.messagesOf(candidate))
            visitAll(message.texts);
    }
}

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

ConversationHits searchConversation(const Conversation& conversation, const TextPattern& pattern,
                                    const Job& job)
{
    ConversationHits found;
    PatternBudget search(job);
    RecordBudget budget(search);
    const auto findIn = [&](std::string_view text, std::uint32_t index, int memoOf) {
        std::uint32_t number = 0;
        if (found.hits.size() >= kMostHits || job.stopRequested())
            return number;
        for (const TextRange& range : pattern.findAll(text, kMostHits - found.hits.size(), budget))
            found.hits.push_back({index, number++, range, memoOf});
        return number;
    };
    forEachText(
        conversation,
        [&](std::uint32_t index, const Text& text) {
            (text.language == Language::Chinese ? found.chinese : found.english) +=
                findIn(text.text, index, -1);
        },
        [&](int index, const Message& message) {
            if (const QString memo = tellingMemo(message); !memo.isEmpty())
                found.memos += findIn(fromQt(memo), message.texts.begin, index);
        });
    found.cut = found.hits.size() >= kMostHits;
    found.timedOut = budget.gaveUp();
    return found;
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
