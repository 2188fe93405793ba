// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys_dialog.h"
#include "ui/app/plain_keys.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui_action_finder.h"
#include "ui_keys_dialog.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QSignalBlocker>
#include <algorithm>
#include <optional>
#include <utility>

namespace duologue::ui {

namespace {

void addEntries(QList<MenuEntry>& entries, const QList<QAction*>& actions, const QString& path)
{
    for (QAction* action : actions) {
        const QString text = withoutMnemonic(action->text());
        if (action->isSeparator() || text.isEmpty())
            continue;
        if (QMenu* menu = action->menu()) {
            // Some menus are filled when they are about to be shown.
            Q_EMIT menu->aboutToShow();
            addEntries(entries, menu->actions(), path.isEmpty() ? text : path + QStringLiteral(" ▸ ") + text);
        } else {
            entries << MenuEntry{action, path, text};
        }
    }
}

} // namespace

QList<MenuEntry> menuEntries(const QMenuBar& bar)
{
    QList<MenuEntry> entries;
    addEntries(entries, bar.actions(), {});
    return entries;
}

namespace {

/// Nobody reads more; more words find the rest.
constexpr std::size_t kMostShown = 200;

// How well one word fits.
constexpr int kBegins = 8;
constexpr int kBeginsWord = 6;
constexpr int kWithin = 4;
constexpr int kInitials = 3;
/// In the place or the other words.
constexpr int kElsewhere = 2;

/// The first letters of the words of a text: "os" of "Open sample".
QString initialsOf(const QString& text)
{
    QString initials;
    bool isBegin = true;
    for (const QChar c : text) {
        if (isBegin && c.isLetterOrNumber())
            initials += c;
        isBegin = !c.isLetterOrNumber();
    }
    return initials;
}

int fitIn(const QString& text, const QString& word)
{
    const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive);
    if (at == 0)
        return kBegins;
    if (at > 0)
        return text[at - 1].isLetterOrNumber() ? kWithin : kBeginsWord;
    return word.size() > 1 && initialsOf(text).startsWith(word, Qt::CaseInsensitive) ? kInitials : 0;
}

int fitOfWord(const Findable& entry, const QString& word)
{
    if (const int fit = fitIn(entry.text, word))
        return fit;
    const bool isElsewhere = entry.place.contains(word, Qt::CaseInsensitive) ||
                             std::any_of(entry.words.begin(), entry.words.end(),
                                         [&word](const QString& other) { return fitIn(other, word) > 0; });
    return isElsewhere ? kElsewhere : 0;
}

} // namespace

int fitOf(const Findable& entry, const QStringList& words)
{
    int fit = 1;
    for (const QString& word : words) {
        const int each = fitOfWord(entry, word);
        if (each == 0)
            return 0;
        fit += each;
    }
    return fit;
}

ActionFinder::ActionFinder(std::vector<Findable> entries, QWidget* parent)
    : QDialog(parent), m_entries(std::move(entries)), m_ui(std::make_unique<Ui::ActionFinder>())
{
    m_ui->setupUi(this);
    m_ui->actionWords->installEventFilter(this);
    QHeaderView* header = m_ui->actionList->header();
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    header->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    header->resizeSection(1, width() / 3);
    connect(m_ui->actionWords, &QLineEdit::textChanged, this, &ActionFinder::showFound);
    connect(m_ui->actionWords, &QLineEdit::returnPressed, this, &ActionFinder::take);
    connect(m_ui->actionList, &QTreeWidget::itemActivated, this, &ActionFinder::take);
    showFound({});
}

ActionFinder::~ActionFinder() = default;

