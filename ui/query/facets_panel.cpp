// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "ui/app/dataset_overview.h"
#include "ui/app/settings.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/query/facet_section.h"
#include "ui/query/facet_values.h"
#include "ui/table/column_choice.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"

#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <set>

namespace duologue::ui {

namespace {

/// Listed in this order, and those before Rating are open until the user chooses.
enum class FacetRank { Topic, Intent, Mark, Turns, Rating, Other };

FacetRank rankOf(const FieldInfo& field)
{
    if (field.traits.isTopic)
        return FacetRank::Topic;
    if (field.key == "intent")
        return FacetRank::Intent;
    if (field.traits.isMark)
        return FacetRank::Mark;
    if (field.key == "turns")
        return FacetRank::Turns;
    return field.traits.isRating ? FacetRank::Rating : FacetRank::Other;
}

/// The fields whose sections are open until the user chooses: those that a dataset is told apart by.
std::set<std::string> openAtFirst(const Snapshot& snapshot, const std::vector<FieldInfo>& fields)
{
    constexpr std::size_t kMostOthers = 3;
    std::set<std::string> open;
    std::size_t others = 0;
    for (const FieldInfo& info : fields) {
        const auto field = findField(snapshot, info.key);
        if (!field)
            continue;
        if (rankOf(info) == FacetRank::Turns && !varies(snapshot, *field))
            continue;
        if (rankOf(info) < FacetRank::Rating)
            open.insert(info.key);
        else if (rankOf(info) == FacetRank::Other && others < kMostOthers && hasFewValues(*field))
            others += open.insert(info.key).second ? 1 : 0;
    }
    return open;
}

/// The first part of the key of a field among others; empty for those that are listed alone.
std::string groupOf(const FieldInfo& field)
{
    const std::size_t dot = field.key.find('.');
    return rankOf(field) != FacetRank::Other || dot == std::string::npos ? std::string()
                                                                         : field.key.substr(0, dot);
}

constexpr QLatin1String kOpenKey("facets/open");
constexpr QLatin1String kHiddenKey("facets/hidden");

/// In the list of what is open.
QString groupEntry(const std::string& group)
{
    return QStringLiteral("group:") + toQt(group);
}

constexpr int kSearchPause = 200;
/// Sections whose values are found are opened, but no more than this many.
constexpr int kMostFoundOpen = 6;

/// A section for each field of the dataset that says something, those of one kind of key in a group, with a
/// search line for fields and values. The user chooses which are listed.
class FacetsPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(FacetsPanel)

public:
    FacetsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_search(new QLineEdit(this)),
          m_choose(named<QToolButton>("chooseFacets", this)),
          m_scroll(new QScrollArea(this)),
          m_empty(new QLabel(this))
    {
        setObjectName(QStringLiteral("facetsPanel"));
        m_search->setPlaceholderText(tr("Find a field or value"));
        m_search->setAccessibleName(m_search->placeholderText());
        addClearButton(*m_search);
        m_choose->setText(tr("Choose…"));
        m_choose->setToolTip(tr("Choose the fields to list"));
        m_choose->setAccessibleName(m_choose->toolTip());
        m_choose->setAutoRaise(true);
        m_choose->setFocusPolicy(Qt::StrongFocus);
        m_empty->setWordWrap(true);
        m_empty->setAlignment(Qt::AlignCenter);
        m_empty->setForegroundRole(QPalette::PlaceholderText);
        m_empty->setText(tr("The fields and values of the dataset appear here."));
        makeLayout();
        const QVariant open = storedSetting(kOpenKey);
        m_open = open.toStringList();
        m_isChosen = open.isValid();
        m_hidden = storedSetting(kHiddenKey).toStringList();
        m_pause.setSingleShot(true);
        m_pause.setInterval(kSearchPause);
        connect(&m_pause, &QTimer::timeout, this, [this] { findValues(); });
        connect(m_search, &QLineEdit::textChanged, this, [this] { find(); });
        connect(m_choose, &QToolButton::clicked, this, [this] { requestChoice(); });
        connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { refreshAll(); });
        // Searches and selections in the sections belong to the previous dataset.
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            m_listed.reset();
            m_fields.clear();
            rebuild();
        });
        // Deferred, so that the table is painted first.
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_listed.refreshSoon(); });
        m_listed.refresh();
    }

