// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "ui/models/record/candidate_differences.h"
#include "ui/views/transcript/message_text.h"
#include "ui/views/transcript/transcript_parts.h"

#include <QCoreApplication>
#include <QTextBlock>
#include <algorithm>

namespace duologue::ui {

namespace {

/// Longer answers are cut; they are read whole in the raw view.
constexpr std::size_t kLongestAnswer = 200'000;

struct TranscriptCandidatesWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptCandidates)
};

QString kindWord(CandidateKind kind)
{
    switch (kind) {
    case CandidateKind::Chosen:
        return TranscriptCandidatesWords::tr("Chosen");
    case CandidateKind::Rejected:
        return TranscriptCandidatesWords::tr("Rejected");
    case CandidateKind::Option:
        return TranscriptCandidatesWords::tr("Option");
    case CandidateKind::Sample:
        break;
    }
    return TranscriptCandidatesWords::tr("Answer");
}

QString fieldText(const Field& field)
{
    switch (field.kind) {
    case FieldKind::Number:
        return toQt(numberText(field.number));
    case FieldKind::Flag:
        return field.number != 0 ? TranscriptCandidatesWords::tr("yes") : TranscriptCandidatesWords::tr("no");
    case FieldKind::Tree:
        return asLabel(field.value.toJson());
    default:
        return asLabel(field.name.shown());
    }
}

/// Words of English, or characters where the text is Chinese, and all characters.
QString lengthText(const Conversation& conversation, const Candidate& candidate)
{
    std::size_t characters = 0;
    for (const Message& message : conversation.messagesOf(candidate)) {
        for (const Text& text : conversation.textsOf(message.texts))
            characters += text.earlier ? 0 : characterCount(text.text);
    }
    return TranscriptCandidatesWords::tr("%n character(s)", nullptr, static_cast<int>(characters));
}

class CandidateWriter {
public:
    CandidateWriter(const Conversation& conversation, const TranscriptMode& mode,
                    const TranscriptFolds& folds, const CandidateDifferences* differences,
                    const TranscriptStyle& style)
        : m_conversation(conversation),
          m_mode(mode),
          m_folds(folds),
          m_differences(mode.differences ? differences : nullptr),
          m_style(style)
    {
    }

    void writeHeading(QTextCursor& cursor) const
    {
        const auto count = static_cast<int>(m_conversation.candidates.size());
        cursor.setBlockFormat(m_style.labelBlock(0, 0));
        insertVerbatim(cursor, TranscriptCandidatesWords::tr("%n candidate(s)", nullptr, count),
                       m_style.label(m_style.colors.dim, 0.94, true));
        if (m_differences == nullptr || count < 2)
            return;
        QString said;
        if (m_differences->count > 0)
            said = TranscriptCandidatesWords::tr("%n difference(s)", nullptr, m_differences->count);
        else if (m_differences->unlike == count - 1)
            said = TranscriptCandidatesWords::tr("too little in common to mark differences");
        else if (m_differences->unlike == 0)
            said = TranscriptCandidatesWords::tr("no difference");
        if (!said.isEmpty())
            insertVerbatim(cursor, QStringLiteral(" · ") + said, m_style.label(m_style.colors.dim));
    }

