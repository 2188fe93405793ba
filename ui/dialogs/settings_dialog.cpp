// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings_dialog.h"
#include "core/load/index_cache.h"
#include "core/util/language.h"
#include "core/util/parallel.h"
#include "ui/app/settings.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStringList>
#include <QVBoxLayout>
#include <QWidget>
#include <algorithm>
#include <cstdint>
#include <vector>

namespace duologue::ui {

/// Settings in sections, one below the other: a name, what sets it, and a line that explains it. Words find
/// them, in either language of the program.
class SettingsForm : public QWidget {
    Q_OBJECT

public:
    explicit SettingsForm(QWidget* parent);

    /// The rows that follow belong to it.
    void addSection(const QString& title);
    /// `control` is named by `title` for screen readers, unless it has a name. The hint may be empty.
    void addRow(const QString& title, QWidget* control, const QString& hint = {});

    QStringList sections() const;
    /// The heading of a section; null if there is none.
    QWidget* heading(int section) const;
    bool isSectionShown(int section) const;
    /// Shows the rows in which all words occur, and their sections. All if there are no words. Returns how
    /// many rows are shown.
    int find(const QString& words);

private:
    struct Row {
        QWidget* widget;
        QString words;
    };
    struct Section {
        QString title;
        QLabel* heading;
        std::vector<Row> rows;
    };

    std::vector<Section> m_sections;
    QVBoxLayout* m_layout;
};

class ElidedLabel;
class Settings;

/// Where the indexes of datasets are kept; another folder can be chosen.
class IndexPlace : public QWidget {
    Q_OBJECT

public:
    /// The settings must outlive it.
    IndexPlace(Settings& settings, QWidget* parent);

private:
    void showFolder();
    void choose();

    Settings& m_settings;
    ElidedLabel* m_folder;
    QPushButton* m_standard;
};

/// How much room the indexes take, and a button that deletes them. A worker looks.
class IndexUse : public QWidget {
    Q_OBJECT

public:
    IndexUse(Settings& settings, QWidget* parent);

    void look() { run(false); }

private:
    struct Use {
        std::uint64_t bytes = 0;
        std::size_t count = 0;
    };

    void run(bool deletesFirst);
    void showUse(const Use& use);

    Settings& m_settings;
    QLabel* m_use;
    QPushButton* m_clear;
    LatestTask<Use> m_task;
};

namespace {

constexpr int kTitleWidth = 24 * kGrid;

/// A text and what it is in the other language.
QString inBoth(const QString& text)
{
    return text + QLatin1Char(' ') + OtherLanguage::instance().of(text).join(QLatin1Char(' ')) +
           QLatin1Char(' ');
}

QLabel* wrapping(const QString& text, QWidget* parent)
{
    auto* label = new WrappedLabel(text, parent);
    return label;
}

} // namespace

SettingsForm::SettingsForm(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, 2 * kGrid);
    m_layout->setSpacing(kGrid);
    m_layout->addStretch();
}

void SettingsForm::addSection(const QString& title)
{
    auto* heading = new QLabel(title, this);
    QFont font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    heading->setContentsMargins(0, m_sections.empty() ? 0 : 2 * kGrid, 0, 0);
    m_layout->insertWidget(m_layout->count() - 1, heading);
    m_sections.push_back({title, heading, {}});
}

void SettingsForm::addRow(const QString& title, QWidget* control, const QString& hint)
{
    auto* row = new QWidget(this);
    auto* layout = new QGridLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(2 * kGrid);
    layout->setVerticalSpacing(kHalfGrid);
    auto* name = wrapping(title, row);
    name->setBuddy(control);
    name->setFixedWidth(kTitleWidth);
    control->setParent(row);
    if (control->accessibleName().isEmpty())
        control->setAccessibleName(title);
    layout->addWidget(name, 0, 0, Qt::AlignTop);
    const bool isFixed = control->sizePolicy().horizontalPolicy() == QSizePolicy::Fixed;
    layout->addWidget(control, 0, 1, isFixed ? Qt::AlignLeft : Qt::Alignment());
    layout->setColumnStretch(1, 1);
    if (!hint.isEmpty()) {
        auto* explained = wrapping(hint, row);
        explained->setForegroundRole(QPalette::PlaceholderText);
        layout->addWidget(explained, 1, 1);
        control->setAccessibleDescription(hint);
    }
    m_layout->insertWidget(m_layout->count() - 1, row);
    Section& section = m_sections.back();
    section.rows.push_back({row, inBoth(section.title) + inBoth(title) + inBoth(hint)});
}

