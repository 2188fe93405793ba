// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/reading_fonts.h"

#include "ui/shell/main_window.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/work/qt_text.h"
#include "ui/work/settings/settings.h"
#include "ui/work/workspace.h"

namespace duologue::ui {

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
            other->setMode(main->mode());
            QObject::connect(main, &TranscriptView::modeChanged, other,
                             [main, other] { other->setMode(main->mode()); });
            QObject::connect(main, &TranscriptView::zoomChanged, other, &TranscriptView::setZoom);
        }
    }
}

void hintAtFonts(Workspace& workspace, Settings& settings)
{
    if (!workspace.paths().isEmpty() && !hasChineseFont() && settings.takeFontHint())
        workspace.report(MainWindow::tr("No Chinese font is installed:"),
                         MainWindow::tr("install Noto Sans CJK to read Chinese texts."));
}

} // namespace duologue::ui
