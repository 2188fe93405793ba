// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/transcript_parts.h"

#include "core/data/conversation.h"
#include "core/util/text.h"

#include <algorithm>
#include <cstddef>

namespace duologue {

namespace {

/// Where a mark counts, so that prose is not taken for one.
enum class MarkAt : std::uint8_t { Anywhere, Word, Line };

/// Marks that are used with each other.
enum class MarkFamily : std::uint8_t {
    ChatMl,
    Headers,
    Angles,
    Bars,
    Headings,
    Instructions,
    Names,
    Turns,
    DeepSeek
};

struct TemplateMark {
    std::string_view text;
    std::string_view role;
    MarkAt where;
    MarkFamily family;
};

/// The longer of two marks that begin alike comes first.
constexpr TemplateMark kTemplateMarks[] = {
    {"<|im_start|>system", "system", MarkAt::Anywhere, MarkFamily::ChatMl},
    {"<|im_start|>user", "user", MarkAt::Anywhere, MarkFamily::ChatMl},
    {"<|im_start|>assistant", "assistant", MarkAt::Anywhere, MarkFamily::ChatMl},
    {"<|start_header_id|>system<|end_header_id|>", "system", MarkAt::Anywhere, MarkFamily::Headers},
    {"<|start_header_id|>user<|end_header_id|>", "user", MarkAt::Anywhere, MarkFamily::Headers},
    {"<|start_header_id|>assistant<|end_header_id|>", "assistant", MarkAt::Anywhere, MarkFamily::Headers},
    {"<|system|>", "system", MarkAt::Anywhere, MarkFamily::Angles},
    {"<|user|>", "user", MarkAt::Anywhere, MarkFamily::Angles},
    {"<|prompter|>", "user", MarkAt::Anywhere, MarkFamily::Angles},
    {"<|assistant|>", "assistant", MarkAt::Anywhere, MarkFamily::Angles},
    {"[|Human|]", "user", MarkAt::Anywhere, MarkFamily::Bars},
    {"[|AI|]", "assistant", MarkAt::Anywhere, MarkFamily::Bars},
    {"### Human:", "user", MarkAt::Anywhere, MarkFamily::Headings},
    {"### Assistant:", "assistant", MarkAt::Anywhere, MarkFamily::Headings},
    {"### System:", "system", MarkAt::Anywhere, MarkFamily::Headings},
    {"### User:", "user", MarkAt::Anywhere, MarkFamily::Headings},
    {"### Instruction:", "user", MarkAt::Anywhere, MarkFamily::Headings},
    {"### Response:", "assistant", MarkAt::Anywhere, MarkFamily::Headings},
    {"### Output:", "assistant", MarkAt::Line, MarkFamily::Headings},
    {"###Instruction:", "user", MarkAt::Line, MarkFamily::Headings},
    {"###Response:", "assistant", MarkAt::Line, MarkFamily::Headings},
    {"###Output:", "assistant", MarkAt::Line, MarkFamily::Headings},
    {"[/INST]", "assistant", MarkAt::Anywhere, MarkFamily::Instructions},
    {"[INST]", "user", MarkAt::Anywhere, MarkFamily::Instructions},
    {"Human:", "user", MarkAt::Line, MarkFamily::Names},
    {"Assistant:", "assistant", MarkAt::Line, MarkFamily::Names},
    {"USER:", "user", MarkAt::Word, MarkFamily::Names},
    {"ASSISTANT:", "assistant", MarkAt::Word, MarkFamily::Names},
    {"User:", "user", MarkAt::Line, MarkFamily::Names},
    {"AI:", "assistant", MarkAt::Line, MarkFamily::Names},
    {"FUNCTION RESPONSE:", "tool", MarkAt::Line, MarkFamily::Names},
    {"<start_of_turn>user", "user", MarkAt::Anywhere, MarkFamily::Turns},
    {"<start_of_turn>model", "assistant", MarkAt::Anywhere, MarkFamily::Turns},
    {"<｜User｜>", "user", MarkAt::Anywhere, MarkFamily::DeepSeek},
    {"<｜Assistant｜>", "assistant", MarkAt::Anywhere, MarkFamily::DeepSeek},
    {"用户：", "user", MarkAt::Line, MarkFamily::Names},
    {"助手：", "assistant", MarkAt::Line, MarkFamily::Names},
    {"问：", "user", MarkAt::Line, MarkFamily::Names},
    {"答：", "assistant", MarkAt::Line, MarkFamily::Names},
};

/// Written after a message by the templates above.
constexpr std::string_view kTemplateEnds[] = {"<|im_end|>",
                                              "<|eot_id|>",
                                              "<|endoftext|>",
                                              "<|begin_of_text|>",
                                              "</s>",
                                              "<s>",
                                              "<|end|>",
                                              "<bos>",
                                              "<end_of_turn>",
                                              "<｜end▁of▁sentence｜>",
                                              "<｜begin▁of▁sentence｜>"};

/// DeepSeek's texts begin with it; what is before the first mark is the system's.
constexpr std::string_view kDeepSeekBegin = "<｜begin▁of▁sentence｜>";

constexpr std::string_view kTemplateBegins[] = {
    "<|im_start|>",    "<|start_header_id|>", "<|begin_of_text|>", "<bos>",
    "<start_of_turn>", "<s>[INST]",           "<s> [INST]",        "[INST]",
    kDeepSeekBegin,    "<｜User｜>",          "<|system|>",        "<|user|>",
    "<|prompter|>"};

constexpr std::string_view kHuman = "\n\nHuman:";
constexpr std::string_view kAssistant = "\n\nAssistant:";

std::size_t nextOfDialogue(std::string_view text)
{
    return std::min({text.find(kHuman), text.find(kAssistant), text.size()});
}

const TemplateMark* templateMarkAt(std::string_view text, std::size_t offset)
{
    const std::string_view rest = text.substr(offset);
    const char before = offset == 0 ? '\n' : text[offset - 1];
    const MarkAt here = before == '\n'                   ? MarkAt::Line
                        : before == ' ' || before == '>' ? MarkAt::Word
                                                         : MarkAt::Anywhere;
    const auto found =
        std::find_if(std::begin(kTemplateMarks), std::end(kTemplateMarks), [&](const TemplateMark& mark) {
            return mark.where <= here && rest.starts_with(mark.text);
        });
    return found == std::end(kTemplateMarks) ? nullptr : found;
}

/// Where the next mark may begin: every mark begins with one of these characters, or a line.
std::size_t nextMark(std::string_view text, std::size_t from)
{
    if (from < text.size() && text[from - 1] == '\n')
        return from;
    const std::size_t at = text.find_first_of("<[#HAU\n", from);
    if (at == std::string_view::npos)
        return text.size();
    return text[at] == '\n' ? at + 1 : at;
}

/// A mark of a template where it stands.
struct FoundMark {
    std::size_t at = 0;
    const TemplateMark* mark = nullptr;
};

/// The marks at which a transcript is cut: of the first family that the user has a mark of, and for each role
/// the one with which it begins. Others are words of what somebody says: a prompt for another model, a
/// dialogue that was asked for. Empty if the user has none.
std::vector<FoundMark> marksIn(std::string_view text)
{
    std::vector<FoundMark> found;
    for (std::size_t at = 0; at < text.size();) {
        const TemplateMark* const mark = templateMarkAt(text, at);
        if (mark != nullptr)
            found.push_back({at, mark});
        at = nextMark(text, at + (mark != nullptr ? mark->text.size() : 1));
    }
    std::uint32_t used = 0;
    const auto bitOf = [](const FoundMark& each) { return 1U << static_cast<unsigned>(each.mark->family); };
    for (const FoundMark& each : found)
        used |= each.mark->role == "user" ? bitOf(each) : 0;
    const auto first = std::find_if(found.begin(), found.end(),
                                    [&](const FoundMark& each) { return (used & bitOf(each)) != 0; });
    if (first == found.end())
        return {};
    const MarkFamily family = first->mark->family;
    std::erase_if(found, [family](const FoundMark& each) { return each.mark->family != family; });
    std::vector<const TemplateMark*> firsts;
    for (const FoundMark& each : found) {
        if (std::none_of(firsts.begin(), firsts.end(),
                         [&each](const TemplateMark* mark) { return mark->role == each.mark->role; }))
            firsts.push_back(each.mark);
    }
    std::erase_if(found, [&firsts](const FoundMark& each) {
        return std::find(firsts.begin(), firsts.end(), each.mark) == firsts.end();
    });
    return found;
}

/// Whether the text ends with the mark of the assistant.
bool isAnswerDue(std::string_view text)
{
    const std::vector<FoundMark> marks = marksIn(text);
    return !marks.empty() && marks.back().mark->role == "assistant" &&
           trimmed(text.substr(marks.back().at + marks.back().mark->text.size())).empty();
}

std::string_view withoutTemplateEnds(std::string_view text)
{
    for (bool isCut = true; isCut;) {
        text = trimmed(text);
        isCut = false;
        for (const std::string_view end : kTemplateEnds) {
            if (text.ends_with(end)) {
                text.remove_suffix(end.size());
                isCut = true;
            } else if (text.starts_with(end)) {
                text.remove_prefix(end.size());
                isCut = true;
            }
        }
    }
    return text;
}

constexpr std::string_view kLineMark = "__eot__";
constexpr std::string_view kTurnMarks[] = {"<s>", "</s>"};

/// Words for speakers that are names in the middle of a line. The longer of two that end alike comes first.
constexpr std::string_view kNamesInLine[] = {
    "Customer", "Assistant", "Question",  "Human",  "System", "Answer", "Agent", "User", "Tool",
    "Bot",      "AI",        "assistant", "system", "human",  "user",   "tool",  "bot",  "USER",
    "SYSTEM",   "ASSISTANT", "HUMAN",     "BOT",    "Q",      "A",      "用户",  "助手", "机器人",
    "问",       "答",        "客服",      "顾客",   "患者",   "医生",   "病人"};

bool take(std::string_view& text, std::string_view prefix)
{
    const bool isThere = text.starts_with(prefix);
    if (isThere)
        text.remove_prefix(prefix.size());
    return isThere;
}

bool takeEnd(std::string_view& text, std::string_view suffix)
{
    const bool isThere = text.ends_with(suffix);
    if (isThere)
        text.remove_suffix(suffix.size());
    return isThere;
}

bool isBlankByte(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void skipBlank(std::string_view& text)
{
    while (!text.empty() && isBlankByte(text.front()))
        text.remove_prefix(1);
}

void skipBlankAtEnd(std::string_view& text)
{
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
}

bool takeColon(std::string_view& text)
{
    return take(text, ":") || take(text, "：");
}

bool takeClosing(std::string_view& text)
{
    return take(text, "]") || take(text, "】") || take(text, "|>") || take(text, ">");
}

/// Where a name ends: at a bracket, a colon or the end of the line. npos if that is too far away.
std::size_t nameEnd(std::string_view text)
{
    constexpr std::size_t kFarthest = 40;
    std::size_t at = 0;
    for (std::size_t characters = 0; at < text.size() && characters < kFarthest; ++characters) {
        constexpr std::string_view kEnds = ":<>[]|\n";
        const std::string_view rest = text.substr(at);
        if (kEnds.find(rest.front()) != std::string_view::npos || rest.starts_with("：") ||
            rest.starts_with("【") || rest.starts_with("】"))
            return at;
        at += std::max<std::size_t>(1, codePointLength(rest));
    }
    return std::string_view::npos;
}

/// A letter of any script, not a digit, a mark of punctuation or a picture.
bool isLetter(char32_t c)
{
    if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const auto isIn = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
    return !isIn(0x80, 0xBF) && !isIn(0x2000, 0x2BFF) && !isIn(0x3000, 0x303F) && !isIn(0xFE30, 0xFE6F) &&
           !isIn(0xFF00, 0xFF20) && !isIn(0xFF3B, 0xFF40) && !isIn(0xFF5B, 0xFF65) && !isIn(0x1F000, 0x1FAFF);
}

bool isName(std::string_view name, std::size_t mostCharacters)
{
    constexpr std::size_t kMostWords = 3;
    std::size_t words = 0;
    bool wasBlank = true;
    for (const char c : name) {
        words += wasBlank && !isBlankByte(c) ? 1 : 0;
        wasBlank = isBlankByte(c);
    }
    return words > 0 && words <= kMostWords && characterCount(name) <= mostCharacters;
}

/// "[client] …", "<user>: …", "【客服】…".
std::optional<SpeakerLabel> bracketedLabel(std::string_view text)
{
    constexpr std::size_t kMostCharacters = 20;
    if (take(text, "<"))
        take(text, "|");
    else if (!take(text, "[") && !take(text, "【"))
        return std::nullopt;
    const std::size_t end = nameEnd(text);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view name = trimmed(text.substr(0, end));
    text.remove_prefix(end);
    if (!takeClosing(text) || !isName(name, kMostCharacters))
        return std::nullopt;
    skipBlank(text);
    takeColon(text);
    skipBlank(text);
    return SpeakerLabel{name, text};
}

/// "A: …", "**Bot**: …", "(nurse): …".
std::optional<SpeakerLabel> labelWithColon(std::string_view text)
{
    constexpr std::size_t kMostCharacters = 25;
    const bool isInParentheses = take(text, "(") || take(text, "（");
    for (const std::string_view opening : {"**", "#", "<|", "<", "[", "【"}) {
        if (isInParentheses || take(text, opening))
            break;
    }
    skipBlank(text);
    const std::size_t end = nameEnd(text);
    if (end == std::string_view::npos || !isLetter(codePointAt(text).value))
        return std::nullopt;
    std::string_view name = text.substr(0, end);
    text.remove_prefix(end);
    takeClosing(text);
    skipBlank(text);
    // The colon of an address is none.
    if (!takeColon(text) || text.starts_with("//"))
        return std::nullopt;
    skipBlankAtEnd(name);
    if (isInParentheses && !takeEnd(name, ")"))
        takeEnd(name, "）");
    else if (!takeEnd(name, "**"))
        takeEnd(name, "#");
    skipBlankAtEnd(name);
    if (!isName(name, kMostCharacters))
        return std::nullopt;
    skipBlank(text);
    take(text, "**");
    return SpeakerLabel{name, text};
}

bool isAmong(std::string_view name, std::span<const std::string> names)
{
    return std::find_if(names.begin(), names.end(), [name](const std::string& each) {
               return each == name || each == "*";
           }) != names.end();
}

/// What may be before a name on its line: "[00:01]", "2024-05-01 10:01:11 -", "1."; with the blanks after it.
struct LineStamp {
    std::size_t length = 0;
    bool isTime = false;
};

LineStamp lineStampOf(std::string_view line)
{
    constexpr std::string_view kOfTimes = "0123456789:.,/-+TZ \t";
    std::string_view rest = line;
    skipBlank(rest);
    const bool isOpened = take(rest, "[") || take(rest, "(");
    const auto isDigitAt = [](std::string_view text, std::size_t at) {
        return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    if (!isDigitAt(rest, 0))
        return {};
    const std::size_t end = std::min(rest.find_first_not_of(kOfTimes), rest.size());
    const std::string_view stamp = rest.substr(0, end);
    std::size_t colon = stamp.find(':');
    while (colon != std::string_view::npos &&
           !(isDigitAt(stamp, colon - 1) && isDigitAt(stamp, colon + 1) && isDigitAt(stamp, colon + 2)))
        colon = stamp.find(':', colon + 1);
    const bool isTime = colon != std::string_view::npos;
    if (isTime) {
        rest.remove_prefix(end);
        for (const std::string_view half : {"AM", "PM", "am", "pm"}) {
            if (take(rest, half))
                break;
        }
    } else {
        constexpr std::size_t kMostDigits = 4;
        const std::size_t digits = rest.find_first_not_of("0123456789");
        if (digits == std::string_view::npos || digits > kMostDigits)
            return {};
        rest.remove_prefix(digits);
        if (!isOpened && !take(rest, ".") && !take(rest, ")"))
            return {};
    }
    if (isOpened && !take(rest, "]") && !take(rest, ")"))
        return {};
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '-' ||
                             rest.front() == '|' || rest.front() == ','))
        rest.remove_prefix(1);
    return {line.size() - rest.size(), isTime};
}

/// Whether a name is one of the usual words for speakers.
bool isUsualName(std::string_view name)
{
    return std::find(std::begin(kNamesInLine), std::end(kNamesInLine), name) != std::end(kNamesInLine) ||
           !usualRole(name).empty();
}

/// The longest name that the text ends with, of `marks` and of the usual ones.
std::string_view nameAtEnd(std::string_view text, std::span<const std::string> marks)
{
    std::size_t longest = 0;
    const auto look = [&](std::string_view name) {
        if (name != "*" && name.size() > longest && text.ends_with(name))
            longest = name.size();
    };
    for (const std::string_view name : kNamesInLine)
        look(name);
    for (const std::string& mark : marks)
        look(mark);
    return text.substr(text.size() - longest);
}

/// The name before the colon at which `before` ends: where it begins, with its brackets; none if it is not at
/// the beginning of a sentence.
std::optional<TranscriptTurn> nameBeforeColon(std::string_view before, std::span<const std::string> marks)
{
    skipBlankAtEnd(before);
    if (takeEnd(before, ">"))
        takeEnd(before, "|");
    else if (!takeEnd(before, "]"))
        takeEnd(before, "】");
    if (!before.empty() && before.back() >= '0' && before.back() <= '9')
        before.remove_suffix(1);
    skipBlankAtEnd(before);
    const std::string_view name = nameAtEnd(before, marks);
    if (name.empty())
        return std::nullopt;
    before.remove_suffix(name.size());
    const auto isFree = [](std::string_view text) {
        return text.empty() || isBlankByte(text.back()) || text.back() == '>' || text.back() == '.' ||
               text.back() == '!' || text.back() == '?' || text.ends_with("。") || text.ends_with("！") ||
               text.ends_with("？");
    };
    std::string_view opened = before;
    skipBlankAtEnd(opened);
    if (!takeEnd(opened, "###") && !takeEnd(opened, "##") && !takeEnd(opened, "#")) {
        opened = before;
        if (!takeEnd(opened, "<|") && !takeEnd(opened, "<") && !takeEnd(opened, "["))
            takeEnd(opened, "【");
    }
    if (isFree(opened))
        return TranscriptTurn{name, opened};
    return isFree(before) ? std::optional(TranscriptTurn{name, before}) : std::nullopt;
}

/// Words before questions and answers, which people do not call each other.
bool isOfQuestions(std::string_view name)
{
    constexpr std::string_view kWords[] = {"Q", "A", "Question", "Answer", "问", "答"};
    return std::find(std::begin(kWords), std::end(kWords), name) != std::end(kWords);
}

/// Collects the names of a text while they are found, and then its turns.
class NamedTurns {
public:
    explicit NamedTurns(std::string_view text) : m_text(text) {}

