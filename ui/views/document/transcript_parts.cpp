// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document/transcript_parts.h"

#include "ui/models/words/value_words.h"
#include "ui/views/document/message_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QTextBlock>
#include <algorithm>

namespace duologue::ui {

namespace {

struct TranscriptPartsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptParts)
};

QString contextHeading(ContextKind kind)
{
    switch (kind) {
    case ContextKind::Task:
        return TranscriptPartsWords::tr("Task");
    case ContextKind::Preference:
        return TranscriptPartsWords::tr("Preference");
    case ContextKind::PreferenceSummary:
        return TranscriptPartsWords::tr("Preference summary");
    case ContextKind::Persona:
        return TranscriptPartsWords::tr("Persona");
    case ContextKind::Question:
        return TranscriptPartsWords::tr("Question");
    case ContextKind::Explanation:
        break;
    }
    return TranscriptPartsWords::tr("Explanation");
}

/// The texts of a part as columns: those of the wanted languages, or else all that there are.
std::vector<std::vector<ColumnText>> contextColumns(const TranscriptWriter& writer, const ContextPart& part,
                                                    bool earlier)
{
    const LanguageMode mode = writer.mode.languages;
    const auto first = textsIn(writer.conversation, part.texts, TextColumn::First, writer.languages, earlier);
    const auto second =
        textsIn(writer.conversation, part.texts, TextColumn::Second, writer.languages, earlier);
    std::vector<std::vector<ColumnText>> columns;
    if (!first.empty() && (mode != LanguageMode::Second || second.empty()))
        columns.push_back(first);
    if (!second.empty() && (mode != LanguageMode::First || first.empty()))
        columns.push_back(second);
    return columns;
}

/// Writes columns side by side, or one below the other in a narrow view.
void writeInColumns(TranscriptWriter& writer, const std::vector<std::vector<ColumnText>>& columns)
{
    const bool sideBySide = writer.mode.sideBySide;
    const int count = static_cast<int>(columns.size());
    constexpr double kAbove = 2;
    constexpr double kBelow = 10;
    QTextTable* table = writer.style.insertColumns(
        writer.cursor, {sideBySide ? 1 : count, sideBySide ? count : 1, kAbove, kBelow,
                        writer.mode.firstShare, writer.style.inset(), writer.style.gutter()});
    TextLook look;
    look.isVerbatim = true;
    for (int i = 0; i < count; ++i) {
        auto cell = writer.at((sideBySide ? table->cellAt(0, i) : table->cellAt(i, 0)).firstCursorPosition());
        writeTexts(cell, columns[static_cast<std::size_t>(i)], look, {});
    }
    writer.cursor.setPosition(table->lastPosition() + 1);
}

void writeContextPart(TranscriptWriter& writer, const ContextPart& part)
{
    const TranscriptStyle& style = writer.style;
    for (const bool earlier : {false, true}) {
        const auto columns = contextColumns(writer, part, earlier);
        if (columns.empty())
            continue;
        writer.cursor.setBlockFormat(style.labelBlock(0, 0));
        const QString title = contextHeading(part.kind);
        writer.insert(earlier ? TranscriptPartsWords::tr("%1, earlier wording").arg(title) : title,
                      style.label(style.colors.dim, 0.86, true));
        writeInColumns(writer, columns);
    }
}

/// Nothing else tells what a record without messages is about.
bool isAlwaysOpen(const Conversation& conversation, const ContextPart& part)
{
    return conversation.messages.empty() && part.kind == ContextKind::Question;
}

/// The beginning of a part in one line.
QString inOneLine(const TranscriptWriter& writer, const ContextPart& part)
{
    constexpr std::size_t kLongestLine = 1'000;
    for (const bool earlier : {false, true}) {
        const auto columns = contextColumns(writer, part, earlier);
        if (columns.empty())
            continue;
        const auto& texts = isChineseWindow() ? columns.back() : columns.front();
        const std::string_view text = texts.front().text;
        return contextHeading(part.kind) + QStringLiteral(": ") +
               toQt(text.substr(0, wholeCharacters(text, kLongestLine))).simplified();
    }
    return {};
}

/// The parts that are closed, in one line.
QString closedLine(const TranscriptWriter& writer, double width)
{
    QStringList parts;
    for (const ContextPart& part : writer.conversation.context) {
        if (isAlwaysOpen(writer.conversation, part))
            continue;
        if (const QString line = inOneLine(writer, part); !line.isEmpty())
            parts << line;
    }
    const QFontMetricsF metrics(writer.style.link({}).font());
    return parts.isEmpty() ? QString()
                           : metrics.elidedText(QStringLiteral("▸ ") + parts.join(QStringLiteral("   ·   ")),
                                                Qt::ElideRight, width);
}

void writeContextLink(TranscriptWriter& writer, const QString& text)
{
    QTextCharFormat link = writer.style.link(QStringLiteral("context"));
    link.setFontUnderline(false);
    link.setForeground(writer.style.colors.dim);
    link.clearProperty(kOwnWords);
    writer.cursor.setBlockFormat(writer.style.labelBlock(0, 0));
    writer.insert(text, link);
}

} // namespace

bool isQuestionAlone(const Conversation& conversation, std::uint32_t text)
{
    return std::ranges::any_of(conversation.context, [&](const ContextPart& part) {
        return isAlwaysOpen(conversation, part) && text >= part.texts.begin && text < part.texts.end;
    });
}

void writeContext(TranscriptWriter& writer, double width)
{
    const bool isOpen = writer.folds.context || writer.mode.onPaper;
    for (const ContextPart& part : writer.conversation.context) {
        if (isAlwaysOpen(writer.conversation, part))
            writeContextPart(writer, part);
    }
    const QString closed = closedLine(writer, width);
    if (closed.isEmpty())
        return;
    if (!isOpen) {
        writeContextLink(writer, closed);
        return;
    }
    if (!writer.mode.onPaper) {
        writeContextLink(writer, QStringLiteral("▾ ") + TranscriptPartsWords::tr("Context"));
        writer.cursor.insertBlock();
    }
    for (const ContextPart& part : writer.conversation.context) {
        if (!isAlwaysOpen(writer.conversation, part))
            writeContextPart(writer, part);
    }
}

} // namespace duologue::ui