QStringList SettingsForm::sections() const
{
    QStringList titles;
    for (const Section& section : m_sections)
        titles << section.title;
    return titles;
}

QWidget* SettingsForm::heading(int section) const
{
    const auto index = static_cast<std::size_t>(section);
    return section >= 0 && index < m_sections.size() ? m_sections[index].heading : nullptr;
}

bool SettingsForm::isSectionShown(int section) const
{
    const QWidget* found = heading(section);
    return found != nullptr && !found->isHidden();
}

int SettingsForm::find(const QString& words)
{
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int shown = 0;
    for (const Section& section : m_sections) {
        const int before = shown;
        for (const Row& row : section.rows) {
            const bool fits = std::all_of(wanted.begin(), wanted.end(), [&row](const QString& word) {
                return row.words.contains(word, Qt::CaseInsensitive);
            });
            row.widget->setVisible(fits);
            shown += fits ? 1 : 0;
        }
        section.heading->setVisible(shown > before);
    }
    return shown;
}

namespace {

QHBoxLayout* rowOf(QWidget* widget)
{
    auto* layout = new QHBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGrid);
    return layout;
}

} // namespace

IndexPlace::IndexPlace(Settings& settings, QWidget* parent)
    : QWidget(parent),
      m_settings(settings),
      m_folder(named<ElidedLabel>("indexFolder", this)),
      m_standard(named<QPushButton>("standardIndexFolder", tr("Restore default"), this))
{
    auto* change = named<QPushButton>("changeIndexFolder", tr("Change…"), this);
    change->setAccessibleName(tr("Change the folder of indexes"));
    m_standard->setAccessibleName(tr("Keep indexes in the default folder"));
    auto* layout = rowOf(this);
    layout->addWidget(m_folder, 1);
    layout->addWidget(change);
    layout->addWidget(m_standard);
    setFocusProxy(change);
    connect(change, &QPushButton::clicked, this, &IndexPlace::choose);
    connect(m_standard, &QPushButton::clicked, this, [this] { m_settings.setCacheFolder({}); });
    connect(&m_settings, &Settings::changed, this, &IndexPlace::showFolder);
    showFolder();
}

void IndexPlace::showFolder()
{
    const QString folder = QDir::toNativeSeparators(indexFolder(m_settings));
    m_folder->setText(folder.isEmpty() ? tr("None: there is no home folder") : asLabel(folder));
    m_folder->setToolTip(asToolTip(folder));
    m_standard->setEnabled(!m_settings.cacheFolder().isEmpty());
}

void IndexPlace::choose()
{
    const QString chosen = QFileDialog::getExistingDirectory(this, tr("Folder for indexes of datasets"),
                                                             m_settings.cacheFolder());
    if (!chosen.isEmpty())
        m_settings.setCacheFolder(chosen);
}

IndexUse::IndexUse(Settings& settings, QWidget* parent)
    : QWidget(parent),
      m_settings(settings),
      m_use(named<QLabel>("indexUse", this)),
      m_clear(named<QPushButton>("clearIndexes", tr("Clear"), this))
{
    m_clear->setAccessibleName(tr("Delete all indexes"));
    m_clear->setEnabled(false);
    auto* layout = rowOf(this);
    layout->addWidget(m_use, 1);
    layout->addWidget(m_clear);
    setFocusProxy(m_clear);
    connect(m_clear, &QPushButton::clicked, this, [this] { run(true); });
    connect(&m_settings, &Settings::changed, this, &IndexUse::look);
    look();
}

