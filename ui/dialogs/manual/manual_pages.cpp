// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/manual/manual_pages.h"

#include <QFile>
#include <QRegularExpression>
#include <QWidget>
#include <algorithm>
#include <array>
#include <string_view>

namespace duologue::ui {

namespace {

constexpr std::array<std::string_view, 10> kPageNames{"first-steps", "reading",        "filtering", "charts",
                                                      "checks",      "export",         "formats",   "tables",
                                                      "scripting",   "troubleshooting"};

/// A panel, dialog or control by its object name, and the page about it.
struct PageOfPart {
    std::string_view part;
    std::string_view page;
};

constexpr std::array<PageOfPart, 18> kPagesOfParts{{
    {"queryEdit", "filtering"},
    {"facets", "filtering"},
    {"records", "filtering"},
    {"transcript", "reading"},
    {"pinnedTranscript", "reading"},
    {"hits", "reading"},
    {"raw", "reading"},
    {"comparison", "reading"},
    {"messages", "reading"},
    {"charts", "charts"},
    {"checks", "checks"},
    {"findings", "checks"},
    {"problems", "troubleshooting"},
    {"sources", "troubleshooting"},
    {"exportDialog", "export"},
    {"readingDialog", "formats"},
    {"openTableDialog", "tables"},
    {"tableRowsButton", "tables"},
}};

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A line as people read it: no bars of tables, links as their words.
QString withoutMarks(QString line)
{
    static const QRegularExpression link(QStringLiteral(R"(\[([^\]]*)\]\([^)]*\))"));
    static const QRegularExpression marks(QStringLiteral(R"(^#+ |^\* |\*\*|`|^\||\|$)"));
    static const QRegularExpression bars(QStringLiteral(R"(\s*(?<!\\)\|\s*)"));
    line.replace(link, QStringLiteral("\\1")).remove(marks);
    return line.replace(bars, QStringLiteral("   "))
        .replace(QStringLiteral("\\|"), QStringLiteral("|"))
        .trimmed();
}

bool isRuleOfTable(const QString& line)
{
    return line.startsWith(QStringLiteral("| ---"));
}

} // namespace

QString manualAddress(const QString& language, const QString& page)
{
    return QStringLiteral(":/manual/%1/%2.md").arg(language, page);
}

std::vector<ManualPage> manualPages(const QString& language)
{
    std::vector<ManualPage> pages;
    for (const std::string_view name : kPageNames) {
        ManualPage page;
        page.name = textOf(name);
        QFile file(manualAddress(language, page.name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        page.lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
        page.title = withoutMarks(page.lines.front());
        pages.push_back(std::move(page));
    }
    return pages;
}

std::vector<ManualHit> hitsIn(const std::vector<ManualPage>& pages, const QString& words)
{
    std::vector<ManualHit> hits;
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (wanted.isEmpty())
        return hits;
    for (const ManualPage& page : pages) {
        for (const QString& each : page.lines) {
            if (isRuleOfTable(each))
                continue;
            const QString line = withoutMarks(each);
            const bool isHit = std::all_of(wanted.begin(), wanted.end(), [&line](const QString& word) {
                return line.contains(word, Qt::CaseInsensitive);
            });
            if (isHit)
                hits.push_back({page.name, line});
        }
    }
    return hits;
}

QString manualPageFor(const QWidget* focus)
{
    for (const QWidget* part = focus; part != nullptr; part = part->parentWidget()) {
        const auto found =
            std::find_if(kPagesOfParts.begin(), kPagesOfParts.end(),
                         [part](const PageOfPart& each) { return textOf(each.part) == part->objectName(); });
        if (found != kPagesOfParts.end())
            return textOf(found->page);
    }
    return textOf(kPageNames.front());
}

} // namespace duologue::ui
