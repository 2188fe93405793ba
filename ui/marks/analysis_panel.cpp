// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/marks/analysis_panel.h"
#include "core/data/field_reader.h"
#include "core/query/query.h"
#include "core/util/text.h"
#include "ui/app/current_record.h"
#include "ui/app/dataset_overview.h"
#include "ui/app/mark_words.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/marks/value_picker.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QFormLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <set>

namespace duologue::ui {

namespace {

constexpr int kIndexRole = Qt::UserRole;
/// What a note is on, and whose it is; the value of a code.
constexpr int kTargetRole = Qt::UserRole + 1;

QString percentText(double share)
{
    constexpr double kPercent = 100;
    return std::isnan(share) ? QString()
                             : QLocale().toString(kPercent * share, 'f', 0) + QStringLiteral(" %");
}

/// "12 of 30: 40 % (25–57 %)"
QString rateText(const CodeRate& rate)
{
    if (rate.judged == 0)
        return AnalysisPanel::tr("none judged");
    // Codes that were not labelled yet are of other conversations than those that were.
    return (rate.basis == RateBasis::Read ? AnalysisPanel::tr("%1 of %2 read: %3 (%4 to %5)")
                                          : AnalysisPanel::tr("%1 of %2: %3 (%4 to %5)"))
        .arg(countText(rate.yes), countText(rate.judged), percentText(rate.rate),
             percentText(rate.interval.low), percentText(rate.interval.high));
}

Query queryOf(const std::string& field, const GroupValue& value)
{
    return value.number ? rangeQuery(field, value, value) : equalsQuery(field, value.text);
}

/// Asks for a text, or for one of some texts or another one. Wide enough for its title.
QString askText(QWidget* parent, const QString& title, const QString& label, const QString& text,
                bool& accepted, const QStringList& known = {})
{
    constexpr int kWidth = 360;
    QInputDialog dialog(parent);
    dialog.setWindowTitle(title);
    dialog.setLabelText(label);
    dialog.setComboBoxItems(known);
    dialog.setComboBoxEditable(!known.isEmpty());
    dialog.setTextValue(text);
    dialog.resize(kWidth, dialog.sizeHint().height());
    accepted = dialog.exec() == QDialog::Accepted;
    return dialog.textValue().trimmed();
}

QString codeTitle(const AnalysisCode& code)
{
    return schemeTitle(code.choice.title, code.value);
}

} // namespace

CodeList::CodeList(QWidget* parent) : QTreeWidget(parent)
{
    setAcceptDrops(true);
    setDropIndicatorShown(true);
    setDragDropMode(QAbstractItemView::DropOnly);
}

void CodeList::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->source() != nullptr && event->source() != this)
        event->acceptProposedAction();
}

void CodeList::dragMoveEvent(QDragMoveEvent* event)
{
    QTreeWidgetItem* item = itemAt(event->position().toPoint());
    event->setAccepted(item != nullptr && event->source() != this);
    if (item != nullptr)
        setCurrentItem(item);
}

void CodeList::dropEvent(QDropEvent* event)
{
    if (const QTreeWidgetItem* item = itemAt(event->position().toPoint()); item != nullptr) {
        // The notes stay where they are in their list.
        event->setDropAction(Qt::CopyAction);
        event->accept();
        Q_EMIT notesDropped(item->data(0, kIndexRole).toInt());
    }
}

