// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/plain_label.h"

#include "ui/work/qt_text.h"

namespace duologue::ui {

PlainLabel::PlainLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setForegroundRole(QPalette::WindowText);
    setFont(withChinese(font()));
    showText({}, palette().color(QPalette::WindowText));
}

void PlainLabel::showText(const QString& text, const QColor& color, bool bold)
{
    if (palette().color(QPalette::WindowText) != color) {
        QPalette colored = palette();
        colored.setColor(QPalette::WindowText, color);
        setPalette(colored);
    }
    if (font().bold() != bold) {
        QFont weighed = font();
        weighed.setBold(bold);
        setFont(weighed);
    }
    // Clears the selection in the old text, which may be equal to the new one.
    if (hasSelectedText())
        setSelection(0, 0);
    setText(text);
    setVisible(!text.isEmpty());
    // Some screen readers list hidden controls, which then need a name.
    setAccessibleName(text.isEmpty() ? tr("Not given") : QString());
}

} // namespace duologue::ui
