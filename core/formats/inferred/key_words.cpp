// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/conversation.h"
#include "core/formats/inferred/evidence_sample.h"
#include "core/util/numbers.h"
#include "core/util/text.h"

#include <algorithm>

namespace duologue {

namespace {

/// Of a long name, the beginning is looked at.
constexpr std::size_t kLongestKey = 128;
constexpr std::size_t kMostWords = 16;
/// The least length of either of two words that are written as one.
constexpr std::size_t kShortestGlued = 3;

constexpr std::string_view kClassNames[] = {
    "ask",    "answer",   "asker",   "answerer",  "system", "tool", "speaker", "text",
    "list",   "history",  "order",   "time",      "id",     "good", "bad",     "reference",
    "label",  "context",  "input",   "candidate", "meta",   "copy", "thought", "instruction",
    "detail", "headline", "message", "choice",    "first"};
static_assert(std::size(kClassNames) == kWordClasses);

std::size_t indexOf(WordClass word)
{
    return static_cast<std::size_t>(word);
}

struct Word {
    std::string_view text;
    WordWeights weights{};

    float weight(WordClass word) const { return weights[indexOf(word)]; }
};

/// Chinese, Japanese or Korean, whose words follow each other without a sign between them.
bool isEastAsian(char32_t character)
{
    constexpr char32_t kFirst = 0x2E80;
    return character >= kFirst;
}

/// key-words.tsv, read once.
class WordTable {
public:
    WordTable()
    {
        std::string_view rest = keyWordsFile();
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            addLine(rest.substr(0, end));
            rest.remove_prefix(std::min(rest.size(), end + 1));
        }
        std::sort(m_words.begin(), m_words.end(),
                  [](const Word& left, const Word& right) { return left.text < right.text; });
        mergeEqual();
        for (const Word& word : m_words) {
            if (isEastAsian(codePointAt(word.text).value))
                m_eastAsian.push_back(&word);
        }
        std::stable_sort(m_eastAsian.begin(), m_eastAsian.end(), [](const Word* left, const Word* right) {
            return left->text.size() > right->text.size();
        });
    }

    const Word* find(std::string_view text) const
    {
        const auto at =
            std::lower_bound(m_words.begin(), m_words.end(), text,
                             [](const Word& word, std::string_view wanted) { return word.text < wanted; });
        return at != m_words.end() && at->text == text ? &*at : nullptr;
    }

    /// The longest word in such letters that the text begins with.
    const Word* eastAsianAt(std::string_view text) const
    {
        const auto at = std::find_if(m_eastAsian.begin(), m_eastAsian.end(),
                                     [text](const Word* word) { return text.starts_with(word->text); });
        return at == m_eastAsian.end() ? nullptr : *at;
    }

private:
    void addLine(std::string_view line)
    {
        const std::size_t first = line.find('\t');
        const std::size_t second = first == std::string_view::npos ? first : line.find('\t', first + 1);
        if (line.starts_with('#') || second == std::string_view::npos)
            return;
        const auto* const name =
            std::find(std::begin(kClassNames), std::end(kClassNames), line.substr(0, first));
        const std::optional<double> weight = numberIn(line.substr(second + 1));
        if (name == std::end(kClassNames) || !weight)
            return;
        Word word{.text = line.substr(first + 1, second - first - 1)};
        word.weights[static_cast<std::size_t>(name - std::begin(kClassNames))] = static_cast<float>(*weight);
        m_words.push_back(word);
    }

    void mergeEqual()
    {
        std::vector<Word> merged;
        for (const Word& word : m_words) {
            if (merged.empty() || merged.back().text != word.text) {
                merged.push_back(word);
                continue;
            }
            for (std::size_t i = 0; i < kWordClasses; ++i)
                merged.back().weights[i] += word.weights[i];
        }
        m_words = std::move(merged);
    }

    std::vector<Word> m_words;
    /// The longest first.
    std::vector<const Word*> m_eastAsian;
};

const WordTable& wordTable()
{
    static const WordTable table;
    return table;
}

/// A word of a key: of the table, or another in lower case.
struct FoundWord {
    const Word* known = nullptr;
    std::string text;
};

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

/// Latin letters of U+00C0 to U+00FF without their marks ("réponse"), Russian ones in lower case.
std::string foldedLetters(std::string_view key)
{
    constexpr std::string_view kBase = "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo*ouuuuypy";
    std::string folded;
    for (std::size_t i = 0; i < key.size(); ++i) {
        const auto lead = static_cast<unsigned char>(key[i]);
        const auto next = static_cast<unsigned char>(i + 1 < key.size() ? key[i + 1] : 0);
        const bool isPair = next >= 0x80 && next <= 0xBF;
        if (lead == 0xC3 && isPair && kBase[next - 0x80U] != '*') {
            folded += kBase[next - 0x80U];
            ++i;
        } else if (lead == 0xD0 && next >= 0x90 && next <= 0xAF) {
            folded += static_cast<char>(next < 0xA0 ? 0xD0 : 0xD1);
            folded += static_cast<char>(next < 0xA0 ? next + 0x20 : next - 0x20);
            ++i;
        } else {
            folded += key[i];
        }
    }
    return folded;
}

class KeySplitter {
public:
    explicit KeySplitter(std::string_view key)
        : m_folded(foldedLetters(key.substr(0, wholeCharacters(key, kLongestKey)))), m_key(m_folded)
    {
    }

