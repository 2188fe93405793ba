// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace duologue::ui {

/// The style of the desktop with quiet titles of panels and flat headers of tables: they name things and must
/// not compete with them.
class QuietStyle : public QProxyStyle {
    Q_OBJECT

public:
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;

private:
    static void drawDockTitle(const QStyleOption& option, QPainter& painter);
};

} // namespace duologue::ui