AnalysisPanel::AnalysisPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_search(named<QLineEdit>("noteSearch", this)),
      m_notes(named<QTreeWidget>("noteList", this)),
      m_codes(named<CodeList>("codeList", this)),
      m_rates(named<QTableWidget>("codeRates", this)),
      m_field(named<QComboBox>("ratesField", this)),
      m_noNotes(named<PlainLabel>("noNotes", this)),
      m_saturation(named<PlainLabel>("saturation", this)),
      m_ratesOf(named<PlainLabel>("ratesOf", this))
{
    setObjectName(QStringLiteral("analysisPanel"));
    setAccessibleName(tr("Error analysis"));
    setFocusProxy(m_notes);
    m_search->setPlaceholderText(tr("Search notes"));
    m_search->setAccessibleName(tr("Search notes"));
    connect(m_search, &QLineEdit::textChanged, this, [this] { listNotes(); });
    m_notes->setAccessibleName(tr("Notes"));
    m_notes->setHeaderLabels({tr("Note"), tr("Codes"), tr("Conversation")});
    m_notes->setRootIsDecorated(false);
    m_notes->setUniformRowHeights(true);
    m_notes->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_notes->setDragEnabled(true);
    m_notes->setDragDropMode(QAbstractItemView::DragOnly);
    m_notes->installEventFilter(this);
    connect(m_notes, &QTreeWidget::itemActivated, this, [this] { openNote(); });
    connect(m_notes, &QTreeWidget::currentItemChanged, this, [this] {
        if (m_notes->hasFocus())
            openNote();
    });
    m_codes->setAccessibleName(tr("Codes"));
    m_codes->setHeaderLabels({tr("Code"), tr("Notes"), tr("Rate")});
    m_codes->setRootIsDecorated(false);
    m_codes->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_codes->installEventFilter(this);
    connect(m_codes, &CodeList::notesDropped, this, [this](int code) {
        assign(selectedNotes(), m_found.codes.at(static_cast<std::size_t>(code)).value);
    });
    connect(m_codes, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        m_workspace.setQuery(countedBy(static_cast<std::size_t>(item->data(0, kIndexRole).toInt())));
    });

    auto* tools = new QWidget(this);
    auto* flow = new FlowLayout(tools);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->addWidget(addButton(*tools, "newCode", tr("New…"),
                              tr("Makes a code, and moves the selected notes to it"),
                              &AnalysisPanel::newCode));
    flow->addWidget(addButton(*tools, "renameCode", tr("Rename…"), tr("Renames the selected code (F2)"),
                              &AnalysisPanel::rename));
    flow->addWidget(addButton(*tools, "mergeCodes", tr("Merge…"), tr("Makes one code of the selected ones"),
                              &AnalysisPanel::merge));
    flow->addWidget(addButton(*tools, "splitCode", tr("Split…"),
                              tr("Moves the selected notes of a code to a new one"), &AnalysisPanel::split));
    flow->addWidget(addButton(*tools, "defineCode", tr("Define…"), tr("What the code means, in a sentence"),
                              &AnalysisPanel::define));
    flow->addWidget(addButton(*tools, "labelAll", tr("Label all…"),
                              tr("Goes through all that was read, with yes or no for each code"),
                              &AnalysisPanel::labelAll));
    m_older = addButton(*tools, "olderLabels", tr("Look again"),
                        tr("Labels that were given before a definition changed"), &AnalysisPanel::showOlder);
    flow->addWidget(m_older);

    auto* left = new QWidget(this);
    left->setAccessibleName(tr("Notes"));
    makeColumn(left, {m_search, m_noNotes, {m_notes, 1}, m_saturation}, kGrid / 2);
    auto* codes = new QWidget(this);
    makeColumn(codes, {tools, {m_codes, 1}}, kGrid / 2);
    auto* rates = new QWidget(this);
    auto* by = new QLabel(tr("&By:"), rates);
    by->setBuddy(m_field);
    m_field->setAccessibleName(tr("Field for the columns"));
    m_field->view()->setAccessibleName(m_field->accessibleName());
    connect(m_field, qOverload<int>(&QComboBox::activated), this, [this] { refresh(); });
    m_rates->setAccessibleName(tr("Rates of the codes; each cell filters the conversations"));
    m_rates->setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(m_rates, &QTableWidget::cellActivated, this, [this](int row, int column) {
        if (static_cast<std::size_t>(row) >= m_found.codes.size())
            return;
        std::vector<Query> parts{countedBy(static_cast<std::size_t>(row))};
        if (column > 0)
            parts.push_back(queryOf(m_found.field,
                                    m_found.crossed.values.at(static_cast<std::size_t>(column) - 1).value));
        m_workspace.setQuery(Query::all(std::move(parts)));
    });
    auto* byLine = makeRow(nullptr, {by, m_field, {m_ratesOf, 1}}, kGrid);
    makeColumn(rates, {byLine, {m_rates, 1}}, kGrid / 2);
    auto* tabs = named<QTabWidget>("analysisTabs", this);
    tabs->setDocumentMode(true);
    tabs->setAccessibleName(tr("Codes and rates"));
    tabs->addTab(codes, tr("Codes"));
    tabs->addTab(rates, tr("Rates"));
    auto* halves = new QSplitter(this);
    halves->addWidget(left);
    halves->addWidget(tabs);
    halves->setChildrenCollapsible(false);
    makeColumn(this, {{halves, 1}}, 0, {kGrid, kGrid / 2, kGrid, kGrid / 2});
    // From the lists to what is done with them.
    QWidget* before = m_search;
    for (QWidget* next : {static_cast<QWidget*>(m_notes), static_cast<QWidget*>(tabs->tabBar()),
                          static_cast<QWidget*>(m_codes)}) {
        setTabOrder(before, next);
        before = next;
    }
    for (QToolButton* button : tools->findChildren<QToolButton*>()) {
        setTabOrder(before, button);
        before = button;
    }
    setTabOrder(before, m_field);
    setTabOrder(m_field, m_rates);
    connect(&m_workspace.marks(), &DatasetMarks::changed, this, [this] { m_deferred.request(); });
    connect(&m_workspace.marks(), &DatasetMarks::schemeChanged, this, [this] { m_deferred.request(); });
    connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_deferred.request(); });
    showFound({});
}