void ActionFinder::showFound(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (const int fit = fitOf(m_entries[i], words))
            found.emplace_back(fit, i);
    }
    // Those that fit alike stay in the order of the menus.
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    found.resize(std::min(found.size(), kMostShown));
    m_ui->actionList->clear();
    const QBrush dim = palette().brush(QPalette::PlaceholderText);
    for (const auto& [fit, index] : found) {
        const Findable& entry = m_entries[index];
        auto* item = new QTreeWidgetItem(m_ui->actionList, {entry.text, entry.place, entry.keys});
        item->setForeground(1, dim);
        item->setForeground(2, dim);
        item->setToolTip(0, entry.text);
        item->setToolTip(1, entry.place);
        item->setData(0, Qt::UserRole, static_cast<qulonglong>(index));
        item->setData(0, Qt::AccessibleTextRole,
                      QStringList{entry.text, entry.place, entry.keys}.join(QStringLiteral(", ")));
    }
    m_ui->actionList->setCurrentItem(m_ui->actionList->topLevelItem(0));
}

void ActionFinder::take()
{
    const QTreeWidgetItem* item = m_ui->actionList->currentItem();
    if (item == nullptr)
        return;
    m_chosen = &m_entries[item->data(0, Qt::UserRole).toULongLong()];
    accept();
}

/// Up and Down move in the list while the words have the focus.
bool ActionFinder::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_ui->actionWords && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_ui->actionList, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

namespace {

QString keyOf(const QAction& action)
{
    return QStringLiteral("keys/") + action.objectName();
}

/// The keys that the user has chosen for an action; empty, which is not an empty list, if none were or if
/// they are damaged.
std::optional<KeyBindings::Keys> chosenKeys(const QAction& action)
{
    const QVariant stored = storedSetting(keyOf(action));
    if (!stored.isValid())
        return std::nullopt;
    const QString text = stored.toString();
    KeyBindings::Keys keys;
    if (text.isEmpty())
        return keys;
    for (const QKeySequence& key : QKeySequence::listFromString(text, QKeySequence::PortableText)) {
        const bool isKnown = !key.isEmpty() && key[0].key() != Qt::Key_unknown;
        if (!isKnown || !KeyBindings::mistakeIn(key).isEmpty())
            return std::nullopt;
        keys << key;
    }
    return keys;
}

bool actsInWindow(const QAction& action)
{
    return action.shortcutContext() == Qt::WindowShortcut ||
           action.shortcutContext() == Qt::ApplicationShortcut;
}

} // namespace

KeyBindings::KeyBindings(QWidget& window, const QMenuBar& bar)
    : QObject(&window), m_window(window), m_bar(bar)
{
    for (const MenuEntry& entry : entries())
        m_usual.insert(entry.action->objectName(), entry.action->shortcuts());
    apply();
}

QList<MenuEntry> KeyBindings::entries() const
{
    QList<MenuEntry> named;
    for (const MenuEntry& entry : menuEntries(m_bar)) {
        if (!entry.action->objectName().isEmpty())
            named << entry;
    }
    return named;
}

/// Chosen keys come first: a key that the program gives to another action in a later version stays with what
/// the user has chosen it for.
void KeyBindings::apply()
{
    const QList<MenuEntry> all = entries();
    for (const MenuEntry& entry : all)
        entry.action->setShortcuts(usual(*entry.action));
    for (const MenuEntry& entry : all) {
        const auto chosen = chosenKeys(*entry.action);
        if (!chosen)
            continue;
        takeAway(*chosen, *entry.action);
        entry.action->setShortcuts(*chosen);
    }
}

QAction* KeyBindings::holderOf(const QKeySequence& key, const QAction& action) const
{
    for (QAction* each : m_window.findChildren<QAction*>()) {
        // Two actions of different widgets get their keys at different times.
        const bool meet = actsInWindow(*each) || actsInWindow(action) || each->parent() == action.parent();
        if (each != &action && meet && each->shortcuts().contains(key))
            return each;
    }
    return nullptr;
}

