// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/reading_fonts.h"

#include "ui/shell/main_window.h"
#include "ui/work/settings/settings.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QFontDatabase>
#include <QInputDialog>
#include <QMenu>
#include <algorithm>

namespace duologue::ui {

namespace {

void choose(MainWindow& window, Settings& settings, const QString& language, const QString& title)
{
    const auto system =
        language == QLatin1String("zh") ? QFontDatabase::SimplifiedChinese : QFontDatabase::Latin;
    const QStringList families =
        QStringList{MainWindow::tr("Standard font")} + QFontDatabase::families(system);
    const auto now = families.indexOf(settings.readingFamily(language));
    bool chosen = false;
    const QString family =
        QInputDialog::getItem(&window, title, MainWindow::tr("Family:"), families,
                              static_cast<int>(std::max<qsizetype>(now, 0)), false, &chosen);
    if (!chosen)
        return;
    settings.setReadingFamily(language, family == families.front() ? QString() : family);
    applyReadingFonts(window, settings);
}

} // namespace

void applyReadingFonts(const MainWindow& window, const Settings& settings)
{
    const ReadingFonts fonts{settings.readingFamily(QStringLiteral("en")),
                             settings.readingFamily(QStringLiteral("zh"))};
    for (auto* transcript : window.findChildren<TranscriptView*>())
        transcript->setReadingFonts(fonts);
}

void followReadingMode(const MainWindow& window)
{
    const auto all = window.findChildren<TranscriptView*>();
    for (const TranscriptView* main : all) {
        if (main->part() != TranscriptView::Part::Main)
            continue;
        for (TranscriptView* other : all) {
            if (other == main)
                continue;
            QObject::connect(main, &TranscriptView::modeChanged, other,
                             [main, other] { other->setMode(main->mode()); });
            QObject::connect(main, &TranscriptView::zoomChanged, other, &TranscriptView::setZoom);
        }
    }
}

void buildFontMenu(QMenu& menu, MainWindow& window, Settings& settings)
{
    const auto add = [&](const QString& language, const QString& title) {
        menu.addAction(title, &window,
                       [&window, &settings, language, title] { choose(window, settings, language, title); });
    };
    add(QStringLiteral("en"), MainWindow::tr("Font for English…"));
    add(QStringLiteral("zh"), MainWindow::tr("Font for Chinese…"));
}

void hintAtFonts(Workspace& workspace, Settings& settings)
{
    if (!workspace.paths().isEmpty() && !hasChineseFont() && settings.takeFontHint())
        workspace.report(MainWindow::tr("No Chinese font is installed:"),
                         MainWindow::tr("install Noto Sans CJK to read Chinese texts."));
}

} // namespace duologue::ui
