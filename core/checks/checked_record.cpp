// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/checked_record.h"

#include "core/base/simd/script_counts.h"

#include <algorithm>

namespace duologue {

namespace {

/// A translation shorter or longer than this, in characters for each character of its source, has lost or
/// gained more than details.
constexpr double kLeastComparable = 0.12;
constexpr double kMostComparable = 1.2;
/// Shorter sources vary more.
constexpr std::size_t kShortSource = 40;

bool isInItsLanguage(std::string_view english, std::string_view chinese)
{
    const ScriptCounts inEnglish = countScripts(english);
    const ScriptCounts inChinese = countScripts(chinese);
    return inEnglish.han * 4 <= inEnglish.latin && inChinese.han * 3 > inChinese.latin;
}

bool isComparablePair(const CheckedPair& pair)
{
    const bool isShort = std::max(pair.sourceCharacters, pair.targetCharacters) < kShortSource;
    const auto source = static_cast<double>(pair.sourceCharacters);
    const auto target = static_cast<double>(pair.targetCharacters);
    const double ratio = pair.isSourceChinese ? source / target : target / source;
    return (isShort || (ratio > kLeastComparable && ratio < kMostComparable)) &&
           isInItsLanguage(pair.english(), pair.chinese());
}

/// The first text of one kind of language among the newest, as an index into the texts; none if there is
/// none.
std::optional<std::uint32_t> firstInLanguage(const Conversation& conversation, Slice slice,
                                             bool isWantedChinese)
{
    for (std::uint32_t i = slice.begin; i < slice.end; ++i) {
        const Text& text = conversation.texts[i];
        if (!text.earlier && !text.text.empty() && isChinese(text.language) == isWantedChinese)
            return i;
    }
    return std::nullopt;
}

void addPair(const Conversation& conversation, Slice slice, FindingPart part, std::size_t index,
             std::vector<CheckedPair>& pairs)
{
    if (slice.size() < 2)
        return;
    const auto english = firstInLanguage(conversation, slice, false);
    const auto chinese = firstInLanguage(conversation, slice, true);
    if (!english || !chinese)
        return;
    CheckedPair pair;
    pair.isSourceChinese = *chinese < *english;
    pair.sourceEntry = std::min(*english, *chinese);
    pair.targetEntry = std::max(*english, *chinese);
    const Text& source = conversation.texts[pair.sourceEntry];
    const Text& target = conversation.texts[pair.targetEntry];
    pair.source = source.text;
    pair.target = target.text;
    pair.sourceCharacters = source.characters;
    pair.targetCharacters = target.characters;
    pair.part = part;
    pair.message = static_cast<std::uint32_t>(index);
    pair.isComparable = isComparablePair(pair);
    pairs.push_back(pair);
}

bool isBlankText(std::string_view text)
{
    return trimmed(text).empty();
}

} // namespace

FindingPart CheckedText::findingPart() const
{
    if (part == TextPart::Candidate && message != RecordText::kNoMessage)
        return FindingPart::Candidate;
    return message == RecordText::kNoMessage ? FindingPart::Record : FindingPart::Message;
}

std::uint32_t CheckedText::findingMessage() const
{
    return message == RecordText::kNoMessage ? 0 : message;
}

FindingMark CheckedText::mark(std::size_t begin, std::size_t end) const
{
    return {entry, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

FindingMark CheckedPair::sourceMark(std::size_t begin, std::size_t end) const
{
    return {sourceEntry, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

FindingMark CheckedPair::targetMark(std::size_t begin, std::size_t end) const
{
    return {targetEntry, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

void CheckedRecord::prepare()
{
    texts.clear();
    pairs.clear();
    strings.clear();
    forEachText(conversation, [&](const RecordText& text) {
        if (!facts.keys.isText(text))
            return false;
        CheckedText made;
        made.text = text.isMade ? strings.keep(text.text) : text.text;
        made.part = text.part;
        made.role = text.role;
        made.message = text.message;
        if (text.entry != nullptr) {
            made.entry = static_cast<std::uint32_t>(text.entry - conversation.texts.data());
            made.isEarlier = text.entry->earlier;
        }
        texts.push_back(made);
        return false;
    });
    for (std::size_t i = 0; i < conversation.context.size(); ++i)
        addPair(conversation, conversation.context[i].texts, FindingPart::Context, i, pairs);
    for (std::size_t i = 0; i < conversation.messages.size(); ++i)
        addPair(conversation, conversation.messages[i].texts, FindingPart::Message, i, pairs);
    for (std::size_t i = 0; i < conversation.candidateMessages.size(); ++i)
        addPair(conversation, conversation.candidateMessages[i].texts, FindingPart::Candidate, i, pairs);
}

bool isBlankMessage(const Conversation& conversation, const Message& message)
{
    const auto texts = conversation.textsOf(message.texts);
    if (!std::all_of(texts.begin(), texts.end(), [](const Text& text) { return isBlankText(text.text); }))
        return false;
    for (const Part& part : conversation.partsOf(message)) {
        const bool isText = part.kind == PartKind::Text || part.kind == PartKind::Result;
        const bool isBlank =
            isText ? isBlankText(part.text) && part.value.size() == 0 : part.kind == PartKind::Reasoning;
        if (!isBlank)
            return false;
    }
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        const bool isOfParts = field.isContent || isThoughtWord(field.key);
        if (!isOfParts && (field.value.isArray() || field.value.isObject()) && field.value.size() > 0)
            return false;
    }
    return true;
}

JsonView messageValue(const Conversation& conversation, const Message& message, std::string_view key)
{
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (field.key == key)
            return field.value;
    }
    return {};
}

} // namespace duologue