    void write(QTextCursor& cursor, const Candidate& candidate) const
    {
        writeHead(cursor, candidate);
        for (const Message& message : m_conversation.messagesOf(candidate)) {
            cursor.insertBlock();
            cursor.setBlockFormat(m_style.bodyBlock());
            const auto texts = textsOf(message);
            if (texts.empty()) {
                writeTexts(cursor, {}, {}, m_style, TranscriptCandidatesWords::tr("empty answer"));
                continue;
            }
            for (std::size_t i = 0; i < texts.size(); ++i) {
                if (i > 0)
                    cursor.insertBlock();
                writeText(cursor, cut(texts[i]), lookOf(texts[i].index), m_style);
            }
        }
    }

private:
    void writeHead(QTextCursor& cursor, const Candidate& candidate) const
    {
        const ReadingColors& colors = m_style.colors;
        const bool good = candidate.aligned || candidate.kind == CandidateKind::Chosen;
        QTextBlockFormat block = m_style.labelBlock(0, 4);
        block.setLeftMargin(0);
        block.setRightMargin(0);
        cursor.setBlockFormat(block);
        QString title = kindWord(candidate.kind);
        if (!candidate.label.empty())
            title += QLatin1Char(' ') + asLabel(candidate.label);
        insertVerbatim(cursor, title, m_style.label(good ? colors.good : colors.assistant, 0.94, true));
        if (candidate.aligned)
            insertVerbatim(cursor, QStringLiteral("   ✓ ") + TranscriptCandidatesWords::tr("aligned"),
                           m_style.label(colors.good, 0.88, true));
        insertVerbatim(cursor, QStringLiteral("   ") + lengthText(m_conversation, candidate),
                       m_style.label(colors.dim));
        for (const Field& field : m_conversation.fieldsOf(candidate.fields)) {
            const QString name = asLabel(field.title.empty() ? field.key : field.title);
            insertVerbatim(cursor, QStringLiteral("   %1: %2").arg(name, fieldText(field)),
                           m_style.label(colors.dim));
        }
    }

    std::vector<ColumnText> textsOf(const Message& message) const
    {
        std::vector<ColumnText> texts;
        for (const TextColumn column : {TextColumn::English, TextColumn::Chinese}) {
            const bool unwanted =
                (column == TextColumn::English && m_mode.languages == LanguageMode::Chinese) ||
                (column == TextColumn::Chinese && m_mode.languages == LanguageMode::English);
            if (unwanted)
                continue;
            const auto more = textsIn(m_conversation, message.texts, column, false);
            texts.insert(texts.end(), more.begin(), more.end());
        }
        if (texts.empty())
            texts = textsIn(m_conversation, message.texts, TextColumn::AsWritten, false);
        return texts;
    }

    static ColumnText cut(ColumnText text)
    {
        if (text.text.size() > kLongestAnswer)
            text.text = text.text.substr(0, wholeCharacters(text.text, kLongestAnswer));
        return text;
    }

    TextLook lookOf(std::uint32_t text) const
    {
        TextLook look{true, m_mode.markdown, m_mode.invisible, m_mode.onPaper, &m_folds};
        if (m_differences == nullptr)
            return look;
        if (const auto found = m_differences->marks.find(text); found != m_differences->marks.end()) {
            look.differences = &found->second.ranges;
            look.firstDifference = found->second.first;
        }
        return look;
    }

    const Conversation& m_conversation;
    const TranscriptMode& m_mode;
    const TranscriptFolds& m_folds;
    const CandidateDifferences* m_differences;
    const TranscriptStyle& m_style;
};

} // namespace

QTextTable* writeCandidates(QTextCursor& cursor, const Conversation& conversation, const TranscriptMode& mode,
                            const TranscriptFolds& folds, const CandidateDifferences* differences,
                            const TranscriptStyle& style)
{
    const auto& candidates = conversation.candidates;
    if (candidates.empty())
        return nullptr;
    const CandidateWriter writer(conversation, mode, folds, differences, style);
    writer.writeHeading(cursor);
    const int count = static_cast<int>(candidates.size());
    const int columns = std::clamp(mode.candidateColumns, 1, count);
    const int rows = (count + columns - 1) / columns;
    QTextTable* table = style.insertColumns(cursor, rows, columns, 10);
    for (int i = 0; i < count; ++i) {
        QTextCursor cell = table->cellAt(i / columns, i % columns).firstCursorPosition();
        writer.write(cell, candidates[static_cast<std::size_t>(i)]);
    }
    cursor.setPosition(table->lastPosition() + 1);
    return table;
}

} // namespace duologue::ui
