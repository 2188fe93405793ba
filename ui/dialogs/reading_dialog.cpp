// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/reading_dialog.h"
#include "core/formats/format.h"
#include "core/formats/format_file.h"
#include "core/load/record_reader.h"
#include "core/load/record_shapes.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/key_use_model.h"
#include "ui/dialogs/manual_window.h"
#include "ui/transcript/transcript_view.h"
#include "ui_reading_dialog.h"
#include "ui_save_description_dialog.h"

#include <QAbstractItemView>
#include <QAbstractTableModel>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QSaveFile>
#include <QScreen>
#include <QStyledItemDelegate>

namespace duologue::ui {

/// The shapes of the records of a dataset: how many records have each, and how they are read. GUI thread.
class ShapeModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { RecordsColumn, FormatColumn, CertaintyColumn, KeysColumn, ColumnCount };

    explicit ShapeModel(QObject* parent = nullptr);

    void setTally(ShapeTally tally);
    const ShapeTally& tally() const { return m_tally; }
    /// Null for an invalid index.
    const RecordShape* shapeAt(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ShapeTally m_tally;
};

/// Edits what has choices (KeyUseModel, SpeakerModel) with a list that opens at once; an arrow shows what can
/// be changed.
class KeyUseDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit KeyUseDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

namespace {

/// "id: number" and "tags: [text]" in the language of the window.
QString inWords(QString key)
{
    struct KindWord {
        JsonKind kind;
        const char* text;
    };
    static constexpr KindWord kKinds[] = {
        {JsonKind::Null, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "null")},
        {JsonKind::Bool, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "true/false")},
        {JsonKind::Integer, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "number")},
        {JsonKind::String, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "text")},
        {JsonKind::Array, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "list")},
        {JsonKind::Object, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "object")},
    };
    for (const auto& [kind, text] : kKinds) {
        const QString word = toQt(kindWord(kind));
        const QString shown = ShapeModel::tr(text);
        if (const QString ending = QStringLiteral(": ") + word; key.endsWith(ending))
            return key.chopped(word.size()) + shown;
        key.replace(QLatin1Char('[') + word + QLatin1Char(']'), QLatin1Char('[') + shown + QLatin1Char(']'));
    }
    return key;
}

QString keysText(const RecordShape& shape, const QString& separator)
{
    QStringList keys;
    for (const std::string& key : shape.keys)
        keys << inWords(asLabel(key));
    return keys.join(separator);
}

} // namespace

ShapeModel::ShapeModel(QObject* parent) : QAbstractTableModel(parent) {}

void ShapeModel::setTally(ShapeTally tally)
{
    beginResetModel();
    m_tally = std::move(tally);
    endResetModel();
}

const RecordShape* ShapeModel::shapeAt(const QModelIndex& index) const
{
    return index.isValid() ? &m_tally.shapes[static_cast<std::size_t>(index.row())] : nullptr;
}

int ShapeModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tally.shapes.size());
}

QVariant ShapeModel::data(const QModelIndex& index, int role) const
{
    const RecordShape* shape = shapeAt(index);
    if (shape == nullptr)
        return {};
    if (role == Qt::TextAlignmentRole && index.column() == RecordsColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return asToolTip(keysText(*shape, QStringLiteral("\n")));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case RecordsColumn:
        return countText(shape->records);
    case FormatColumn:
        return asLabel(shape->formatId);
    case CertaintyColumn:
        return translated(wordOf(shape->certainty));
    default:
        return keysText(*shape, QStringLiteral(", "));
    }
}

QVariant ShapeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == RecordsColumn ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case RecordsColumn:
        return tr("Records");
    case FormatColumn:
        return tr("Format");
    case CertaintyColumn:
        return tr("Confidence");
    default:
        return tr("Keys");
    }
}

/// Around the text, so that the list of uses fits into a row.
constexpr int kRowPadding = 8;

void KeyUseDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    if (index.data(IsUnchosenRole).toBool())
        item.palette.setColor(QPalette::Text, item.palette.color(QPalette::PlaceholderText));
    QStyledItemDelegate::paint(painter, item, index);
    if (!index.flags().testFlag(Qt::ItemIsEditable))
        return;
    QStyleOption arrow;
    arrow.palette = item.palette;
    if (item.state.testFlag(QStyle::State_Selected)) {
        for (const QPalette::ColorRole role : {QPalette::Text, QPalette::ButtonText, QPalette::WindowText})
            arrow.palette.setColor(role, item.palette.color(QPalette::HighlightedText));
    }
    arrow.state = QStyle::State_Enabled;
    const int size = item.fontMetrics.height() * 2 / 3;
    arrow.rect = QStyle::alignedRect(item.direction, Qt::AlignRight | Qt::AlignVCenter, {size, size},
                                     item.rect.adjusted(0, 0, -kRowPadding / 2, 0));
    const QStyle* style = item.widget == nullptr ? QApplication::style() : item.widget->style();
    style->drawPrimitive(QStyle::PE_IndicatorArrowDown, &arrow, painter, item.widget);
}

QSize KeyUseDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(option.fontMetrics.height(), kRowPadding);
}

QWidget* KeyUseDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                      const QModelIndex& index) const
{
    auto* list = new QComboBox(parent);
    list->setAccessibleName(index.siblingAtColumn(0).data().toString());
    const QVariantList choices = index.data(ChoicesRole).toList();
    const QStringList texts = index.data(ChoiceTextsRole).toStringList();
    for (qsizetype i = 0; i < choices.size(); ++i)
        list->addItem(texts.at(i), choices.at(i));
    connect(list, &QComboBox::activated, this, [this, list] {
        auto* delegate = const_cast<KeyUseDelegate*>(this);
        Q_EMIT delegate->commitData(list);
        Q_EMIT delegate->closeEditor(list);
    });
    // The list can open only when it has its place.
    QMetaObject::invokeMethod(list, &QComboBox::showPopup, Qt::QueuedConnection);
    return list;
}

void KeyUseDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* list = qobject_cast<QComboBox*>(editor);
    list->setCurrentIndex(list->findData(index.data(Qt::EditRole)));
}

void KeyUseDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    model->setData(index, qobject_cast<QComboBox*>(editor)->currentData(), Qt::EditRole);
}

namespace {

/// The opened folder, or the folder of the opened file.
QString folderOf(const QStringList& paths)
{
    if (paths.isEmpty())
        return {};
    const QFileInfo first(paths.front());
    return first.isDir() ? first.absoluteFilePath() : first.absolutePath();
}

} // namespace

QString descriptionPath(const QString& name, const QString& folder)
{
    return QDir(folder).filePath(name + QStringLiteral(".duologue-format.json"));
}

SaveDescriptionDialog::SaveDescriptionDialog(const QStringList& paths, QStringList taken, QString current,
                                             QWidget* parent)
    : QDialog(parent),
      m_taken(std::move(taken)),
      m_current(std::move(current)),
      m_dataFolder(folderOf(paths)),
      m_ui(std::make_unique<Ui::SaveDescriptionDialog>())
{
    m_ui->setupUi(this);
    m_ui->descriptionName->setText(m_current.isEmpty() ? QFileInfo(m_dataFolder).fileName() : m_current);
    m_ui->descriptionName->selectAll();
    (m_dataFolder.isEmpty() ? m_ui->forAll : m_ui->besideData)->setChecked(true);
    m_ui->besideData->setEnabled(!m_dataFolder.isEmpty());
    connect(m_ui->descriptionName, &QLineEdit::textChanged, this, &SaveDescriptionDialog::check);
    connect(m_ui->besideData, &QRadioButton::toggled, this, &SaveDescriptionDialog::check);
    check();
}

SaveDescriptionDialog::~SaveDescriptionDialog() = default;

QString SaveDescriptionDialog::name() const
{
    return m_ui->descriptionName->text().trimmed();
}

QString SaveDescriptionDialog::folder() const
{
    return m_ui->besideData->isChecked() ? m_dataFolder : userFormatFolder();
}

