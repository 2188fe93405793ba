// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/query/saved_queries.h"
#include "core/query/query.h"
#include "ui/app/query_memory.h"
#include "ui/app/text.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace duologue::ui {

QueryHelpDialog::QueryHelpDialog(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Query reference"));
    auto* head = new QLabel(tr("Find conversations where…"), this);
    auto* table = new QTableWidget(static_cast<int>(kQueryForms.size()), 2, this);
    table->setAccessibleName(windowTitle());
    table->setHorizontalHeaderLabels({tr("Query"), tr("Meaning")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->verticalHeader()->hide();
    const QFont mono = withChinese(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    for (int row = 0; row < table->rowCount(); ++row) {
        const QueryForm& form = kQueryForms[static_cast<std::size_t>(row)];
        auto* example = new QTableWidgetItem(toQt(form.example));
        example->setFont(mono);
        table->setItem(row, 0, example);
        table->setItem(row, 1,
                       new QTableWidgetItem(
                           QCoreApplication::translate("QueryForms", std::string(form.meaning).c_str())));
    }
    table->resizeColumnToContents(0);
    table->horizontalHeader()->setStretchLastSection(true);
    auto* fields = new QLabel(tr("Fields of messages: %1").arg(toQt(kMessageFieldKeys)), this);
    fields->setWordWrap(true);
    fields->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* hint = new QLabel(tr("Double-click an example to run it."), this);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(table, &QTableWidget::activated, this, [this](const QModelIndex& index) {
        Q_EMIT exampleChosen(index.siblingAtColumn(0).data().toString());
    });
    auto* layout = new QVBoxLayout(this);
    for (QWidget* widget : std::initializer_list<QWidget*>{head, table, fields, hint, buttons})
        layout->addWidget(widget);
    resize(940, 640);
}

SavedQueriesDialog::SavedQueriesDialog(QueryMemory& memory, QWidget* parent)
    : QDialog(parent), m_memory(memory), m_table(new QTableWidget(0, 2, this))
{
    setWindowTitle(tr("Saved filters"));
    m_table->setAccessibleName(windowTitle());
    m_table->setHorizontalHeaderLabels({tr("Name"), tr("Filter")});
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* rename = buttons->addButton(tr("&Rename"), QDialogButtonBox::ActionRole);
    QPushButton* remove = buttons->addButton(tr("&Delete"), QDialogButtonBox::ActionRole);
    auto* key = new QAction(this);
    key->setShortcut(QKeySequence::Delete);
    addAction(key);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_table);
    layout->addWidget(buttons);
    resize(560, 360);

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(rename, &QPushButton::clicked, this, [this] {
        if (m_table->currentRow() >= 0)
            m_table->editItem(m_table->item(m_table->currentRow(), 0));
    });
    connect(remove, &QPushButton::clicked, this, &SavedQueriesDialog::removeChosen);
    connect(key, &QAction::triggered, this, &SavedQueriesDialog::removeChosen);
    connect(m_table, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
        const QString name = item->text().trimmed();
        const QString before = item->data(Qt::UserRole).toString();
        if (name.isEmpty())
            list();
        else
            m_memory.rename(before, name);
    });
    connect(&m_memory, &QueryMemory::savedChanged, this, &SavedQueriesDialog::list, Qt::QueuedConnection);
    list();
}

void SavedQueriesDialog::list()
{
    const QSignalBlocker quiet(m_table);
    const int row = m_table->currentRow();
    m_table->setRowCount(0);
    for (const SavedQuery& saved : m_memory.saved()) {
        const int at = m_table->rowCount();
        m_table->insertRow(at);
        auto* name = new QTableWidgetItem(saved.name);
        name->setData(Qt::UserRole, saved.name);
        auto* text = new QTableWidgetItem(saved.text);
        text->setFlags(text->flags() & ~Qt::ItemIsEditable);
        m_table->setItem(at, 0, name);
        m_table->setItem(at, 1, text);
    }
    m_table->resizeColumnToContents(0);
    m_table->setCurrentCell(qBound(0, row, m_table->rowCount() - 1), 0);
}

void SavedQueriesDialog::removeChosen()
{
    if (const QTableWidgetItem* name = m_table->item(m_table->currentRow(), 0))
        m_memory.remove(name->data(Qt::UserRole).toString());
}

} // namespace duologue::ui
