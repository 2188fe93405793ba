// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/field_tree_dialog.h"
#include "ui/app/intent_codes.h"
#include "ui/app/text.h"
#include "ui/widgets/labels.h"
#include "ui_field_tree_dialog.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <algorithm>
#include <map>

namespace duologue::ui {

namespace {

enum FieldRole {
    /// The key; invalid for folders.
    FieldKeyRole = Qt::UserRole + 1,
    /// What the search looks in, folded.
    FieldFoldedRole,
};

/// Every field of the tree below an item.
void forEachField(QStandardItem& parent, const std::function<void(QStandardItem&)>& visit)
{
    for (int row = 0; row < parent.rowCount(); ++row) {
        QStandardItem& item = *parent.child(row);
        if (item.data(FieldKeyRole).isValid())
            visit(item);
        forEachField(item, visit);
    }
}

/// Checks folders whose fields are all checked, and half of those some of whose fields are.
void checkFolders(QStandardItem& parent)
{
    int checked = 0;
    int partly = 0;
    for (int row = 0; row < parent.rowCount(); ++row) {
        QStandardItem& item = *parent.child(row);
        if (!item.data(FieldKeyRole).isValid())
            checkFolders(item);
        checked += item.checkState() == Qt::Checked ? 1 : 0;
        partly += item.checkState() == Qt::PartiallyChecked ? 1 : 0;
    }
    if (parent.model() == nullptr || parent.model()->invisibleRootItem() == &parent)
        return;
    parent.setCheckState(checked == parent.rowCount() ? Qt::Checked
                         : checked + partly > 0       ? Qt::PartiallyChecked
                                                      : Qt::Unchecked);
}

/// The part of a key before its last dot; empty if it has none.
std::string keyFolder(const std::string& key)
{
    const std::size_t dot = key.rfind('.');
    return dot == std::string::npos ? std::string() : key.substr(0, dot);
}

/// How many fields lie in each folder, at any depth.
std::map<std::string, int> folderSizes(const std::vector<FieldItem>& items)
{
    std::map<std::string, int> sizes;
    for (const FieldItem& item : items) {
        for (std::string folder = keyFolder(item.key); !folder.empty(); folder = keyFolder(folder))
            ++sizes[folder];
    }
    return sizes;
}

} // namespace

FieldTreeDialog::FieldTreeDialog(FieldChoice choice, QWidget* parent)
    : QDialog(parent),
      m_choice(std::move(choice)),
      m_ui(std::make_unique<Ui::FieldTreeDialog>()),
      m_model(new QStandardItemModel(this)),
      m_found(new QSortFilterProxyModel(this))
{
    m_ui->setupUi(this);
    setWindowTitle(m_choice.title);
    addClearButton(*m_ui->search);
    m_ui->search->installEventFilter(this);
    m_found->setSourceModel(m_model);
    m_found->setRecursiveFilteringEnabled(true);
    m_found->setFilterRole(FieldFoldedRole);
    m_ui->tree->setModel(m_found);
    m_ui->tree->setAccessibleName(m_choice.title);
    // Fusion draws the frames of check boxes in a darker Window, which cannot be seen on dark colours.
    QPalette colors = m_ui->tree->palette();
    colors.setColor(QPalette::Window,
                    blended(colors.color(QPalette::Base), colors.color(QPalette::Text), 0.7));
    m_ui->tree->setPalette(colors);
    m_ui->count->setForegroundRole(QPalette::PlaceholderText);
    if (!m_choice.usual.empty()) {
        const auto* usual = m_ui->buttons->addButton(tr("&Default fields"), QDialogButtonBox::ResetRole);
        connect(usual, &QPushButton::clicked, this, [this] { showChosen(m_choice.usual); });
    }
    build();
    showChosen(m_choice.chosen);
    connect(m_ui->search, &QLineEdit::textChanged, this, &FieldTreeDialog::search);
    connect(m_model, &QStandardItemModel::itemChanged, this, [this](QStandardItem* item) { follow(*item); });
    connect(m_ui->tree, &QTreeView::activated, this, &FieldTreeDialog::toggle);
    connect(m_ui->tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] { describe(); });
    m_ui->search->setFocus();
}

FieldTreeDialog::~FieldTreeDialog() = default;

void FieldTreeDialog::build()
{
    const std::map<std::string, int> sizes = folderSizes(m_choice.items);
    std::map<std::string, QStandardItem*> folders;
    // A folder of one field says no more than the field's key.
    const std::function<QStandardItem&(const std::string&)> folderItem =
        [&](const std::string& folder) -> QStandardItem& {
        if (folder.empty())
            return *m_model->invisibleRootItem();
        const auto size = sizes.find(folder);
        QStandardItem& above = folderItem(keyFolder(folder));
        if (size == sizes.end() || size->second < 2)
            return above;
        QStandardItem*& known = folders[folder];
        if (known == nullptr) {
            known = new QStandardItem(asLabel(folder.substr(folder.rfind('.') + 1)));
            known->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            if (!m_choice.isOne)
                known->setFlags(known->flags() | Qt::ItemIsUserCheckable);
            known->setToolTip(asToolTip(toQt(folder)));
            above.appendRow(known);
        }
        return *known;
    };
    for (const FieldItem& field : m_choice.items)
        addItem(folderItem(keyFolder(field.key)), field, field.title);
}