QString KeyBindings::mistakeIn(const QKeySequence& key)
{
    if (key.isEmpty())
        return tr("Press a key.");
    const QKeyCombination first = key[0];
    const bool hasCommand =
        (first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0;
    const bool isFunction = first.key() >= Qt::Key_F1 && first.key() <= Qt::Key_F35;
    if (!hasCommand && !isFunction)
        return tr(
            "Keys without Ctrl or Alt are reserved for typing and reading. Function keys can be used alone.");
    return {};
}

void KeyBindings::takeAway(const Keys& keys, const QAction& from)
{
    for (const QKeySequence& key : keys) {
        while (QAction* holder = holderOf(key, from)) {
            Keys left = holder->shortcuts();
            left.removeAll(key);
            holder->setShortcuts(left);
        }
    }
}

void KeyBindings::store(const QAction& action, const Keys& keys)
{
    if (action.objectName().isEmpty())
        return;
    storeSetting(keyOf(action), keys == usual(action)
                                    ? QVariant()
                                    : QVariant(QKeySequence::listToString(keys, QKeySequence::PortableText)));
}

void KeyBindings::set(QAction& action, const Keys& keys)
{
    for (const QKeySequence& key : keys) {
        while (QAction* holder = holderOf(key, action)) {
            Keys left = holder->shortcuts();
            left.removeAll(key);
            holder->setShortcuts(left);
            store(*holder, left);
        }
    }
    action.setShortcuts(keys);
    store(action, keys);
    writeSettings();
    Q_EMIT changed();
}

void KeyBindings::resetAll()
{
    for (const MenuEntry& entry : entries())
        storeSetting(keyOf(*entry.action), {});
    writeSettings();
    apply();
    Q_EMIT changed();
}

QString keysText(const KeyBindings::Keys& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

namespace {

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
    : QDialog(parent), m_bindings(bindings), m_ui(std::make_unique<Ui::KeysDialog>())
{
    m_ui->setupUi(this);
    m_ui->keysTree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_ui->keysTree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    // Enter in a line of text must not reset anything.
    for (QAbstractButton* button : m_ui->buttons->buttons())
        static_cast<QPushButton*>(button)->setAutoDefault(false);
    fill();
    connect(m_ui->buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, &m_bindings,
            &KeyBindings::resetAll);
    connect(m_ui->keyWords, &QLineEdit::textChanged, this, &KeysDialog::find);
    connect(m_ui->keysTree, &QTreeWidget::currentItemChanged, this, &KeysDialog::showCurrent);
    connect(m_ui->keysTree, &QTreeWidget::itemActivated, this, [this] {
        if (currentAction() != nullptr)
            m_ui->keyEdit->setFocus();
    });
    connect(m_ui->keyEdit, &QKeySequenceEdit::keySequenceChanged, this, &KeysDialog::tryKey);
    connect(m_ui->setKey, &QPushButton::clicked, this, [this] { choose(m_ui->keyEdit->keySequence()); });
    connect(m_ui->noKey, &QPushButton::clicked, this, [this] { m_bindings.set(*currentAction(), {}); });
    connect(m_ui->usualKey, &QPushButton::clicked, this, [this] { m_bindings.reset(*currentAction()); });
    connect(&m_bindings, &KeyBindings::changed, this, &KeysDialog::showKeys);
    showKeys();
}

/// While its parts go, the tree has other current items, and the line gives up its focus.
KeysDialog::~KeysDialog()
{
    m_ui->keysTree->disconnect(this);
    m_ui->keyEdit->disconnect(this);
}

void KeysDialog::fill()
{
    QTreeWidgetItem* group = nullptr;
    for (const MenuEntry& entry : m_bindings.entries()) {
        const QString menu = entry.menu.section(QStringLiteral(" ▸ "), 0, 0);
        if (group == nullptr || group->text(0) != menu)
            group = addGroup(*m_ui->keysTree, menu);
        auto* item = new QTreeWidgetItem(group, {entry.text});
        const QString others = entry.menu.section(QStringLiteral(" ▸ "), 1);
        if (!others.isEmpty())
            item->setText(0, others + QStringLiteral(" ▸ ") + entry.text);
        item->setData(0, kOtherWords, OtherLanguage::instance().of(entry.text).join(QLatin1Char(' ')));
        m_actions.insert(item, entry.action);
    }
    addFixed();
    m_ui->keysTree->expandAll();
    m_ui->keysTree->setCurrentItem(m_ui->keysTree->topLevelItem(0)->child(0));
}

/// Keys of single views, which are no actions of the window.
void KeysDialog::addFixed()
{
    const auto add = [this](const QString& title, const QList<std::pair<QString, QString>>& keys) {
        QTreeWidgetItem* group = addGroup(*m_ui->keysTree, title);
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
             {tr("Close the topmost item, or return to Explore"), named(Qt::Key_Escape)}});
    addArea(tr("In the list of findings (fixed)"), FindingKeys, {});
    addArea(tr("In a chart (fixed)"), ChartKeys, {});
}

QAction* KeysDialog::currentAction() const
{
    return m_actions.value(m_ui->keysTree->currentItem());
}

void KeysDialog::showCurrent()
{
    const QAction* action = currentAction();
    const QTreeWidgetItem* item = m_ui->keysTree->currentItem();
    const QString title = action == nullptr ? QString() : withoutMnemonic(action->text());
    m_ui->keyTitle->setText(action != nullptr ? tr("Press the new key for “%1”:").arg(title)
                            : item != nullptr && item->parent() != nullptr
                                ? tr("The keys of “%1” cannot be changed.").arg(item->text(0))
                                : tr("Choose an action to change its key."));
    const QString name = tr("New key for %1").arg(title);
    m_ui->keyEdit->setAccessibleName(name);
    // The line within it has the focus.
    for (QLineEdit* line : m_ui->keyEdit->findChildren<QLineEdit*>())
        line->setAccessibleName(name);
    m_ui->keyEdit->setEnabled(action != nullptr);
    const QSignalBlocker quiet(m_ui->keyEdit);
    m_ui->keyEdit->clear();
    m_ui->keyConflict->clear();
    m_ui->setKey->setEnabled(false);
    m_ui->noKey->setEnabled(action != nullptr && !action->shortcuts().isEmpty());
    m_ui->usualKey->setEnabled(action != nullptr && m_bindings.isChosen(*action));
}

void KeysDialog::showKeys()
{
    for (auto it = m_actions.cbegin(); it != m_actions.cend(); ++it) {
        it.key()->setText(1, keysText(it.value()->shortcuts()));
        QFont font = m_ui->keysTree->font();
        font.setBold(m_bindings.isChosen(*it.value()));
        it.key()->setFont(1, font);
    }
    showCurrent();
}

void KeysDialog::find(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    for (int i = 0; i < m_ui->keysTree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_ui->keysTree->topLevelItem(i);
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
    m_ui->keysTree->setCurrentItem(first);
}

/// The line takes up to four keys, of which shortcuts here have one: the last.
void KeysDialog::tryKey()
{
    const QAction* action = currentAction();
    const QKeySequence typed = m_ui->keyEdit->keySequence();
    if (action == nullptr || typed.isEmpty())
        return;
    const QKeySequence key(typed[static_cast<uint>(typed.count() - 1)]);
    if (typed.count() > 1) {
        const QSignalBlocker quiet(m_ui->keyEdit);
        m_ui->keyEdit->setKeySequence(key);
    }
    const QString mistake = KeyBindings::mistakeIn(key);
    const QAction* holder = mistake.isEmpty() ? m_bindings.holderOf(key, *action) : nullptr;
    m_ui->setKey->setEnabled(mistake.isEmpty());
    m_ui->setKey->setText(holder == nullptr ? tr("Set") : tr("Reassign"));
    m_ui->keyConflict->setText(
        holder != nullptr ? tr("%1 is assigned to “%2”, which would no longer have a key.")
                                .arg(key.toString(QKeySequence::NativeText), withoutMnemonic(holder->text()))
                          : mistake);
}

void KeysDialog::choose(const QKeySequence& key)
{
    if (QAction* action = currentAction())
        m_bindings.set(*action, {key});
    m_ui->setKey->setText(tr("Set"));
    m_ui->keysTree->setFocus();
}

} // namespace duologue::ui