    /// `name` begins at an offset, with what is before it ("<"), and its text at another. One that was asked
    /// for exactly is a speaker in any case.
    void add(std::string_view name, std::size_t at, std::size_t textAt, bool isAskedFor)
    {
        m_names.push_back({name, openingOf(name, at), at, textAt, isAskedFor});
    }

    /// Within a line, a name counts only if it is written like the first one: "<user>: … <bot>: see the user:
    /// …".
    bool isLikeFirst(std::string_view name, std::size_t at) const
    {
        return m_names.empty() || openingOf(name, at) == m_names.front().opening;
    }

    std::vector<TranscriptTurn> turns() &&
    {
        keepSpeakers();
        std::vector<TranscriptTurn> turns;
        const Name* speaker = nullptr;
        const auto end = [&](std::size_t at, const Name* next) {
            const std::size_t begin = speaker == nullptr ? 0 : speaker->textAt;
            const std::string_view said = trimmed(m_text.substr(begin, at - begin));
            // Any word before a colon may be a heading, and at the end an answer is due.
            const bool isSilent = speaker != nullptr && next != nullptr && !speaker->isSameSpeaker(*next) &&
                                  (speaker->isAskedFor || !usualRole(speaker->name).empty());
            if (!said.empty() || isSilent)
                turns.push_back({speaker == nullptr ? std::string_view() : speaker->name, said});
        };
        for (const Name& name : m_names) {
            end(name.at, &name);
            speaker = &name;
        }
        if (!m_names.empty())
            end(m_text.size(), nullptr);
        return turns;
    }

private:
    struct Name {
        std::string_view name;
        std::string_view opening;
        std::size_t at = 0;
        std::size_t textAt = 0;
        bool isAskedFor = false;

