// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QLabel>
#include <QWidget>
#include <initializer_list>
#include <utility>

namespace duologue::ui {

/// Makes an object that style sheets, tests and saved layouts find by its name.
template<typename Object, typename... Arguments>
Object* named(const char* name, Arguments&&... arguments)
{
    auto* made = new Object(std::forward<Arguments>(arguments)...);
    made->setObjectName(QLatin1String(name));
    return made;
}

/// A text with line wrapping, never interpreted as HTML.
class WrappedLabel : public QLabel {
public:
    explicit WrappedLabel(QWidget* parent) : WrappedLabel({}, parent) {}
    WrappedLabel(const QString& text, QWidget* parent) : QLabel(text, parent)
    {
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
    }
};

/// A widget or a layout in a box, with its stretch.
struct BoxEntry {
    BoxEntry(QWidget* content, int share = 0) : widget(content), stretch(share) {}
    BoxEntry(QLayout* content, int share = 0) : layout(content), stretch(share) {}

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0;
};

/// A layout of `parent`, which is null for one within another, with these items. Without margins unless some
/// are given; -1 is the spacing of the style.
template<typename Box>
Box* makeBox(QWidget* parent, std::initializer_list<BoxEntry> items, int spacing = -1, QMargins margins = {})
{
    auto* box = new Box(parent);
    box->setContentsMargins(margins);
    box->setSpacing(spacing);
    for (const BoxEntry& item : items) {
        if (item.widget != nullptr)
            box->addWidget(item.widget, item.stretch);
        else
            box->addLayout(item.layout, item.stretch);
    }
    return box;
}

inline QVBoxLayout* makeColumn(QWidget* parent, std::initializer_list<BoxEntry> items, int spacing = -1,
                               QMargins margins = {})
{
    return makeBox<QVBoxLayout>(parent, items, spacing, margins);
}

inline QHBoxLayout* makeRow(QWidget* parent, std::initializer_list<BoxEntry> items, int spacing = -1,
                            QMargins margins = {})
{
    return makeBox<QHBoxLayout>(parent, items, spacing, margins);
}

} // namespace duologue::ui