QToolButton* AnalysisPanel::addButton(QWidget& line, const char* name, const QString& text,
                                      const QString& tip, void (AnalysisPanel::*slot)())
{
    auto* button = named<QToolButton>(name, &line);
    button->setText(text);
    button->setToolTip(tip);
    connect(button, &QToolButton::clicked, this, slot);
    return button;
}

void AnalysisPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        m_deferred.request();
}

/// Counts when the panel is visible.
void AnalysisPanel::refresh()
{
    m_isStale = true;
    DatasetMarks& marks = m_workspace.marks();
    if (!isVisible() || marks.base() == nullptr || marks.place().folder.empty())
        return;
    m_isStale = false;
    listFields();
    m_task.run(
        [forWork = marks.forWork(), base = marks.base(), root = marks.place().root, reader = marks.reader(),
         scheme = marks.scheme(), versions = marks.schemeVersions(),
         field = fromQt(m_field->currentData().toString())](const Job& job) {
            auto found = std::make_shared<Found>();
            forWork->visit(base, root, {}, job, [&](const MarkSet& set, const MarkedRecords& records) {
                const ReaderMarks of{set, records, reader};
                found->notes = notesOf(of);
                found->codes = codesOf(found->notes, &scheme, set, reader);
                // Of all, whatever the filter: it is set by the cells.
                RatesRequest request{{}, RowSet(base->recordCount(), true)};
                for (const AnalysisCode& code : found->codes)
                    request.codes.push_back(code.value);
                found->rates = codeRates(of, request);
                found->field = field;
                if (!field.empty())
                    found->crossed = codeRatesBy(*base, of, request, field, job);
                found->saturation = saturationOf(found->notes);
                for (const MarkAnswers* each : beforeChange(set, versions, scheme)) {
                    if (each->by != reader)
                        continue;
                    ++found->olderAnswers;
                    if (const MarkedRecord record = records.find(each->on);
                        record.match == MarkMatch::Same || record.match == MarkMatch::Changed)
                        found->olderRows.push_back(record.row);
                }
            });
            return found;
        },
        [this](std::shared_ptr<Found> found) { showFound(std::move(*found)); });
}