        bool isSameSpeaker(const Name& other) const
        {
            const auto isBold = [](std::string_view each) { return each.empty() || each == "**"; };
            return lowerAscii(name) == lowerAscii(other.name) &&
                   (opening == other.opening || (isBold(opening) && isBold(other.opening)));
        }
    };

    /// Who is not among the first speakers is one in what they say: questions and answers in a talk of
    /// people, people in one of questions and answers, a user who is called otherwise and whoever talks with
    /// that user. Names that say nothing of the role are all speakers.
    void keepSpeakers()
    {
        const auto roleIn = [](const Name& each) { return usualRole(each.name); };
        const auto isOfRole = [&](const Name& each) {
            return isOfQuestions(each.name) || roleIn(each) == "user" || roleIn(each) == "assistant";
        };
        const auto first = std::find_if(m_names.begin(), m_names.end(), isOfRole);
        if (first == m_names.end())
            return;
        const bool areQuestions = isOfQuestions(first->name);
        std::erase_if(m_names, [&](const Name& each) {
            return !each.isAskedFor && isOfRole(each) && isOfQuestions(each.name) != areQuestions;
        });
        const auto firstOf = [&](std::string_view role) {
            const auto found = std::find_if(m_names.begin(), m_names.end(),
                                            [&](const Name& each) { return roleIn(each) == role; });
            return found == m_names.end() ? std::optional<Name>() : *found;
        };
        const std::optional<Name> user = firstOf("user");
        const std::optional<Name> assistant = firstOf("assistant");
        const auto isOther = [&](const Name& each, std::string_view role, const std::optional<Name>& known) {
            return !each.isAskedFor && roleIn(each) == role && !each.isSameSpeaker(*known);
        };
        if (std::none_of(m_names.begin(), m_names.end(),
                         [&](const Name& each) { return isOther(each, "user", user); }))
            return;
        std::erase_if(m_names, [&](const Name& each) {
            return isOther(each, "user", user) || isOther(each, "assistant", assistant);
        });
    }

