// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/query_help_dialog.h"

#include "core/query/language/query_help.h"
#include "ui/work/qt_text.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>
#include <array>

namespace duologue::ui {

namespace {

/// The meanings of the examples are repeated here so that lupdate can extract them (core has no Qt).
[[maybe_unused]] constexpr std::array kMeanings{
    QT_TRANSLATE_NOOP("QueryForms", "a message contains it, in either language, whatever case and width"),
    QT_TRANSLATE_NOOP("QueryForms", "words with spaces stand in quotation marks"),
    QT_TRANSLATE_NOOP("QueryForms", "a message matches the regular expression"),
    QT_TRANSLATE_NOOP("QueryForms",
                      "the same in one role or language: text.user, text.assistant, text.zh, text.en"),
    QT_TRANSLATE_NOOP(
        "QueryForms",
        "not in messages, but in what frames them: task, preference, persona, question, explanation"),
    QT_TRANSLATE_NOOP("QueryForms", "in what was written about messages: memos and reasons"),
    QT_TRANSLATE_NOOP("QueryForms", "the field is that value, or one of its values is"),
    QT_TRANSLATE_NOOP("QueryForms", "categories answer to both their names"),
    QT_TRANSLATE_NOOP("QueryForms", "fields answer to their key and to their printed name"),
    QT_TRANSLATE_NOOP("QueryForms", "side by side, all are required; numbers are compared"),
    QT_TRANSLATE_NOOP("QueryForms", "a range, both ends included; also >=2 and ..5"),
    QT_TRANSLATE_NOOP("QueryForms", "some message is marked; also no and unclear"),
    QT_TRANSLATE_NOOP("QueryForms", "complete, partial or none of the messages are in both languages"),
    QT_TRANSLATE_NOOP("QueryForms", "the field is there"),
    QT_TRANSLATE_NOOP("QueryForms", "the field is not there"),
    QT_TRANSLATE_NOOP("QueryForms", "not; also NOT"),
    QT_TRANSLATE_NOOP("QueryForms", "one of them; brackets group"),
    QT_TRANSLATE_NOOP("QueryForms", "all of it holds for one and the same message"),
    QT_TRANSLATE_NOOP("QueryForms", "an answer after turn 3 to a user who searched is marked"),
    QT_TRANSLATE_NOOP("QueryForms", "a user plans, and searches in the next message"),
    QT_TRANSLATE_NOOP("QueryForms", "it holds for the first message; also last(…)"),
    QT_TRANSLATE_NOOP("QueryForms", "it holds for every message, and there is one"),
    QT_TRANSLATE_NOOP("QueryForms", "it holds for that many messages; also :2..5 and :0"),
};

} // namespace

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
