// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_diagnose.h"
#include "ui/models/words/clause_words.h"
#include "ui/views/transcript/transcript_parts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace duologue::ui {

namespace {

/// More of them are counted, not listed.
constexpr std::size_t kMostProblems = 8;

struct TranscriptProblemsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptProblems)
};

/// Where in the record, as far as its bytes tell.
QString placeText(const Problem& problem, const DecodedRecord& record, std::uint64_t recordOffset)
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

QString inWords(const Problem& problem, const QString& place)
{
    QString line = QCoreApplication::translate("ProblemCode", codeTitle(problem.code).data());
    if (!problem.detail.empty())
        line += QStringLiteral(": ") + clauseInWords(problem.detail);
    return place.isEmpty() ? line : line + QStringLiteral(" (") + place + QLatin1Char(')');
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
        return TranscriptProblemsWords::tr("This record was read after mending its JSON");
    return TranscriptProblemsWords::tr("%n problem(s) in this record", nullptr,
                                       static_cast<int>(record.problems.size()));
}

} // namespace

QString problemLine(const Problem& problem, const DecodedRecord* record, std::uint64_t recordOffset)
{
    return inWords(problem, record != nullptr ? placeText(problem, *record, recordOffset) : QString());
}

void writeProblems(QTextCursor& cursor, const DecodedRecord& record, std::uint64_t recordOffset,
                   const QString& fileName, const TranscriptStyle& style)
{
    const bool broken = record.state == RecordState::Broken;
    cursor.setBlockFormat(style.labelBlock(8, 2));
    insertVerbatim(cursor, heading(record), style.label(style.colors.bad, broken ? 1.15 : 0.92, true));
    if (broken && !fileName.isEmpty()) {
        cursor.insertBlock(style.labelBlock(0, 2));
        insertVerbatim(cursor, asLabel(fileName), style.label(style.colors.dim));
    }
    const auto problems = worstFirst(record.problems);
    for (std::size_t i = 0; i < problems.size() && i < kMostProblems; ++i) {
        cursor.insertBlock(style.labelBlock(0, 2));
        insertVerbatim(cursor, problemLine(*problems[i], &record, recordOffset),
                       style.label(style.colors.text, broken ? 1.0 : 0.88));
        insertVerbatim(cursor, QStringLiteral("   "), style.label(style.colors.dim));
        const auto number = problems[i] - record.problems.data();
        insertVerbatim(cursor, TranscriptProblemsWords::tr("Show in the raw record"),
                       style.link(QStringLiteral("problem/%1").arg(number)));
    }
    if (problems.size() > kMostProblems) {
        cursor.insertBlock(style.labelBlock(0, 2));
        insertVerbatim(cursor,
                       TranscriptProblemsWords::tr("and %n more", nullptr,
                                                   static_cast<int>(problems.size() - kMostProblems)),
                       style.label(style.colors.dim));
        insertVerbatim(cursor, QStringLiteral("   "), style.label(style.colors.dim));
        const auto next = problems[kMostProblems] - record.problems.data();
        insertVerbatim(cursor, TranscriptProblemsWords::tr("Show in the raw record"),
                       style.link(QStringLiteral("problem/%1").arg(next)));
    }
    if (broken) {
        cursor.insertBlock(style.labelBlock(8, 2));
        insertVerbatim(cursor, TranscriptProblemsWords::tr("Its bytes are shown in the raw view."),
                       style.label(style.colors.dim));
    }
}

} // namespace duologue::ui
