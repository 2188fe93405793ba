// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_cards.h"
#include "core/json/json_repair.h"
#include "core/util/text.h"
#include "ui/app/words.h"
#include "ui/transcript/comparison_view.h"
#include "ui/transcript/message_text.h"
#include "ui/transcript/transcript_attachments.h"
#include "ui/transcript/transcript_document.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <QTextBlock>
#include <algorithm>

namespace duologue::ui {

namespace {

void paintCandidate(QPainter& painter, const TranscriptDocument& transcript, int candidate,
                    const QRectF& exposed)
{
    const QRectF text = transcript.candidateRect(candidate);
    const double inset = transcript.style().scaled(TranscriptStyle::kCandidateInset);
    const QRectF card = text.adjusted(-inset, -inset, inset, inset);
    if (text.isEmpty() || !card.intersects(exposed))
        return;
    const ReadingColors& colors = transcript.style().colors;
    const Candidate& shown = transcript.conversation().candidates[static_cast<std::size_t>(candidate)];
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.card);
    painter.drawRoundedRect(card, 6, 6);
    if (transcript.mode().blind)
        return;
    if (!isPreferred(shown) && shown.kind != CandidateKind::Rejected)
        return;
    painter.setBrush(isPreferred(shown) ? colors.good : colors.bad);
    painter.drawRoundedRect(QRectF(card.left(), card.top(), 4, card.height()), 2, 2);
}

} // namespace

void paintCards(QPainter& painter, const TranscriptDocument& transcript, const QRectF& exposed,
                int firstMessage, int currentMessage)
{
    const ReadingColors& colors = transcript.style().colors;
    const double inset = transcript.style().scaled(9);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    if (const QRectF context = transcript.contextRect(); context.intersects(exposed)) {
        painter.setBrush(colors.card);
        painter.drawRoundedRect(context.adjusted(0, -inset, 0, inset), 6, 6);
    }
    const CandidateRange shown =
        shownCandidates(transcript.conversation(), transcript.mode(), transcript.folds());
    for (std::size_t candidate = shown.begin; candidate < shown.end; ++candidate)
        paintCandidate(painter, transcript, static_cast<int>(candidate), exposed);
    for (int message = std::max(firstMessage, transcript.firstWritten()); message < transcript.endWritten();
         ++message) {
        const QRectF card = transcript.messageRect(message).adjusted(0, -inset, 0, inset);
        if (card.top() > exposed.bottom())
            break;
        const bool current = message == currentMessage;
        const bool user =
            transcript.conversation().messages[static_cast<std::size_t>(message)].role == "user";
        if (current || user) {
            painter.setBrush(current ? colors.current : colors.userCard);
            painter.drawRoundedRect(card, 6, 6);
        }
        if (current) {
            painter.setBrush(colors.currentBar);
            painter.drawRoundedRect(QRectF(card.left(), card.top(), 4, card.height()), 2, 2);
        }
        if (const QRectF memo = transcript.memoRect(message); !memo.isEmpty()) {
            painter.setBrush(colors.memo);
            painter.drawRoundedRect(memo, 4, 4);
        }
    }
}

namespace {

/// Longer answers are cut; the raw view shows them whole.
constexpr std::size_t kLongestAnswer = 200'000;
/// So many candidates are shown at once, or fewer if together they are longer than this.
constexpr std::size_t kMostShown = 60;
constexpr std::size_t kMostTogether = 200'000;

struct TranscriptCandidatesWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptCandidates)
};

