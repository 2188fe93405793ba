// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/query_help_dialog.h"

#include "core/query/query.h"
#include "ui/work/qt_text.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
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

} // namespace duologue::ui