void AnalysisPanel::showFound(Found found)
{
    m_found = std::move(found);
    listNotes();
    listCodes();
    listRates();
    QStringList blocks;
    for (const std::size_t count : m_found.saturation)
        blocks << countText(count);
    m_saturation->showText(
        blocks.isEmpty()
            ? QString()
            : tr("New codes in each 20 conversations with notes: %1").arg(blocks.join(QStringLiteral(", "))),
        readingColors(palette()).dim);
    m_noNotes->showText(
        m_found.notes.empty()
            ? tr("No notes yet. Read some conversations, and note by N what goes wrong first; "
                 "group the notes into codes here.")
            : QString(),
        readingColors(palette()).dim);
    m_older->setVisible(m_found.olderAnswers > 0);
    m_older->setText(tr("Look again at %1").arg(countText(m_found.olderAnswers)));
}

void AnalysisPanel::listNotes()
{
    // A note may be at another place in the list now.
    std::set<QString> selected;
    for (const QTreeWidgetItem* item : m_notes->selectedItems())
        selected.insert(item->data(0, kTargetRole).toString());
    const QTreeWidgetItem* const before = m_notes->currentItem();
    const QString current = before == nullptr ? QString() : before->data(0, kTargetRole).toString();
    const QString wanted = m_search->text().trimmed();
    const auto id = findField(m_workspace.snapshot(), "id");
    // The same items again are not another choice of the reader.
    const QSignalBlocker isNoChoice(m_notes);
    m_notes->clear();
    const MarkScheme& scheme = m_workspace.marks().scheme();
    for (std::size_t i = 0; i < m_found.notes.size(); ++i) {
        const AnalysisNote& note = m_found.notes[i];
        const QString text = toQt(note.note);
        QStringList codes;
        for (const std::string& code : note.codes)
            codes << answerWords(scheme, std::string(mark_keys::kCode), '"' + code + '"');
        if (!wanted.isEmpty() && !text.contains(wanted, Qt::CaseInsensitive) &&
            !codes.join(QLatin1Char(' ')).contains(wanted, Qt::CaseInsensitive))
            continue;
        const QString place = !note.isThere() ? tr("%1 (not here)").arg(toQt(note.on.record))
                              : id && !id->shownText(note.row).empty()
                                  ? asLabel(toQt(id->shownText(note.row)))
                                  : recordLocation(m_workspace.snapshot(), note.row);
        auto* item =
            new QTreeWidgetItem(m_notes, {text.simplified(), codes.join(QStringLiteral(", ")), place});
        item->setData(0, kIndexRole, static_cast<int>(i));
        const QString target = toQt(note.by + '\n' + note.on.record + '\n' + note.on.part());
        item->setData(0, kTargetRole, target);
        item->setToolTip(0, asToolTip(text));
        if (target == current)
            m_notes->setCurrentItem(item, 0, QItemSelectionModel::NoUpdate);
        item->setSelected(selected.contains(target));
    }
    // Otherwise, the keyboard would have nowhere to begin.
    if (m_notes->currentItem() == nullptr && m_notes->topLevelItemCount() > 0)
        m_notes->setCurrentItem(m_notes->topLevelItem(0), 0, QItemSelectionModel::NoUpdate);
    constexpr int kNoteWidth = 320;
    m_notes->header()->resizeSection(0, kNoteWidth);
}

void AnalysisPanel::listCodes()
{
    const std::vector<std::string> selected = selectedCodes();
    m_codes->clear();
    for (std::size_t i = 0; i < m_found.codes.size(); ++i) {
        const AnalysisCode& code = m_found.codes[i];
        const QString rate = i < m_found.rates.size() ? rateText(m_found.rates[i]) : QString();
        auto* item = new QTreeWidgetItem(m_codes, {codeTitle(code), countText(code.notes), rate});
        item->setData(0, kIndexRole, static_cast<int>(i));
        item->setData(0, kTargetRole, toQt(code.value));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        QStringList tip;
        if (const QString meaning = schemeTitle(code.choice.definition); !meaning.isEmpty())
            tip << meaning;
        for (const std::size_t example : code.examples)
            tip << tr("Example: %1").arg(toQt(m_found.notes[example].note));
        item->setToolTip(0, asToolTip(tip.join(QLatin1Char('\n'))));
        item->setSelected(std::ranges::find(selected, code.value) != selected.end());
    }
    constexpr int kCodeWidth = 200;
    m_codes->header()->resizeSection(0, kCodeWidth);
}