void IndexUse::run(bool deletesFirst)
{
    m_task.run(
        [folder = std::filesystem::path(fromQt(indexFolder(m_settings))), deletesFirst](const Job&) {
            if (deletesFirst)
                deleteIndexes(folder);
            Use use;
            for (const KeptIndex& index : keptIndexes(folder)) {
                use.bytes += index.size;
                use.count += index.isAddition ? 0 : 1;
            }
            return use;
        },
        [this](const Use& use) { showUse(use); });
}

void IndexUse::showUse(const Use& use)
{
    m_use->setText(use.count == 0 ? tr("No indexes stored")
                                  : tr("%1 in %2")
                                        .arg(QLocale().formattedDataSize(static_cast<qint64>(use.bytes), 1,
                                                                         QLocale::DataSizeTraditionalFormat),
                                             tr("%Ln index(es)", nullptr, static_cast<int>(use.count))));
    m_clear->setEnabled(use.count > 0);
}

namespace {

constexpr QSize kSettingsSize(760, 560);
constexpr int kSectionsWidth = 18 * kGrid;
/// Choices do not become as wide as the longest font name.
constexpr int kChoiceLetters = 24;

bool isForChinese(const QString& language)
{
    return language == QLatin1String("zh");
}

} // namespace

SettingsDialog::SettingsDialog(Settings& settings, const QList<Choice>& perspectives, QWidget* parent)
    : QDialog(parent),
      m_settings(settings),
      m_words(named<QLineEdit>("settingWords", this)),
      m_sections(named<QListWidget>("settingSections", this)),
      m_area(new QScrollArea(this)),
      m_form(new SettingsForm(m_area)),
      m_nothing(named<QLabel>("noSetting", tr("No matching settings."), this))
{
    setWindowTitle(tr("Settings"));
    m_words->setPlaceholderText(tr("Find a setting"));
    m_words->setAccessibleName(tr("Find a setting"));
    m_words->setClearButtonEnabled(true);
    m_sections->setAccessibleName(tr("Sections"));
    m_sections->setFixedWidth(kSectionsWidth);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->hide();
    addAppearance(perspectives);
    addReading();
    addDatasets();
    addIndexes();
    addKeys();
    m_sections->addItems(m_form->sections());
    m_sections->setCurrentRow(0);
    m_area->setWidget(m_form);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close | QDialogButtonBox::RestoreDefaults, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    // Enter in a line of text must not reset anything.
    for (QAbstractButton* button : buttons->buttons())
        static_cast<QPushButton*>(button)->setAutoDefault(false);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            [this] { m_settings.reset(); });
    auto* middle = makeRow(nullptr, {m_sections, {m_area, 1}, {m_nothing, 1}});
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addLayout(middle, 1);
    layout->addWidget(buttons);
    resize(kSettingsSize);
    connect(m_words, &QLineEdit::textChanged, this, &SettingsDialog::showFound);
    connect(m_sections, &QListWidget::currentRowChanged, this, [this](int section) {
        if (const QWidget* heading = m_form->heading(section))
            m_area->verticalScrollBar()->setValue(heading->y());
    });
    connect(&m_settings, &Settings::changed, this, &SettingsDialog::load);
    load();
}

