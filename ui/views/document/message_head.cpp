// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document/message_head.h"

#include "core/data/record_builder.h"
#include "ui/models/words/message_words.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/views/widgets/mark_icon.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QSet>
#include <QUrl>
#include <algorithm>
#include <cmath>
#include <optional>

namespace duologue::ui {

namespace {

struct MessageHeadWords {
    Q_DECLARE_TR_FUNCTIONS(MessageHead)
};

QString imageName(Mark mark)
{
    return QStringLiteral("duologue:mark-%1").arg(static_cast<int>(mark));
}

/// Whether the record calls its last message desirable; empty if it says nothing about it.
std::optional<bool> verdictOn(const Conversation& conversation, int message)
{
    if (message + 1 != static_cast<int>(conversation.messages.size()))
        return std::nullopt;
    for (const Field& field : conversation.fields) {
        if (field.key == "is_desirable" && field.kind == FieldKind::Flag)
            return field.number != 0;
    }
    return std::nullopt;
}

QString verdictWord(bool desirable)
{
    return desirable ? MessageHeadWords::tr("✓ desirable") : MessageHeadWords::tr("✗ not desirable");
}

int markSide(const TranscriptStyle& style)
{
    constexpr double kOfAscent = 0.88;
    const QFont font = style.label(style.colors.dim, 0.88).font();
    return std::max(1, static_cast<int>(std::lround(QFontMetricsF(font).ascent() * kOfAscent)));
}

QString imageName(const IntentCode& code)
{
    return QStringLiteral("duologue:intent-%1-%2").arg(code.letters).arg(code.color);
}

QFont codeFont(const TranscriptStyle& style)
{
    constexpr double kCodeSize = 0.8;
    return style.label(style.colors.dim, kCodeSize).font();
}

/// What a tool gave back, if the message is that; null for others.
const Part* toolResultOf(const Conversation& conversation, const Message& message)
{
    const auto parts = conversation.partsOf(message);
    const auto found = std::ranges::find(parts, PartKind::Result, &Part::kind);
    return found == parts.end() ? nullptr : &*found;
}

/// "bash · ✗ error"; empty for other messages.
QStringList resultWords(const Conversation& conversation, const Message& message)
{
    QStringList words;
    const Part* result = toolResultOf(conversation, message);
    if (result != nullptr && !result->name.empty())
        words << asLabel(result->name);
    if (result == nullptr)
        return words;
    if (const auto duration = toolUseOf(conversation, message).duration)
        words << MessageHeadWords::tr("%1 s").arg(*duration, 0, 'g', 3);
    if (result->isError)
        words << MessageHeadWords::tr("✗ error");
    return words;
}

void writeIntents(TranscriptWriter& writer, const Message& said, const IntentCodes& intents)
{
    const TranscriptStyle& style = writer.style;
    const QTextCharFormat text = style.label(style.colors.text, 0.88, true);
    QTextImageFormat image;
    const QSize size = chipSize(QFontMetrics(codeFont(style)));
    image.setWidth(size.width());
    image.setHeight(size.height());
    image.setFont(text.font());
    // Otherwise it would stand on the line that letters reach below.
    image.setVerticalAlignment(QTextCharFormat::AlignMiddle);
    QString before = QStringLiteral("   ");
    for (const Name& intent : writer.conversation.intentsOf(said)) {
        writer.insertDim(before);
        image.setName(imageName(intents.of(intent)));
        writer.cursor.insertImage(image);
        writer.insert(QStringLiteral(" ") + nameInBoth(intent), text);
        before = QStringLiteral(", ");
    }
}

/// "check: Numbers missing in the translation, Code missing in the translation +3"; empty without findings.
QString findingWords(const QStringList& findings)
{
    constexpr qsizetype kNamed = 2;
    if (findings.isEmpty())
        return {};
    const QString named =
        MessageHeadWords::tr("check: %1").arg(findings.mid(0, kNamed).join(QStringLiteral(", ")));
    const qsizetype more = findings.size() - kNamed;
    return more > 0 ? named + QStringLiteral(" +%1").arg(more) : named;
}

void writeMark(TranscriptWriter& writer, Mark mark)
{
    const TranscriptStyle& style = writer.style;
    const QTextCharFormat text = style.label(style.colors.ofMark(mark), 0.88, mark == Mark::Yes);
    QTextImageFormat image;
    image.setName(imageName(mark));
    image.setWidth(markSide(style));
    image.setHeight(markSide(style));
    image.setFont(text.font());
    writer.cursor.insertImage(image);
    writer.insert(QStringLiteral(" ") + MessageHeadWords::tr("hallucination: %1").arg(markWord(mark)), text);
}

} // namespace

void addHeadImages(QTextDocument& document, const Conversation& conversation, const IntentCodes& intents,
                   const TranscriptStyle& style, double scale)
{
    // A document scales images without smoothing, which would lose thin lines: they get their final size
    // here.
    const int pixels = static_cast<int>(std::lround(markSide(style) * scale));
    for (const Mark mark : {Mark::Yes, Mark::No, Mark::Unclear})
        document.addResource(QTextDocument::ImageResource, QUrl(imageName(mark)),
                             markImage(mark, style.colors.ofMark(mark), pixels));
    QSet<QString> added;
    for (const Message& message : conversation.messages) {
        for (const Name& intent : conversation.intentsOf(message)) {
            const IntentCode code = intents.of(intent);
            const QString name = imageName(code);
            if (added.contains(name))
                continue;
            added.insert(name);
            QImage image = chipImage(codeFont(style), code.letters, categoryColor(code.color), scale);
            // The format has the size.
            image.setDevicePixelRatio(1);
            document.addResource(QTextDocument::ImageResource, QUrl(name), image);
        }
    }
}

void writeHead(TranscriptWriter& writer, int message, const HeadFacts& facts)
{
    const Message& said = writer.conversation.messages[static_cast<std::size_t>(message)];
    const TranscriptStyle& style = writer.style;
    const QString gap = QStringLiteral("   ");
    writer.insert(roleWord(said), style.label(style.colors.ofRole(said.role), 0.94, true));
    if (const Part* result = toolResultOf(writer.conversation, said)) {
        writer.insert(gap + asLabel(result->name), style.label(style.colors.text, 0.94, true));
        if (const auto duration = toolUseOf(writer.conversation, said).duration)
            writer.insertDim(gap + MessageHeadWords::tr("%1 s").arg(*duration, 0, 'g', 3));
        if (result->isError)
            writer.insert(gap + MessageHeadWords::tr("✗ error"), style.label(style.colors.bad, 0.88, true));
    }
    writer.insertDim(gap + MessageHeadWords::tr("#%1").arg(message + 1));
    if (facts.turn > 0)
        writer.insertDim(MessageHeadWords::tr(" · turn %1").arg(facts.turn));
    writeIntents(writer, said, facts.intents);
    if (said.hallucination != Mark::NotAnnotated) {
        writer.insertDim(gap);
        writeMark(writer, said.hallucination);
    }
    if (said.satisfaction > 0)
        writer.insertDim(gap + MessageHeadWords::tr("satisfaction: %1 of 5").arg(said.satisfaction));
    if (const auto verdict = verdictOn(writer.conversation, message)) {
        const QColor& color = *verdict ? style.colors.good : style.colors.bad;
        writer.insert(gap + verdictWord(*verdict), style.label(color, 0.88, true));
    }
    if (!facts.findings.isEmpty())
        writer.insert(gap + findingWords(facts.findings), style.label(style.colors.bad, 0.88));
}

HeadWords headWords(const Conversation& conversation, int message, int turn, const QStringList& findings)
{
    const Message& said = conversation.messages[static_cast<std::size_t>(message)];
    QStringList parts = resultWords(conversation, said);
    parts << MessageHeadWords::tr("#%1").arg(message + 1);
    if (turn > 0)
        parts << MessageHeadWords::tr("turn %1").arg(turn);
    if (const QString intents = intentWords(conversation, said); !intents.isEmpty())
        parts << intents;
    if (said.hallucination != Mark::NotAnnotated)
        parts << MessageHeadWords::tr("hallucination: %1").arg(markWord(said.hallucination));
    if (const auto verdict = verdictOn(conversation, message))
        parts << verdictWord(*verdict);
    if (!findings.isEmpty())
        parts << findingWords(findings);
    return {roleWord(said), parts.join(QStringLiteral(" · "))};
}

QString spokenHead(const Conversation& conversation, int message, int turn, const QStringList& findings)
{
    const Message& said = conversation.messages[static_cast<std::size_t>(message)];
    QStringList parts{MessageHeadWords::tr("Message %1").arg(message + 1), roleWord(said)};
    parts << resultWords(conversation, said);
    if (turn > 0)
        parts << MessageHeadWords::tr("turn %1").arg(turn);
    if (const QString intents = intentWords(conversation, said); !intents.isEmpty())
        parts << MessageHeadWords::tr("intent %1").arg(intents);
    if (said.hallucination != Mark::NotAnnotated)
        parts << MessageHeadWords::tr("hallucination: %1").arg(markWord(said.hallucination));
    if (const auto verdict = verdictOn(conversation, message))
        parts << verdictWord(*verdict).mid(2);
    if (!findings.isEmpty())
        parts << findingWords(findings);
    return parts.join(QStringLiteral(", "));
}

} // namespace duologue::ui