QString kindWord(CandidateKind kind)
{
    switch (kind) {
    case CandidateKind::Chosen:
        return QStringLiteral("✓ ") + TranscriptCandidatesWords::tr("Chosen");
    case CandidateKind::Rejected:
        return QStringLiteral("✗ ") + TranscriptCandidatesWords::tr("Rejected");
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

QString lengthText(const Conversation& conversation, const Candidate& candidate)
{
    std::size_t characters = 0;
    for (const Message& message : conversation.messagesOf(candidate)) {
        for (const Text& text : conversation.textsOf(message.texts))
            characters += text.earlier ? 0 : characterCount(text.text);
    }
    return TranscriptCandidatesWords::tr("%Ln character(s)", nullptr, static_cast<int>(characters));
}

class CandidateWriter {
public:
    CandidateWriter(TranscriptWriter& writer, const CandidateDifferences* differences)
        : m_writer(writer), m_differences(writer.mode.differences ? differences : nullptr)
    {
    }

    void writeHeading()
    {
        const auto count = static_cast<int>(m_writer.conversation.candidates.size());
        m_writer.cursor.setBlockFormat(m_writer.style.labelBlock(0, 0));
        m_writer.insert(TranscriptCandidatesWords::tr("%n candidate(s)", nullptr, count),
                        m_writer.style.label(m_writer.style.colors.dim, 0.94, true));
        if (m_differences == nullptr || count < 2)
            return;
        QString said;
        if (m_differences->count > 0)
            said = TranscriptCandidatesWords::tr("%n difference(s)", nullptr, m_differences->count);
        else if (m_differences->unlike == m_differences->compared)
            said = TranscriptCandidatesWords::tr("too little in common to highlight differences");
        else if (m_differences->unlike == 0)
            said = TranscriptCandidatesWords::tr("no difference");
        if (said.isEmpty())
            return;
        if (m_differences->among < m_writer.conversation.candidates.size())
            said = TranscriptCandidatesWords::tr("%1 (among the first %2)")
                       .arg(said, countText(m_differences->among));
        m_writer.insertDim(QStringLiteral(" · ") + said);
    }

    void write(const QTextCursor& position, int number) const
    {
        TranscriptWriter cell = m_writer.at(position);
        const Candidate& candidate = cell.conversation.candidates[static_cast<std::size_t>(number)];
        writeHead(cell, candidate, number);
        for (const Message& message : cell.conversation.messagesOf(candidate)) {
            cell.cursor.insertBlock();
            cell.cursor.setBlockFormat(cell.style.bodyBlock());
            const auto texts = textsOf(message);
            if (texts.empty()) {
                writeTexts(cell, {}, {}, TranscriptCandidatesWords::tr("empty answer"));
                continue;
            }
            for (std::size_t i = 0; i < texts.size(); ++i) {
                if (i > 0)
                    cell.cursor.insertBlock();
                writeText(cell, cut(texts[i]), lookOf(texts[i].index));
            }
        }
    }

private:
    static void writeHead(TranscriptWriter& cell, const Candidate& candidate, int number)
    {
        const ReadingColors& colors = cell.style.colors;
        const bool isBlind = cell.mode.blind;
        const QColor& color = isBlind                                     ? colors.assistant
                              : isPreferred(candidate)                    ? colors.good
                              : candidate.kind == CandidateKind::Rejected ? colors.bad
                                                                          : colors.assistant;
        QTextBlockFormat block = cell.style.labelBlock(0, 4);
        block.setLeftMargin(0);
        block.setRightMargin(0);
        cell.cursor.setBlockFormat(block);
        const QString kind = kindWord(isBlind ? CandidateKind::Sample : candidate.kind);
        cell.insert(TranscriptCandidatesWords::tr("%1 %2").arg(kind).arg(number + 1),
                    cell.style.label(color, 0.94, true));
        if (isBlind) {
            cell.insertDim(QStringLiteral("   ") + lengthText(cell.conversation, candidate));
            return;
        }
        // Numbers within the file begin with 0 or 1 and would contradict the one above.
        if (!candidate.label.empty() && !numberIn(candidate.label))
            cell.insertDim(QStringLiteral("   ") + asLabel(candidate.label));
        if (candidate.aligned)
            cell.insert(QStringLiteral("   ✓ ") + TranscriptCandidatesWords::tr("aligned"),
                        cell.style.label(colors.good, 0.88, true));
        cell.insertDim(QStringLiteral("   ") + lengthText(cell.conversation, candidate));
        for (const Field& field : cell.conversation.fieldsOf(candidate.fields)) {
            const QString name = asLabel(field.title.empty() ? field.key : field.title);
            cell.insertDim(QStringLiteral("   %1: %2").arg(name, fieldText(field)));
        }
    }

    std::vector<ColumnText> textsOf(const Message& message) const
    {
        std::vector<ColumnText> texts;
        for (const TextColumn column : {TextColumn::First, TextColumn::Second}) {
            const bool unwanted =
                (column == TextColumn::First && m_writer.mode.languages == LanguageMode::Second) ||
                (column == TextColumn::Second && m_writer.mode.languages == LanguageMode::First);
            if (unwanted)
                continue;
            const auto more =
                textsIn(m_writer.conversation, message.texts, column, m_writer.languages, false);
            texts.insert(texts.end(), more.begin(), more.end());
        }
        if (texts.empty())
            texts = textsIn(m_writer.conversation, message.texts, TextColumn::AsWritten, m_writer.languages,
                            false);
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
        TextLook look;
        look.mayThink = true;
        if (m_differences == nullptr)
            return look;
        if (const auto found = m_differences->marks.find(text); found != m_differences->marks.end()) {
            look.differences = &found->second.ranges;
            look.firstDifference = found->second.first;
        }
        return look;
    }

    TranscriptWriter& m_writer;
    const CandidateDifferences* m_differences;
};

} // namespace

bool isPreferred(const Candidate& candidate)
{
    return candidate.aligned || candidate.kind == CandidateKind::Chosen;
}

CandidateRange shownCandidates(const Conversation& conversation, const TranscriptMode& mode,
                               const TranscriptFolds& folds)
{
    const std::size_t count = conversation.candidates.size();
    if (mode.onPaper || count == 0)
        return {0, count};
    CandidateRange shown;
    shown.begin = shown.end = std::min(folds.firstCandidate, count - 1);
    std::size_t together = 0;
    // Two can be compared, however long they are.
    while (shown.end < count && shown.end - shown.begin < kMostShown &&
           (shown.end - shown.begin < 2 || together < kMostTogether)) {
        for (const Message& message : conversation.messagesOf(conversation.candidates[shown.end])) {
            for (const Text& text : conversation.textsOf(message.texts))
                together += std::min(text.text.size(), kLongestAnswer);
        }
        ++shown.end;
    }
    return shown;
}

std::size_t nextCandidates(const CandidateRange& shown, bool before)
{
    return before ? shown.begin - std::min(shown.begin, kMostShown) : shown.end;
}

QTextTable* writeCandidates(TranscriptWriter& writer, const CandidateDifferences* differences)
{
    const auto& candidates = writer.conversation.candidates;
    if (candidates.empty())
        return nullptr;
    CandidateWriter candidateWriter(writer, differences);
    candidateWriter.writeHeading();
    const CandidateRange shown = shownCandidates(writer.conversation, writer.mode, writer.folds);
    if (shown.begin > 0) {
        writer.cursor.insertBlock(writer.style.labelBlock(0, 0));
        writer.insertLink(TranscriptCandidatesWords::tr("Show %n earlier candidate(s)", nullptr,
                                                        static_cast<int>(shown.begin)),
                          QStringLiteral("candidates/before"));
    }
    const int count = static_cast<int>(shown.end - shown.begin);
    const int columns = std::clamp(writer.mode.candidateColumns, 1, count);
    const int rows = (count + columns - 1) / columns;
    ColumnLayout layout{rows, columns};
    layout.inset = writer.style.cardInset();
    layout.gutter = writer.style.gutter() + writer.style.cardInset();
    // Eight pixels are left between the cards of a column.
    layout.cellPadding = writer.style.scaled(TranscriptStyle::kCandidateInset + 4);
    QTextTable* table = writer.style.insertColumns(writer.cursor, layout);
    for (int i = 0; i < count; ++i)
        candidateWriter.write(table->cellAt(i / columns, i % columns).firstCursorPosition(),
                              static_cast<int>(shown.begin) + i);
    writer.cursor.setPosition(table->lastPosition() + 1);
    if (shown.end < candidates.size()) {
        writer.cursor.setBlockFormat(writer.style.labelBlock(0, 0));
        writer.insertLink(TranscriptCandidatesWords::tr("Show %n later candidate(s)", nullptr,
                                                        static_cast<int>(candidates.size() - shown.end)),
                          QStringLiteral("candidates/after"));
    }
    return table;
}

namespace {

/// The most problems written; the others are only counted.
constexpr std::size_t kMostProblems = 8;

struct TranscriptProblemsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptProblems)
};