void AnalysisPanel::listRates()
{
    const std::vector<RatesOfValue>& values = m_found.crossed.values;
    m_rates->clear();
    m_rates->setRowCount(static_cast<int>(m_found.codes.size()));
    m_rates->setColumnCount(1 + static_cast<int>(values.size()));
    QStringList heads{tr("All")};
    const auto field = findField(m_workspace.snapshot(), m_found.field);
    const FieldInfo info = field ? field->info() : FieldInfo();
    for (const RatesOfValue& each : values)
        heads << QStringLiteral("%1 (%2)").arg(groupWords(m_workspace.snapshot(), info, each.value).shown,
                                               countText(each.records));
    m_rates->setHorizontalHeaderLabels(heads);
    for (std::size_t i = 0; i < m_found.codes.size(); ++i) {
        const int row = static_cast<int>(i);
        m_rates->setVerticalHeaderItem(row, new QTableWidgetItem(codeTitle(m_found.codes[i])));
        const auto put = [this, row](int column, const CodeRate& rate) {
            auto* item = new QTableWidgetItem(rateText(rate));
            m_rates->setItem(row, column, item);
        };
        if (i < m_found.rates.size())
            put(0, m_found.rates[i]);
        for (std::size_t value = 0; value < values.size(); ++value)
            put(1 + static_cast<int>(value), values[value].rates.at(i));
    }
    m_rates->resizeColumnsToContents();
    const bool isLabelled = std::ranges::any_of(
        m_found.rates, [](const CodeRate& rate) { return rate.basis == RateBasis::Labelled; });
    QString of = isLabelled
                     ? tr("Of the conversations labelled for each code, with Wilson intervals at 95 %.")
                     : tr("Of the conversations that were read, with Wilson intervals at 95 %.");
    if (m_found.crossed.leftOut > 0)
        of += QLatin1Char(' ') +
              tr("%Ln value(s) left out.", nullptr, static_cast<int>(m_found.crossed.leftOut));
    m_ratesOf->showText(m_found.codes.empty() ? QString() : of, readingColors(palette()).dim);
}

void AnalysisPanel::listFields()
{
    const QString chosen = m_field->currentData().toString();
    m_field->clear();
    m_field->addItem(tr("nothing"), QString());
    for (const FieldReader& field : allFields(m_workspace.snapshot())) {
        if (!field.info().key.starts_with("mark.") && hasFewValues(field))
            m_field->addItem(asLabel(fieldTitle(field.info())), toQt(field.info().key));
    }
    m_field->setCurrentIndex(std::max(m_field->findData(chosen), 0));
}

std::vector<std::size_t> AnalysisPanel::selectedNotes() const
{
    std::vector<std::size_t> selected;
    for (const QTreeWidgetItem* item : m_notes->selectedItems())
        selected.push_back(static_cast<std::size_t>(item->data(0, kIndexRole).toInt()));
    return selected;
}

std::vector<std::string> AnalysisPanel::selectedCodes() const
{
    std::vector<std::string> selected;
    for (const QTreeWidgetItem* item : m_codes->selectedItems())
        selected.push_back(fromQt(item->data(0, kTargetRole).toString()));
    return selected;
}

void AnalysisPanel::openNote()
{
    const QTreeWidgetItem* item = m_notes->currentItem();
    if (item == nullptr)
        return;
    const AnalysisNote& note = m_found.notes.at(static_cast<std::size_t>(item->data(0, kIndexRole).toInt()));
    if (!note.isThere())
        return;
    m_workspace.setCurrentRow(note.row);
    if (note.on.message > 0)
        m_workspace.setCurrentMessage(static_cast<int>(note.on.message) - 1);
}

