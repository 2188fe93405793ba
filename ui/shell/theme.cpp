// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/theme.h"

#include "ui/work/qt_text.h"

#include <QApplication>

namespace duologue::ui {

void applyTheme(QApplication& application)
{
    application.setFont(withChinese(QApplication::font()));
}

} // namespace duologue::ui
