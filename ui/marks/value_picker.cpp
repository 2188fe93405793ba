// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/marks/value_picker.h"
#include "ui/app/text.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kValueRole = Qt::UserRole;
constexpr int kTitleRole = Qt::UserRole + 1;

} // namespace

ValuePicker::ValuePicker(const QString& title, const std::vector<ChoosableValue>& values,
                         const QStringList& chosen, bool isOpen, QWidget* parent)
    : QDialog(parent),
      m_isOpen(isOpen),
      m_chosen(chosen),
      m_edit(named<QLineEdit>("pickerLine", this)),
      m_list(named<QListWidget>("pickerList", this))
{
    setObjectName(QStringLiteral("valuePicker"));
    setWindowTitle(title);
    m_edit->setPlaceholderText(isOpen ? tr("Type to find or to add; Enter chooses, Enter again ends")
                                      : tr("Type to find; Enter chooses, Enter again ends"));
    m_edit->setAccessibleName(title);
    m_edit->installEventFilter(this);
    m_list->setAccessibleName(title);
    m_list->setWordWrap(true);
    m_list->setFocusPolicy(Qt::ClickFocus);
    for (const ChoosableValue& each : values)
        addItem(each);
    for (const QString& each : chosen) {
        const bool isKnown =
            std::ranges::any_of(values, [&](const auto& value) { return value.value == each; });
        if (!isKnown)
            addItem({each, each, {}});
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    for (QAbstractButton* button : buttons->buttons()) {
        // Enter in the line is for the list.
        if (auto* push = qobject_cast<QPushButton*>(button))
            push->setAutoDefault(false);
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_edit, &QLineEdit::textChanged, this, &ValuePicker::narrow);
    connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { toggle(*item); });
    makeColumn(this, {m_edit, {m_list, 1}, buttons}, kGrid, {kGrid, kGrid, kGrid, kGrid});
    constexpr QSize kUsual(420, 360);
    resize(kUsual);
    narrow();
}

QListWidgetItem* ValuePicker::addItem(const ChoosableValue& value)
{
    auto* item = new QListWidgetItem(m_list);
    item->setData(kValueRole, value.value);
    item->setData(kTitleRole, value.title);
    item->setToolTip(asToolTip(value.definition));
    showItem(*item);
    return item;
}

void ValuePicker::showItem(QListWidgetItem& item) const
{
    const bool isChosen = m_chosen.contains(item.data(kValueRole).toString());
    item.setText((isChosen ? QStringLiteral("☑ ") : QStringLiteral("☐ ")) + item.data(kTitleRole).toString());
}

void ValuePicker::narrow()
{
    const QString wanted = m_edit->text().trimmed();
    QListWidgetItem* first = nullptr;
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem* item = m_list->item(i);
        const bool fits = item->data(kTitleRole).toString().contains(wanted, Qt::CaseInsensitive) ||
                          item->data(kValueRole).toString().contains(wanted, Qt::CaseInsensitive);
        item->setHidden(!fits);
        // The one that is meant exactly, else the first.
        const bool isExact = item->data(kTitleRole).toString().compare(wanted, Qt::CaseInsensitive) == 0;
        if (fits && (first == nullptr || isExact))
            first = item;
    }
    m_list->setCurrentItem(wanted.isEmpty() ? nullptr : first);
}

void ValuePicker::takeOrEnd()
{
    const QString wanted = m_edit->text().trimmed();
    QListWidgetItem* current = m_list->currentItem();
    if (current != nullptr && current->isHidden())
        current = nullptr;
    if (wanted.isEmpty() && current == nullptr) {
        accept();
        return;
    }
    if (current == nullptr && !m_isOpen)
        return;
    if (current == nullptr)
        current = addItem({wanted, wanted, {}});
    toggle(*current);
    m_edit->clear();
    narrow();
}

void ValuePicker::toggle(QListWidgetItem& item)
{
    const QString value = item.data(kValueRole).toString();
    if (m_chosen.removeAll(value) == 0)
        m_chosen << value;
    showItem(item);
}

bool ValuePicker::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_edit || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        takeOrEnd();
        return true;
    }
    if (key->key() == Qt::Key_Space && m_edit->text().isEmpty()) {
        if (QListWidgetItem* current = m_list->currentItem())
            toggle(*current);
        return true;
    }
    const int by = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
    if (by == 0)
        return false;
    for (int row = m_list->currentRow() + by; row >= 0 && row < m_list->count(); row += by) {
        if (!m_list->item(row)->isHidden()) {
            m_list->setCurrentRow(row);
            break;
        }
    }
    return true;
}

} // namespace duologue::ui