void SaveDescriptionDialog::check()
{
    const QString path = descriptionPath(name(), folder());
    QString why;
    if (name().isEmpty())
        why = tr("Enter a name.");
    else if (name().contains(QLatin1Char('/')) || name().startsWith(QLatin1Char('.')))
        why = tr("The name cannot contain \"/\" or begin with a dot.");
    else if (m_taken.contains(name()) && name() != m_current && !QFileInfo::exists(path))
        why = tr("Another format already has this name. Choose another name.");
    m_ui->buttons->button(QDialogButtonBox::Save)->setEnabled(why.isEmpty());
    m_ui->note->setText(why.isEmpty() ? asLabel(QDir::toNativeSeparators(path)) : why);
}

void SaveDescriptionDialog::accept()
{
    const QString path = descriptionPath(name(), folder());
    // The description that is being changed is meant to be replaced.
    if (QFileInfo::exists(path) && name() != m_current &&
        QMessageBox::question(
            this, windowTitle(),
            tr("%1 already exists. Replace it?").arg(asLabel(QFileInfo(path).fileName()))) !=
            QMessageBox::Yes)
        return;
    QDialog::accept();
}

namespace {

constexpr int kWidestKey = 220;
constexpr int kWidestForm = 320;
/// Fields are alike, messages need more: columns do not jump when something is chosen.
constexpr int kNarrowestUse = 140;
constexpr int kNarrowestForm = 220;
constexpr int kNarrowestName = 80;

const Format* formatOf(const DecodedRecord& record)
{
    return record.formats ? record.formats->find(record.formatId, record.origin) : nullptr;
}

/// None if the record is of none of them.
std::optional<int> indexOfShape(const ShapeTally& tally, const DecodedRecord& record)
{
    const Format* const format = formatOf(record);
    if (format == nullptr)
        return std::nullopt;
    const ReadingReason reason = reasonFor(*format, record.root);
    const std::vector<std::string> keys = shapeOf(record.root);
    const auto found = std::find_if(tally.shapes.begin(), tally.shapes.end(), [&](const RecordShape& shape) {
        return shape.formatId == record.formatId && shape.why == reason.why && shape.keys == keys;
    });
    if (found == tally.shapes.end())
        return std::nullopt;
    return static_cast<int>(found - tally.shapes.begin());
}

/// Those that can be read, up to a limit of bytes.
std::vector<DecodedRecordPtr> recordsAt(const Snapshot& snapshot, const std::vector<Row>& rows,
                                        const Job& job)
{
    constexpr std::size_t kMostBytes = std::size_t{8} << 20U;
    std::vector<DecodedRecordPtr> records;
    std::size_t bytes = 0;
    for (const Row row : rows) {
        if (job.stopRequested() || bytes > kMostBytes)
            break;
        auto record = readRecord(snapshot, row);
        if (!record || record.value()->state == RecordState::Broken)
            continue;
        bytes += record.value()->bytes.size();
        records.push_back(std::move(record).value());
    }
    return records;
}

/// Chinese has no space after the end of a sentence.
QString joinedSentences(const QStringList& sentences)
{
    QString text;
    for (const QString& sentence : sentences) {
        if (!text.isEmpty() && !text.endsWith(QChar(0x3002)))
            text += QLatin1Char(' ');
        text += sentence;
    }
    return text;
}

QString withCapital(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

} // namespace

ReadingDialog::ReadingDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_shapes(new ShapeModel(this)),
      m_keys(new KeyUseModel(this)),
      m_speakers(new SpeakerModel(this)),
      m_ui(std::make_unique<Ui::ReadingDialog>()),
      m_sample(new TranscriptView(workspace, this, TranscriptView::Part::Sample))
{
    m_ui->setupUi(this);
    showManualOnHelp(*this);
    m_ui->sides->setSizes({330, 800});
    m_ui->rightSide->setSizes({320, 320});
    m_ui->lowerSide->setSizes({520, 280});
    m_ui->shapesTable->setModel(m_shapes);
    m_ui->readings->view()->setTextElideMode(Qt::ElideMiddle);
    setUpKeys();
    setUpSpeakers();
    m_sample->setFrameShape(QFrame::StyledPanel);
    m_ui->sampleLayout->addWidget(m_sample, 1);
    setTabOrder(m_ui->next, m_sample);
    // The lines above the sample are as high when one has no buttons.
    for (QLabel* head : {m_ui->caption, m_ui->speakersLabel})
        head->setMinimumHeight(m_ui->next->sizeHint().height());
    m_save = m_ui->buttons->addButton(tr("&Save format…"), QDialogButtonBox::ActionRole);
    m_save->setObjectName(QStringLiteral("saveDescription"));
    m_reset = m_ui->buttons->button(QDialogButtonBox::Reset);
    for (QAbstractButton* button : m_ui->buttons->buttons())
        qobject_cast<QPushButton*>(button)->setAutoDefault(false);
    const QSize room = screen()->availableSize() - QSize(40, 80);
    resize(QSize(1130, 760).boundedTo(room));

    connect(m_ui->previous, &QToolButton::clicked, this, [this] { showRecord(m_shown - 1); });
    connect(m_ui->next, &QToolButton::clicked, this, [this] { showRecord(m_shown + 1); });
    connect(m_save, &QPushButton::clicked, this, &ReadingDialog::askAndSave);
    connect(m_reset, &QPushButton::clicked, this, &ReadingDialog::reset);
    connect(m_keys, &KeyUseModel::choicesChanged, this, [this] {
        selectReading(KeyByKey);
        changeSample();
    });
    connect(m_speakers, &SpeakerModel::roleChosen, this,
            [this](const std::string& name, const std::string& role) {
                // The reading that was chosen stays what it is.
                const QSignalBlocker quiet(m_keys);
                m_keys->setRole(name, role);
                changeSample();
            });
    connect(m_ui->readings, &QComboBox::activated, this,
            [this] { pickReading(m_ui->readings->currentData().toInt()); });
    connect(m_ui->shapesTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_ui->status->showText({}, {});
        showReason();
        showShape();
    });
    connect(&m_workspace, &Workspace::pathsChanged, this, &QDialog::close);
    connect(&m_workspace, &Workspace::viewChanged, this, [this] {
        if (isVisible() && m_workspace.view()->snapshot != m_snapshot && m_workspace.snapshot().complete)
            start();
    });
}

