// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_repair.h"
#include "ui/views/document/transcript_parts.h"
#include "ui/work/phrase_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace duologue::ui {

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
