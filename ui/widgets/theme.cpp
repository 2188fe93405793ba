// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"
#include "ui/app/intent_codes.h"
#include "ui/app/text.h"

#include <QApplication>
#include <QColor>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>
#include <array>

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

namespace {

constexpr double kRuleShare = 0.16;
/// The buttons at the right end of a title.
constexpr int kTitleButtons = 40;

void drawRule(QPainter& painter, const QRect& rect, const QPalette& palette, bool atRight)
{
    const QColor rule =
        blended(palette.color(QPalette::Window), palette.color(QPalette::WindowText), kRuleShare);
    painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, rule);
    if (atRight)
        painter.fillRect(rect.right(), rect.top() + kHalfGrid, 1, rect.height() - kGrid, rule);
}

} // namespace

int QuietStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
        return kSeparator;
    case PM_DockWidgetTitleMargin:
        return kHalfGrid / 2;
    case PM_DockWidgetFrameWidth:
        return 0;
    case PM_ToolBarIconSize:
        return kToolIcon;
    case PM_ToolBarItemSpacing:
        return kHalfGrid / 2;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

void QuietStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    switch (element) {
    case CE_DockWidgetTitle:
        drawDockTitle(*option, *painter);
        return;
    case CE_HeaderSection: {
        painter->fillRect(option->rect, option->palette.window());
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        drawRule(*painter, option->rect, option->palette,
                 header != nullptr && header->orientation == Qt::Horizontal);
        return;
    }
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, option->palette.window());
        drawRule(*painter, option->rect, option->palette, false);
        return;
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void QuietStyle::drawDockTitle(const QStyleOption& option, QPainter& painter)
{
    const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(&option);
    if (dock == nullptr)
        return;
    painter.save();
    QFont font = painter.font();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(
        blended(option.palette.color(QPalette::Window), option.palette.color(QPalette::WindowText), 0.75));
    const QRect room = option.rect.adjusted(kGrid, 0, -kTitleButtons, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(dock->title, Qt::ElideRight, room.width()));
    painter.restore();
}

namespace {

/// In a table of GitHub's Markdown a backslash before a bar belongs to the table, also in code; Qt leaves it.
void unescapeBars(QTextDocument& page)
{
    const QString escaped = QStringLiteral("\\|");
    QTextCursor found = page.find(escaped);
    while (!found.isNull()) {
        if (found.currentTable() != nullptr && found.charFormat().fontFixedPitch())
            found.insertText(QStringLiteral("|"));
        found = page.find(escaped, found);
    }
}

} // namespace

void setPageLook(QTextDocument& page, const QColor& lines)
{
    QTextCursor edit(&page);
    edit.beginEditBlock();
    for (QTextFrame* frame : page.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(lines);
        format.setBorderCollapse(true);
        format.setCellPadding(kHalfGrid);
        format.setCellSpacing(0);
        format.setTopMargin(kHalfGrid);
        format.setBottomMargin(kGrid);
        table->setFormat(format);
    }
    unescapeBars(page);
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0)
            continue;
        QTextBlockFormat room;
        room.setTopMargin(block == page.begin() ? 0 : 2 * kGrid);
        room.setBottomMargin(kGrid);
        QTextCursor(block).mergeBlockFormat(room);
    }
    edit.endEditBlock();
}

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

#include "theme.moc"