/// These notes carry the code besides those that they have.
void AnalysisPanel::assign(std::vector<std::size_t> notes, const std::string& code)
{
    NoteCodes wanted;
    for (const std::size_t index : notes) {
        const AnalysisNote& note = m_found.notes.at(index);
        std::vector<std::string> codes = note.codes;
        if (std::ranges::find(codes, code) == codes.end())
            codes.push_back(code);
        wanted.emplace_back(note.on, std::move(codes));
    }
    setCodesOf(std::move(wanted));
}

void AnalysisPanel::chooseCodes()
{
    std::vector<std::size_t> notes = selectedNotes();
    if (const QTreeWidgetItem* item = m_notes->currentItem(); notes.empty() && item != nullptr)
        notes.push_back(static_cast<std::size_t>(item->data(0, kIndexRole).toInt()));
    if (notes.empty())
        return;
    std::vector<ChoosableValue> values;
    for (const AnalysisCode& code : m_found.codes)
        values.push_back({toQt(code.value), codeTitle(code), schemeTitle(code.choice.definition)});
    // What was found may become something else while the dialog is open.
    NoteCodes known;
    for (const std::size_t index : notes)
        known.emplace_back(m_found.notes.at(index).on, m_found.notes.at(index).codes);
    // Those that all have.
    QStringList common;
    for (const std::string& code : known.front().second) {
        const bool isCommon = std::ranges::all_of(known, [&](const auto& each) {
            return std::ranges::find(each.second, code) != each.second.end();
        });
        if (isCommon)
            common << toQt(code);
    }
    ValuePicker picker(tr("Codes of %Ln note(s)", nullptr, static_cast<int>(notes.size())), values, common,
                       true, window());
    if (picker.exec() != QDialog::Accepted)
        return;
    NoteCodes wanted;
    for (const auto& [target, before] : known) {
        std::vector<std::string> codes;
        for (const std::string& code : before) {
            if (!common.contains(toQt(code)) || picker.chosen().contains(toQt(code)))
                codes.push_back(code);
        }
        for (const QString& code : picker.chosen()) {
            if (std::ranges::find(codes, fromQt(code)) == codes.end())
                codes.push_back(fromQt(code));
        }
        wanted.emplace_back(target, std::move(codes));
    }
    setCodesOf(std::move(wanted));
}

void AnalysisPanel::change(Change change)
{
    m_changes.push_back(std::move(change));
    if (!m_changeTask.isRunning())
        startChange();
}

/// One after the other: each is of what the one before has made.
void AnalysisPanel::startChange()
{
    if (m_changes.empty())
        return;
    DatasetMarks& marks = m_workspace.marks();
    Change change = std::move(m_changes.front());
    m_changes.pop_front();
    m_changeTask.run(
        [forWork = marks.forWork(), base = marks.base(), root = marks.place().root, reader = marks.reader(),
         scheme = marks.scheme(), change = std::move(change)](const Job& job) {
            auto made = std::make_shared<CodeChange>(CodeChange{{}, scheme});
            const std::int64_t now = markTimeNow();
            forWork->visit(base, root, {}, job, [&](const MarkSet& set, const MarkedRecords& records) {
                *made = change({set, records, reader}, scheme, now);
            });
            return made;
        },
        [this](std::shared_ptr<CodeChange> made) {
            DatasetMarks& own = m_workspace.marks();
            MarkAct act;
            act.events = std::move(made->events);
            if (!(made->scheme == own.scheme())) {
                act.schemeBefore = std::make_shared<const MarkScheme>(own.scheme());
                own.saveScheme(std::move(made->scheme));
            }
            if (!act.events.empty() || act.schemeBefore != nullptr)
                own.act(std::move(act));
            startChange();
        },
        [this](const TaskFailure& failure) {
            m_workspace.report(tr("The codes were not changed:"), failure.why());
            startChange();
        });
}