ReadingDialog::~ReadingDialog() = default;

void ReadingDialog::setUpKeys()
{
    QTreeView* tree = m_ui->keysTree;
    tree->setModel(m_keys);
    auto* delegate = new KeyUseDelegate(tree);
    tree->setItemDelegateForColumn(KeyUseModel::UseColumn, delegate);
    tree->setItemDelegateForColumn(KeyUseModel::FormColumn, delegate);
    // What is chosen is always seen whole, of values what there is room for.
    tree->header()->setSectionResizeMode(KeyUseModel::ValueColumn, QHeaderView::Stretch);
    const auto edit = [tree](const QModelIndex& index) {
        if (index.flags().testFlag(Qt::ItemIsEditable)) {
            tree->setCurrentIndex(index);
            tree->edit(index);
        }
    };
    connect(tree, &QTreeView::activated, this, [edit](const QModelIndex& index) {
        const bool isForm = index.column() == KeyUseModel::FormColumn;
        edit(isForm ? index : index.siblingAtColumn(KeyUseModel::UseColumn));
    });
    connect(tree, &QTreeView::clicked, this, [edit](const QModelIndex& index) {
        if (index.column() >= KeyUseModel::UseColumn)
            edit(index);
    });
}

void ReadingDialog::setUpSpeakers()
{
    QTableView* table = m_ui->speakersTable;
    table->setModel(m_speakers);
    table->setItemDelegateForColumn(SpeakerModel::RoleColumn, new KeyUseDelegate(table));
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const auto edit = [table](const QModelIndex& index) {
        const QModelIndex role = index.siblingAtColumn(SpeakerModel::RoleColumn);
        table->setCurrentIndex(role);
        table->edit(role);
    };
    connect(table, &QTableView::activated, this, edit);
    connect(table, &QTableView::clicked, this, [edit](const QModelIndex& index) {
        if (index.column() == SpeakerModel::RoleColumn)
            edit(index);
    });
}

