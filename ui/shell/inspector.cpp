// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/inspector.h"

#include "ui/views/widgets/fold_section.h"
#include "ui/views/widgets/section_content.h"
#include "ui/work/stored_settings.h"

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
        connect(fold, &FoldSection::openChanged, this, [this] { remember(); });
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
    for (const Section& section : m_sections)
        section.fold->setVisible(hasContent(*section.fold->content()));
}

bool Inspector::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::DynamicPropertyChange)
        showSections();
    return QSplitter::eventFilter(watched, event);
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