/// Codes that the scheme lacks become part of it.
void AnalysisPanel::setCodesOf(NoteCodes wanted, std::vector<std::string> added)
{
    for (const auto& [target, codes] : wanted)
        std::ranges::copy(codes, std::back_inserter(added));
    change([wanted = std::move(wanted),
            added = std::move(added)](const ReaderMarks& of, const MarkScheme& scheme, std::int64_t now) {
        CodeChange made{{}, scheme};
        for (const std::string& code : added) {
            const auto choices = codeChoicesOf(made.scheme);
            SchemeChoice choice;
            choice.value = code;
            if (std::ranges::find(choices, code, &SchemeChoice::value) == choices.end())
                made.scheme = withCode(made.scheme, choice, of.reader, now);
        }
        for (const auto& [target, codes] : wanted)
            std::ranges::move(setCodes(of, target, codes), std::back_inserter(made.events));
        return made;
    });
}

void AnalysisPanel::newCode()
{
    bool accepted = false;
    const QString name = askText(window(), tr("New code"), tr("Name:"), {}, accepted);
    if (!accepted || name.isEmpty())
        return;
    NoteCodes wanted;
    for (const std::size_t index : selectedNotes()) {
        wanted.emplace_back(m_found.notes.at(index).on, m_found.notes.at(index).codes);
        wanted.back().second.push_back(fromQt(name));
    }
    setCodesOf(std::move(wanted), {fromQt(name)});
}

void AnalysisPanel::rename()
{
    const std::vector<std::string> codes = selectedCodes();
    if (codes.size() != 1)
        return;
    bool accepted = false;
    const QString name = askText(window(), tr("Rename code"), tr("New name:"), toQt(codes.front()), accepted);
    if (!accepted || name.isEmpty() || fromQt(name) == codes.front())
        return;
    change([from = codes.front(), to = fromQt(name)](const ReaderMarks& of, const MarkScheme& scheme,
                                                     std::int64_t now) {
        return renameCode(of, scheme, from, to, now);
    });
}

void AnalysisPanel::merge()
{
    const std::vector<std::string> codes = selectedCodes();
    if (codes.size() < 2) {
        m_workspace.reportPassing(tr("Nothing to merge:"), tr("select two or more codes."));
        return;
    }
    QStringList names;
    for (const std::string& each : codes)
        names << toQt(each);
    bool accepted = false;
    const QString name =
        askText(window(), tr("Merge codes"), tr("Make one code of %1:").arg(names.join(QStringLiteral(", "))),
                names.front(), accepted, names);
    if (!accepted || name.isEmpty())
        return;
    change([codes, to = fromQt(name)](const ReaderMarks& of, const MarkScheme& scheme, std::int64_t now) {
        return mergeCodes(of, scheme, codes, to, now);
    });
}

void AnalysisPanel::split()
{
    const std::vector<std::string> codes = selectedCodes();
    std::vector<MarkTarget> targets;
    for (const std::size_t index : selectedNotes()) {
        const AnalysisNote& note = m_found.notes.at(index);
        if (codes.size() == 1 && std::ranges::find(note.codes, codes.front()) != note.codes.end())
            targets.push_back(note.on);
    }
    if (targets.empty()) {
        m_workspace.reportPassing(tr("Nothing to split:"), tr("select one code, and notes that carry it."));
        return;
    }
    bool accepted = false;
    const QString name = askText(
        window(), tr("Split code"),
        tr("Name of the new code for %Ln note(s):", nullptr, static_cast<int>(targets.size())), {}, accepted);
    if (!accepted || name.isEmpty())
        return;
    change([from = codes.front(), to = fromQt(name), targets](const ReaderMarks& of, const MarkScheme& scheme,
                                                              std::int64_t now) {
        return splitCode(of, scheme, from, to, targets, now);
    });
}

