// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/checked_record.h"

#include "core/data/conversation.h"
#include "core/load/record_reader.h"
#include "core/util/checksum.h"
#include "core/util/parallel.h"
#include "core/util/simd.h"
#include "core/util/text.h"

#include <algorithm>
#include <bit>
#include <mutex>
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

namespace {

/// Bytes of characters that are letters or digits; for languages with spaces, of words.
struct Unit {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

bool isShingleByte(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Signs of Chinese and general punctuation.
bool isSignCharacter(char32_t c)
{
    return (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFF0F) ||
           (c >= 0xFF1A && c <= 0xFF20) || (c >= 0x80 && c < 0xC0);
}

void addUnits(std::string_view text, bool joinsLetters, std::vector<Unit>& units)
{
    bool isInWord = false;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        std::size_t length = 1;
        bool isLetter = isShingleByte(c);
        if ((c & '\x80') != 0) {
            const CodePoint point = codePointAt(text.substr(at));
            length = std::max<std::size_t>(point.length, 1);
            isLetter = point.length > 0 && !isSignCharacter(point.value);
        }
        if (isLetter) {
            const auto end = static_cast<std::uint32_t>(at + length);
            if (isInWord && joinsLetters)
                units.back().end = end;
            else
                units.push_back({static_cast<std::uint32_t>(at), end});
        }
        isInWord = isLetter;
        at += length;
    }
}

} // namespace

std::vector<std::uint32_t> shinglesOf(std::string_view folded)
{
    const ScriptCounts scripts = countScripts(folded);
    const bool isOfCharacters = (scripts.han + scripts.kana) * 3 > scripts.latin;
    const std::size_t length = isOfCharacters ? 5 : 3;
    std::vector<Unit> units;
    addUnits(folded, !isOfCharacters, units);
    std::vector<std::uint32_t> hashes;
    if (units.empty())
        return hashes;
    const std::size_t count = units.size() < length ? 1 : units.size() - length + 1;
    hashes.reserve(count);
    std::string piece;
    for (std::size_t i = 0; i < count; ++i) {
        piece.clear();
        for (std::size_t j = i; j < std::min(i + length, units.size()); ++j)
            piece.append(folded.substr(units[j].begin, units[j].end - units[j].begin)).append(1, ' ');
        hashes.push_back(static_cast<std::uint32_t>(checksum(piece)));
    }
    std::sort(hashes.begin(), hashes.end());
    hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
    return hashes;
}

double jaccard(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right)
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

CheckedDataset::CheckedDataset(const Snapshot& snapshot, const RowSet& rows, int threads)
    : m_snapshot(snapshot), m_rows(rows), m_threads(threads)
{
}

CheckedDataset::~CheckedDataset() = default;

void CheckedDataset::forEachRecord(const Job& job,
                                   const std::function<void(Row, const Conversation&)>& visit) const
{
    std::vector<Row> rows;
    m_rows.forEach([&](Row row) { rows.push_back(row); });
    const std::vector<RowRun> runs = runsOf(m_snapshot, rows);
    constexpr std::size_t kRunsAtOnce = 16;
    startThreads(m_threads);
    std::mutex mutex;
    std::vector<std::unique_ptr<RecordVisitor>> idle;
    parallelFor(runs.size(), kRunsAtOnce, [&](std::size_t begin, std::size_t end) {
        std::unique_ptr<RecordVisitor> visitor;
        {
            const std::scoped_lock lock(mutex);
            if (!idle.empty()) {
                visitor = std::move(idle.back());
                idle.pop_back();
            }
        }
        if (!visitor)
            visitor = std::make_unique<RecordVisitor>(m_snapshot, true, Measuring::Scripts);
        const auto visitOne = [&](Row row, std::string_view, Conversation& conversation) {
            visit(row, conversation);
        };
        for (std::size_t i = begin; i < end && !job.stopRequested(); ++i)
            visitor->visit(runs[i], rows, job, visitOne, [](Row, bool) {});
        const std::scoped_lock lock(mutex);
        idle.push_back(std::move(visitor));
    });
}

const TextDigests& CheckedDataset::digests(const Job& job) const
{
    if (!m_digests)
        m_digests = std::make_unique<TextDigests>(digestsOf(*this, job));
    return *m_digests;
}

namespace {

/// Texts of one thread.
struct DigestPile {
    TextDigests made;
    std::string folded;
};

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

void addText(const DigestedText& what, std::string_view text, DigestPile& pile)
{
    text = trimmed(text);
    if (text.empty())
        return;
    // In fewer bytes there are not as many pieces.
    constexpr std::size_t kLeastBytes = 2 * (kLeastShingles + 2) - 1;
    if (what.isLater && text.size() < kLeastBytes) {
        ++pile.made.shortQuestions;
        return;
    }
    const std::string folded = foldForSearch(text);
    std::vector<std::uint32_t> hashes = shinglesOf(folded);
    if (what.isLater && hashes.size() < kLeastShingles) {
        ++pile.made.shortQuestions;
        return;
    }
    TextDigest digest;
    digest.row = what.row;
    digest.part = what.part;
    digest.message = static_cast<std::uint32_t>(what.message);
    digest.isOfCandidate = what.isOfCandidate;
    digest.others = what.others;
    digest.checksum = checksum(folded) ^ std::rotl(what.others, 1);
    digest.shinglesBegin = pile.made.shingles.size();
    digest.shingles = static_cast<std::uint32_t>(std::min(hashes.size(), kMostShingles));
    pile.made.shingles.insert(pile.made.shingles.end(), hashes.begin(), hashes.begin() + digest.shingles);
    pile.made.texts.push_back(digest);
}

void addRecord(Row row, const Conversation& said, DigestPile& pile)
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
                said.originalText(message), pile);
        hasPrompt = hasPrompt || isPrompt;
    }
    bool isFirst = true;
    for (const Candidate& candidate : said.candidates) {
        const bool isWanted = candidate.kind == CandidateKind::Chosen || candidate.aligned;
        const auto messages = said.messagesOf(candidate);
        if (!isWanted || messages.empty())
            continue;
        addText({row, DigestPart::Answer, 0, true}, said.originalText(messages.back()), pile);
        // A candidate may go on with further questions, mostly the same ones in each.
        for (const Message& message : messages) {
            if (!isFirst || message.role != "user")
                continue;
            addText({row, DigestPart::Prompt, 0, true, hasPrompt, othersOf(said, message)},
                    said.originalText(message), pile);
            hasPrompt = true;
        }
        isFirst = false;
    }
}

} // namespace