    std::vector<FoundWord> split()
    {
        while (m_at < m_key.size() && m_words.size() < kMostWords) {
            const char c = m_key[m_at];
            if (isUpper(c) || isLower(c))
                takeLetters();
            else if (isAsciiDigit(c))
                takeDigits();
            else
                takeOther();
        }
        joinPairs();
        return std::move(m_words);
    }

private:
    void takeLetters()
    {
        std::size_t end = m_at;
        while (end < m_key.size() && isUpper(m_key[end]))
            ++end;
        const std::size_t capitals = end - m_at;
        // "HTMLPage" is HTML and Page, "Page" is one word.
        if (capitals > 1 && end < m_key.size() && isLower(m_key[end])) {
            --end;
        } else if (capitals <= 1) {
            while (end < m_key.size() && isLower(m_key[end]))
                ++end;
        }
        addWord(inAsciiLowerCase(m_key.substr(m_at, end - m_at)));
        m_at = end;
    }

    void takeDigits()
    {
        std::size_t end = m_at;
        while (end < m_key.size() && isAsciiDigit(m_key[end]))
            ++end;
        m_words.push_back({nullptr, std::string(m_key.substr(m_at, end - m_at))});
        m_at = end;
    }

    /// Of a word in Russian or Arabic letters, which signs separate from others.
    std::size_t lengthOfLetters() const
    {
        std::size_t end = m_at;
        while (end + 1 < m_key.size()) {
            const auto lead = static_cast<unsigned char>(m_key[end]);
            if ((lead < 0xD0 || lead > 0xD1) && (lead < 0xD8 || lead > 0xDB))
                break;
            end += 2;
        }
        return end - m_at;
    }

    void takeOther()
    {
        if (const std::size_t length = lengthOfLetters(); length > 0) {
            const std::string_view letters = m_key.substr(m_at, length);
            if (const Word* const word = wordTable().find(letters))
                m_words.push_back({word, std::string(letters)});
            m_at += length;
        } else if (const Word* const word = wordTable().eastAsianAt(m_key.substr(m_at))) {
            m_words.push_back({word, std::string(word->text)});
            m_at += word->text.size();
        } else {
            m_at += std::max<std::size_t>(1, codePointLength(m_key.substr(m_at)));
        }
    }

    void addWord(std::string word)
    {
        const WordTable& table = wordTable();
        if (const Word* const known = table.find(word)) {
            m_words.push_back({known, std::move(word)});
            return;
        }
        if (const Word* const known = singularOf(word)) {
            m_words.push_back({known, std::string(known->text)});
            return;
        }
        for (std::size_t i = kShortestGlued; i + kShortestGlued <= word.size(); ++i) {
            const Word* const front = table.find(std::string_view(word).substr(0, i));
            const Word* const back =
                front == nullptr ? nullptr : table.find(std::string_view(word).substr(i));
            if (back != nullptr) {
                m_words.push_back({front, std::string(front->text)});
                m_words.push_back({back, std::string(back->text)});
                return;
            }
        }
        m_words.push_back({nullptr, std::move(word)});
    }

    static const Word* singularOf(const std::string& word)
    {
        const WordTable& table = wordTable();
        if (word.ends_with("ies")) {
            if (const Word* const known = table.find(word.substr(0, word.size() - 3) + "y"))
                return known;
        }
        return word.ends_with('s') ? table.find(std::string_view(word).substr(0, word.size() - 1)) : nullptr;
    }

