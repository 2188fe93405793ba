// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/inspector.h"

#include "ui/views/widgets/fold_section.h"
#include "ui/views/widgets/section_content.h"
#include "ui/work/stored_settings.h"

#include <algorithm>

namespace duologue::ui {

namespace {

/// The sections that the user has folded or opened, "messages=open".
QString sectionsKey()
{
    return QStringLiteral("inspector/sections");
}

} // namespace

Inspector::Inspector(Workspace& workspace, QWidget* parent) : QSplitter(Qt::Vertical, parent)
{
    setObjectName(QStringLiteral("inspectorSections"));
    setChildrenCollapsible(false);
    setHandleWidth(1);
    const QStringList remembered = storedSetting(sectionsKey()).toStringList();
    for (const PanelSpec& spec : panels()) {
        if (spec.area != PanelArea::Inspector)
            continue;
        auto* fold = new FoldSection(spec.title, this);
        fold->setObjectName(QStringLiteral("section:") + spec.id);
        fold->setContent(spec.create(workspace, fold));
        fold->setOpen(remembered.contains(spec.id + QStringLiteral("=open")) ||
                      (spec.isOpenAtFirst && !remembered.contains(spec.id + QStringLiteral("=folded"))));
        addWidget(fold);
        connect(fold, &FoldSection::openChanged, this, [this] {
            remember();
            m_isSharedByUser = false;
            shareHeight();
        });
        fold->content()->installEventFilter(this);
        m_sections.push_back({spec.id, fold});
    }
    // Takes what is left if all sections are folded.
    auto* rest = new QWidget(this);
    rest->setMinimumHeight(0);
    rest->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    addWidget(rest);
    for (int i = 0; i < count(); ++i)
        setStretchFactor(i, i + 1 < count() ? 1 : 0);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isSharedByUser = true; });
    showSections();
}

QList<QWidget*> Inspector::sectionWidgets() const
{
    QList<QWidget*> widgets;
    for (const Section& section : m_sections)
        widgets << section.fold->content();
    return widgets;
}

void Inspector::showSections()
{
    FoldSection* first = nullptr;
    bool isAnyOpen = false;
    for (const Section& section : m_sections) {
        const bool isShown = hasContent(*section.fold->content());
        section.fold->setVisible(isShown);
        isAnyOpen = isAnyOpen || (isShown && section.fold->isOpen());
        if (isShown && first == nullptr)
            first = section.fold;
    }
    // Nothing but titles would be an empty column.
    if (!isAnyOpen && first != nullptr)
        first->setOpen(true);
}

bool Inspector::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::DynamicPropertyChange)
        showSections();
    return QSplitter::eventFilter(watched, event);
}

bool Inspector::event(QEvent* event)
{
    const bool handled = QSplitter::event(event);
    if (event->type() == QEvent::LayoutRequest)
        shareHeight();
    return handled;
}

void Inspector::resizeEvent(QResizeEvent* event)
{
    QSplitter::resizeEvent(event);
    shareHeight();
}

void Inspector::shareHeight()
{
    if (m_isSharedByUser)
        return;
    QList<int> heights;
    QList<int> open;
    int left = height();
    for (int i = 0; i < count(); ++i) {
        const QWidget* section = widget(i);
        const bool isShown = section->isVisibleTo(this);
        const int wanted =
            section->hasHeightForWidth() ? section->heightForWidth(width()) : section->sizeHint().height();
        heights << (isShown ? std::min(wanted, section->maximumHeight()) : 0);
        left -= isShown ? handleWidth() : 0;
        if (isShown && i + 1 < count())
            open << i;
    }
    heights.back() = 0;
    // The lowest first: what they do not need is for the others.
    std::sort(open.begin(), open.end(), [&heights](int a, int b) { return heights[a] < heights[b]; });
    for (qsizetype i = 0; i < open.size(); ++i) {
        int& wanted = heights[open[i]];
        wanted = std::min(wanted, std::max(left / static_cast<int>(open.size() - i), 0));
        left -= wanted;
    }
    heights.back() = std::max(left, 0);
    if (heights != sizes())
        setSizes(heights);
}

void Inspector::remember()
{
    QStringList sections;
    for (const Section& section : m_sections)
        sections << section.id +
                        (section.fold->isOpen() ? QStringLiteral("=open") : QStringLiteral("=folded"));
    storeSetting(sectionsKey(), sections);
}

} // namespace duologue::ui
