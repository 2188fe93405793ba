// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings/settings_dialog.h"

#include "core/util/language.h"
#include "core/util/parallel.h"
#include "ui/dialogs/settings/index_settings.h"
#include "ui/dialogs/settings/settings_form.h"
#include "ui/views/widgets/metrics.h"
#include "ui/views/widgets/theme.h"
#include "ui/work/qt_text.h"
#include "ui/work/settings/settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

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
      m_words(new QLineEdit(this)),
      m_sections(new QListWidget(this)),
      m_area(new QScrollArea(this)),
      m_form(new SettingsForm(m_area)),
      m_nothing(new QLabel(tr("No setting has these words."), this))
{
    setWindowTitle(tr("Settings"));
    m_words->setObjectName(QStringLiteral("settingWords"));
    m_words->setPlaceholderText(tr("Find a setting"));
    m_words->setAccessibleName(tr("Find a setting"));
    m_words->setClearButtonEnabled(true);
    m_sections->setObjectName(QStringLiteral("settingSections"));
    m_sections->setAccessibleName(tr("Sections"));
    m_sections->setFixedWidth(kSectionsWidth);
    m_nothing->setObjectName(QStringLiteral("noSetting"));
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
    auto* middle = new QHBoxLayout;
    middle->addWidget(m_sections);
    middle->addWidget(m_area, 1);
    middle->addWidget(m_nothing, 1);
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
                   tr("Of menus, panels and messages. The texts of datasets stay as they are."));
    QList<Choice> begins{{QString(), tr("As it was left")}};
    begins << perspectives;
    m_form->addRow(tr("Perspective at the start"),
                   makeChoice(
                       "startPerspective", begins, [this] { return m_settings.startPerspective(); },
                       [this](const QString& name) { m_settings.setStartPerspective(name); }));
    m_form->addRow(tr("At the start"),
                   makeSwitch(
                       "restoreSession", tr("Continue where I stopped"),
                       [this] { return m_settings.restoresSession(); },
                       [this](bool restore) { m_settings.setRestoresSession(restore); }),
                   tr("Opens the last dataset again, with its filter, order, columns and the place in the "
                      "conversation."));
    m_form->addRow(tr("Notifications"),
                   makeSwitch(
                       "notify", tr("Notify when a long task finishes"),
                       [this] { return m_settings.notifies(); },
                       [this](bool notify) { m_settings.setNotifies(notify); }),
                   tr("For work of more than ten seconds, while another program is in front."));
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
        tr("Whether the Markdown of messages is shown as text with headings, lists and tables."));
}

void SettingsDialog::addDatasets()
{
    m_form->addSection(tr("Datasets"));
    m_form->addRow(tr("Links"),
                   makeSwitch(
                       "followLinks", tr("Follow links out of opened folders"),
                       [this] { return m_settings.followsLinks(); },
                       [this](bool follow) { m_settings.setFollowsLinks(follow); }),
                   tr("Otherwise they are listed as skipped. The open dataset is read again."));
    const int cores = availableCores();
    auto* threads = makeNumber(
        "threads", std::max(cores, m_settings.threads()), [this] { return m_settings.threads(); },
        [this](int count) { m_settings.setThreads(count); });
    threads->setSpecialValueText(tr("One for each core (%1)").arg(cores));
    m_form->addRow(tr("Threads"), threads,
                   tr("How many work at once on reading, searching and counting. Fewer leave room for other "
                      "programs."));
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
                   tr("An index lets a dataset open at once the next time. Those that were not used for "
                      "longest are deleted first."));
    m_form->addRow(tr("Folder"), new IndexPlace(m_settings, m_form));
    m_form->addRow(tr("In use"), new IndexUse(m_settings, m_form));
}

void SettingsDialog::addKeys()
{
    m_form->addSection(tr("Keyboard"));
    auto* keys = new QPushButton(tr("Keyboard shortcuts…"), m_form);
    keys->setObjectName(QStringLiteral("openKeys"));
    keys->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(keys, &QPushButton::clicked, this, &SettingsDialog::keysRequested);
    m_form->addRow(tr("Shortcuts"), keys, tr("Lists all keys and changes them."));
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
    QList<Choice> families{{QString(), tr("Standard font")}};
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
    auto* layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kHalfGrid);
    layout->addWidget(box);
    layout->addWidget(shown);
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
