// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/field_reader.h"
#include "ui/panels/panel.h"
#include "ui/views/facet/facet_section.h"
#include "ui/views/widgets/clear_button.h"
#include "ui/work/call_queue.h"
#include "ui/work/qt_text.h"
#include "ui/work/stored_settings.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

/// Listed first, and open until the user chooses.
bool isOpenAtFirst(const FieldInfo& field)
{
    return field.traits.isTopic || field.traits.isMark || field.key == "intent" || field.key == "turns";
}

QString openKey()
{
    return QStringLiteral("facets/open");
}

/// A section for each field of the dataset, with a search line for fields.
class FacetsPanel final : public QWidget {
public:
    FacetsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_search(new QLineEdit(this)),
          m_scroll(new QScrollArea(this)),
          m_empty(new QLabel(this))
    {
        setObjectName(QStringLiteral("facetsPanel"));
        m_search->setPlaceholderText(QCoreApplication::translate("Panels", "Find a field"));
        m_search->setAccessibleName(m_search->placeholderText());
        addClearButton(*m_search);
        m_empty->setWordWrap(true);
        m_empty->setAlignment(Qt::AlignCenter);
        m_empty->setForegroundRole(QPalette::PlaceholderText);
        m_empty->setText(
            QCoreApplication::translate("Panels", "The fields and values of the dataset appear here."));
        m_holder = new QWidget;
        m_sections = new QVBoxLayout(m_holder);
        m_sections->setContentsMargins(2, 2, 2, 2);
        m_sections->setSpacing(1);
        m_sections->addStretch(1);
        m_scroll->setWidget(m_holder);
        m_scroll->setWidgetResizable(true);
        m_scroll->setFrameShape(QFrame::NoFrame);
        m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_scroll->setFocusPolicy(Qt::NoFocus);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 0);
        layout->setSpacing(4);
        layout->addWidget(m_search);
        layout->addWidget(m_scroll, 1);
        layout->addWidget(m_empty, 1);
        const QVariant open = storedSetting(openKey());
        m_open = open.toStringList();
        m_isChosen = open.isValid();
        connect(m_search, &QLineEdit::textChanged, this, [this] { find(); });
        connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { refreshAll(); });
        // Searches and selections in the sections belong to the previous dataset.
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            rebuild({});
            m_shown.reset();
        });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] {
            if (m_workspace.view()->snapshot != m_shown)
                m_deferred.request();
        });
        list();
    }

private:
    /// Lists the fields of the dataset; the sections of fields that stay are kept.
    void list()
    {
        const SnapshotPtr snapshot = m_workspace.view()->snapshot;
        if (snapshot == m_shown)
            return;
        m_shown = snapshot;
        std::vector<FieldInfo> fields;
        if (snapshot->recordCount() > 0) {
            for (const FieldReader& field : allFields(*snapshot)) {
                // Ids differ in each conversation.
                if (field.info().key != "id")
                    fields.push_back(field.info());
            }
        }
        std::stable_partition(fields.begin(), fields.end(), isOpenAtFirst);
        const bool same = std::equal(fields.begin(), fields.end(), m_all.begin(), m_all.end(),
                                     [](const FieldInfo& field, const FacetSection* section) {
                                         return field.key == section->field();
                                     });
        if (!same)
            rebuild(fields);
        m_scroll->setVisible(!fields.empty());
        m_search->setVisible(!fields.empty());
        m_empty->setVisible(fields.empty());
    }

    void rebuild(const std::vector<FieldInfo>& fields)
    {
        QList<FacetSection*> before = std::exchange(m_all, {});
        for (const FieldInfo& field : fields) {
            const auto known = std::find_if(before.begin(), before.end(), [&](const FacetSection* section) {
                return section->field() == field.key;
            });
            FacetSection* section = nullptr;
            if (known != before.end()) {
                section = *known;
                before.erase(known);
                m_sections->removeWidget(section);
            } else {
                section = makeSection(field);
            }
            m_sections->insertWidget(static_cast<int>(m_all.size()), section);
            m_all << section;
        }
        for (FacetSection* gone : before) {
            gone->hide();
            gone->deleteLater();
        }
        find();
    }

    FacetSection* makeSection(const FieldInfo& field)
    {
        auto* section = new FacetSection(m_workspace, field, m_holder);
        section->setOpen(m_isChosen ? m_open.contains(toQt(field.key)) : isOpenAtFirst(field));
        connect(section, &FacetSection::openChanged, this, [this] {
            rememberOpen();
            // Other sections become visible.
            QMetaObject::invokeMethod(
                this, [this] { refreshAll(); }, Qt::QueuedConnection);
        });
        return section;
    }

    /// Keeps the state of fields that this dataset lacks.
    void rememberOpen()
    {
        m_isChosen = true;
        for (const FacetSection* section : m_all) {
            m_open.removeAll(toQt(section->field()));
            if (section->isOpen())
                m_open << toQt(section->field());
        }
        storeSetting(openKey(), m_open);
    }

    void find()
    {
        const std::string typed = foldForSearch(fromQt(m_search->text()));
        for (FacetSection* section : m_all) {
            const bool found = typed.empty() ||
                               foldForSearch(section->field()).find(typed) != std::string::npos ||
                               foldForSearch(fromQt(section->title())).find(typed) != std::string::npos;
            section->setVisible(found);
        }
        QMetaObject::invokeMethod(
            this, [this] { refreshAll(); }, Qt::QueuedConnection);
    }

    void refreshAll()
    {
        for (FacetSection* section : m_all)
            section->refresh();
    }

    Workspace& m_workspace;
    QLineEdit* m_search;
    QScrollArea* m_scroll;
    QLabel* m_empty;
    QWidget* m_holder = nullptr;
    QVBoxLayout* m_sections = nullptr;
    QList<FacetSection*> m_all;
    SnapshotPtr m_shown;
    QStringList m_open;
    /// The user opened or closed a section.
    bool m_isChosen = false;
    /// Deferred, so that the table is painted first.
    DeferredCall m_deferred{[this] { list(); }};
};

} // namespace

PanelSpec facetsPanel()
{
    return {
        QStringLiteral("facets"), QCoreApplication::translate("Panels", "Facets"), PanelArea::Left,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new FacetsPanel(workspace, parent); }};
}

} // namespace duologue::ui
