// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/theme.h"

#include "ui/views/widgets/quiet_style.h"
#include "ui/work/qt_text.h"

#include <QApplication>
#include <QPalette>
#include <array>

namespace duologue::ui {

namespace {

struct RoleColour {
    QPalette::ColorRole role;
    QRgb normal;
    QRgb disabled;
};

constexpr std::array<RoleColour, 16> kDark{{
    {QPalette::Window, 0xFF25282C, 0xFF25282C},
    {QPalette::WindowText, 0xFFE4E6E8, 0xFF858A90},
    {QPalette::Base, 0xFF1C1E21, 0xFF212428},
    {QPalette::AlternateBase, 0xFF22252A, 0xFF22252A},
    {QPalette::Text, 0xFFE4E6E8, 0xFF858A90},
    {QPalette::PlaceholderText, 0xFF8E959C, 0xFF6F757B},
    {QPalette::Button, 0xFF303439, 0xFF2A2D31},
    {QPalette::ButtonText, 0xFFE4E6E8, 0xFF858A90},
    {QPalette::BrightText, 0xFFFFFFFF, 0xFFFFFFFF},
    {QPalette::Highlight, 0xFF2F6DB5, 0xFF3A4048},
    {QPalette::HighlightedText, 0xFFFFFFFF, 0xFFB4B9BE},
    {QPalette::ToolTipBase, 0xFF34393F, 0xFF34393F},
    {QPalette::ToolTipText, 0xFFE4E6E8, 0xFFE4E6E8},
    {QPalette::Link, 0xFF6CB0F5, 0xFF858A90},
    {QPalette::LinkVisited, 0xFFB49BEA, 0xFF858A90},
    {QPalette::Mid, 0xFF3C4147, 0xFF3C4147},
}};

constexpr std::array<RoleColour, 16> kLight{{
    {QPalette::Window, 0xFFF3F4F5, 0xFFF3F4F5},
    {QPalette::WindowText, 0xFF1F2328, 0xFF878D94},
    {QPalette::Base, 0xFFFFFFFF, 0xFFF7F8F9},
    {QPalette::AlternateBase, 0xFFF7F8FA, 0xFFF7F8FA},
    {QPalette::Text, 0xFF1F2328, 0xFF878D94},
    {QPalette::PlaceholderText, 0xFF5F666D, 0xFF9BA1A7},
    {QPalette::Button, 0xFFECEEF0, 0xFFECEEF0},
    {QPalette::ButtonText, 0xFF1F2328, 0xFF878D94},
    {QPalette::BrightText, 0xFFFFFFFF, 0xFFFFFFFF},
    {QPalette::Highlight, 0xFF2F6DB5, 0xFFC9CED4},
    {QPalette::HighlightedText, 0xFFFFFFFF, 0xFF5C636A},
    {QPalette::ToolTipBase, 0xFFFFF8E1, 0xFFFFF8E1},
    {QPalette::ToolTipText, 0xFF1F2328, 0xFF1F2328},
    {QPalette::Link, 0xFF1F5FA8, 0xFF878D94},
    {QPalette::LinkVisited, 0xFF6B4FA8, 0xFF878D94},
    {QPalette::Mid, 0xFFC9CED4, 0xFFC9CED4},
}};

QPalette paletteOf(const std::array<RoleColour, 16>& colours)
{
    const QColor window(QColor::fromRgba(colours.front().normal));
    QPalette palette(window);
    for (const RoleColour& colour : colours) {
        palette.setColor(QPalette::Active, colour.role, QColor::fromRgba(colour.normal));
        palette.setColor(QPalette::Inactive, colour.role, QColor::fromRgba(colour.normal));
        palette.setColor(QPalette::Disabled, colour.role, QColor::fromRgba(colour.disabled));
    }
    return palette;
}

} // namespace

Appearance appearanceOf(const QString& name)
{
    if (name == QLatin1String("light"))
        return Appearance::Light;
    return name == QLatin1String("dark") ? Appearance::Dark : Appearance::System;
}

QString nameOf(Appearance appearance)
{
    switch (appearance) {
    case Appearance::Light:
        return QStringLiteral("light");
    case Appearance::Dark:
        return QStringLiteral("dark");
    case Appearance::System:
        break;
    }
    return QStringLiteral("system");
}

void applyTheme(QApplication& application, Appearance appearance)
{
    if (qobject_cast<QuietStyle*>(QApplication::style()) == nullptr)
        QApplication::setStyle(new QuietStyle);
    application.setFont(withChinese(QApplication::font()));
    switch (appearance) {
    case Appearance::System:
        // An empty palette restores the colours of the desktop.
        QApplication::setPalette(QPalette());
        break;
    case Appearance::Light:
        QApplication::setPalette(paletteOf(kLight));
        break;
    case Appearance::Dark:
        QApplication::setPalette(paletteOf(kDark));
        break;
    }
}

} // namespace duologue::ui