void SettingsDialog::addAppearance(const QList<Choice>& perspectives)
{
    m_form->addSection(tr("Appearance"));
    m_form->addRow(tr("Theme"), makeChoice(
                                    "theme",
                                    {{nameOf(Appearance::System), tr("Follow system")},
                                     {nameOf(Appearance::Light), tr("Light")},
                                     {nameOf(Appearance::Dark), tr("Dark")}},
                                    [this] { return nameOf(appearanceOf(m_settings.appearance())); },
                                    [this](const QString& name) { m_settings.setAppearance(name); }));
    // Each language is named in itself, for those who cannot read the other one.
    m_form->addRow(tr("Language"),
                   makeChoice(
                       "language",
                       {{QString(), tr("Follow system")},
                        {QStringLiteral("en"), QStringLiteral("English")},
                        {QStringLiteral("zh_CN"), QStringLiteral("中文（简体）")}},
                       [this] { return m_settings.language(); },
                       [this](const QString& language) { m_settings.setLanguage(language); }),
                   tr("For menus, panels and messages. Dataset texts are not affected."));
    QList<Choice> begins{{QString(), tr("As last used")}};
    begins << perspectives;
    m_form->addRow(tr("Perspective on startup"),
                   makeChoice(
                       "startPerspective", begins, [this] { return m_settings.startPerspective(); },
                       [this](const QString& name) { m_settings.setStartPerspective(name); }));
    m_form->addRow(tr("Startup"),
                   makeSwitch(
                       "restoreSession", tr("Continue where I left off"),
                       [this] { return m_settings.restoresSession(); },
                       [this](bool restore) { m_settings.setRestoresSession(restore); }),
                   tr("Reopens the last dataset with its filter, sort order, columns and position in the "
                      "conversation."));
    m_form->addRow(
        tr("Notifications"),
        makeSwitch(
            "notify", tr("Notify when a long task finishes"), [this] { return m_settings.notifies(); },
            [this](bool notify) { m_settings.setNotifies(notify); }),
        tr("For tasks that take more than ten seconds, while another program is in the foreground."));
}

void SettingsDialog::addReading()
{
    m_form->addSection(tr("Reading"));
    m_form->addRow(tr("Font for English"),
                   makeFont(QStringLiteral("en"), QStringLiteral("A quiet weekend in Hangzhou, 2 people")));
    m_form->addRow(tr("Font for Chinese"),
                   makeFont(QStringLiteral("zh"), QStringLiteral("两个人在杭州的安静周末")));
    const QString rendered = QStringLiteral("rendered");
    const QString written = QStringLiteral("written");
    m_form->addRow(
        tr("Messages"),
        makeChoice(
            "messages", {{written, tr("As written")}, {rendered, tr("Rendered")}},
            [this, rendered, written] { return m_settings.rendersMarkdown() ? rendered : written; },
            [this, rendered](const QString& how) { m_settings.setRendersMarkdown(how == rendered); }),
        tr("Rendered shows the Markdown of messages with headings, lists and tables."));
}

void SettingsDialog::addDatasets()
{
    m_form->addSection(tr("Datasets"));
    m_form->addRow(tr("Links"),
                   makeSwitch(
                       "followLinks", tr("Follow links that lead out of opened folders"),
                       [this] { return m_settings.followsLinks(); },
                       [this](bool follow) { m_settings.setFollowsLinks(follow); }),
                   tr("Otherwise, they are listed as skipped. Changing this rereads the open dataset."));
    const int cores = availableCores();
    auto* threads = makeNumber(
        "threads", std::max(cores, m_settings.threads()), [this] { return m_settings.threads(); },
        [this](int count) { m_settings.setThreads(count); });
    threads->setSpecialValueText(tr("One per core (%1)").arg(cores));
    m_form->addRow(tr("Threads"), threads,
                   tr("Number of threads for reading, searching and counting. Fewer threads leave capacity "
                      "for other programs."));
}

void SettingsDialog::addIndexes()
{
    m_form->addSection(tr("Indexes"));
    auto* size = makeNumber(
        "cacheSize", Settings::kMostCacheMebibytes, [this] { return m_settings.cacheMebibytes(); },
        [this](int mebibytes) { m_settings.setCacheMebibytes(mebibytes); });
    constexpr int kStep = 256;
    size->setSingleStep(kStep);
    size->setSuffix(tr(" MiB"));
    size->setSpecialValueText(tr("Do not keep indexes"));
    m_form->addRow(tr("Index size limit"), size,
                   tr("With an index, a dataset opens immediately the next time. The least recently used "
                      "indexes are deleted first."));
    m_form->addRow(tr("Folder"), new IndexPlace(m_settings, m_form));
    m_form->addRow(tr("Disk usage"), new IndexUse(m_settings, m_form));
}

