// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/text_pattern.h"
#include "ui/widgets/colors.h"

#include <QObject>
#include <QRect>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QPainter;
class QStyleOptionViewItem;
class QToolButton;

namespace duologue::ui {

/// Draws the words before a match, the match, marked, and the words after it, so that the match is in sight
/// however narrow the area is. `cell` has the font, palette and state.
void paintHit(QPainter& painter, const QRect& area, const QStyleOptionViewItem& cell,
              const ReadingColors& colors, const QStringList& parts);

/// Something that a find bar searches. GUI thread.
class FindTarget : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// An empty pattern ends the search. Goes to the first match in or after the visible part.
    virtual void setPattern(std::optional<TextPattern> pattern) = 0;
    /// To the next match (1) or the previous one (-1); wraps around.
    virtual void step(int by) = 0;
    /// The current match and the number of matches; empty while they are unknown.
    virtual QString status() const = 0;

Q_SIGNALS:
    /// The matches or the current match changed.
    void changed();
};

/// The find bar below a text: words or a regular expression, with the number of matches. Hidden until open().
/// GUI thread.
class FindBar : public QWidget {
    Q_OBJECT

public:
    /// `where` is the placeholder and accessible name: "Find in this conversation".
    FindBar(FindTarget& find, const QString& where, QWidget* parent);

    /// Shows the bar, focuses it, and searches again for its text.
    void open(const QString& text = {});
    void close();
    QLineEdit* edit() const { return m_edit; }

Q_SIGNALS:
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QToolButton* makeButton(const char* name, const QString& sign, const QString& words);
    void look();
    void showCounts();

    FindTarget& m_find;
    QLineEdit* m_edit;
    QToolButton* m_regex = nullptr;
    QLabel* m_count;
    QString m_mistake;
};

/// A narrow strip beside a scroll bar with a mark for each match. A click goes to the match. GUI thread.
class FoundMarks : public QWidget {
    Q_OBJECT

public:
    static constexpr int kWidth = 8;

    explicit FoundMarks(QWidget* parent);

    /// Positions between 0 (top) and 1 (bottom).
    void setPositions(std::vector<float> positions);
    const std::vector<float>& positions() const { return m_positions; }
    /// The position of the current match; negative for none.
    void setCurrent(float position);

Q_SIGNALS:
    /// The mark closest to a click, as an index into positions().
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int yOf(float position) const;

    std::vector<float> m_positions;
    float m_current = -1;
};

} // namespace duologue::ui
