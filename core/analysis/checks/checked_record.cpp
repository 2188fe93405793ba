// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/checked_record.h"

#include "core/data/conversation.h"
#include "core/load/record_reader.h"
#include "core/util/checksum.h"
#include "core/util/parallel.h"
#include "core/util/simd.h"
#include "core/util/sort.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <vector>

namespace duologue {

namespace {

/// The code of a role in the dataset's list; none if no message has it.
CategoryCode codeOfRole(const Snapshot& snapshot, std::string_view role)
{
    const Categories& roles = snapshot.messages.column(MessageColumn::Role).categories;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        if (roles[i].en == role)
            return categoryCode(i);
    }
    return kNoCategory;
}

void addLanguages(FormatFacts& facts, std::uint16_t languages)
{
    if (languages == 0)
        return;
    if (facts.byLanguages.size() <= languages)
        facts.byLanguages.resize(std::size_t{languages} + 1);
    ++facts.byLanguages[languages];
    ++facts.withText;
}

} // namespace

DatasetFacts factsOf(const Snapshot& snapshot, const RowSet& rows, bool areLanguagesAsked, const Job& job)
{
    DatasetFacts facts;
    if (areLanguagesAsked)
        facts.languages = snapshot.languages->of(snapshot, job);
    facts.keys = textKeysOf(snapshot);
    facts.formats.resize(std::max<std::size_t>(snapshot.formats.size(), 256));
    const CategoryCode user = codeOfRole(snapshot, "user");
    const CategoryCode assistant = codeOfRole(snapshot, "assistant");
    const CategoryCode system = codeOfRole(snapshot, "system");
    const Column& roles = snapshot.messages.column(MessageColumn::Role);
    const auto isRole = [&roles](MessageIndex message, CategoryCode role) {
        return role != kNoCategory && roles.code(indexOf(message)) == role;
    };
    rows.forEach([&](Row row) {
        if (indexOf(row) % 65'536 == 0 && job.stopRequested())
            return;
        const RecordEntry record = snapshot.record(row);
        if (record.state == RecordState::Broken)
            return;
        FormatFacts& format = facts.formats[record.format];
        ++format.records;
        addLanguages(format, facts.languagesOf(row));
        auto [begin, end] = snapshot.messageRange(row);
        while (begin < end && isRole(begin, system))
            ++begin;
        while (begin < end && isRole(end - 1, system))
            end = end - 1;
        if (begin == end)
            return;
        ++format.withMessages;
        format.beginWithAssistant += isRole(begin, assistant) ? 1 : 0;
        format.endWithUser += isRole(end - 1, user) ? 1 : 0;
    });
    for (FormatFacts& format : facts.formats) {
        const auto most = std::max_element(format.byLanguages.begin(), format.byLanguages.end());
        if (most == format.byLanguages.end())
            continue;
        format.usualLanguages = static_cast<std::uint16_t>(most - format.byLanguages.begin());
        format.withUsualLanguages = *most;
    }
    return facts;
}

namespace {

/// A translation shorter or longer than this, in characters for each character of its source, has lost or
/// gained more than details.
constexpr double kLeastComparable = 0.12;
constexpr double kMostComparable = 1.2;
/// Shorter sources vary more.
constexpr std::size_t kShortSource = 40;

bool isInItsLanguage(const ScriptCounts& inEnglish, const ScriptCounts& inChinese)
{
    return inEnglish.han * 4 <= inEnglish.latin && inChinese.han * 3 > inChinese.latin;
}

bool isComparablePair(const CheckedPair& pair)
{
    const bool isShort = std::max(pair.sourceCharacters, pair.targetCharacters) < kShortSource;
    const auto source = static_cast<double>(pair.sourceCharacters);
    const auto target = static_cast<double>(pair.targetCharacters);
    const double ratio = pair.isSourceChinese ? source / target : target / source;
    return (isShort || (ratio > kLeastComparable && ratio < kMostComparable)) &&
           isInItsLanguage(pair.englishScripts(), pair.chineseScripts());
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

void CheckedTexts::find(const Conversation& conversation, const TextKeys& keys)
{
    m_texts.clear();
    m_pairs.clear();
    m_strings.clear();
    const std::size_t entries = conversation.texts.size();
    std::size_t count = entries;
    forEachText(conversation, [&](const RecordText& text) {
        if (!keys.isText(text))
            return false;
        CheckedText made;
        made.text = text.isMade ? m_strings.keep(text.text) : text.text;
        made.part = text.part;
        made.role = text.role;
        made.message = text.message;
        if (text.entry != nullptr) {
            made.entry = static_cast<std::uint32_t>(text.entry - conversation.texts.data());
            made.isEarlier = text.entry->earlier;
        } else {
            ++count;
        }
        m_texts.push_back(made);
        return false;
    });
    m_scanned.resize(std::max(m_scanned.size(), count));
    for (std::size_t i = 0; i < entries; ++i)
        m_scanned[i].scan(conversation.texts[i].text);
    for (std::size_t next = entries; CheckedText & text : m_texts) {
        text.scanned = &m_scanned[text.entry == FindingMark::kNoText ? next++ : text.entry];
        if (text.entry == FindingMark::kNoText)
            m_scanned[next - 1].scan(text.text);
    }
    for (std::size_t i = 0; i < conversation.context.size(); ++i)
        addPair(conversation, conversation.context[i].texts, FindingPart::Context, i);
    for (std::size_t i = 0; i < conversation.messages.size(); ++i)
        addPair(conversation, conversation.messages[i].texts, FindingPart::Message, i);
    for (std::size_t i = 0; i < conversation.candidateMessages.size(); ++i)
        addPair(conversation, conversation.candidateMessages[i].texts, FindingPart::Candidate, i);
}

void CheckedTexts::addPair(const Conversation& conversation, Slice slice, FindingPart part, std::size_t index)
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
    pair.sourceScanned = &m_scanned[pair.sourceEntry];
    pair.targetScanned = &m_scanned[pair.targetEntry];
    pair.sourceCharacters = source.characters;
    pair.targetCharacters = target.characters;
    pair.part = part;
    pair.message = static_cast<std::uint32_t>(index);
    pair.isComparable = isComparablePair(pair);
    m_pairs.push_back(pair);
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

std::optional<AnswerPair> pairOf(const Conversation& conversation)
{
    const auto first = [&conversation](CandidateKind kind) {
        return std::ranges::find(conversation.candidates, kind, &Candidate::kind);
    };
    const auto chosen = first(CandidateKind::Chosen);
    const auto rejected = first(CandidateKind::Rejected);
    const auto end = conversation.candidates.end();
    return chosen == end || rejected == end ? std::nullopt : std::optional(AnswerPair{*chosen, *rejected});
}

std::string_view answerOf(const Conversation& conversation, const Candidate& candidate)
{
    const auto messages = conversation.messagesOf(candidate);
    return messages.empty() ? std::string_view() : conversation.originalText(messages.back());
}

namespace {

/// Signs of Chinese and general punctuation.
bool isSignCharacter(char32_t c)
{
    return (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFF0F) ||
           (c >= 0xFF1A && c <= 0xFF20) || (c >= 0x80 && c < 0xC0);
}

bool isAsciiWord(char c)
{
    static constexpr auto kIsWord = [] {
        std::array<bool, 256> is{};
        for (unsigned byte = 0; byte < 128; ++byte) {
            const char small = lowerAscii(static_cast<char>(byte));
            is[byte] = isDigit(small) || (small >= 'a' && small <= 'z');
        }
        return is;
    }();
    return kIsWord[static_cast<unsigned char>(c)];
}

/// The letters and digits of a text, with a space behind each unit: a character, or a word in languages with
/// spaces.
struct JoinedUnits {
    std::string text;
    /// Where each begins, and the end of the last.
    std::vector<std::uint32_t> begins;

    JoinedUnits(std::string_view folded, bool joinsLetters)
    {
        text.resize(2 * folded.size() + 1);
        char* out = text.data();
        bool isInWord = false;
        const auto begin = [&] {
            if (!isInWord)
                begins.push_back(static_cast<std::uint32_t>(out - text.data()));
            isInWord = true;
        };
        const auto end = [&] {
            if (isInWord)
                *out++ = ' ';
            isInWord = false;
        };
        for (std::size_t at = 0; at < folded.size();) {
            if (isAsciiWord(folded[at])) {
                begin();
                do
                    *out++ = folded[at++];
                while (joinsLetters && at < folded.size() && isAsciiWord(folded[at]));
            } else if ((folded[at] & '\x80') == 0) {
                end();
                ++at;
            } else {
                const CodePoint point = quickCodePoint(folded.substr(at));
                const std::size_t length = std::max<std::size_t>(point.length, 1);
                if (point.length > 0 && !isSignCharacter(point.value)) {
                    begin();
                    out = std::copy_n(folded.data() + at, length, out);
                } else {
                    end();
                }
                at += length;
            }
            if (!joinsLetters)
                end();
        }
        end();
        begins.push_back(static_cast<std::uint32_t>(out - text.data()));
    }
};

/// Sorts hashes and drops repeated ones, and those after so many.
void keepSmallest(std::vector<std::uint32_t>& hashes, std::size_t most)
{
    const auto sortAll = [&hashes] {
        std::vector<std::uint32_t> other(hashes.size());
        const LocalRadixSort<std::uint32_t, std::identity> sort{std::identity()};
        sort.sort(hashes.data(), other.data(), hashes.size(), false);
        hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
    };
    if (hashes.size() / 2 > most) {
        // Hashes are spread evenly: some more than the wanted ones are below this.
        const std::uint64_t limit = (std::uint64_t{most + most / 3} << 32U) / hashes.size();
        std::vector<std::uint32_t> all = hashes;
        std::erase_if(hashes, [limit](std::uint32_t hash) { return hash >= limit; });
        sortAll();
        if (hashes.size() < most) {
            hashes = std::move(all);
            sortAll();
        }
    } else {
        sortAll();
    }
    if (hashes.size() > most)
        hashes.resize(most);
}

} // namespace

std::vector<std::uint32_t> shinglesOf(std::string_view folded, std::size_t most)
{
    const ScriptCounts scripts = countScripts(folded);
    const bool isOfCharacters = (scripts.han + scripts.kana) * 3 > scripts.latin;
    const std::size_t length = isOfCharacters ? 5 : 3;
    const JoinedUnits units(folded, !isOfCharacters);
    std::vector<std::uint32_t> hashes;
    const std::size_t all = units.begins.size() - 1;
    const std::size_t count = all == 0 ? 0 : all < length ? 1 : all - length + 1;
    hashes.reserve(count);
    const std::string_view joined = units.text;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t begin = units.begins[i];
        const std::uint32_t end = units.begins[std::min(i + length, all)];
        hashes.push_back(static_cast<std::uint32_t>(checksum(joined.substr(begin, end - begin))));
    }
    keepSmallest(hashes, most);
    return hashes;
}

double jaccard(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right)
{
    std::size_t common = 0;
    auto l = left.begin();
    auto r = right.begin();
    while (l != left.end() && r != right.end()) {
        common += *l == *r ? 1 : 0;
        const bool isLeft = *l <= *r;
        const bool isRight = *r <= *l;
        l += isLeft ? 1 : 0;
        r += isRight ? 1 : 0;
    }
    const std::size_t all = left.size() + right.size() - common;
    return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

void CheckedDataset::forEachRecord(const Job& job,
                                   const std::function<void(Row, const Conversation&)>& visit) const
{
    std::vector<Row> rows;
    m_rows.forEach([&](Row row) { rows.push_back(row); });
    const Reread how{.measuring = Measuring::Scripts, .threads = m_threads};
    duologue::forEachRecord(m_snapshot, rows, how, job, [&visit](std::size_t, RecordReader& record) {
        if (const Conversation* const conversation = record.conversation())
            visit(record.row(), *conversation);
    });
}

namespace {

struct DigestedText {
    Row row{0};
    DigestPart part = DigestPart::Prompt;
    std::size_t message = 0;
    bool isOfCandidate = false;
    /// It is left out if it is short.
    bool isLater = false;
    /// TextDigest::others.
    std::uint64_t others = 0;
};

std::uint64_t othersOf(const Conversation& said, const Message& prompt)
{
    std::string key;
    appendPartsKey(said, prompt, key);
    appendMediaKey(said, key);
    return key.empty() ? 0 : checksum(key);
}

void addText(const DigestedText& what, std::string_view text, TextDigests& digests)
{
    text = trimmed(text);
    if (text.empty())
        return;
    // In fewer bytes there are not as many pieces.
    constexpr std::size_t kLeastBytes = 2 * (kLeastShingles + 2) - 1;
    if (what.isLater && text.size() < kLeastBytes) {
        ++digests.shortQuestions;
        return;
    }
    const std::string folded = foldForSearch(text);
    const std::vector<std::uint32_t> hashes = shinglesOf(folded, kMostShingles);
    if (what.isLater && hashes.size() < kLeastShingles) {
        ++digests.shortQuestions;
        return;
    }
    TextDigest digest;
    digest.row = what.row;
    digest.part = what.part;
    digest.message = static_cast<std::uint32_t>(what.message);
    digest.isOfCandidate = what.isOfCandidate;
    digest.others = what.others;
    digest.checksum = checksum(folded) ^ std::rotl(what.others, 1);
    digest.shinglesBegin = digests.shingles.size();
    digest.shingles = static_cast<std::uint32_t>(hashes.size());
    digests.shingles.insert(digests.shingles.end(), hashes.begin(), hashes.end());
    digests.texts.push_back(digest);
}

/// All that comes before the answers, folded: what the two answer.
std::string promptText(const Conversation& conversation)
{
    std::string text;
    for (const ContextPart& part : conversation.context) {
        for (const Text& each : conversation.textsOf(part.texts))
            text.append(each.text).append(1, '\0');
    }
    for (const Message& message : conversation.messages)
        text.append(conversation.originalText(message)).append(1, '\0');
    return foldForSearch(text);
}

} // namespace

void TextDigests::add(Row row, const Conversation& said)
{
    bool hasPrompt = false;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const Message& message = said.messages[i];
        const bool isAnswer = message.role == "assistant";
        const bool isPrompt = message.role == "user";
        if (!isAnswer && !isPrompt)
            continue;
        addText({row, isPrompt ? DigestPart::Prompt : DigestPart::Answer, i, false, isPrompt && hasPrompt,
                 isPrompt ? othersOf(said, message) : 0},
                said.originalText(message), *this);
        hasPrompt = hasPrompt || isPrompt;
    }
    bool isFirst = true;
    for (const Candidate& candidate : said.candidates) {
        const bool isWanted = candidate.kind == CandidateKind::Chosen || candidate.aligned;
        const auto messages = said.messagesOf(candidate);
        if (!isWanted || messages.empty())
            continue;
        addText({row, DigestPart::Answer, 0, true}, said.originalText(messages.back()), *this);
        // A candidate may go on with further questions, mostly the same ones in each.
        for (const Message& message : messages) {
            if (!isFirst || message.role != "user")
                continue;
            addText({row, DigestPart::Prompt, 0, true, hasPrompt, othersOf(said, message)},
                    said.originalText(message), *this);
            hasPrompt = true;
        }
        isFirst = false;
    }
}

void DatasetTexts::add(const CheckNeeds& needs, Row row, const Conversation& said)
{
    if (needs.digests)
        digests.add(row, said);
    const std::optional<AnswerPair> pair = needs.pairs ? pairOf(said) : std::nullopt;
    if (!pair)
        return;
    const std::string_view chosen = answerOf(said, pair->chosen);
    const std::string_view rejected = answerOf(said, pair->rejected);
    pairs.push_back({row, checksum(promptText(said)), checksum(foldForSearch(trimmed(chosen))),
                     checksum(foldForSearch(trimmed(rejected))), characterCount(chosen),
                     characterCount(rejected)});
}

DatasetTexts DatasetTexts::joined(std::vector<DatasetTexts> parts)
{
    DatasetTexts all;
    std::size_t texts = 0;
    std::size_t shingles = 0;
    for (const DatasetTexts& part : parts) {
        texts += part.digests.texts.size();
        shingles += part.digests.shingles.size();
    }
    all.digests.texts.reserve(texts);
    all.digests.shingles.reserve(shingles);
    for (DatasetTexts& part : parts) {
        for (TextDigest& digest : part.digests.texts)
            digest.shinglesBegin += all.digests.shingles.size();
        const auto add = [](const auto& from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
        add(part.digests.texts, all.digests.texts);
        add(part.digests.shingles, all.digests.shingles);
        add(part.pairs, all.pairs);
        all.digests.shortQuestions += part.digests.shortQuestions;
        part = {};
    }
    return all;
}

double likenessOf(const TextDigests& digests, const TextDigest& left, const TextDigest& right)
{
    if (left.others != right.others)
        return 0;
    std::span<const std::uint32_t> l = digests.shinglesOf(left);
    std::span<const std::uint32_t> r = digests.shinglesOf(right);
    const bool isSample = l.size() == kMostShingles || r.size() == kMostShingles;
    if (isSample && !l.empty() && !r.empty()) {
        // Only hashes up to both ends are known of both texts.
        const std::uint32_t end = std::min(l.size() == kMostShingles ? l.back() : 0xFFFF'FFFFU,
                                           r.size() == kMostShingles ? r.back() : 0xFFFF'FFFFU);
        for (auto* const each : {&l, &r})
            *each = each->first(
                static_cast<std::size_t>(std::upper_bound(each->begin(), each->end(), end) - each->begin()));
    }
    return jaccard(l, r);
}

} // namespace duologue
