// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/words.h"
#include "core/analysis/report.h"
#include "core/data/known_fields.h"
#include "core/formats/format.h"
#include "core/util/phrase_id.h"
#include "ui/app/mark_words.h"
#include "ui/app/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

QString formatText(std::string_view english)
{
    return asLabel(QCoreApplication::translate("Formats", std::string(english).c_str()));
}

QString translated(const Phrase& phrase)
{
    if (phrase.id == PhraseId::Verbatim)
        return asLabel(phrase.text);
    QString text = QCoreApplication::translate("Phrases", englishText(phrase.id).data());
    const bool isOfFormat = phrase.id == PhraseId::TitleAndRule || phrase.id == PhraseId::ReadAsItsFile;
    const auto argument = [&](std::size_t i) {
        const Phrase& one = phrase.arguments[i];
        return isOfFormat && one.id == PhraseId::Verbatim ? formatText(one.text) : translated(one);
    };
    // All at once: an argument may hold a %1 of its own.
    switch (phrase.arguments.size()) {
    case 0:
        return text;
    case 1:
        return text.arg(argument(0));
    case 2:
        return text.arg(argument(0), argument(1));
    default:
        return text.arg(argument(0), argument(1), argument(2));
    }
}

QString sentenceOf(const Phrase& phrase)
{
    const QString text = translated(phrase);
    //: A sentence: %1 is its text, %2 is the same without its first letter.
    return text.isEmpty()
               ? text
               : QCoreApplication::translate("Phrases", "%1.").arg(text.at(0).toUpper() + text.mid(1));
}

namespace {

/// Names the translations of this file.
struct CountWords {
    Q_DECLARE_TR_FUNCTIONS(CountWords)
};

constexpr double kPercent = 100;
constexpr int kRatingDecimals = 2;

/// Three digits, as long as they are not all before the point.
int decimalsFor(double value)
{
    constexpr double kTen = 10;
    constexpr double kHundred = 100;
    const double size = std::abs(value);
    return size >= kHundred ? 0 : size >= kTen ? 1 : 2;
}

int percentDecimals(double share)
{
    constexpr double kSmall = 0.1;
    return share > 0 && share < kSmall ? 2 : share > 0 && share < 1 ? 1 : 0;
}

} // namespace

QString shownOfText(std::uint64_t shown, const Snapshot& snapshot)
{
    return (snapshot.complete ? CountWords::tr("%1 of %2") : CountWords::tr("%1 of %2 read"))
        .arg(countText(shown), countText(snapshot.recordCount()));
}

QString conversationsOfText(std::uint64_t shown, const Snapshot& snapshot)
{
    return (snapshot.complete ? CountWords::tr("%1 of %2 conversations")
                              : CountWords::tr("%1 of %2 conversations read"))
        .arg(countText(shown), countText(snapshot.recordCount()));
}

QString allText(const Snapshot& snapshot)
{
    return (snapshot.complete ? CountWords::tr("All (%1)") : CountWords::tr("All conversations read (%1)"))
        .arg(countText(snapshot.recordCount()));
}

QString readingText(const Coverage& coverage)
{
    return sentenceOf(coverage.reading());
}

QString conversationsText(std::uint64_t count)
{
    return count == 1 ? CountWords::tr("1 conversation")
                      : CountWords::tr("%1 conversations").arg(countText(count));
}

QString messagesText(std::uint64_t count)
{
    return count == 1 ? CountWords::tr("1 message") : CountWords::tr("%1 messages").arg(countText(count));
}

QString countedText(std::uint64_t count, bool ofMessages)
{
    return ofMessages ? messagesText(count) : conversationsText(count);
}

QString meanText(double value, const Measure& measure)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    if (measure.kind == MeasureKind::Share)
        return CountWords::tr("%1%").arg(QLocale().toString(value * kPercent, 'f', percentDecimals(value)));
    return decimalText(value, measure);
}

QString decimalText(double value, const Measure& measure)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    return QLocale().toString(value, 'f',
                              measure.kind == MeasureKind::Number ? decimalsFor(value) : kRatingDecimals);
}

