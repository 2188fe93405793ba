// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/call_text.h"
#include "core/json/json_writer.h"
#include "ui/app/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace duologue::ui {

namespace {

using Json = nlohmann::ordered_json;

/// Longer or deeper arguments are not parsed: reading waits for it.
constexpr std::size_t kLongestParsed = 200'000;
constexpr std::size_t kDeepestParsed = 100;
/// Of an argument that stands in the head.
constexpr qsizetype kLongestInHead = 120;

/// Arguments that say most of a call, the first ones before the others.
constexpr std::array<std::string_view, 18> kTelling{
    "command", "cmd",      "code", "script",  "query", "q",       "file_path", "path", "filename",
    "file",    "location", "url",  "pattern", "text",  "message", "name",      "city", "input"};
/// What an edit replaces, and with what.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kEdits{{{"old_string", "new_string"},
                                                                               {"old_str", "new_str"},
                                                                               {"old", "new"},
                                                                               {"search", "replace"},
                                                                               {"find", "replace"},
                                                                               {"original", "replacement"},
                                                                               {"before", "after"}}};

bool isText(const Json& arguments, std::string_view key)
{
    const auto found = arguments.find(key);
    return found != arguments.end() && found->is_string();
}

QString textOf(const Json& arguments, std::string_view key)
{
    return toQt(arguments.find(key)->get_ref<const std::string&>());
}

QStringList linesOf(const QString& text)
{
    QStringList lines = text.split(QLatin1Char('\n'));
    if (lines.size() > 1 && lines.back().isEmpty())
        lines.removeLast();
    return lines;
}

/// Equal lines at the beginning and at the end are kept; all others are replaced.
QString diffOf(const QString& before, const QString& after)
{
    const QStringList old = before.isEmpty() ? QStringList() : linesOf(before);
    const QStringList now = after.isEmpty() ? QStringList() : linesOf(after);
    const qsizetype most = std::min(old.size(), now.size());
    qsizetype first = 0;
    while (first < most && old[first] == now[first])
        ++first;
    qsizetype last = 0;
    while (last < most - first && old[old.size() - 1 - last] == now[now.size() - 1 - last])
        ++last;
    QStringList lines;
    const auto add = [&lines](const QStringList& from, qsizetype begin, qsizetype end, const char* sign) {
        for (qsizetype i = begin; i < end; ++i)
            lines << QLatin1String(sign) + from[i];
    };
    add(old, 0, first, "  ");
    add(old, first, old.size() - last, "- ");
    add(now, first, now.size() - last, "+ ");
    add(old, old.size() - last, old.size(), "  ");
    return lines.join(QLatin1Char('\n'));
}

/// A patch that the text is: its signs stand alone, without a space.
bool isPatch(const QString& text)
{
    return text.startsWith(QLatin1String("*** Begin Patch")) ||
           text.startsWith(QLatin1String("diff --git")) || text.startsWith(QLatin1String("--- ")) ||
           text.startsWith(QLatin1String("@@ "));
}

class CallReader {
public:
    explicit CallReader(Json arguments) : m_arguments(std::move(arguments)) {}

    CallText read()
    {
        takeEdit();
        takeFirst();
        takeOthers();
        return std::move(m_text);
    }

private:
    void takeEdit()
    {
        for (const auto& [before, after] : kEdits) {
            if (!isText(m_arguments, before) || !isText(m_arguments, after))
                continue;
            m_text.kind = CallText::Body::Diff;
            m_text.body = diffOf(textOf(m_arguments, before), textOf(m_arguments, after));
            m_arguments.erase(std::string(before));
            m_arguments.erase(std::string(after));
            return;
        }
    }