TextDigests digestsOf(const CheckedDataset& dataset, const Job& job)
{
    constexpr std::size_t kStripes = 16;
    std::vector<DigestPile> piles(kStripes);
    std::vector<std::mutex> mutexes(kStripes);
    // A record's pile depends on its row alone, so that the order does not depend on the threads.
    dataset.forEachRecord(job, [&](Row row, const Conversation& said) {
        DigestPile one;
        addRecord(row, said, one);
        const std::size_t stripe = indexOf(row) / 1024 % kStripes;
        const std::scoped_lock lock(mutexes[stripe]);
        TextDigests& all = piles[stripe].made;
        all.shortQuestions += one.made.shortQuestions;
        for (TextDigest& digest : one.made.texts) {
            digest.shinglesBegin += all.shingles.size();
            all.texts.push_back(digest);
        }
        all.shingles.insert(all.shingles.end(), one.made.shingles.begin(), one.made.shingles.end());
    });
    TextDigests digests;
    std::size_t texts = 0;
    std::size_t shingles = 0;
    for (const DigestPile& pile : piles) {
        texts += pile.made.texts.size();
        shingles += pile.made.shingles.size();
    }
    digests.texts.reserve(texts);
    digests.shingles.reserve(shingles);
    for (DigestPile& pile : piles) {
        digests.shortQuestions += pile.made.shortQuestions;
        for (TextDigest& digest : pile.made.texts) {
            digest.shinglesBegin += digests.shingles.size();
            digests.texts.push_back(digest);
        }
        digests.shingles.insert(digests.shingles.end(), pile.made.shingles.begin(), pile.made.shingles.end());
        pile = DigestPile();
    }
    std::stable_sort(digests.texts.begin(), digests.texts.end(),
                     [](const TextDigest& left, const TextDigest& right) { return left.row < right.row; });
    return digests;
}

double likenessOf(const TextDigests& digests, const TextDigest& left, const TextDigest& right)
{
    if (left.others != right.others)
        return 0;
    std::vector<std::uint32_t> l = digests.shinglesOf(left);
    std::vector<std::uint32_t> r = digests.shinglesOf(right);
    const bool isSample = l.size() == kMostShingles || r.size() == kMostShingles;
    if (isSample && !l.empty() && !r.empty()) {
        // Only hashes below both ends are known of both texts.
        const std::uint32_t end = std::min(l.size() == kMostShingles ? l.back() : 0xFFFF'FFFFU,
                                           r.size() == kMostShingles ? r.back() : 0xFFFF'FFFFU);
        std::erase_if(l, [end](std::uint32_t hash) { return hash > end; });
        std::erase_if(r, [end](std::uint32_t hash) { return hash > end; });
    }
    return jaccard(l, r);
}

} // namespace duologue