/// The position in the record; empty if it is unknown.
QString positionText(const Problem& problem, const DecodedRecord& record, std::uint64_t recordOffset)
{
    if (!problem.pointer.empty())
        return TranscriptProblemsWords::tr("at %1").arg(asLabel(problem.pointer));
    if (record.state != RecordState::Broken || problem.where.offset < recordOffset)
        return {};
    const auto offset = static_cast<std::size_t>(problem.where.offset - recordOffset);
    if (offset > record.bytes.size())
        return {};
    const TextPlace place = placeInText(record.bytes.view(), offset);
    const QLocale locale;
    return TranscriptProblemsWords::tr("line %1, column %2 of the record")
        .arg(locale.toString(static_cast<qulonglong>(place.line)),
             locale.toString(static_cast<qulonglong>(place.column)));
}

QString inWords(const Problem& problem, const QString& position)
{
    QString line = QCoreApplication::translate("ProblemCode", codeTitle(problem.code).data());
    const QString detail = problem.detail.empty() ? QString() : translated(problem.detail);
    // Some details are the title and more.
    if (detail.startsWith(line, Qt::CaseInsensitive))
        line = detail.at(0).toUpper() + detail.mid(1);
    else if (!detail.isEmpty())
        line += QStringLiteral(": ") + detail;
    return position.isEmpty() ? line : line + QStringLiteral(" (") + position + QLatin1Char(')');
}