    void takeFirst()
    {
        auto key = std::ranges::find_if(kTelling, [this](auto each) { return isText(m_arguments, each); });
        std::string name = key == kTelling.end() ? std::string() : std::string(*key);
        for (auto it = m_arguments.begin(); name.empty() && it != m_arguments.end(); ++it) {
            if (it->is_string())
                name = it.key();
        }
        if (name.empty())
            return;
        const QString text = textOf(m_arguments, name);
        const QStringList lines = linesOf(text);
        if (lines.size() == 1 && text.size() <= kLongestInHead) {
            m_text.first = text;
            m_arguments.erase(name);
            return;
        }
        m_text.first = lines.front().left(kLongestInHead) + QStringLiteral("…");
        if (m_text.kind != CallText::Body::None)
            return;
        m_text.kind = isPatch(text) ? CallText::Body::Diff : CallText::Body::Text;
        m_text.body = text;
        m_arguments.erase(name);
    }

    void takeOthers()
    {
        Json left = Json::object();
        for (const auto& [key, value] : m_arguments.items()) {
            const QString text = value.is_string() ? toQt(value.get<std::string>()) : toQt(value.dump());
            const bool isShort = !value.is_structured() && !text.contains(QLatin1Char('\n')) &&
                                 text.size() <= kLongestInHead / 2;
            if (isShort && m_text.others.size() < 4)
                m_text.others << toQt(key) + QLatin1Char(' ') + text;
            else
                left[key] = value;
        }
        if (left.empty())
            return;
        const QString json = toQt(indentJson(left.dump()).text);
        if (m_text.kind == CallText::Body::None)
            m_text.kind = CallText::Body::Json;
        m_text.body += (m_text.body.isEmpty() ? QString() : QStringLiteral("\n")) + json;
    }

    Json m_arguments;
    CallText m_text;
};

} // namespace

CallText callTextOf(const Part& call)
{
    const std::string text = argumentsJson(call);
    if (text.empty() || (text == "{}" && call.value.isMissing()))
        return {};
    if (text.size() <= kLongestParsed && nestingDepth(text) <= kDeepestParsed) {
        Json arguments = Json::parse(text, nullptr, false);
        if (arguments.is_object())
            return CallReader(std::move(arguments)).read();
        if (arguments.is_structured())
            return {{}, {}, CallText::Body::Json, toQt(indentJson(text).text)};
        if (arguments.is_string()) {
            const QString said = toQt(arguments.get<std::string>());
            return {linesOf(said).front().left(kLongestInHead),
                    {},
                    isPatch(said) ? CallText::Body::Diff : CallText::Body::Text,
                    said};
        }
    }
    const QString said = toQt(text);
    return {linesOf(said).front().left(kLongestInHead),
            {},
            isPatch(said) ? CallText::Body::Diff : CallText::Body::Text,
            said};
}

namespace {

std::optional<QPointF> pointOf(const Json& arguments)
{
    const auto number = [](const Json& value) { return value.is_number() ? value.get<double>() : -1.0; };
    const auto point = [&](double x, double y) {
        return x >= 0 && y >= 0 ? std::optional(QPointF(x, y)) : std::nullopt;
    };
    if (!arguments.is_object())
        return std::nullopt;
    if (const auto at = arguments.find("coordinate");
        at != arguments.end() && at->is_array() && at->size() == 2)
        return point(number((*at)[0]), number((*at)[1]));
    if (arguments.contains("x") && arguments.contains("y"))
        return point(number(arguments["x"]), number(arguments["y"]));
    const auto action = arguments.find("action");
    return action != arguments.end() ? pointOf(*action) : std::nullopt;
}

} // namespace

std::optional<QPointF> clickIn(const Conversation& conversation, const PictureName& picture)
{
    const auto& messages = conversation.messages;
    bool isPast = false;
    for (std::size_t i = picture.message; i < messages.size(); ++i) {
        for (std::uint32_t index = messages[i].parts.begin; index < messages[i].parts.end; ++index) {
            const Part& part = conversation.parts[index];
            if (part.kind == PartKind::Picture) {
                // Another picture that the call may be about.
                if (isPast && part.text != picture.address)
                    return std::nullopt;
                isPast = isPast || part.text == picture.address;
            }
            if (part.kind != PartKind::Call || i == picture.message)
                continue;
            const std::string text = argumentsJson(part);
            if (text.size() > kLongestParsed || nestingDepth(text) > kDeepestParsed)
                return std::nullopt;
            return pointOf(Json::parse(text, nullptr, false));
        }
    }
    return std::nullopt;
}