void ReadingDialog::start()
{
    m_snapshot = m_workspace.view()->snapshot;
    m_ui->readingReason->showText(tr("Examining the records…"), palette().color(QPalette::PlaceholderText));
    m_countTask.run([snapshot = m_snapshot, current = m_workspace.currentRow()](
                        const Job& job) { return count(snapshot, current, job); },
                    [this](Counted counted) { takeCounted(std::move(counted)); });
}

ReadingDialog::Counted ReadingDialog::count(SnapshotPtr snapshot, std::optional<Row> current, const Job& job)
{
    Counted counted{snapshot, shapesOf(*snapshot, RowSet(snapshot->recordCount(), true), job), 0, {}};
    if (!current || *current >= snapshot->endRow())
        return counted;
    auto record = readRecord(*snapshot, *current);
    if (!record || record.value()->state == RecordState::Broken)
        return counted;
    if (const auto shape = indexOfShape(counted.tally, *record.value())) {
        counted.current = *shape;
        counted.row = current;
    }
    return counted;
}

ReadingDialog::ExamplesPtr ReadingDialog::examplesOf(const Snapshot& snapshot, const std::vector<Row>& rows,
                                                     const std::vector<Row>& others, const Job& job)
{
    auto examples = std::make_shared<Examples>();
    examples->records = recordsAt(snapshot, rows, job);
    for (const DecodedRecordPtr& record : examples->records)
        examples->roots.push_back(record->root);
    const Format* const format = examples->records.empty() ? nullptr : formatOf(*examples->records.front());
    if (format == nullptr)
        return nullptr;
    examples->current = currentDescription(*format, examples->roots.front());
    examples->isExact = isOneLayout(*format);
    examples->others = recordsAt(snapshot, others, job);
    // A description that is changed goes on to read what it has read.
    std::erase_if(examples->others,
                  [&](const DecodedRecordPtr& record) { return record->formatId == examples->current.id; });
    examples->readings = suggestedReadings(examples->roots, examples->current);
    return examples;
}

void ReadingDialog::takeCounted(Counted counted)
{
    QStringList gaps;
    for (const Phrase& gap : gapsOf(counted.tally))
        gaps << translated(gap);
    m_ui->gaps->showText(gaps.join(QLatin1Char('\n')), palette().color(QPalette::PlaceholderText));
    const bool isEmpty = counted.tally.shapes.empty();
    // Choices that are not saved outlive a change of the files.
    const bool keepsSample = m_isChanged && !isEmpty;
    m_currentRow = counted.row;
    m_currentShape = counted.current;
    {
        const QSignalBlocker quiet(m_ui->shapesTable->selectionModel());
        m_shapes->setTally(std::move(counted.tally));
        m_ui->shapesTable->resizeColumnsToContents();
        m_ui->shapesTable->selectRow(counted.current);
        m_ui->shapesTable->scrollTo(m_ui->shapesTable->currentIndex());
    }
    m_ui->shapesTable->viewport()->update();
    showReason();
    if (keepsSample) {
        refreshOthers();
        return;
    }
    if (isEmpty)
        takeExamples(nullptr);
    else
        showShape();
}

void ReadingDialog::showReason()
{
    const RecordShape* shape = m_shapes->shapeAt(m_ui->shapesTable->currentIndex());
    m_ui->readingReason->showText(shape == nullptr ? tr("There are no records to examine.")
                                                   : withCapital(translated(shape->why)),
                                  palette().color(QPalette::WindowText));
}

/// Reads examples of the shape that is selected.
void ReadingDialog::showShape()
{
    const RecordShape* shape = m_shapes->shapeAt(m_ui->shapesTable->currentIndex());
    if (shape == nullptr)
        return;
    std::vector<Row> rows = shape->sample;
    // The record that is being read is the one to look at.
    if (m_currentRow && m_ui->shapesTable->currentIndex().row() == m_currentShape) {
        std::erase(rows, *m_currentRow);
        rows.insert(rows.begin(), *m_currentRow);
    }
    m_exampleTask.run([snapshot = m_snapshot, rows = std::move(rows), others = rowsBut(shape)](
                          const Job& job) { return examplesOf(*snapshot, rows, others, job); },
                      [this](ExamplesPtr examples) { takeExamples(std::move(examples)); });
}