    /// Two words that the table has as one ("help_seeker").
    void joinPairs()
    {
        for (std::size_t i = 0; i + 1 < m_words.size(); ++i) {
            const Word* const pair = wordTable().find(m_words[i].text + "_" + m_words[i + 1].text);
            if (pair == nullptr)
                continue;
            m_words[i] = {pair, std::string(pair->text)};
            m_words.erase(m_words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
    }

    const std::string m_folded;
    const std::string_view m_key;
    std::size_t m_at = 0;
    std::vector<FoundWord> m_words;
};

/// Classes whose words count in full wherever they stand in a key.
bool countsAnywhere(WordClass word)
{
    switch (word) {
    case WordClass::Asker:
    case WordClass::Answerer:
    case WordClass::Good:
    case WordClass::Bad:
    case WordClass::Id:
    case WordClass::Copy:
    case WordClass::System:
        return true;
    default:
        return false;
    }
}

void addWeights(KeyWords& key, const Word& word, const Word* last)
{
    constexpr float kIsList = 2;
    const bool isLast = &word == last;
    // A list of earlier messages ("previous_turns").
    const bool isOfList = last != nullptr && last->weight(WordClass::List) >= kIsList;
    constexpr float kEarlier = 0.6F;
    for (std::size_t i = 0; i < kWordClasses; ++i) {
        const auto wordClass = static_cast<WordClass>(i);
        const bool counts =
            isLast || countsAnywhere(wordClass) || (isOfList && wordClass == WordClass::History);
        const float weight = word.weights[i] * (counts ? 1 : kEarlier);
        float& sum = key.weights[i];
        sum = wordClass == WordClass::Copy ? sum + weight : std::max(sum, weight);
    }
    key.strongestMeta = std::max(key.strongestMeta, word.weight(WordClass::Meta));
}

/// Weights of one key as sides.
Sides ownSides(const KeyWords& key)
{
    Sides sides{key.weight(WordClass::Ask) + key.weight(WordClass::Asker),
                key.weight(WordClass::Answer) + key.weight(WordClass::Answerer)};
    // A last word that hardly asks is the kind of the text, and those before it say whose it is
    // ("reply_post").
    constexpr double kWeak = 1.5;
    if (key.lastWeight(WordClass::Ask) < kWeak && sides.answer >= kWeak && key.weight(WordClass::Asker) <= 0)
        sides.ask -= std::min(sides.ask, key.lastWeight(WordClass::Ask));
    // What the system of a dialogue says, unlike a prompt of the system.
    constexpr double kOfSystem = 2.5;
    if (key.weight(WordClass::System) > 0 &&
        (key.weight(WordClass::Answer) >= 2 || key.weight(WordClass::Text) >= 2))
        sides.answer += kOfSystem;
    sides.answer = std::max(sides.answer, key.weight(WordClass::Candidate));
    return sides;
}

/// Whether a value under the key is said by nobody.
bool isOfNobody(const KeyWords& last)
{
    constexpr double kIsTool = 1.8;
    constexpr double kIsAsk = 1.5;
    constexpr float kIsMeta = 4;
    const double closed = std::max({last.lastWeight(WordClass::Meta), last.lastWeight(WordClass::Id),
                                    last.lastWeight(WordClass::Time), last.lastWeight(WordClass::Label)});
    if (closed >= 2 && last.lastWeight(WordClass::Answer) <= 0)
        return true;
    if (last.strongestMeta >= kIsMeta || last.weight(WordClass::Tool) >= kIsTool)
        return true;
    return last.weight(WordClass::System) > 0 &&
           (last.weight(WordClass::Ask) >= kIsAsk || last.weight(WordClass::Message) > 0);
}

/// A word for one who speaks, without marks around it and a number after it.
std::string bareSpeaker(std::string_view speaker)
{
    constexpr std::string_view kMarks = "<>[]|:*# ";
    constexpr std::string_view kWideMarks[] = {"【", "】", "："};
    const auto isCut = [&speaker](std::string_view mark) {
        if (speaker.starts_with(mark))
            speaker.remove_prefix(mark.size());
        else if (speaker.ends_with(mark))
            speaker.remove_suffix(mark.size());
        else
            return false;
        return true;
    };
    speaker = trimmed(speaker);
    for (bool goesOn = true; goesOn;) {
        goesOn = std::any_of(std::begin(kWideMarks), std::end(kWideMarks), isCut);
        for (std::size_t i = 0; i < kMarks.size() && !goesOn; ++i)
            goesOn = isCut(kMarks.substr(i, 1));
    }
    std::string bare = inAsciiLowerCase(speaker);
    std::replace_if(
        bare.begin(), bare.end(), [](char c) { return c == '-' || c == ' '; }, '_');
    std::size_t end = bare.size();
    while (end > 0 && isAsciiDigit(bare[end - 1]))
        --end;
    if (end == bare.size())
        return bare;
    if (end > 0 && bare[end - 1] == '_')
        --end;
    // Of numbered people, nobody is the one who asks.
    constexpr std::string_view kNumbered[] = {"agent", "speaker", "person", "participant", "user"};
    const std::string_view name = std::string_view(bare).substr(0, end);
    if (std::find(std::begin(kNumbered), std::end(kNumbered), name) == std::end(kNumbered))
        bare.resize(end);
    return bare;
}

/// The role of one who is named by a word of the table.
std::string_view roleOf(const Word& word)
{
    constexpr float kIsSide = 1.5F;
    if (word.weight(WordClass::Asker) >= kIsSide)
        return "user";
    if (word.weight(WordClass::Answerer) >= kIsSide)
        return "assistant";
    if (word.weight(WordClass::System) >= 2)
        return "system";
    return word.weight(WordClass::Tool) >= kIsSide ? "tool" : std::string_view();
}

} // namespace

std::vector<std::string> wordsIn(std::string_view key)
{
    std::vector<std::string> words;
    for (FoundWord& word : KeySplitter(key).split())
        words.push_back(std::move(word.text));
    return words;
}

KeyWords keyWordsOf(std::string_view key)
{
    const std::vector<FoundWord> words = KeySplitter(key).split();
    KeyWords all{.words = static_cast<std::uint8_t>(words.size()),
                 .isPlural = key.ends_with('s') || key.ends_with('S')};
    for (const FoundWord& word : words) {
        const bool isLast = &word == &words.back();
        if (word.known == nullptr) {
            ++all.unknown;
            continue;
        }
        addWeights(all, *word.known, words.back().known);
        if (isLast)
            all.last = word.known->weights;
    }
    return all;
}

double weightOf(std::string_view key, WordClass word)
{
    return keyWordsOf(key).weight(word);
}

std::string wordsWithoutQuality(std::string_view key)
{
    std::string rest;
    for (const FoundWord& word : KeySplitter(key).split()) {
        const bool isQuality = word.known != nullptr && (word.known->weight(WordClass::Good) > 0 ||
                                                         word.known->weight(WordClass::Bad) > 0);
        if (!isQuality)
            rest += (rest.empty() ? "" : " ") + word.text;
    }
    return rest;
}

Sides sidesOf(std::span<const KeyWords* const> path)
{
    constexpr double kOfParents = 0.7;
    constexpr double kOther = 0.8;
    constexpr double kMeansText = 1.5;
    if (path.empty() || isOfNobody(*path.back()))
        return {};
    const double text = path.back()->weight(WordClass::Text);
    Sides sides = ownSides(*path.back());
    for (std::size_t i = path.size() - 1; i-- > 0;) {
        // Parents speak only for a key that means text.
        if (std::max({text, sides.ask, sides.answer}) < kMeansText)
            continue;
        const Sides parent = ownSides(*path[i]);
        sides.ask = std::max(sides.ask, kOfParents * parent.ask);
        sides.answer = std::max(sides.answer, kOfParents * parent.answer);
    }
    return {sides.ask - kOther * sides.answer, sides.answer - kOther * sides.ask};
}

Sides sidesOf(std::span<const std::string_view> path)
{
    std::vector<KeyWords> words;
    words.reserve(path.size());
    std::vector<const KeyWords*> views;
    for (const std::string_view key : path)
        views.push_back(&words.emplace_back(keyWordsOf(key)));
    return sidesOf(views);
}

bool isPartOfPage(std::string_view speaker)
{
    constexpr std::size_t kLongest = 24;
    if (speaker.empty() || speaker.size() > kLongest || isUpper(speaker.front()) ||
        !knownSpeaker(speaker).empty())
        return false;
    const KeyWords words = keyWordsOf(speaker);
    return words.words > 0 && words.unknown == 0 && words.weight(WordClass::Speaker) <= 0 &&
           std::max({words.weight(WordClass::Meta), words.weight(WordClass::Headline),
                     words.weight(WordClass::List), words.weight(WordClass::Text)}) > 0;
}

std::string_view knownSpeaker(std::string_view speaker)
{
    // The longest is the name of a class ("FunctionExecutionResultMessage").
    constexpr std::size_t kLongest = 48;
    constexpr std::ptrdiff_t kMostSpaces = 3;
    if (speaker.empty() || speaker.size() > kLongest ||
        std::count(speaker.begin(), speaker.end(), ' ') > kMostSpaces)
        return {};
    if (const std::string_view usual = usualRole(speaker); !usual.empty())
        return usual;
    const std::string bare = bareSpeaker(speaker);
    if (bare.empty())
        return {};
    if (const std::string_view usual = usualRole(bare); !usual.empty())
        return usual;
    if (const Word* const word = wordTable().find(bare))
        return roleOf(*word);
    // A class of messages: its first word says whose they are, its last that it is one.
    constexpr std::string_view kMessage = "message";
    if (!bare.ends_with(kMessage))
        return {};
    const std::vector<FoundWord> words = KeySplitter(trimmed(speaker)).split();
    const bool isMessage = words.size() > 1 && words.back().known != nullptr &&
                           words.front().known != nullptr &&
                           words.back().known->weight(WordClass::Message) > 0;
    return isMessage ? roleOf(*words.front().known) : std::string_view();
}

} // namespace duologue
