// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "ui/views/transcript_parts.h"

#include <QCoreApplication>

namespace duologue::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(TranscriptCandidates)
};

QString kindWord(CandidateKind kind)
{
    switch (kind) {
    case CandidateKind::Chosen:
        return Words::tr("Chosen");
    case CandidateKind::Rejected:
        return Words::tr("Rejected");
    case CandidateKind::Option:
        return Words::tr("Option");
    case CandidateKind::Sample:
        break;
    }
    return Words::tr("Answer");
}

QString fieldText(const Field& field)
{
    switch (field.kind) {
    case FieldKind::Number:
        return toQt(numberText(field.number));
    case FieldKind::Flag:
        return field.number != 0 ? Words::tr("yes") : Words::tr("no");
    case FieldKind::Tree:
        return toQt(field.value.toJson());
    default:
        return toQt(field.name.shown());
    }
}

void writeCandidateHead(QTextCursor& cursor, const Conversation& conversation, const Candidate& candidate,
                        const TranscriptStyle& style)
{
    const bool good = candidate.aligned || candidate.kind == CandidateKind::Chosen;
    QTextBlockFormat block = style.labelBlock(0, 4);
    block.setLeftMargin(0);
    block.setRightMargin(0);
    cursor.setBlockFormat(block);
    QString title = kindWord(candidate.kind);
    if (!candidate.label.empty())
        title += QLatin1Char(' ') + toQt(candidate.label);
    insertVerbatim(cursor, title, style.label(good ? style.colors.good : style.colors.assistant, 0.94, true));
    if (candidate.aligned)
        insertVerbatim(cursor, QStringLiteral("   ✓ ") + Words::tr("aligned"),
                       style.label(style.colors.good, 0.88, true));
    for (const Field& field : conversation.fieldsOf(candidate.fields)) {
        const QString name = toQt(field.title.empty() ? field.key : field.title);
        insertVerbatim(cursor, QStringLiteral("   %1: %2").arg(name, fieldText(field)),
                       style.label(style.colors.dim));
    }
}

void writeCandidate(QTextCursor& cursor, const Conversation& conversation, const Candidate& candidate,
                    LanguageMode mode, const TranscriptStyle& style)
{
    writeCandidateHead(cursor, conversation, candidate, style);
    for (const Message& message : conversation.messagesOf(candidate)) {
        std::vector<Text> texts;
        for (const TextColumn column : {TextColumn::English, TextColumn::Chinese}) {
            const bool unwanted = (column == TextColumn::English && mode == LanguageMode::Chinese) ||
                                  (column == TextColumn::Chinese && mode == LanguageMode::English);
            if (!unwanted) {
                const auto more = textsIn(conversation, message.texts, column, false);
                texts.insert(texts.end(), more.begin(), more.end());
            }
        }
        if (texts.empty())
            texts = textsIn(conversation, message.texts, TextColumn::AsWritten, false);
        cursor.insertBlock();
        writeTexts(cursor, texts, style, Words::tr("empty answer"), true);
    }
}

} // namespace

void writeCandidates(QTextCursor& cursor, const Conversation& conversation, LanguageMode mode,
                     bool sideBySide, const TranscriptStyle& style)
{
    const auto& candidates = conversation.candidates;
    if (candidates.empty())
        return;
    cursor.setBlockFormat(style.labelBlock(0, 0));
    insertVerbatim(cursor, Words::tr("%n candidate(s)", nullptr, static_cast<int>(candidates.size())),
                   style.label(style.colors.dim, 0.94, true));
    const int count = static_cast<int>(candidates.size());
    const bool pair = count == 2 && sideBySide;
    QTextTable* table = style.insertColumns(cursor, pair ? 1 : count, pair ? 2 : 1, 10);
    for (int i = 0; i < count; ++i) {
        QTextCursor cell = (pair ? table->cellAt(0, i) : table->cellAt(i, 0)).firstCursorPosition();
        writeCandidate(cell, conversation, candidates[static_cast<std::size_t>(i)], mode, style);
    }
    cursor.setPosition(table->lastPosition() + 1);
}

} // namespace duologue::ui