/// Reads records of other shapes again, for a sample that is kept.
void ReadingDialog::refreshOthers()
{
    m_exampleTask.run(
        [snapshot = m_snapshot, rows = rowsBut(nullptr), kept = m_examples](const Job& job) {
            auto examples = std::make_shared<Examples>(*kept);
            examples->others = recordsAt(*snapshot, rows, job);
            const DecodedRecord& sample = *kept->records.front();
            const std::vector<std::string> keys = shapeOf(sample.root);
            std::erase_if(examples->others, [&](const DecodedRecordPtr& record) {
                return record->formatId == kept->current.id ||
                       (record->formatId == sample.formatId && shapeOf(record->root) == keys);
            });
            return ExamplesPtr(std::move(examples));
        },
        [this](ExamplesPtr examples) { m_examples = std::move(examples); });
}

/// The first records of all shapes but one, then the second ones, and so on, until there are enough.
std::vector<Row> ReadingDialog::rowsBut(const RecordShape* own) const
{
    constexpr std::size_t kMostOfShape = 8;
    constexpr std::size_t kMostRows = 1'000;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < kMostOfShape; ++i) {
        for (const RecordShape& shape : m_shapes->tally().shapes) {
            if (&shape != own && i < shape.sample.size() && rows.size() < kMostRows)
                rows.push_back(shape.sample[i]);
        }
    }
    return rows;
}

void ReadingDialog::takeExamples(ExamplesPtr examples)
{
    // The model shows values of the records.
    m_keys->setRecord(JsonView(), KeyChoices());
    m_examples = std::move(examples);
    m_shown = 0;
    fillReadings();
    reset();
}

void ReadingDialog::fillReadings()
{
    m_ui->readings->clear();
    m_ui->readings->setEnabled(m_examples != nullptr);
    if (!m_examples)
        return;
    const auto add = [this](const QString& text, int choice) {
        m_ui->readings->addItem(text, choice);
        m_ui->readings->setItemData(m_ui->readings->count() - 1, asToolTip(text), Qt::ToolTipRole);
    };
    const RecordShape* shape = m_shapes->shapeAt(m_ui->shapesTable->currentIndex());
    add(shape == nullptr ? tr("Current") : tr("Current: %1").arg(translated(shape->why)), AsItIsNow);
    for (std::size_t i = 0; i < m_examples->readings.size(); ++i) {
        if (!m_examples->readings[i].isCurrent)
            add(withCapital(translated(m_examples->readings[i].why)), static_cast<int>(i));
    }
    add(tr("Choose key by key"), KeyByKey);
    add(tr("Not a conversation"), NoConversation);
}

void ReadingDialog::selectReading(int choice)
{
    m_ui->readings->setCurrentIndex(m_ui->readings->findData(choice));
    m_ui->readings->setToolTip(m_ui->readings->currentData(Qt::ToolTipRole).toString());
    showCoverage();
}

/// How much of the sample the chosen reading shows.
void ReadingDialog::showCoverage()
{
    const int choice = m_examples ? m_ui->readings->currentData().toInt() : int(NoConversation);
    const SuggestedReading* shown = nullptr;
    if (choice >= 0)
        shown = &m_examples->readings[static_cast<std::size_t>(choice)];
    // What a format with rules of its own shows is not what a description that comes near it does.
    const bool isNow = choice == AsItIsNow && m_examples->isExact;
    for (std::size_t i = 0; isNow && i < m_examples->readings.size(); ++i) {
        if (m_examples->readings[i].isCurrent)
            shown = &m_examples->readings[i];
    }
    QStringList clauses;
    if (shown != nullptr) {
        constexpr double kPercent = 100;
        clauses << tr("Shows %1% of the text in %Ln sample record(s).", nullptr,
                      static_cast<int>(m_examples->records.size()))
                       .arg(qRound(kPercent * shown->coverage));
        QStringList unread;
        for (const std::string& path : shown->unread)
            unread << asLabel(path);
        if (!unread.isEmpty())
            clauses << tr("Omitted: %1.").arg(unread.join(QStringLiteral(", ")));
        if (!shown->isLikely)
            clauses << tr("Confidence is too low to use this automatically.");
    }
    if (choice == AsItIsNow && hasOwnRules())
        clauses << tr("Read by the rules of the format itself; keys cannot be chosen.");
    if (m_examples && example()->root.isArray())
        clauses << tr("A record that is a list has no keys to choose.");
    m_ui->coverage->showText(joinedSentences(clauses), palette().color(QPalette::PlaceholderText));
}

