// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys_dialog.h"
#include "ui/app/plain_keys.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QWidget>
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

constexpr QSize kFinderSize(640, 440);
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
    : QDialog(parent),
      m_entries(std::move(entries)),
      m_words(named<QLineEdit>("actionWords", this)),
      m_list(named<QTreeWidget>("actionList", this))
{
    setWindowTitle(tr("Find an action"));
    m_words->setPlaceholderText(tr("Action, field, panel, chart, recent dataset, saved filter"));
    m_words->setAccessibleName(windowTitle());
    m_words->installEventFilter(this);
    m_list->setAccessibleName(tr("Actions"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setColumnCount(3);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::Interactive);
    m_list->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    makeColumn(this, {m_words, {m_list, 1}}, -1, {kGrid, kGrid, kGrid, kGrid});
    connect(m_words, &QLineEdit::textChanged, this, &ActionFinder::showFound);
    connect(m_words, &QLineEdit::returnPressed, this, &ActionFinder::take);
    connect(m_list, &QTreeWidget::itemActivated, this, &ActionFinder::take);
    resize(kFinderSize);
    m_list->header()->resizeSection(1, kFinderSize.width() / 3);
    showFound({});
}

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
    m_list->clear();
    const QBrush dim = palette().brush(QPalette::PlaceholderText);
    for (const auto& [fit, index] : found) {
        const Findable& entry = m_entries[index];
        auto* item = new QTreeWidgetItem(m_list, {entry.text, entry.place, entry.keys});
        item->setForeground(1, dim);
        item->setForeground(2, dim);
        item->setToolTip(0, entry.text);
        item->setToolTip(1, entry.place);
        item->setData(0, Qt::UserRole, static_cast<qulonglong>(index));
        item->setData(0, Qt::AccessibleTextRole,
                      QStringList{entry.text, entry.place, entry.keys}.join(QStringLiteral(", ")));
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
}

void ActionFinder::take()
{
    const QTreeWidgetItem* item = m_list->currentItem();
    if (item == nullptr)
        return;
    m_chosen = &m_entries[item->data(0, Qt::UserRole).toULongLong()];
    accept();
}

/// Up and Down move in the list while the words have the focus.
bool ActionFinder::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
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
    : QDialog(parent),
      m_bindings(bindings),
      m_words(named<QLineEdit>("keyWords", this)),
      m_tree(named<QTreeWidget>("keysTree", this))
{
    setWindowTitle(tr("Keyboard shortcuts"));
    m_words->setPlaceholderText(tr("Find an action or a key"));
    m_words->setAccessibleName(tr("Find an action or a key"));
    m_words->setClearButtonEnabled(true);
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
    m_editTitle = named<QLabel>("keyTitle", editor);
    m_editTitle->setTextFormat(Qt::PlainText);
    m_edit = named<QKeySequenceEdit>("keyEdit", editor);
    m_set = named<QPushButton>("setKey", tr("Set"), editor);
    m_none = named<QPushButton>("noKey", tr("No key"), editor);
    m_usual = named<QPushButton>("usualKey", tr("Restore default"), editor);
    m_conflict = named<WrappedLabel>("keyConflict", editor);
    auto* line = makeRow(nullptr, {{m_edit, 1}});
    for (QPushButton* button : {m_set, m_none, m_usual}) {
        // Enter in the line of keys is a key.
        button->setAutoDefault(false);
        line->addWidget(button);
    }
    makeColumn(editor, {m_editTitle, line, m_conflict}, kHalfGrid);
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
             {tr("Close the topmost item, or return to Explore"), named(Qt::Key_Escape)}});
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
    m_set->setText(holder == nullptr ? tr("Set") : tr("Reassign"));
    m_conflict->setText(
        holder != nullptr ? tr("%1 is assigned to “%2”, which would no longer have a key.")
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
