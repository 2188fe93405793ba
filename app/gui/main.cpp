// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"
#include "ui/shell/theme.h"
#include "ui/work/workspace.h"

#include <QApplication>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationVersion(QStringLiteral(DUOLOGUE_VERSION));
    duologue::ui::applyTheme(application);
    duologue::ui::Workspace workspace;
    duologue::ui::MainWindow window(workspace);
    window.resize(1440, 900);
    window.show();
    workspace.open(QApplication::arguments().mid(1));
    return QApplication::exec();
}