QString intervalText(const Interval& interval, const Measure& measure)
{
    if (!interval.isKnown())
        return {};
    return CountWords::tr("%1 to %2 (95% interval, %3)")
        .arg(meanText(interval.low, measure), meanText(interval.high, measure), methodText(measure.kind));
}

QString methodText(MeasureKind kind)
{
    switch (kind) {
    case MeasureKind::Share:
        return CountWords::tr("Wilson");
    case MeasureKind::Rating:
        return CountWords::tr("quasi-binomial Wilson");
    case MeasureKind::Number:
        break;
    }
    return CountWords::tr("Student t");
}

namespace {

struct MarkWords {
    Q_DECLARE_TR_FUNCTIONS(MarkFields)
};

} // namespace

/// The data may have fields with the same names as marks, so these say what they are.
QString fieldTitle(const FieldInfo& field)
{
    const bool isMark = field.key.starts_with("mark.") && field.rawKey.empty();
    if (!isMark)
        return fieldTitle(field.title);
    const std::string_view title = field.title;
    const std::size_t at = std::min(title.find('@'), title.size());
    const QString question = markQuestionTitle(title.substr(0, at));
    return at == title.size() ? MarkWords::tr("Mark: %1").arg(question)
                              : MarkWords::tr("Mark: %1 (%2)").arg(question, asLabel(title.substr(at + 1)));
}

QString fieldTitle(const std::string& title)
{
    const std::string_view chinese = isChineseWindow() ? chineseFieldName(title) : std::string_view();
    return chinese.empty() ? asLabel(QCoreApplication::translate("Fields", title.c_str())) : asLabel(chinese);
}

FieldItem fieldItem(const FieldInfo& field)
{
    const QString other = isChineseWindow() ? asLabel(field.title) : asLabel(chineseFieldName(field.title));
    return {field.key, fieldTitle(field), other};
}

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(MessageWords)
};

} // namespace

QString roleWord(std::string_view role)
{
    if (role == "user")
        return Words::tr("User");
    if (role == "assistant")
        return Words::tr("Assistant");
    if (role == "system")
        return Words::tr("System");
    if (role == "tool")
        return Words::tr("Tool");
    return role.empty() ? Words::tr("No role") : asLabel(role);
}

QString roleWord(const Message& message)
{
    return message.roleInFile == "developer" ? Words::tr("Developer") : roleWord(message.role);
}

QString markWord(Mark mark)
{
    switch (mark) {
    case Mark::Yes:
        return Words::tr("yes");
    case Mark::No:
        return Words::tr("no");
    case Mark::Unclear:
        return Words::tr("unclear");
    case Mark::NotAnnotated:
        break;
    }
    return {};
}

QString nameInBoth(const Name& name)
{
    if (name.en.empty() || name.zh.empty() || name.en == name.zh)
        return asLabel(name.shown());
    if (isChineseWindow())
        return QStringLiteral("%1 (%2)").arg(asLabel(name.zh), asLabel(name.en));
    return asLabel(name.en) + QLatin1Char(' ') + asLabel(name.zh);
}

QString intentWords(const Conversation& conversation, const Message& message)
{
    QStringList words;
    for (const Name& intent : conversation.intentsOf(message))
        words << nameInBoth(intent);
    return words.join(QStringLiteral(", "));
}

std::vector<int> turnsOf(const Conversation& conversation)
{
    std::vector<int> turns;
    turns.reserve(conversation.messages.size());
    TurnCount count;
    for (const Message& message : conversation.messages)
        turns.push_back(static_cast<int>(count.next(TurnCount::speakerOf(message.role))));
    return turns;
}

QString tellingMemo(const Message& message)
{
    const QString memo = toQt(message.memo).trimmed();
    const bool saysNothing = memo.compare(QLatin1String("No Hallucination"), Qt::CaseInsensitive) == 0;
    return saysNothing ? QString() : memo;
}

bool isSuspect(const Message& message)
{
    return message.hallucination == Mark::Yes || message.hallucination == Mark::Unclear;
}

bool lacksTranslation(const Conversation& conversation, const Message& message)
{
    const auto texts = conversation.textsOf(message.texts);
    return std::count_if(texts.begin(), texts.end(),
                         [](const Text& text) { return !text.earlier && !text.text.empty(); }) == 1;
}