std::vector<const Problem*> worstFirst(const std::vector<Problem>& problems)
{
    std::vector<const Problem*> sorted;
    sorted.reserve(problems.size());
    for (const Problem& problem : problems)
        sorted.push_back(&problem);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Problem* left, const Problem* right) {
        return left->severity > right->severity;
    });
    return sorted;
}

QString heading(const DecodedRecord& record)
{
    if (record.state == RecordState::Broken)
        return TranscriptProblemsWords::tr("This record cannot be read");
    if (record.state == RecordState::Repaired)
        return TranscriptProblemsWords::tr("This record was repaired while reading");
    return TranscriptProblemsWords::tr("%n problem(s) in this record", nullptr,
                                       static_cast<int>(record.problems.size()));
}

} // namespace

QString problemLine(const Problem& problem, const DecodedRecord* record, std::uint64_t recordOffset)
{
    return inWords(problem, record != nullptr ? positionText(problem, *record, recordOffset) : QString());
}

void writeProblems(TranscriptWriter& writer, const DecodedRecord& record, std::uint64_t recordOffset,
                   const QString& fileName)
{
    const TranscriptStyle& style = writer.style;
    const bool broken = record.state == RecordState::Broken;
    const auto link = [&](const Problem* problem) {
        writer.insertDim(QStringLiteral("   "));
        writer.insertLink(TranscriptProblemsWords::tr("Show in the raw record"),
                          QStringLiteral("problem/%1").arg(problem - record.problems.data()));
    };
    writer.cursor.setBlockFormat(style.labelBlock(8, 2));
    writer.insert(heading(record), style.label(style.colors.bad, broken ? 1.15 : 0.92, true));
    if (broken && !fileName.isEmpty()) {
        writer.cursor.insertBlock(style.labelBlock(0, 2));
        writer.insertDim(asLabel(fileName));
    }
    const auto problems = worstFirst(record.problems);
    for (std::size_t i = 0; i < problems.size() && i < kMostProblems; ++i) {
        writer.cursor.insertBlock(style.labelBlock(0, 2));
        writer.insert(problemLine(*problems[i], &record, recordOffset),
                      style.label(style.colors.text, broken ? 1.0 : 0.88));
        link(problems[i]);
    }
    if (problems.size() > kMostProblems) {
        writer.cursor.insertBlock(style.labelBlock(0, 2));
        writer.insertDim(TranscriptProblemsWords::tr("and %n more", nullptr,
                                                     static_cast<int>(problems.size() - kMostProblems)));
        link(problems[kMostProblems]);
    }
    if (broken) {
        writer.cursor.insertBlock(style.labelBlock(8, 2));
        writer.insertDim(TranscriptProblemsWords::tr("The raw view shows its bytes."));
    }
}

} // namespace duologue::ui