void AnalysisPanel::define()
{
    const std::vector<std::string> codes = selectedCodes();
    if (codes.size() != 1)
        return;
    const auto known =
        std::ranges::find(m_found.codes, codes.front(), [](const AnalysisCode& code) { return code.value; });
    if (known == m_found.codes.end())
        return;
    SchemeChoice choice = known->choice;
    choice.value = known->value;
    // What was found may become something else while the dialog is open.
    const QString title = codeTitle(*known);
    std::vector<std::string> examples;
    for (const std::size_t example : known->examples)
        examples.push_back(m_found.notes[example].on.record);
    const bool isChinese = isChineseWindow();
    std::string& text = isChinese ? choice.definition.zh : choice.definition.en;
    bool accepted = false;
    const QString meaning = QInputDialog::getMultiLineText(
                                window(), tr("Define code"),
                                tr("What does “%1” mean, in a sentence?").arg(title), toQt(text), &accepted)
                                .trimmed();
    if (!accepted || fromQt(meaning) == text)
        return;
    text = fromQt(meaning);
    for (const std::string& record : examples) {
        if (std::ranges::find(choice.examples, record) == choice.examples.end() && choice.examples.size() < 2)
            choice.examples.push_back(record);
    }
    change([choice](const ReaderMarks& of, const MarkScheme& scheme, std::int64_t now) {
        return CodeChange{{}, withCode(scheme, choice, of.reader, now)};
    });
}

/// All conversations that this reader has judged or noted, in the order of the list.
void AnalysisPanel::labelAll()
{
    DatasetMarks& marks = m_workspace.marks();
    std::vector<std::string> codes;
    for (const AnalysisCode& code : m_found.codes)
        codes.push_back(code.value);
    std::vector<Row> rows;
    for (Row row{0}; row < m_workspace.snapshot().endRow(); ++row) {
        const bool isRead = std::ranges::any_of(marks.of(row), [&](const MarkAnswers* each) {
            const auto verdict = each->answers.find(std::string(mark_keys::kVerdict));
            const bool isDecided = verdict != each->answers.end() && verdict->second.value != "\"defer\"";
            return each->by == marks.reader() &&
                   (isDecided || each->answers.contains(std::string(mark_keys::kNote)) ||
                    each->answers.contains(std::string(mark_keys::kCode)));
        });
        if (isRead)
            rows.push_back(row);
    }
    if (codes.empty() || rows.empty()) {
        m_workspace.reportPassing(tr("Nothing to label:"),
                                  tr("there are no codes or no conversations with marks."));
        return;
    }
    marks.startLabelling(std::move(codes), rows);
    if (const auto next = marks.nextUnjudged(std::nullopt))
        m_workspace.openRecord(*next);
    else
        m_workspace.reportPassing(tr("All is labelled:"),
                                  tr("every conversation has a yes or no for each code."));
}

void AnalysisPanel::showOlder()
{
    if (m_found.olderRows.empty())
        return;
    std::vector<Row> rows = m_found.olderRows;
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    m_workspace.marks().startLabelling({}, rows);
    m_workspace.openRecord(rows.front());
}

/// The conversations that the rate of a code counts as having it: by this reader and, once there are labels,
/// among those that were labelled.
Query AnalysisPanel::countedBy(std::size_t code) const
{
    const auto has = [&](std::string_view question) {
        return equalsQuery(markFieldOf(m_workspace.snapshot(), question, m_workspace.marks().reader()),
                           m_found.codes.at(code).value);
    };
    const bool isOfLabelled = code < m_found.rates.size() && m_found.rates[code].basis != RateBasis::Read;
    return isOfLabelled ? Query::all({has(mark_keys::kCode), has(mark_keys::kLabelled)})
                        : has(mark_keys::kCode);
}

/// Keys of the lists, which are not those of the conversation: C for the codes of the selected notes, F2 to
/// rename a code.
bool AnalysisPanel::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isCodes = watched == m_notes && key->key() == Qt::Key_C && key->modifiers() == Qt::NoModifier;
    const bool isRename = watched == m_codes && key->key() == Qt::Key_F2;
    if (!isCodes && !isRename)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        isCodes ? chooseCodes() : rename();
    return true;
}

PanelSpec analysisPanel()
{
    return {QStringLiteral("analysis"), AnalysisPanel::tr("Error analysis"), PanelArea::Bottom,
            makePanel<AnalysisPanel>};
}

} // namespace duologue::ui