    std::string_view openingOf(std::string_view name, std::size_t at) const
    {
        std::string_view opening =
            m_text.substr(at, static_cast<std::size_t>(name.data() - m_text.data()) - at);
        for (const std::string_view mark : kTurnMarks) {
            if (const std::size_t end = opening.rfind(mark); end != std::string_view::npos)
                opening.remove_prefix(end + mark.size());
        }
        opening.remove_prefix(lineStampOf(opening).length);
        return trimmed(opening);
    }

    std::string_view m_text;
    std::vector<Name> m_names;
};

} // namespace

std::optional<SpeakerLabel> labelOf(std::string_view text)
{
    skipBlank(text);
    for (bool isSkipped = true; isSkipped;) {
        isSkipped = false;
        for (const std::string_view mark : kTurnMarks)
            isSkipped = take(text, mark) || isSkipped;
        skipBlank(text);
    }
    if (const LineStamp stamp = lineStampOf(text); stamp.length > 0) {
        const std::string_view rest = text.substr(stamp.length);
        auto label = bracketedLabel(rest);
        if (!label)
            label = labelWithColon(rest);
        // A list has numbers, too.
        if (label && (stamp.isTime || isUsualName(label->name)))
            return label;
    }
    if (const auto label = bracketedLabel(text))
        return label;
    return labelWithColon(text);
}

std::vector<TranscriptTurn> splitAtNames(std::string_view text, std::span<const std::string> marks,
                                         NamesAt where)
{
    NamedTurns turns(text);
    const auto isAskedFor = [marks](std::string_view name) {
        return std::find(marks.begin(), marks.end(), name) != marks.end();
    };
    std::size_t nextMark = text.find(kLineMark);
    for (std::size_t begin = 0; begin < text.size();) {
        if (nextMark < begin)
            nextMark = text.find(kLineMark, begin);
        const std::size_t newLine = std::min(text.find('\n', begin), text.size());
        const std::size_t end = std::min(newLine, nextMark);
        const std::string_view line = text.substr(begin, end - begin);
        const auto offsetOf = [&](std::string_view part) {
            return static_cast<std::size_t>(part.data() - text.data());
        };
        std::size_t from = begin;
        // Each is looked for once in each part of the line, however many there are of the other.
        std::size_t colon = std::string_view::npos;
        std::size_t wideColon = std::string_view::npos;
        if (const auto label = labelOf(line); label && isAmong(label->name, marks)) {
            turns.add(label->name, begin, offsetOf(label->text), isAskedFor(label->name));
            from = offsetOf(label->text);
        }
        for (std::size_t at = from; where == NamesAt::Anywhere && at < end;) {
            if (colon == std::string_view::npos || colon < at)
                colon = std::min(line.find(':', at - begin), line.size()) + begin;
            if (wideColon == std::string_view::npos || wideColon < at)
                wideColon = std::min(line.find("：", at - begin), line.size()) + begin;
            const std::size_t next = std::min(colon, wideColon);
            if (next == end)
                break;
            at = next + (text[next] == ':' ? 1 : 3);
            const auto name = nameBeforeColon(text.substr(from, next - from), marks);
            if (!name)
                continue;
            std::size_t nameAt = from + name->text.size();
            if (from == begin && name->text.size() <= lineStampOf(line).length)
                nameAt = begin;
            if (turns.isLikeFirst(name->role, nameAt)) {
                turns.add(name->role, nameAt, at, isAskedFor(name->role));
                from = at;
            }
        }
        begin = end == nextMark ? end + kLineMark.size() : end + 1;
    }
    return std::move(turns).turns();
}

std::optional<std::string> withoutSentenceMarks(std::string_view text)
{
    if (text.find("s>") == std::string_view::npos && text.find(kLineMark) == std::string_view::npos)
        return std::nullopt;
    std::string cleaned;
    while (!text.empty()) {
        if (take(text, kTurnMarks[0]) || take(text, kTurnMarks[1]))
            continue;
        if (take(text, kLineMark)) {
            cleaned += '\n';
            continue;
        }
        const std::size_t next = std::min(text.find_first_of("<_", 1), text.size());
        cleaned += text.substr(0, next);
        text.remove_prefix(next);
    }
    return std::string(trimmed(cleaned));
}

std::vector<TranscriptTurn> splitTranscript(std::string_view text)
{
    std::vector<TranscriptTurn> turns;
    std::string_view role;
    std::size_t begin = 0;
    // `next` speaks after it; nobody at the end.
    const auto add = [&](std::size_t end, std::string_view next) {
        std::string_view said = text.substr(begin, end - begin);
        const bool isOfSystem = role.empty() && said.starts_with(kDeepSeekBegin);
        // Without a mark of its end, the last one is still due.
        const bool isEnded = next.empty() ? !trimmed(said).empty() : next != role;
        said = withoutTemplateEnds(said);
        // Llama 2 writes what the system says into the first question.
        constexpr std::string_view kSystem = "<<SYS>>";
        constexpr std::string_view kSystemEnd = "<</SYS>>";
        const std::size_t systemEnd =
            said.starts_with(kSystem) ? said.find(kSystemEnd) : std::string_view::npos;
        if (systemEnd != std::string_view::npos) {
            turns.push_back({"system", trimmed(said.substr(kSystem.size(), systemEnd - kSystem.size()))});
            said = trimmed(said.substr(systemEnd + kSystemEnd.size()));
        }
        const bool isSilent =
            isEnded && systemEnd == std::string_view::npos && !role.empty() && role != "system";
        if (!said.empty() || isSilent)
            turns.push_back({isOfSystem ? "system" : role, said});
    };
    const std::vector<FoundMark> marks = marksIn(text);
    for (const FoundMark& each : marks) {
        add(each.at, each.mark->role);
        role = each.mark->role;
        begin = each.at + each.mark->text.size();
    }
    if (!marks.empty())
        add(text.size(), {});
    return turns;
}

namespace {

/// "<user>: … <bot>: …": the user and the assistant take turns from the beginning of the text on. Empty for
/// all others, and for questions with answers ("Q: … A: …"), which may be examples.
std::vector<TranscriptTurn> splitAtPeople(std::string_view text)
{
    std::vector<TranscriptTurn> turns = splitAtNames(text, {}, NamesAt::Anywhere);
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const bool isPerson = !isOfQuestions(turns[i].role);
        turns[i].role = usualRole(turns[i].role);
        if (!isPerson || turns[i].role != (i % 2 == 0 ? "user" : "assistant"))
            return {};
    }
    return turns;
}

} // namespace