qsizetype lineCount(QStringView text)
{
    if (text.isEmpty())
        return 0;
    return text.count(QLatin1Char('\n')) + (text.endsWith(QLatin1Char('\n')) ? 0 : 1);
}

namespace {

struct LanguageWords {
    Q_DECLARE_TR_FUNCTIONS(LanguageWords)
};

/// Sets the pair to the languages of the texts, if these are two.
bool findPair(std::span<const Text> texts, LanguagePair& pair)
{
    const Text* first = nullptr;
    for (const Text& text : texts) {
        if (text.earlier || text.text.empty() || text.language == Language::Undetermined)
            continue;
        if (first == nullptr) {
            first = &text;
        } else if (text.language != first->language &&
                   isChinese(text.language) + isChinese(first->language) < 2) {
            pair = {first->language, text.language, true};
            return true;
        }
    }
    return false;
}

} // namespace

LanguagePair languagePairOf(const Conversation& conversation)
{
    LanguagePair pair;
    for (const Message& message : conversation.messages) {
        if (findPair(conversation.textsOf(message.texts), pair))
            return pair;
    }
    // Translations of the context or of candidates alone make no column of the messages.
    bool isFound = false;
    for (const Message& message : conversation.candidateMessages)
        isFound = isFound || findPair(conversation.textsOf(message.texts), pair);
    for (const ContextPart& part : conversation.context)
        isFound = isFound || findPair(conversation.textsOf(part.texts), pair);
    pair.isUsed = false;
    return pair;
}

/// Enough letters, none of them of a script that a translation into Chinese has: quotation marks, dashes and
/// emoji are of none.
static bool isPlainLatin(std::string_view text)
{
    constexpr std::ptrdiff_t kEnough = 8;
    return std::ranges::count_if(text, [](unsigned char c) { return std::isalpha(c) != 0; }) >= kEnough &&
           std::ranges::all_of(text, [](unsigned char c) { return c < 0xE3 || c >= 0xF0; });
}

bool isSecond(const Conversation& conversation, Slice slice, std::uint32_t text, const LanguagePair& pair)
{
    const auto isIn = [&](const Text& one) {
        return one.language == pair.second || (isChinese(one.language) && isChinese(pair.second));
    };
    const Text& asked = conversation.texts[text];
    if (!pair.isUsed || slice.size() != 2)
        return isIn(asked);
    const Text& other = conversation.texts[text == slice.begin ? slice.begin + 1 : slice.begin];
    const bool areTold = isIn(asked) != isIn(other) || asked.earlier || other.earlier;
    if (areTold)
        return isIn(asked);
    // Entries of a list, which are in one language, are not translations of each other.
    const bool isList = asked.text != other.text && isPlainLatin(asked.text) && isPlainLatin(other.text);
    return isList && isChinese(pair.second) ? false : text != slice.begin;
}

QString languageWord(Language language)
{
    switch (language) {
    case Language::English:
        return LanguageWords::tr("English");
    case Language::Chinese:
        return LanguageWords::tr("Chinese");
    case Language::TraditionalChinese:
        return LanguageWords::tr("Traditional Chinese");
    case Language::Japanese:
        return LanguageWords::tr("Japanese");
    case Language::Korean:
        return LanguageWords::tr("Korean");
    case Language::Russian:
        return LanguageWords::tr("Russian");
    case Language::Arabic:
        return LanguageWords::tr("Arabic");
    case Language::Hebrew:
        return LanguageWords::tr("Hebrew");
    case Language::Thai:
        return LanguageWords::tr("Thai");
    case Language::Hindi:
        return LanguageWords::tr("Hindi");
    case Language::Greek:
        return LanguageWords::tr("Greek");
    case Language::Other:
    case Language::Undetermined:
        break;
    }
    return LanguageWords::tr("Other language");
}

QString languageSign(Language language)
{
    if (isChinese(language))
        return QStringLiteral("中");
    if (language == Language::Other || language == Language::Undetermined)
        return QStringLiteral("…");
    return toQt(languageCode(language)).toUpper();
}

} // namespace duologue::ui
