// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys/keys_dialog.h"

#include "ui/dialogs/keys/key_bindings.h"
#include "ui/models/words/other_language.h"
#include "ui/views/widgets/metrics.h"
#include "ui/work/qt_text.h"
#include "ui/work/settings/plain_keys.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace duologue::ui {

namespace {

constexpr QSize kKeysSize(620, 600);
/// Words that find a row, beside its texts.
constexpr int kOtherWords = Qt::UserRole;

QTreeWidgetItem* addGroup(QTreeWidget& tree, const QString& title)
{
    auto* group = new QTreeWidgetItem(&tree, {title});
    QFont bold = tree.font();
    bold.setBold(true);
    group->setFont(0, bold);
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled);
    return group;
}

bool fits(const QTreeWidgetItem& item, const QStringList& words)
{
    const QString all = item.parent()->text(0) + QLatin1Char(' ') + item.text(0) + QLatin1Char(' ') +
                        item.text(1) + QLatin1Char(' ') + item.data(0, kOtherWords).toString();
    return std::all_of(words.begin(), words.end(),
                       [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace

KeysDialog::KeysDialog(KeyBindings& bindings, QWidget* parent)
    : QDialog(parent), m_bindings(bindings), m_words(new QLineEdit(this)), m_tree(new QTreeWidget(this))
{
    setWindowTitle(tr("Keyboard shortcuts"));
    m_words->setObjectName(QStringLiteral("keyWords"));
    m_words->setPlaceholderText(tr("Find an action or a key"));
    m_words->setAccessibleName(tr("Find an action or a key"));
    m_words->setClearButtonEnabled(true);
    m_tree->setObjectName(QStringLiteral("keysTree"));
    m_tree->setHeaderLabels({tr("Action"), tr("Key")});
    m_tree->setAccessibleName(tr("Keyboard shortcuts"));
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    QWidget* editor = makeEditor();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close | QDialogButtonBox::RestoreDefaults, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    // Enter in a line of text must not reset anything.
    for (QAbstractButton* button : buttons->buttons())
        static_cast<QPushButton*>(button)->setAutoDefault(false);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            [this] { m_bindings.resetAll(); });
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addWidget(m_tree, 1);
    layout->addWidget(editor);
    layout->addWidget(buttons);
    resize(kKeysSize);
    fill();
    connect(m_words, &QLineEdit::textChanged, this, &KeysDialog::find);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &KeysDialog::showCurrent);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this] {
        if (currentAction() != nullptr)
            m_edit->setFocus();
    });
    connect(&m_bindings, &KeyBindings::changed, this, &KeysDialog::showKeys);
    showKeys();
    showCurrent();
}

/// While its parts go, the tree has other current items, and the line gives up its focus.
KeysDialog::~KeysDialog()
{
    m_tree->disconnect(this);
    m_edit->disconnect(this);
}

QWidget* KeysDialog::makeEditor()
{
    auto* editor = new QWidget(this);
    m_editTitle = new QLabel(editor);
    m_editTitle->setObjectName(QStringLiteral("keyTitle"));
    m_editTitle->setTextFormat(Qt::PlainText);
    m_edit = new QKeySequenceEdit(editor);
    m_edit->setObjectName(QStringLiteral("keyEdit"));
    m_set = new QPushButton(tr("Set"), editor);
    m_set->setObjectName(QStringLiteral("setKey"));
    m_none = new QPushButton(tr("No key"), editor);
    m_none->setObjectName(QStringLiteral("noKey"));
    m_usual = new QPushButton(tr("Standard"), editor);
    m_usual->setObjectName(QStringLiteral("usualKey"));
    m_conflict = new QLabel(editor);
    m_conflict->setObjectName(QStringLiteral("keyConflict"));
    m_conflict->setTextFormat(Qt::PlainText);
    m_conflict->setWordWrap(true);
    auto* line = new QHBoxLayout;
    line->addWidget(m_edit, 1);
    for (QPushButton* button : {m_set, m_none, m_usual}) {
        // Enter in the line of keys is a key.
        button->setAutoDefault(false);
        line->addWidget(button);
    }
    auto* layout = new QVBoxLayout(editor);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kHalfGrid);
    layout->addWidget(m_editTitle);
    layout->addLayout(line);
    layout->addWidget(m_conflict);
    connect(m_edit, &QKeySequenceEdit::keySequenceChanged, this, &KeysDialog::tryKey);
    connect(m_set, &QPushButton::clicked, this, [this] { choose(m_edit->keySequence()); });
    connect(m_none, &QPushButton::clicked, this, [this] { m_bindings.set(*currentAction(), {}); });
    connect(m_usual, &QPushButton::clicked, this, [this] { m_bindings.reset(*currentAction()); });
    return editor;
}

void KeysDialog::fill()
{
    QTreeWidgetItem* group = nullptr;
    for (const MenuEntry& entry : m_bindings.entries()) {
        const QString menu = entry.menu.section(QStringLiteral(" ▸ "), 0, 0);
        if (group == nullptr || group->text(0) != menu)
            group = addGroup(*m_tree, menu);
        auto* item = new QTreeWidgetItem(group, {entry.text});
        const QString others = entry.menu.section(QStringLiteral(" ▸ "), 1);
        if (!others.isEmpty())
            item->setText(0, others + QStringLiteral(" ▸ ") + entry.text);
        item->setData(0, kOtherWords, OtherLanguage::instance().of(entry.text).join(QLatin1Char(' ')));
        m_actions.insert(item, entry.action);
    }
    addFixed();
    m_tree->expandAll();
    m_tree->setCurrentItem(m_tree->topLevelItem(0)->child(0));
}