void FieldTreeDialog::addItem(QStandardItem& parent, const FieldItem& field, const QString& label)
{
    auto* item = new QStandardItem(label);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    if (!m_choice.isOne) {
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
    }
    const QString key = toQt(field.key);
    item->setData(key, FieldKeyRole);
    QStringList names{label};
    for (const QString& name : {field.otherTitle, key}) {
        if (!name.isEmpty() && !names.contains(name) && !name.startsWith(QLatin1Char('#')))
            names << name;
    }
    item->setToolTip(asToolTip(names.join(QLatin1Char('\n'))));
    item->setData(toQt(foldForSearch(fromQt(names.join(QLatin1Char('\n'))))), FieldFoldedRole);
    parent.appendRow(item);
}

QStandardItem* FieldTreeDialog::itemOf(const std::string& key) const
{
    QStandardItem* found = nullptr;
    forEachField(*m_model->invisibleRootItem(), [&](QStandardItem& item) {
        if (item.data(FieldKeyRole).toString() == toQt(key))
            found = &item;
    });
    return found;
}

void FieldTreeDialog::showChosen(const std::vector<std::string>& keys)
{
    if (m_choice.isOne) {
        QStandardItem* item = keys.empty() ? nullptr : itemOf(keys.front());
        if (item != nullptr) {
            const QModelIndex index = m_found->mapFromSource(item->index());
            m_ui->tree->setCurrentIndex(index);
            m_ui->tree->scrollTo(index);
        }
    } else {
        m_following = true;
        forEachField(*m_model->invisibleRootItem(), [&](QStandardItem& item) {
            const std::string key = fromQt(item.data(FieldKeyRole).toString());
            const bool isChosen = std::find(keys.begin(), keys.end(), key) != keys.end();
            item.setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
        });
        checkFolders(*m_model->invisibleRootItem());
        m_following = false;
    }
    describe();
}

std::vector<std::string> FieldTreeDialog::chosen() const
{
    std::vector<std::string> keys;
    if (m_choice.isOne) {
        const QVariant key = m_ui->tree->currentIndex().data(FieldKeyRole);
        if (key.isValid())
            keys.push_back(fromQt(key.toString()));
        return keys;
    }
    std::vector<std::string> checked;
    forEachField(*m_model->invisibleRootItem(), [&](QStandardItem& item) {
        if (item.checkState() == Qt::Checked)
            checked.push_back(fromQt(item.data(FieldKeyRole).toString()));
    });
    const auto take = [&](const std::string& key) {
        const auto found = std::find(checked.begin(), checked.end(), key);
        if (found != checked.end()) {
            keys.push_back(key);
            checked.erase(found);
        }
    };
    for (const std::string& key : m_choice.chosen)
        take(key);
    keys.insert(keys.end(), checked.begin(), checked.end());
    return keys;
}

/// A folder checks all of its fields.
void FieldTreeDialog::follow(QStandardItem& changed)
{
    if (m_following || m_choice.isOne)
        return;
    m_following = true;
    if (!changed.data(FieldKeyRole).isValid()) {
        const Qt::CheckState state = changed.checkState();
        forEachField(changed, [state](QStandardItem& item) { item.setCheckState(state); });
    }
    checkFolders(*m_model->invisibleRootItem());
    m_following = false;
    describe();
}

void FieldTreeDialog::describe()
{
    const auto count = static_cast<int>(chosen().size());
    m_ui->count->setVisible(!m_choice.isOne);
    m_ui->count->setText(tr("%n field(s) chosen", nullptr, count));
    m_ui->buttons->button(QDialogButtonBox::Ok)->setEnabled(!m_choice.isOne || count == 1);
}

void FieldTreeDialog::search(const QString& text)
{
    m_found->setFilterFixedString(toQt(foldForSearch(fromQt(text))));
    if (text.isEmpty())
        return;
    m_ui->tree->expandAll();
    // The first field that matches, not the folder around it.
    QModelIndex first = m_found->index(0, 0);
    while (first.isValid() && !first.data(FieldKeyRole).isValid())
        first = m_found->index(0, 0, first);
    m_ui->tree->setCurrentIndex(first);
}

/// Enter and a double click check a field or choose the only one; they open a folder.
void FieldTreeDialog::toggle(const QModelIndex& index)
{
    if (m_choice.isOne) {
        if (index.data(FieldKeyRole).isValid())
            accept();
        return;
    }
    QStandardItem* item = m_model->itemFromIndex(m_found->mapToSource(index));
    if (item->data(FieldKeyRole).isValid())
        item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
}

/// From the search line, Up and Down move in the tree, and Enter acts on its current field.
bool FieldTreeDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_ui->search || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
        m_ui->tree->setFocus(Qt::OtherFocusReason);
        if (!m_ui->tree->currentIndex().isValid())
            m_ui->tree->setCurrentIndex(m_found->index(0, 0));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_ui->search->text().isEmpty() && m_ui->tree->currentIndex().isValid()) {
            toggle(m_ui->tree->currentIndex());
            return true;
        }
        return QDialog::eventFilter(watched, event);
    default:
        return QDialog::eventFilter(watched, event);
    }
}

void FieldTreeDialog::accept()
{
    if (m_choice.done)
        m_choice.done(chosen());
    QDialog::accept();
}

} // namespace duologue::ui