void ReadingDialog::pickReading(int choice)
{
    if (!m_examples)
        return;
    selectReading(choice);
    if (choice == AsItIsNow) {
        reset();
        return;
    }
    // What has been chosen until now is where to go on from.
    if (choice == KeyByKey) {
        m_ui->keysTree->setFocus();
        return;
    }
    FormatDescription description = choice == NoConversation
                                        ? describedAsNothing(m_examples->roots)
                                        : m_examples->readings[static_cast<std::size_t>(choice)].description;
    // It takes the place of the user's own description.
    description.id = m_examples->current.id;
    description.title = m_examples->current.title;
    m_keys->setChoices(KeyChoices(std::move(description)));
    changeSample();
}

DecodedRecordPtr ReadingDialog::example() const
{
    return m_examples ? m_examples->records[static_cast<std::size_t>(m_shown)] : nullptr;
}

/// Shows the keys of the record that is shown.
void ReadingDialog::showKeys(KeyChoices choices)
{
    const DecodedRecordPtr record = example();
    m_keys->setRecord(record ? record->root : JsonView(), std::move(choices));
    m_ui->keysTree->expandAll();
    for (int column = 0; column < KeyUseModel::ColumnCount; ++column)
        m_ui->keysTree->resizeColumnToContents(column);
    const auto bound = [this](int column, int least, int most) {
        m_ui->keysTree->setColumnWidth(column, qBound(least, m_ui->keysTree->columnWidth(column), most));
    };
    bound(KeyUseModel::KeyColumn, 0, kWidestKey);
    bound(KeyUseModel::UseColumn, kNarrowestUse, kWidestKey);
    bound(KeyUseModel::FormColumn, kNarrowestForm, kWidestForm);
    const int count = m_examples ? static_cast<int>(m_examples->records.size()) : 0;
    m_ui->position->setText(count > 1 ? tr("%1 of %2").arg(m_shown + 1).arg(count) : QString());
    m_ui->previous->setVisible(count > 1);
    m_ui->next->setVisible(count > 1);
    m_ui->previous->setEnabled(m_shown > 0);
    m_ui->next->setEnabled(m_shown + 1 < count);
}

void ReadingDialog::showRecord(int index)
{
    if (!m_examples || index < 0 || index >= static_cast<int>(m_examples->records.size()))
        return;
    m_shown = index;
    showKeys(m_keys->choices());
    refreshSample();
}

void ReadingDialog::reset()
{
    m_isChanged = false;
    showKeys(m_examples ? KeyChoices(m_examples->current) : KeyChoices());
    selectReading(AsItIsNow);
    refreshSample();
}

bool ReadingDialog::isDescribed() const
{
    return m_examples != nullptr && m_keys->choices().areUsable();
}

/// Whether a conversation is found by other means than a description of keys.
bool ReadingDialog::hasOwnRules() const
{
    const RecordShape* const shape = m_shapes->shapeAt(m_ui->shapesTable->currentIndex());
    return m_examples && !m_examples->isExact && !isUsable(m_examples->current.layouts.front()) &&
           shape != nullptr && shape->certainty != Certainty::None;
}

/// What is read by the rules of its own format is not described by anything until something is chosen.
bool ReadingDialog::canBeSaved() const
{
    return isDescribed() && (m_isChanged || m_examples->isExact);
}