void SettingsDialog::addKeys()
{
    m_form->addSection(tr("Keyboard"));
    auto* keys = named<QPushButton>("openKeys", tr("Keyboard shortcuts…"), m_form);
    keys->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(keys, &QPushButton::clicked, this, &SettingsDialog::keysRequested);
    m_form->addRow(tr("Shortcuts"), keys, tr("View and change all keyboard shortcuts."));
}

QComboBox* SettingsDialog::makeChoice(const char* name, const QList<Choice>& choices,
                                      const std::function<QString()>& value,
                                      const std::function<void(const QString&)>& set)
{
    auto* box = new QComboBox(m_form);
    box->setObjectName(QLatin1String(name));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kChoiceLetters);
    box->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    for (const auto& [key, title] : choices)
        box->addItem(title, key);
    connect(box, &QComboBox::currentIndexChanged, this, [box, set] { set(box->currentData().toString()); });
    m_loads.emplace_back([box, value] {
        const QSignalBlocker quiet(box);
        box->setCurrentIndex(std::max(0, box->findData(value())));
    });
    return box;
}

QCheckBox* SettingsDialog::makeSwitch(const char* name, const QString& text,
                                      const std::function<bool()>& value,
                                      const std::function<void(bool)>& set)
{
    auto* box = new QCheckBox(text, m_form);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(text);
    connect(box, &QCheckBox::toggled, this, set);
    m_loads.emplace_back([box, value] {
        const QSignalBlocker quiet(box);
        box->setChecked(value());
    });
    return box;
}

/// While a number is typed, its beginning does not count.
QSpinBox* SettingsDialog::makeNumber(const char* name, int most, const std::function<int()>& value,
                                     const std::function<void(int)>& set)
{
    auto* box = new QSpinBox(m_form);
    box->setObjectName(QLatin1String(name));
    box->setRange(0, most);
    box->setKeyboardTracking(false);
    box->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(box, &QSpinBox::valueChanged, this, set);
    m_loads.emplace_back([box, value] {
        const QSignalBlocker quiet(box);
        box->setValue(value());
    });
    return box;
}

QWidget* SettingsDialog::makeFont(const QString& language, const QString& sample)
{
    QList<Choice> families{{QString(), tr("Default font")}};
    for (const QString& family : QFontDatabase::families(
             isForChinese(language) ? QFontDatabase::SimplifiedChinese : QFontDatabase::Latin))
        families << Choice{family, family};
    const auto value = [this, language] { return m_settings.readingFamily(language); };
    auto* whole = new QWidget(m_form);
    auto* box = makeChoice(
        isForChinese(language) ? "fontZh" : "fontEn", families, value,
        [this, language](const QString& family) { m_settings.setReadingFamily(language, family); });
    auto* shown = new QLabel(sample, whole);
    shown->setTextFormat(Qt::PlainText);
    box->setAccessibleName(isForChinese(language) ? tr("Font for Chinese") : tr("Font for English"));
    makeColumn(whole, {box, shown}, kHalfGrid);
    whole->setFocusProxy(box);
    m_loads.emplace_back([this, shown, value, language] {
        QFont font =
            withChinese(this->font(), isForChinese(language) ? Language::Chinese : Language::English);
        if (!value().isEmpty())
            font.setFamilies(QStringList{value()} + font.families());
        shown->setFont(font);
    });
    return whole;
}

void SettingsDialog::find(const QString& words)
{
    m_words->setText(words);
    m_words->setFocus();
}

void SettingsDialog::showFound(const QString& words)
{
    const int found = m_form->find(words);
    m_area->setVisible(found > 0);
    m_nothing->setVisible(found == 0);
    for (int section = 0; section < m_sections->count(); ++section)
        m_sections->item(section)->setHidden(!m_form->isSectionShown(section));
}

void SettingsDialog::load()
{
    for (const auto& each : m_loads)
        each();
}

} // namespace duologue::ui

#include "settings_dialog.moc"
