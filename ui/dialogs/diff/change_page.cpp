// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/diff/change_page.h"

#include "core/export/conversation_text.h"
#include "core/load/record_reader.h"
#include "core/util/text.h"
#include "core/util/text_diff.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <string_view>

namespace duologue::ui {

namespace {

/// Longer values are cut: a page of many megabytes would take minutes to lay out.
constexpr std::size_t kLongestShownValue = 60'000;

QString wordsOfPage(const char* text)
{
    return QCoreApplication::translate("DiffWindow", text);
}

QString asHtml(std::string_view text)
{
    // Line breaks and runs of spaces are part of the text.
    QString html = asLines(text).toHtmlEscaped();
    html.replace(QLatin1Char('\n'), QStringLiteral("<br>"));
    html.replace(QStringLiteral("  "), QStringLiteral("&nbsp; "));
    return html;
}

std::string_view shownPart(std::string_view text)
{
    return text.substr(0, wholeCharacters(text, std::min(text.size(), kLongestShownValue)));
}

QString endOf(std::string_view text)
{
    if (text.size() <= kLongestShownValue)
        return {};
    return QStringLiteral("<br><i>") +
           wordsOfPage(QT_TRANSLATE_NOOP("DiffWindow", "Only the beginning of this value is shown.")) +
           QStringLiteral("</i>");
}

/// The text with the ranges of its side marked.
QString withMarks(std::string_view text, const TextDiff& diff, DiffRange Difference::*side,
                  const QColor& color)
{
    QString html;
    std::size_t at = 0;
    for (const Difference& difference : diff.differences) {
        const DiffRange range = difference.*side;
        if (range.size() == 0)
            continue;
        html += asHtml(text.substr(at, range.begin - at));
        html += QStringLiteral("<span style=\"background-color:%1\">").arg(color.name());
        html += asHtml(text.substr(range.begin, range.size())) + QStringLiteral("</span>");
        at = range.end;
    }
    return html + asHtml(text.substr(at));
}

QString sideBySide(const QString& old, const QString& now)
{
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"6\"><tr>"
                          "<td width=\"50%\" valign=\"top\">%1</td><td width=\"50%\" valign=\"top\">%2</td>"
                          "</tr></table>")
        .arg(old, now);
}

QString nameOfChange(const ValueChange& change)
{
    const char* kind = change.kind == ChangeKind::Added     ? QT_TRANSLATE_NOOP("DiffWindow", "new value")
                       : change.kind == ChangeKind::Removed ? QT_TRANSLATE_NOOP("DiffWindow", "value is gone")
                                                            : nullptr;
    const QString name = change.name.empty()
                             ? wordsOfPage(QT_TRANSLATE_NOOP("DiffWindow", "the whole record"))
                             : asLabel(change.name);
    return kind ? name + QStringLiteral(" · ") + wordsOfPage(kind) : name;
}

QString changeHtml(const ValueChange& change, const ChangeColors& colors, const Job& job)
{
    const std::string_view old = shownPart(change.old.text);
    const std::string_view now = shownPart(change.now.text);
    const QString heading = QStringLiteral("<p style=\"color:%1\"><b>%2</b></p>")
                                .arg(colors.dim.name(), nameOfChange(change).toHtmlEscaped());
    if (change.kind == ChangeKind::Added)
        return heading + sideBySide({}, asHtml(now) + endOf(change.now.text));
    if (change.kind == ChangeKind::Removed)
        return heading + sideBySide(asHtml(old) + endOf(change.old.text), {});
    const TextDiff diff = diffTexts(old, now, kMostDiffSteps, job);
    return heading +
           sideBySide(withMarks(old, diff, &Difference::left, colors.difference) + endOf(change.old.text),
                      withMarks(now, diff, &Difference::right, colors.difference) + endOf(change.now.text));
}

QString wholeRecord(const Snapshot& snapshot, Row row)
{
    const auto record = readRecord(snapshot, row);
    if (!record)
        return translated(record.problem().detail).toHtmlEscaped();
    const Conversation& conversation = record.value()->conversation;
    const bool isRead = record.value()->state != RecordState::Broken;
    const std::string text =
        isRead ? conversationText(conversation, {}) : std::string(record.value()->bytes.view());
    return asHtml(shownPart(text)) + endOf(text);
}

} // namespace

QString changePage(const DatasetComparison& comparison, const ComparedRecord& record,
                   const ChangeColors& colors, const Job& job)
{
    if (!record.old)
        return wholeRecord(*comparison.now, *record.now);
    if (!record.now || record.change == RecordChange::Moved)
        return wholeRecord(*comparison.old, *record.old);
    const ValueDiff diff = diffRecords(*comparison.old, *record.old, *comparison.now, *record.now, job);
    QString page;
    for (const ValueChange& change : diff.changes) {
        if (job.stopRequested())
            return {};
        page += changeHtml(change, colors, job);
    }
    if (diff.leftOut > 0)
        page += QStringLiteral("<p>") +
                wordsOfPage(QT_TRANSLATE_NOOP("DiffWindow", "… and %1 more values"))
                    .arg(countText(diff.leftOut)) +
                QStringLiteral("</p>");
    if (page.isEmpty())
        page = wordsOfPage(
            QT_TRANSLATE_NOOP("DiffWindow", "The file is gone or has changed since it was compared."));
    return page;
}

} // namespace duologue::ui