void ReadingDialog::changeSample()
{
    m_isChanged = true;
    refreshSample();
}

/// Reads the sample again, as it is read now or as the user describes it.
void ReadingDialog::refreshSample()
{
    FormatDescription description = m_keys->choices().description();
    m_ui->caption->setText(!m_isChanged ? tr("The sample as currently read")
                           : description.layouts.front().hasNoConversation
                               ? tr("The sample contains no conversation")
                               : tr("The sample with your choices"));
    m_sampleTask.cancel();
    if (!isDescribed() || !m_isChanged)
        showSample(m_isChanged ? nullptr : example());
    if (!isDescribed()) {
        takeSpeakers({});
        return;
    }
    description.id = "sample";
    m_sampleTask.run(
        [examples = m_examples, record = example(), isChanged = m_isChanged, description](const Job&) {
            return Sample{isChanged ? readAs(*record, describedFormat(description)) : record,
                          speakersIn(examples->roots, description)};
        },
        [this](Sample sample) {
            takeSpeakers(std::move(sample.speakers));
            if (m_isChanged)
                showSample(std::move(sample.record));
        });
}

void ReadingDialog::takeSpeakers(std::vector<Speaker> speakers)
{
    m_ui->speakersSide->setVisible(!speakers.empty());
    m_speakers->setSpeakers(std::move(speakers), m_keys->choices());
    m_ui->speakersTable->resizeColumnsToContents();
    constexpr int kWidestName = 140;
    m_ui->speakersTable->setColumnWidth(
        SpeakerModel::NameColumn,
        qBound(kNarrowestName, m_ui->speakersTable->columnWidth(SpeakerModel::NameColumn), kWidestName));
}

void ReadingDialog::showSample(DecodedRecordPtr record)
{
    m_save->setEnabled(canBeSaved());
    m_reset->setEnabled(m_isChanged);
    TranscriptDocument::Source source;
    // Without a conversation, the note of the view says what to choose.
    if (record && !(record->conversation.messages.empty() && record->conversation.candidates.empty())) {
        source.recordOffset = record->span.offset;
        source.record = std::move(record);
    }
    m_sample->showSource(std::move(source));
}

void ReadingDialog::askAndSave()
{
    QStringList taken;
    const auto& formats = m_snapshot->formatList ? *m_snapshot->formatList : *FormatList::builtIn();
    for (const Format* format : formats.formats())
        taken << toQt(format->id());
    const FormatDescription description = m_keys->choices().description();
    SaveDescriptionDialog dialog(m_workspace.paths(), taken, toQt(description.id), this);
    if (dialog.exec() == QDialog::Accepted)
        saveAs(dialog.name(), dialog.folder());
}

bool ReadingDialog::saveAs(const QString& name, const QString& folder)
{
    FormatDescription description = m_keys->choices().description();
    if (m_examples && (description.id.empty() ? m_shapes->rowCount() > 1 : !m_examples->others.empty())) {
        std::vector<JsonView> others;
        for (const DecodedRecordPtr& record : m_examples->others)
            others.push_back(record->root);
        if (!narrowTo(description, m_examples->roots, others)) {
            m_ui->status->showText(
                tr("Not saved: the keys do not distinguish these records from other record "
                   "types, which would be read in the same way."),
                palette().color(QPalette::WindowText), true);
            return false;
        }
    }
    description.id = fromQt(name);
    description.title = description.title.empty() ? description.id : description.title;
    const std::string text = formatFileText(description);
    const QString path = descriptionPath(name, folder);
    QDir().mkpath(folder);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0 ||
        !file.commit()) {
        m_ui->status->showText(tr("%1 cannot be written: %2").arg(asLabel(path), file.errorString()),
                               palette().color(QPalette::WindowText), true);
        return false;
    }
    m_isChanged = false;
    m_reset->setEnabled(false);
    m_workspace.reload();
    m_ui->status->showText(tr("Saved as %1").arg(asLabel(path)), palette().color(QPalette::WindowText));
    return true;
}

} // namespace duologue::ui

#include "reading_dialog.moc"
