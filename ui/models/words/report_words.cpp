// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/report_words.h"

#include "core/stats/report/report.h"

#include <QCoreApplication>
#include <array>

namespace duologue::ui {

namespace {

/// core knows nothing of translation, so what its reports are called stands here once more for lupdate to
/// find.
[[maybe_unused]] constexpr std::array kReportWordList{
    QT_TRANSLATE_NOOP("Reports", "Rating by turn count"),
    QT_TRANSLATE_NOOP("Reports", "Distribution of a field"),
    QT_TRANSLATE_NOOP("Reports", "Mean by a field"),
    QT_TRANSLATE_NOOP("Reports", "Cross table of two fields"),
    QT_TRANSLATE_NOOP("Reports", "Rating against rating"),
    QT_TRANSLATE_NOOP("Reports", "Intent by turn"),
    QT_TRANSLATE_NOOP("Reports", "Intent transitions"),
    QT_TRANSLATE_NOOP("Reports", "Hallucination rate by turn"),
    QT_TRANSLATE_NOOP("Reports", "Hallucination rate by intent"),
    QT_TRANSLATE_NOOP("Reports", "Satisfaction by turn"),
    QT_TRANSLATE_NOOP("Reports", "Message length by role and language"),
    QT_TRANSLATE_NOOP("Reports", "Cohorts side by side"),
    QT_TRANSLATE_NOOP("Reports", "mean ratings of conversations of each length"),
    QT_TRANSLATE_NOOP("Reports",
                      "how often each value of a field is there; numbers in bins, categories by count"),
    QT_TRANSLATE_NOOP("Reports", "means of numbers for each value of a field"),
    QT_TRANSLATE_NOOP("Reports", "counts, or means of a number, for each pair of values of two fields"),
    QT_TRANSLATE_NOOP("Reports", "counts, or means of a number, for each pair of two ratings"),
    QT_TRANSLATE_NOOP("Reports", "what users want at each turn of a conversation, as shares of the turn"),
    QT_TRANSLATE_NOOP("Reports", "what users want next after each intent, from one user message to the next"),
    QT_TRANSLATE_NOOP("Reports", "share of marked answers among the annotated ones at each turn"),
    QT_TRANSLATE_NOOP("Reports", "share of marked answers among the annotated ones, by what the user wanted"),
    QT_TRANSLATE_NOOP("Reports", "mean satisfaction with the answers at each turn"),
    QT_TRANSLATE_NOOP("Reports", "mean number of characters of a message, of each role in each language"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "n, means and shares of each value of a field, or of each of some queries, with their differences"),
};

QString translated(std::string_view text)
{
    return QCoreApplication::translate("Reports", std::string(text).c_str());
}

} // namespace

QString reportTitle(const Report& report)
{
    return translated(report.title());
}

QString reportSummary(const Report& report)
{
    return translated(report.summary());
}

} // namespace duologue::ui