private:
    void makeLayout()
    {
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
        auto* head = makeRow(nullptr, {{m_search, 1}, m_choose}, 2);
        makeColumn(this, {head, {m_scroll, 1}, {m_empty, 1}}, 4, {4, 4, 4, 0});
    }

    static std::vector<FieldInfo> fieldsOf(const Snapshot& snapshot, const Job& job)
    {
        std::vector<FieldInfo> fields;
        for (const FieldReader& field : allFields(snapshot)) {
            // Ids differ in each conversation.
            if (snapshot.recordCount() > 0 && field.info().key != "id" && saysSomething(snapshot, field, job))
                fields.push_back(field.info());
        }
        std::stable_sort(fields.begin(), fields.end(), [](const FieldInfo& a, const FieldInfo& b) {
            return rankOf(a) != rankOf(b) ? rankOf(a) < rankOf(b) : groupOf(a) < groupOf(b);
        });
        return fields;
    }

    /// The sections of fields that stay are kept.
    void list(std::vector<FieldInfo> fields)
    {
        const bool same = std::equal(fields.begin(), fields.end(), m_fields.begin(), m_fields.end(),
                                     [](const FieldInfo& a, const FieldInfo& b) { return a.key == b.key; });
        m_fields = std::move(fields);
        m_openAtFirst = openAtFirst(**m_listed.asked(), m_fields);
        if (!same)
            rebuild();
    }

    void rebuild()
    {
        QList<FacetSection*> before = std::exchange(m_all, {});
        for (auto& [group, head] : std::exchange(m_groups, {})) {
            head->hide();
            head->deleteLater();
        }
        while (m_sections->count() > 1)
            delete m_sections->takeAt(0);
        std::map<std::string, int> sizes;
        for (const FieldInfo& field : m_fields)
            ++sizes[groupOf(field)];
        for (const FieldInfo& field : m_fields) {
            if (m_hidden.contains(toQt(field.key)))
                continue;
            const std::string group = groupOf(field);
            const bool isGrouped = !group.empty() && sizes[group] > 1;
            if (isGrouped && m_groups.count(group) == 0)
                addGroup(group, sizes[group]);
            const auto known = std::find_if(before.begin(), before.end(), [&](const FacetSection* section) {
                return section->field() == field.key;
            });
            FacetSection* section = known != before.end() ? *known : makeSection(field);
            before.removeOne(section);
            const std::string rest = isGrouped ? field.key.substr(group.size() + 1) : std::string();
            section->setLabel(isGrouped ? asLabel(rest) : section->title());
            section->setProperty("group", isGrouped ? toQt(group) : QString());
            m_sections->insertWidget(m_sections->count() - 1, section);
            m_all << section;
        }
        for (FacetSection* gone : before) {
            gone->hide();
            gone->deleteLater();
        }
        m_scroll->setVisible(!m_fields.empty());
        m_search->setVisible(!m_fields.empty());
        m_choose->setVisible(!m_fields.empty());
        m_empty->setVisible(m_fields.empty());
        find();
    }

    void addGroup(const std::string& group, int size)
    {
        auto* head = new QToolButton(m_holder);
        head->setObjectName(QStringLiteral("facetGroup:") + toQt(group));
        head->setText(asMenuText(QStringLiteral("%1 (%2)").arg(asLabel(group)).arg(size)));
        head->setAccessibleName(tr("Group %1, %n field(s)", nullptr, size).arg(asLabel(group)));
        head->setAutoRaise(true);
        head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        head->setFocusPolicy(Qt::StrongFocus);
        head->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        QFont font = head->font();
        font.setItalic(true);
        head->setFont(font);
        connect(head, &QToolButton::clicked, this, [this, group] {
            const QString entry = groupEntry(group);
            if (!m_open.removeOne(entry))
                m_open << entry;
            storeSetting(kOpenKey, m_open);
            m_isChosen = true;
            find();
        });
        m_sections->insertWidget(m_sections->count() - 1, head);
        m_groups.emplace(group, head);
    }

    FacetSection* makeSection(const FieldInfo& field)
    {
        auto* section = new FacetSection(m_workspace, field, m_holder);
        section->setOpen(m_isChosen ? m_open.contains(toQt(field.key)) : m_openAtFirst.contains(field.key));
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
        // What a search has opened is closed again after it.
        if (!m_search->text().isEmpty())
            return;
        m_isChosen = true;
        for (const FacetSection* section : m_all) {
            m_open.removeAll(toQt(section->field()));
            if (section->isOpen())
                m_open << toQt(section->field());
        }
        storeSetting(kOpenKey, m_open);
    }

    void requestChoice()
    {
        FieldChoice choice;
        choice.title = tr("Facets");
        for (const FieldInfo& field : m_fields) {
            choice.items.push_back(fieldItem(field));
            choice.usual.push_back(field.key);
            if (!m_hidden.contains(toQt(field.key)))
                choice.chosen.push_back(field.key);
        }
        choice.done = [self = QPointer<FacetsPanel>(this)](const std::vector<std::string>& keys) {
            if (!self)
                return;
            for (const FieldInfo& field : self->m_fields) {
                self->m_hidden.removeAll(toQt(field.key));
                if (std::find(keys.begin(), keys.end(), field.key) == keys.end())
                    self->m_hidden << toQt(field.key);
            }
            storeSetting(kHiddenKey, self->m_hidden);
            self->rebuild();
        };
        m_workspace.chooseFields(choice);
    }

    void find()
    {
        m_valueTask.cancel();
        m_withValue.clear();
        showFound();
        if (m_search->text().trimmed().isEmpty())
            m_pause.stop();
        else
            m_pause.start();
    }

    void findValues()
    {
        m_valueTask.run([snapshot = m_workspace.view()->snapshot, text = m_search->text().trimmed()](
                            const Job& job) { return fieldsWithValue(*snapshot, text, job); },
                        [this](std::vector<std::string> keys) {
                            m_withValue = std::move(keys);
                            showFound();
                        });
    }

    void showFound()
    {
        const QString text = m_search->text().trimmed();
        const std::string typed = foldForSearch(fromQt(text));
        std::map<QString, bool> groupHasFound;
        int opened = 0;
        for (FacetSection* section : m_all) {
            const auto contains = [&](const std::string& name) {
                return foldForSearch(name).find(typed) != std::string::npos;
            };
            const QString group = section->property("group").toString();
            const bool isNamed = contains(section->field()) || contains(fromQt(section->title())) ||
                                 contains(section->englishTitle());
            const bool hasValue =
                std::find(m_withValue.begin(), m_withValue.end(), section->field()) != m_withValue.end();
            const bool isFound = typed.empty() || isNamed || hasValue;
            const bool isGroupOpen =
                group.isEmpty() || !typed.empty() || m_open.contains(groupEntry(fromQt(group)));
            groupHasFound[group] = groupHasFound[group] || isFound;
            section->setVisible(isFound && isGroupOpen);
            const bool opens = hasValue && !isNamed && opened < kMostFoundOpen;
            opened += opens ? 1 : 0;
            section->setFound(opens ? text : QString());
        }
        for (auto& [group, head] : m_groups) {
            const bool isOpen = !typed.empty() || m_open.contains(groupEntry(group));
            head->setVisible(groupHasFound[toQt(group)]);
            head->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
            head->setAccessibleDescription(isOpen ? tr("open") : tr("closed"));
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
    QToolButton* m_choose;
    QScrollArea* m_scroll;
    QLabel* m_empty;
    QWidget* m_holder = nullptr;
    QVBoxLayout* m_sections = nullptr;
    /// Those of the dataset, in the order of the list.
    std::vector<FieldInfo> m_fields;
    std::set<std::string> m_openAtFirst;
    QList<FacetSection*> m_all;
    std::map<std::string, QToolButton*> m_groups;
    QStringList m_open;
    QStringList m_hidden;
    /// The user opened or closed a section.
    bool m_isChosen = false;
    QTimer m_pause{this};
    /// Fields with a value that is searched for.
    std::vector<std::string> m_withValue;
    /// The fields of the dataset that say something.
    Computed<SnapshotPtr, std::vector<FieldInfo>> m_listed{
        [this] { return m_workspace.view()->snapshot; },
        [](const SnapshotPtr& snapshot, const Job& job, const auto&) { return fieldsOf(*snapshot, job); },
        [this](std::vector<FieldInfo> fields) { list(std::move(fields)); }, m_listed.always};
    LatestTask<std::vector<std::string>> m_valueTask;
};

} // namespace

PanelSpec facetsPanel()
{
    return {QStringLiteral("facets"), QCoreApplication::translate("Panels", "Facets"), PanelArea::Left,
            makePanel<FacetsPanel>};
}

} // namespace duologue::ui
