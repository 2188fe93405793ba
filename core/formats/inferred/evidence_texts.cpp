// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formats/inferred/evidence_sample.h"
#include "core/formats/transcript_parts.h"
#include "core/util/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace duologue {

namespace {

/// Of a text, so much is looked at for what may stand anywhere in it.
constexpr std::size_t kMostLooked = 4'096;
/// Of a transcript.
constexpr std::size_t kMostOfTranscript = 6'144;
/// Of all transcripts under one path.
constexpr std::size_t kMostOfTranscripts = 49'152;
constexpr std::size_t kMostLabels = 400;

bool isAsciiLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A letter, a digit, "_", or a byte of a character beyond ASCII.
bool isWordByte(char c)
{
    return isAsciiLetter(c) || isAsciiDigit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::size_t chineseSigns(std::string_view text, std::size_t mostCharacters)
{
    std::size_t signs = 0;
    for (std::size_t i = 0; i < mostCharacters && !text.empty(); ++i) {
        const CodePoint character = codePointAt(text);
        if (character.value >= kFirstChinese)
            ++signs;
        text.remove_prefix(std::max<std::size_t>(1, character.length));
    }
    return signs;
}

std::string_view lastCharacters(std::string_view text, std::size_t characters)
{
    std::size_t begin = text.size();
    while (begin > 0 && characters > 0) {
        --begin;
        // Bytes within a character begin with the bits 10.
        characters -= (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80 ? 0 : 1;
    }
    return text.substr(begin);
}

/// Finds brackets of one kind whose content is a word that `isWanted` takes.
template<typename Condition>
bool hasBracketed(std::string_view text, char opening, char closing, Condition isWanted)
{
    constexpr std::size_t kLongest = 60;
    text = text.substr(0, kMostLooked);
    for (std::size_t at = text.find(opening); at != std::string_view::npos; at = text.find(opening, at + 1)) {
        std::size_t end = at + 1;
        while (end < text.size() && end - at < kLongest && isWordByte(text[end]))
            ++end;
        if (end < text.size() && text[end] == closing && isWanted(text.substr(at + 1, end - at - 1)))
            return true;
    }
    return false;
}

bool isJoinedWord(std::string_view word)
{
    const std::size_t sign = word.find('_', 1);
    return sign != std::string_view::npos && sign + 1 < word.size();
}

bool hasFormatSign(std::string_view text)
{
    return text.substr(0, kMostLooked).find("%s") != std::string_view::npos;
}

/// "folder/name.txt", to the end of the text.
bool isRelativePath(std::string_view text)
{
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    std::size_t parts = 1;
    std::size_t length = 0;
    for (const char c : text) {
        if (c == '/') {
            if (length == 0)
                return false;
            ++parts;
            length = 0;
        } else if (isWordByte(c) || c == '-' || (c == '.' && parts > 1)) {
            ++length;
        } else {
            return false;
        }
    }
    return parts > 1 && length > 0;
}

/// Takes one of the marks from the front of the text.
bool take(std::string_view& text, std::initializer_list<std::string_view> marks)
{
    for (const std::string_view mark : marks) {
        if (text.starts_with(mark)) {
            text.remove_prefix(mark.size());
            return true;
        }
    }
    return false;
}

Transcript transcriptIn(TranscriptForm form, const std::vector<TranscriptTurn>& turns)
{
    Transcript found{.form = form};
    for (const TranscriptTurn& turn : turns) {
        if (found.labels.size() == kMostLabels)
            break;
        if (!turn.role.empty())
            found.labels.push_back(turn.role);
        else if (found.labels.empty())
            found.before += turn.text.size();
    }
    return found;
}

std::size_t distinctLabels(const std::vector<std::string_view>& labels, bool byRole)
{
    std::set<std::string> distinct;
    for (const std::string_view label : labels) {
        const std::string_view role = byRole ? knownSpeaker(label) : std::string_view();
        distinct.insert(role.empty() ? inAsciiLowerCase(label) : std::string(role));
    }
    return distinct.size();
}

/// How many lines are not blank.
std::size_t linesIn(std::string_view text)
{
    std::size_t lines = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines += trimmed(text.substr(0, end)).empty() ? 0 : 1;
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return lines;
}

/// The share of transcripts whose labels come again within the text.
double repeatedShare(const std::vector<Transcript>& transcripts)
{
    constexpr std::size_t kFewest = 3;
    std::size_t repeated = 0;
    for (const Transcript& each : transcripts) {
        const std::set<std::string_view> distinct(each.labels.begin(), each.labels.end());
        const bool comesAgain =
            static_cast<double>(distinct.size()) <= 0.6 * static_cast<double>(each.labels.size());
        repeated += each.labels.size() >= kFewest && comesAgain ? 1 : 0;
    }
    return static_cast<double>(repeated) / static_cast<double>(transcripts.size());
}

/// Whether each text is a dialogue of other people. "First name: …" would be in all of them.
bool areOfDifferentPeople(const std::vector<Transcript>& transcripts, std::size_t texts)
{
    constexpr std::size_t kFewest = 3;
    std::set<std::set<std::string_view>> groups;
    std::size_t whole = 0;
    for (const Transcript& each : transcripts) {
        std::set<std::string_view> distinct(each.labels.begin(), each.labels.end());
        whole += each.before == 0 && distinct.size() >= 2 ? 1 : 0;
        groups.insert(std::move(distinct));
    }
    const auto count = static_cast<double>(transcripts.size());
    return static_cast<double>(whole) > 0.8 * static_cast<double>(texts) && transcripts.size() >= kFewest &&
           static_cast<double>(groups.size()) > 0.6 * count;
}

} // namespace

std::string inAsciiLowerCase(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

std::size_t charactersIn(std::string_view text)
{
    if (text.size() <= kMostLooked)
        return characterCount(text);
    // Of a long text, as many as its beginning suggests.
    const double share = static_cast<double>(characterCount(text.substr(0, kMostLooked))) / kMostLooked;
    return static_cast<std::size_t>(share * static_cast<double>(text.size()));
}

bool isProseText(std::string_view text)
{
    // With a full stop, one word is a sentence; "v1.2." and "main.c" are none.
    const auto isWord = [](std::string_view word) {
        const auto isSmall = [](char c) { return c != upperAscii(c); };
        return word.size() > 1 && word.front() != lowerAscii(word.front()) &&
               std::all_of(word.begin() + 1, word.end(), isSmall);
    };
    constexpr std::size_t kFewestCharacters = 4;
    constexpr std::size_t kFewestBytesOfWords = 12;
    constexpr std::size_t kLooked = 400;
    constexpr std::size_t kFirstCharacters = 60;
    if (text.size() < kFewestBytesOfWords && characterCount(text) < kFewestCharacters)
        return false;
    if ((text.front() == '[' || text.front() == '{') && (text.back() == ']' || text.back() == '}'))
        return false;
    // "GET /index.html HTTP/1.1"
    const std::size_t path = text.find(" /");
    if (path < 8 && text.substr(0, path).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") >= path)
        return false;
    int spaces = 0;
    for (const char c : text.substr(0, kLooked)) {
        spaces += c == ' ' ? 1 : 0;
        if (spaces == 2)
            return true;
    }
    const std::string_view bare = trimmed(text);
    if (spaces == 0 && bare.ends_with('?') && !isAddress(text))
        return true;
    const bool isEnded = bare.ends_with('.') || bare.ends_with('?') || bare.ends_with('!');
    if (isEnded && (spaces == 1 || isWord(bare.substr(0, bare.size() - 1))))
        return true;
    const std::size_t signs = chineseSigns(text, kFirstCharacters);
    return signs >= kFewestCharacters || (signs >= 2 && characterCount(text.substr(0, 48)) < 12);
}

bool isAddress(std::string_view text)
{
    constexpr std::size_t kLooked = 200;
    const std::string_view front = text.substr(0, kLooked);
    if (front.empty())
        return false;
    switch (front.front()) {
    case '/':
        // "// …" and "/* …" are comments, and a path has one line.
        return front.find_first_of("/* ", 1) != 1 && trimmed(front).find('\n') == std::string_view::npos;
    case '.':
        return front.starts_with("./");
    case 'h':
        if (front.starts_with("http://") || front.starts_with("https://"))
            return true;
        break;
    case 'd':
        if (front.starts_with("data:"))
            return true;
        break;
    default:
        break;
    }
    const bool isOnDrive = front.size() > 2 && front[1] == ':' && front[2] == '\\' && isAsciiLetter(front[0]);
    return isOnDrive || isRelativePath(front);
}

bool isQuestion(std::string_view text)
{
    constexpr std::size_t kLooked = 200;
    constexpr std::size_t kLastOfChinese = 4;
    const std::string_view end = lastCharacters(text, kLooked);
    const std::string_view last = lastCharacters(text, kLastOfChinese);
    return end.find('?') != std::string_view::npos || end.find("？") != std::string_view::npos ||
           last.find("吗") != std::string_view::npos;
}

bool isLetterChoice(std::string_view text)
{
    constexpr std::size_t kLongest = 40;
    text = trimmed(text);
    if (text.empty() || text.size() > kLongest)
        return false;
    while (true) {
        take(text, {"(", "["});
        if (text.empty() || text.front() < 'A' || text.front() > 'H')
            return false;
        text.remove_prefix(1);
        take(text, {")", "]", "."});
        if (text.empty())
            return true;
        const std::size_t before = text.size();
        while (take(text, {",", ";", " "})) {
        }
        if (text.size() == before)
            return false;
    }
}

bool isGreeting(std::string_view text)
{
    constexpr std::size_t kLooked = 200;
    constexpr std::string_view kOffers[] = {"how may i help",   "how can i help",  "how may i assist",
                                            "how can i assist", "what can i help", "what can i do",
                                            "welcome to",       "可以帮您",        "为您服务"};
    const std::string front = inAsciiLowerCase(text.substr(0, kLooked));
    return std::any_of(std::begin(kOffers), std::end(kOffers),
                       [&front](std::string_view offer) { return front.find(offer) != std::string::npos; });
}

bool isTemplate(std::string_view text)
{
    return text.substr(0, kMostLooked).find("{{") != std::string_view::npos || hasFormatSign(text) ||
           hasBracketed(text, '{', '}', [](std::string_view word) {
               return !word.empty() && (word.front() == '_' || (word.front() >= 'a' && word.front() <= 'z'));
           });
}

bool hasPlaceholder(std::string_view text)
{
    return hasBracketed(text, '{', '}', [](std::string_view word) { return !word.empty(); }) ||
           hasBracketed(text, '[', ']', isJoinedWord);
}

bool hasHole(std::string_view text)
{
    return hasBracketed(text, '{', '}', [](std::string_view) { return true; }) ||
           hasBracketed(text, '[', ']', isJoinedWord) ||
           hasBracketed(text, '<', '>', [](std::string_view word) { return !word.empty(); }) ||
           hasFormatSign(text);
}

Transcript linesOf(std::string_view text)
{
    static const std::vector<std::string> kAnyName{"*"};
    text = text.substr(0, wholeCharacters(text, kMostOfTranscript));
    return transcriptIn(TranscriptForm::Lines, splitAtNames(text, kAnyName, NamesAt::LineBeginnings));
}

Transcript transcriptOf(std::string_view text)
{
    constexpr std::size_t kFewest = 2;
    constexpr std::string_view kWideSigns[] = {"：", "【"};
    text = text.substr(0, wholeCharacters(text, kMostOfTranscript));
    const auto isThere = [text](std::string_view sign) { return text.find(sign) != std::string_view::npos; };
    if (text.find_first_of(":<[#") == std::string_view::npos &&
        std::none_of(std::begin(kWideSigns), std::end(kWideSigns), isThere))
        return {};
    Transcript templated = transcriptIn(TranscriptForm::Template, splitTranscript(text));
    if (distinctLabels(templated.labels, true) >= kFewest && hasTemplateMarks(text))
        return templated;
    Transcript inlined = transcriptIn(TranscriptForm::Inline, splitAtNames(text, {}, NamesAt::Anywhere));
    Transcript lines = linesOf(text);
    if (templated.labels.size() >= std::max({kFewest, inlined.labels.size(), lines.labels.size()}) &&
        distinctLabels(templated.labels, true) >= kFewest)
        return templated;
    const auto most = static_cast<double>(lines.labels.size());
    const bool begins = inlined.before < 5 && text.substr(0, 3).find('<') != std::string_view::npos;
    if (inlined.labels.size() >= kFewest && distinctLabels(inlined.labels, true) >= kFewest &&
        (static_cast<double>(inlined.labels.size()) >= 0.7 * most || begins))
        return inlined;
    if (lines.labels.size() >= kFewest && distinctLabels(lines.labels, false) >= kFewest)
        return lines;
    return {};
}

bool TranscriptStats::isKnown() const
{
    return share >= 0.5 && known >= 0.7;
}

/// Whether a place in a text is in a block of code: a conversation there is what a task is about.
static bool isInFence(std::string_view text, std::size_t place)
{
    constexpr std::string_view kFence = "```";
    bool isIn = false;
    for (std::size_t at = text.find(kFence); at < place; at = text.find(kFence, at + kFence.size()))
        isIn = !isIn;
    return isIn;
}

TranscriptStats transcriptStatsOf(const FieldStats& field, bool isInList)
{
    constexpr std::size_t kMostTexts = 32;
    constexpr std::size_t kFirstTexts = 8;
    constexpr double kFewKnown = 0.7;
    constexpr double kNearlyAll = 0.98;
    std::vector<Transcript> found;
    std::size_t lines = 0;
    std::map<TranscriptForm, std::size_t> forms;
    std::size_t bytes = 0;
    std::size_t texts = 0;
    for (const SampleValue* const text : field.texts) {
        if (texts == kMostTexts || bytes > kMostOfTranscripts)
            break;
        // Most texts are none.
        if (texts == kFirstTexts && found.empty())
            return {};
        ++texts;
        bytes += std::min(text->text.size(), kMostOfTranscript);
        Transcript transcript = transcriptOf(text->text);
        if (transcript.form == TranscriptForm::None || isInFence(text->text, transcript.before))
            continue;
        ++forms[transcript.form];
        if (transcript.form == TranscriptForm::Lines)
            lines += linesIn(text->text.substr(0, kMostOfTranscript));
        found.push_back(std::move(transcript));
    }
    if (found.empty())
        return {};
    TranscriptStats stats;
    stats.form = std::max_element(forms.begin(), forms.end(), [](const auto& left, const auto& right) {
                     return left.second < right.second;
                 })->first;
    std::erase_if(found, [&stats](const Transcript& each) { return each.form != stats.form; });
    stats.share = static_cast<double>(found.size()) / static_cast<double>(texts);
    std::set<std::string_view> marks;
    std::size_t labels = 0;
    std::size_t known = 0;
    std::size_t before = 0;
    for (const Transcript& each : found) {
        before += each.before;
        labels += each.labels.size();
        for (const std::string_view label : each.labels) {
            const bool isKnown = stats.form != TranscriptForm::Lines || !knownSpeaker(label).empty();
            known += isKnown ? 1 : 0;
            if (isKnown && stats.form != TranscriptForm::Template)
                marks.insert(label);
        }
    }
    stats.known = static_cast<double>(known) / static_cast<double>(labels);
    stats.outside = static_cast<double>(before) / static_cast<double>(std::max<std::size_t>(1, bytes));
    if (stats.known > kFewKnown) {
        // Where every line begins with a name, so do those with names that are in no text of the sample.
        if (stats.form == TranscriptForm::Lines && lines > 0 &&
            static_cast<double>(labels) >= kNearlyAll * static_cast<double>(lines))
            return stats;
        stats.marks.assign(marks.begin(), marks.end());
        return stats;
    }
    double repeated = repeatedShare(found);
    if (repeated < 0.5) {
        if (!isInList || !areOfDifferentPeople(found, texts))
            return {};
        repeated = 0.8;
    }
    stats.outside = 1 - repeated;
    return stats;
}

} // namespace duologue