namespace {

/// The translation context of this file.
struct ValueText {
    Q_DECLARE_TR_FUNCTIONS(ValueWords)
};

/// The words of the program for a value that is one of them; the value itself otherwise.
Name wordsFor(const FieldInfo& field, const Category& value)
{
    const auto names = field.kind == FieldKind::Flag ? flagNames() : builtInValueNames(field.key);
    const auto known =
        std::find_if(names.begin(), names.end(), [&](const Name& name) { return name.en == value.en; });
    return known == names.end() ? nameOf(value) : *known;
}

/// Flags are written true and false in data, and yes and no in sentences.
std::string_view englishWord(const FieldInfo& field, std::string_view word)
{
    if (field.kind != FieldKind::Flag)
        return word;
    return word == "true" ? "yes" : word == "false" ? "no" : word;
}

enum class Length : std::uint8_t { Drawn, Whole };

template<typename Words>
QString joinedWords(const FieldReader& field, Row row, Length length, const Words& words)
{
    QStringList all;
    const std::vector<std::string> texts =
        length == Length::Whole ? field.texts(row) : std::vector<std::string>();
    std::size_t place = 0;
    field.forEachCode(row, [&](CategoryCode code) {
        const bool isWhole = place < texts.size() && field.isLong(code);
        all << words(isWhole ? Category{texts[place], {}} : field.category(code));
        ++place;
    });
    return all.join(ValueText::tr(", "));
}

bool hasWords(const FieldReader& field)
{
    return !field.isNumber() && !field.hasMessageNumbers() && field.info().kind != FieldKind::Text;
}

} // namespace

bool isChineseWindow()
{
    //: The language of the window: en or zh.
    return QCoreApplication::translate("ValueWords", "en") == QLatin1String("zh");
}

QString ValueWords::inBoth() const
{
    return other.isEmpty() ? shown : ValueText::tr("%1 (%2)").arg(shown, other);
}

QString formatTitle(const Snapshot& snapshot, std::string_view id)
{
    const FormatList& formats = snapshot.formatList ? *snapshot.formatList : *FormatList::builtIn();
    const Format* format = formats.find(id);
    return format == nullptr ? asLabel(id) : formatText(format->title());
}

ValueWords valueWords(const Snapshot& snapshot, const FieldInfo& field, const Category& value)
{
    if (field.key == "format" && value.zh.empty())
        return {formatTitle(snapshot, value.en), {}};
    const Name name = wordsFor(field, value);
    const std::string_view english = englishWord(field, name.en);
    if (name.zh.empty() || english.empty())
        return {asLabel(english.empty() ? name.zh : english), {}};
    const QString one = asLabel(english);
    const QString two = asLabel(name.zh);
    if (one == two)
        return {one, {}};
    return isChineseWindow() ? ValueWords{two, one} : ValueWords{one, two};
}

ValueWords groupWords(const Snapshot& snapshot, const FieldInfo& field, const GroupValue& value)
{
    return valueWords(snapshot, field, Category{value.text, value.chinese});
}

QString cellText(const Snapshot& snapshot, const FieldReader& field, Row row)
{
    if (!hasWords(field))
        return asLabel(field.shownText(row));
    return joinedWords(field, row, Length::Drawn, [&](const Category& value) {
        return valueWords(snapshot, field.info(), value).shown;
    });
}

QString wholeCellText(const Snapshot& snapshot, const FieldReader& field, Row row)
{
    if (!hasWords(field))
        return asLabel(field.text(row));
    return joinedWords(field, row, Length::Whole, [&](const Category& value) {
        return valueWords(snapshot, field.info(), value).shown;
    });
}

QString cellTextInBoth(const Snapshot& snapshot, const FieldReader& field, Row row)
{
    if (!hasWords(field))
        return toQt(field.text(row));
    return joinedWords(field, row, Length::Whole, [&](const Category& value) {
        return valueWords(snapshot, field.info(), value).inBoth();
    });
}

namespace {

QString reportText(std::string_view text)
{
    return QCoreApplication::translate("Reports", std::string(text).c_str());
}

} // namespace

QString reportTitle(const ReportSpec& report)
{
    return reportText(report.title);
}

QString reportSummary(const ReportSpec& report)
{
    return reportText(report.summary);
}

} // namespace duologue::ui
