// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/query/saved_queries.h"
#include "core/query/query.h"
#include "ui/app/query_memory.h"
#include "ui/app/text.h"
#include "ui_query_help_dialog.h"
#include "ui_saved_queries_dialog.h"

#include <QFontDatabase>
#include <QPushButton>
#include <algorithm>

namespace duologue::ui {

QueryHelpDialog::QueryHelpDialog(QWidget* parent)
    : QDialog(parent), m_ui(std::make_unique<Ui::QueryHelpDialog>())
{
    m_ui->setupUi(this);
    m_ui->messageFields->setText(m_ui->messageFields->text().arg(toQt(kMessageFieldKeys)));
    m_ui->hint->setForegroundRole(QPalette::PlaceholderText);
    QTableWidget* table = m_ui->examples;
    table->setRowCount(static_cast<int>(kQueryForms.size()));
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
    connect(table, &QTableWidget::activated, this, [this](const QModelIndex& index) {
        Q_EMIT exampleChosen(index.siblingAtColumn(0).data().toString());
    });
}

QueryHelpDialog::~QueryHelpDialog() = default;

SavedQueriesDialog::SavedQueriesDialog(QueryMemory& memory, QWidget* parent)
    : QDialog(parent), m_memory(memory), m_ui(std::make_unique<Ui::SavedQueriesDialog>())
{
    m_ui->setupUi(this);
    QTableWidget* table = m_ui->queries;
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    const QPushButton* rename = m_ui->buttons->addButton(tr("&Rename"), QDialogButtonBox::ActionRole);
    const QPushButton* remove = m_ui->buttons->addButton(tr("&Delete"), QDialogButtonBox::ActionRole);
    connect(rename, &QPushButton::clicked, this, [table] {
        if (table->currentRow() >= 0)
            table->editItem(table->item(table->currentRow(), 0));
    });
    connect(remove, &QPushButton::clicked, this, &SavedQueriesDialog::removeChosen);
    connect(m_ui->deleteKey, &QAction::triggered, this, &SavedQueriesDialog::removeChosen);
    connect(table, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
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

SavedQueriesDialog::~SavedQueriesDialog() = default;

void SavedQueriesDialog::list()
{
    QTableWidget* table = m_ui->queries;
    const QSignalBlocker quiet(table);
    const int row = table->currentRow();
    table->setRowCount(0);
    for (const SavedQuery& saved : m_memory.saved()) {
        const int at = table->rowCount();
        table->insertRow(at);
        auto* name = new QTableWidgetItem(saved.name);
        name->setData(Qt::UserRole, saved.name);
        auto* text = new QTableWidgetItem(saved.text);
        text->setFlags(text->flags() & ~Qt::ItemIsEditable);
        table->setItem(at, 0, name);
        table->setItem(at, 1, text);
    }
    table->resizeColumnToContents(0);
    table->setCurrentCell(std::max(0, std::min(row, table->rowCount() - 1)), 0);
}

void SavedQueriesDialog::removeChosen()
{
    if (const QTableWidgetItem* name = m_ui->queries->item(m_ui->queries->currentRow(), 0))
        m_memory.remove(name->data(Qt::UserRole).toString());
}

} // namespace duologue::ui
