// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QHeaderView>
#include <QLabel>

class QLineEdit;

namespace duologue::ui {

/// A header that elides long titles with "…". Qt's own header cuts them at both ends.
class ElidedHeader : public QHeaderView {
    Q_OBJECT

public:
    ElidedHeader(Qt::Orientation orientation, QWidget* parent) : QHeaderView(orientation, parent) {}

protected:
    QSize sectionSizeFromContents(int logicalIndex) const override;
    void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override;

private:
    int margins() const { return 2 * style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, this) + 2; }
};

/// One line of plain text, elided with "…" if there is no room.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A selectable text with line wrapping, never interpreted as HTML. It is made once and then changed, which
/// is faster than making a new one. GUI thread.
class PlainLabel : public QLabel {
    Q_OBJECT

public:
    explicit PlainLabel(QWidget* parent);

    /// Hides the label if the text is empty.
    void showText(const QString& text, const QColor& color, bool bold = false);
};

/// Adds a clear button to the line. It is made when there is first something to clear, because loading its
/// icon takes longer than making the line. It appears at once; Qt's own button fades in over ten frames, each
/// of which repaints everything behind it. GUI thread.
void addClearButton(QLineEdit& line);

/// A strip at the top of the window that says what failed and why. It stays until it is closed or another
/// dataset is opened; one with an action stays as long as there is something to do.
class MessageStrip : public QFrame {
    Q_OBJECT

public:
    /// `action` is the text of a button in the place of the one that closes it; empty for none.
    explicit MessageStrip(QWidget* parent, const QString& action = {});

    void showMessage(const QString& what, const QString& why);

Q_SIGNALS:
    void actionClicked();

private:
    QLabel* m_text;
};

} // namespace duologue::ui
