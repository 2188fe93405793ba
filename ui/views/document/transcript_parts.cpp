// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document/transcript_parts.h"

#include "ui/views/document/message_text.h"

#include <QCoreApplication>
#include <QTextBlock>

namespace duologue::ui {

namespace {

constexpr qsizetype kFoldedLength = 170;
constexpr int kFoldedLines = 2;

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

/// The end of a line of kFoldedLength Latin letters. A Chinese character counts as two.
qsizetype foldedEnd(const QString& text)
{
    qsizetype room = kFoldedLength;
    for (qsizetype i = 0; i < text.size(); ++i) {
        room -= text.at(i).script() == QChar::Script_Han ? 2 : 1;
        if (room > 0)
            continue;
        // Prefers a space nearby, and never splits a surrogate pair.
        constexpr qsizetype kLongWord = 20;
        const qsizetype space = text.lastIndexOf(QLatin1Char(' '), i);
        if (space > i - kLongWord && space > 0)
            return space;
        return text.at(i).isLowSurrogate() ? i - 1 : i;
    }
    return text.size();
}

/// The first lines of a text, or the text itself if it is short.
QString shortened(const QString& text)
{
    qsizetype end = -1;
    for (int line = 0; line < kFoldedLines; ++line) {
        end = text.indexOf(QLatin1Char('\n'), end + 1);
        if (end < 0)
            break;
    }
    QString cut = end < 0 ? text : text.left(end);
    cut.truncate(foldedEnd(cut));
    return cut.size() == text.size() ? text : cut.trimmed() + QStringLiteral(" …");
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

/// Cuts the texts if `folded`. True if anything is cut or would be. The cut texts point into `kept`.
bool fold(std::vector<std::vector<ColumnText>>& columns, bool folded, std::vector<QByteArray>& kept)
{
    bool cut = false;
    for (auto& column : columns) {
        if (column.size() > static_cast<std::size_t>(kFoldedLines)) {
            cut = true;
            if (folded)
                column.resize(kFoldedLines);
        }
        for (ColumnText& text : column) {
            const QString whole = toQt(text.text);
            const QString part = shortened(whole);
            if (part.size() == whole.size() && part == whole)
                continue;
            cut = true;
            if (folded) {
                kept.push_back(part.toUtf8());
                text.text =
                    std::string_view(kept.back().constData(), static_cast<std::size_t>(kept.back().size()));
            }
        }
    }
    return cut;
}

/// Writes columns side by side, or one below the other in a narrow view.
void writeInColumns(TranscriptWriter& writer, const std::vector<std::vector<ColumnText>>& columns)
{
    const bool sideBySide = writer.mode.sideBySide;
    const int count = static_cast<int>(columns.size());
    constexpr double kAbove = 2;
    constexpr double kBelow = 10;
    QTextTable* table = writer.style.insertColumns(writer.cursor, sideBySide ? 1 : count,
                                                   sideBySide ? count : 1, kAbove, kBelow);
    TextLook look;
    look.isVerbatim = true;
    for (int i = 0; i < count; ++i) {
        auto cell = writer.at((sideBySide ? table->cellAt(0, i) : table->cellAt(i, 0)).firstCursorPosition());
        writeTexts(cell, columns[static_cast<std::size_t>(i)], look, {});
    }
    writer.cursor.setPosition(table->lastPosition() + 1);
}

/// True if the part is cut, or would be if it was folded.
bool writeContextPart(TranscriptWriter& writer, const ContextPart& part)
{
    const bool folded = !writer.folds.context;
    const TranscriptStyle& style = writer.style;
    bool cut = false;
    for (const bool earlier : {false, true}) {
        auto columns = contextColumns(writer, part, earlier);
        if (columns.empty())
            continue;
        if (earlier && folded &&
            !textsIn(writer.conversation, part.texts, TextColumn::AsWritten, writer.languages, false)
                 .empty()) {
            cut = true;
            continue;
        }
        writer.cursor.setBlockFormat(style.labelBlock(0, 0));
        const QString title = contextHeading(part.kind);
        writer.insert(earlier ? TranscriptPartsWords::tr("%1, earlier wording").arg(title) : title,
                      style.label(style.colors.dim, 0.86, true));
        std::vector<QByteArray> kept;
        kept.reserve(64);
        cut = fold(columns, folded, kept) || cut;
        writeInColumns(writer, columns);
    }
    return cut;
}

} // namespace

void writeContext(TranscriptWriter& writer)
{
    bool cut = false;
    for (const ContextPart& part : writer.conversation.context)
        cut = writeContextPart(writer, part) || cut;
    writer.cursor.setBlockFormat(writer.style.labelBlock(0, 0));
    if (cut && !writer.mode.onPaper)
        writer.insertLink(writer.folds.context ? TranscriptPartsWords::tr("Show less")
                                               : TranscriptPartsWords::tr("Show more"),
                          QStringLiteral("context"));
}

} // namespace duologue::ui
