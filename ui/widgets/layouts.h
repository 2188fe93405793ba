// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QEvent>
#include <QLayout>
#include <QVariant>
#include <QWidget>

class QToolButton;

namespace duologue::ui {

/// A combo box as wide as its current text, so that no text is cut; its list is as wide as the longest item.
class FittingBox : public QComboBox {
    Q_OBJECT

public:
    explicit FittingBox(QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void showPopup() override;
};

/// Arranges widgets in lines, as many as the width requires.
class FlowLayout : public QLayout {
public:
    explicit FlowLayout(QWidget* parent);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.append(item); }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
    void setGeometry(const QRect& rect) override;
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;

private:
    int arrange(const QRect& rect, bool moves) const;

    QList<QLayoutItem*> m_items;
};

/// A titled part of a panel that folds to its title by a click on it, Space or Enter. A folded one is as high
/// as its title. GUI thread.
class FoldSection : public QWidget {
    Q_OBJECT

public:
    FoldSection(const QString& title, QWidget* parent);

    /// Takes ownership; once.
    void setContent(QWidget* content);
    QWidget* content() const { return m_content; }
    bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);

Q_SIGNALS:
    /// By the user.
    void openChanged(bool open);

private:
    QToolButton* m_head;
    QWidget* m_content = nullptr;
    bool m_isOpen = true;
};

// A panel says whether the dataset has anything for it. The inspector hides its sections otherwise, and the
// workbench makes other panels as low as their note. Both are told by an event,
// QEvent::DynamicPropertyChange.

inline constexpr const char* kHasContentProperty = "hasContent";

inline void setHasContent(QWidget& panel, bool hasContent)
{
    if (panel.property(kHasContentProperty) != QVariant(hasContent))
        panel.setProperty(kHasContentProperty, hasContent);
}

/// True for panels that say nothing.
inline bool hasContent(const QWidget& panel)
{
    const QVariant said = panel.property(kHasContentProperty);
    return !said.isValid() || said.toBool();
}

} // namespace duologue::ui