bool hasTemplateMarks(std::string_view text)
{
    const std::vector<FoundMark> marks = marksIn(text);
    return !marks.empty() && marks.front().mark->family != MarkFamily::Names;
}

bool isTemplated(std::string_view text)
{
    const std::string_view begin = trimmed(text);
    return std::any_of(std::begin(kTemplateBegins), std::end(kTemplateBegins),
                       [begin](std::string_view mark) { return begin.starts_with(mark); });
}

std::vector<TranscriptTurn> splitNamedLines(std::string_view text)
{
    constexpr std::size_t kLongestNameInLine = 30;
    std::vector<TranscriptTurn> turns;
    bool areSeveral = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end + 1));
        if (line.empty())
            continue;
        const std::size_t colon = line.find(": ");
        if (colon == std::string_view::npos || colon == 0 || colon > kLongestNameInLine)
            return {};
        turns.push_back({line.substr(0, colon), trimmed(line.substr(colon + 2))});
        areSeveral = areSeveral || turns.front().role != turns.back().role;
    }
    return areSeveral ? turns : std::vector<TranscriptTurn>();
}

std::vector<TranscriptTurn> splitQuestion(std::string_view text)
{
    constexpr std::size_t kFewestTurns = 3;
    std::vector<TranscriptTurn> turns = splitTranscript(text);
    if (!turns.empty() && turns.back().role == "assistant" && turns.back().text.empty())
        turns.pop_back();
    // With the mark of the answer at its end, one question is a transcript, too.
    const bool isOpen = !turns.empty() && turns.front().role == "user" && isAnswerDue(text);
    if (turns.empty())
        turns = splitAtPeople(text);
    const bool isWhole = (isOpen || turns.size() >= kFewestTurns) && !turns.front().role.empty() &&
                         turns.back().role == "user";
    return isWhole ? turns : std::vector<TranscriptTurn>();
}

std::vector<TranscriptTurn> splitDialogue(std::string_view text)
{
    std::vector<TranscriptTurn> turns;
    if (!text.starts_with(kHuman))
        return turns;
    while (!text.empty()) {
        const bool isHuman = text.starts_with(kHuman);
        text.remove_prefix(isHuman ? kHuman.size() : kAssistant.size());
        const std::size_t end = nextOfDialogue(text);
        const std::string_view said = text.substr(0, end);
        turns.push_back({isHuman ? "human" : "assistant", said.starts_with(' ') ? said.substr(1) : said});
        text.remove_prefix(end);
    }
    return turns;
}

bool isDialogue(std::string_view text)
{
    if (!text.starts_with(kHuman))
        return false;
    const std::string_view said = text.substr(kHuman.size());
    return nextOfDialogue(said) < said.size();
}

} // namespace duologue