/// Keys of single views, which are no actions of the window.
void KeysDialog::addFixed()
{
    const auto add = [this](const QString& title, const QList<std::pair<QString, QString>>& keys) {
        QTreeWidgetItem* group = addGroup(*m_tree, title);
        for (const auto& [what, key] : keys)
            new QTreeWidgetItem(group, {what, key});
    };
    const auto named = [](auto... keys) { return keysText({QKeySequence(keys)...}); };
    const auto addArea = [&add](const QString& title, KeyArea area, QList<std::pair<QString, QString>> keys) {
        for (const PlainKeySpec& each : plainKeys()) {
            if ((each.areas & area) == 0 || each.action != nullptr)
                continue;
            KeyBindings::Keys both{QKeySequence(each.key)};
            if (each.back.key() != Qt::Key_unknown)
                both << QKeySequence(each.back);
            keys.emplace_back(each.what(), keysText(both));
        }
        add(title, keys);
    };
    addArea(tr("In the list of records (fixed)"), RecordKeys, {});
    addArea(tr("In a conversation (fixed)"), ConversationKeys,
            {{tr("First and last message"), named(Qt::CTRL | Qt::Key_Home, Qt::CTRL | Qt::Key_End)},
             {tr("Close what is on top, or back to Explore"), named(Qt::Key_Escape)}});
    addArea(tr("In the list of findings (fixed)"), FindingKeys, {});
    addArea(tr("In a chart (fixed)"), ChartKeys, {});
}

QAction* KeysDialog::currentAction() const
{
    return m_actions.value(m_tree->currentItem());
}

void KeysDialog::showCurrent()
{
    const QAction* action = currentAction();
    const QTreeWidgetItem* item = m_tree->currentItem();
    const QString title = action == nullptr ? QString() : withoutMnemonic(action->text());
    m_editTitle->setText(action != nullptr ? tr("Press the new key for “%1”:").arg(title)
                         : item != nullptr && item->parent() != nullptr
                             ? tr("The keys of “%1” cannot be changed.").arg(item->text(0))
                             : tr("Choose an action to change its key."));
    const QString name = tr("New key for %1").arg(title);
    m_edit->setAccessibleName(name);
    // The line within it has the focus.
    for (QLineEdit* line : m_edit->findChildren<QLineEdit*>())
        line->setAccessibleName(name);
    m_edit->setEnabled(action != nullptr);
    const QSignalBlocker quiet(m_edit);
    m_edit->clear();
    m_conflict->clear();
    m_set->setEnabled(false);
    m_none->setEnabled(action != nullptr && !action->shortcuts().isEmpty());
    m_usual->setEnabled(action != nullptr && m_bindings.isChosen(*action));
}

void KeysDialog::showKeys()
{
    for (auto it = m_actions.cbegin(); it != m_actions.cend(); ++it) {
        it.key()->setText(1, keysText(it.value()->shortcuts()));
        QFont font = m_tree->font();
        font.setBold(m_bindings.isChosen(*it.value()));
        it.key()->setFont(1, font);
    }
    showCurrent();
}

void KeysDialog::find(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_tree->topLevelItem(i);
        bool isAny = false;
        for (int j = 0; j < group->childCount(); ++j) {
            QTreeWidgetItem* item = group->child(j);
            const bool isShown = fits(*item, words);
            item->setHidden(!isShown);
            isAny = isAny || isShown;
            if (isShown && first == nullptr)
                first = item;
        }
        group->setHidden(!isAny);
    }
    m_tree->setCurrentItem(first);
}

/// The line takes up to four keys, of which shortcuts here have one: the last.
void KeysDialog::tryKey()
{
    const QAction* action = currentAction();
    const QKeySequence typed = m_edit->keySequence();
    if (action == nullptr || typed.isEmpty())
        return;
    const QKeySequence key(typed[static_cast<uint>(typed.count() - 1)]);
    if (typed.count() > 1) {
        const QSignalBlocker quiet(m_edit);
        m_edit->setKeySequence(key);
    }
    const QString mistake = KeyBindings::mistakeIn(key);
    const QAction* holder = mistake.isEmpty() ? m_bindings.holderOf(key, *action) : nullptr;
    m_set->setEnabled(mistake.isEmpty());
    m_set->setText(holder == nullptr ? tr("Set") : tr("Take it"));
    m_conflict->setText(
        holder != nullptr ? tr("%1 belongs to “%2”, which would have no key any more.")
                                .arg(key.toString(QKeySequence::NativeText), withoutMnemonic(holder->text()))
                          : mistake);
}

void KeysDialog::choose(const QKeySequence& key)
{
    if (QAction* action = currentAction())
        m_bindings.set(*action, {key});
    m_set->setText(tr("Set"));
    m_tree->setFocus();
}

} // namespace duologue::ui
