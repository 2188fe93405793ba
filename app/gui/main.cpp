// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"
#include "ui/shell/theme.h"
#include "ui/work/workspace.h"

#include <QApplication>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Duologue"));
    QApplication::setApplicationName(QStringLiteral("duologue"));
    QApplication::setApplicationDisplayName(QStringLiteral("Duologue"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.duologue.Duologue"));
    QApplication::setApplicationVersion(QStringLiteral(DUOLOGUE_VERSION));
    duologue::ui::applyTheme(application);
    duologue::ui::Workspace workspace;
    duologue::ui::MainWindow window(workspace);
    window.show();
    if (const QStringList paths = QApplication::arguments().mid(1); !paths.isEmpty())
        workspace.open(paths);
    return QApplication::exec();
}
