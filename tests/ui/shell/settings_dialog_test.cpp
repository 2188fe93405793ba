// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/dialogs/settings_dialog.h"

#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace duologue::ui;

/// What the user sets counts at once and is still set at the next start.
class SettingsDialogTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<SettingsDialog> m_dialog;

    template<typename T>
    T* child(const char* name) const
    {
        return m_dialog->findChild<T*>(QLatin1String(name));
    }

    void show()
    {
        m_dialog.reset();
        m_settings = std::make_unique<Settings>();
        m_dialog = std::make_unique<SettingsDialog>(
            *m_settings, QList<SettingsDialog::Choice>{{QStringLiteral("read"), QStringLiteral("Read")}},
            nullptr);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
    }

    bool isShown(const char* name) const { return child<QWidget>(name)->isVisible(); }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-settings-test"));
    }

    void init()
    {
        writeSettings();
        QFile::remove(QSettings().fileName());
        show();
    }

    void cleanup()
    {
        m_dialog.reset();
        m_settings.reset();
        writeSettings();
        QFile::remove(QSettings().fileName());
    }

    void changesCountAtOnceAndStay()
    {
        const QSignalSpy changed(m_settings.get(), &Settings::changed);
        auto* theme = child<QComboBox>("theme");
        theme->setCurrentIndex(theme->findData(QStringLiteral("dark")));
        QCOMPARE(m_settings->appearance(), QStringLiteral("dark"));
        auto* language = child<QComboBox>("language");
        language->setCurrentIndex(language->findData(QStringLiteral("zh_CN")));
        child<QCheckBox>("restoreSession")->click();
        child<QCheckBox>("followLinks")->click();
        child<QSpinBox>("threads")->setValue(1);
        child<QSpinBox>("cacheSize")->setValue(0);
        auto* perspective = child<QComboBox>("startPerspective");
        perspective->setCurrentIndex(perspective->findData(QStringLiteral("read")));
        QCOMPARE(changed.count(), 7);

        show();
        QCOMPARE(child<QComboBox>("theme")->currentData().toString(), QStringLiteral("dark"));
        QCOMPARE(child<QComboBox>("language")->currentData().toString(), QStringLiteral("zh_CN"));
        QCOMPARE(child<QComboBox>("startPerspective")->currentData().toString(), QStringLiteral("read"));
        QVERIFY(!child<QCheckBox>("restoreSession")->isChecked());
        QVERIFY(child<QCheckBox>("followLinks")->isChecked());
        QCOMPARE(child<QSpinBox>("threads")->value(), 1);
        QCOMPARE(child<QSpinBox>("cacheSize")->value(), 0);
    }

    void messagesAreRenderedOrAsWritten()
    {
        auto* messages = child<QComboBox>("messages");
        QCOMPARE(messages->currentText(), QStringLiteral("Rendered"));
        messages->setCurrentIndex(messages->findText(QStringLiteral("As written")));
        QVERIFY(!m_settings->rendersMarkdown());
        show();
        QCOMPARE(child<QComboBox>("messages")->currentText(), QStringLiteral("As written"));
        m_settings->reset();
        QCOMPARE(child<QComboBox>("messages")->currentText(), QStringLiteral("Rendered"));
    }

    /// Another part of the program may set something while the dialog is open.
    void followsChangesFromElsewhere()
    {
        m_settings->setAppearance(QStringLiteral("light"));
        QCOMPARE(child<QComboBox>("theme")->currentData().toString(), QStringLiteral("light"));
    }

    void everythingGoesBack()
    {
        m_settings->setAppearance(QStringLiteral("dark"));
        m_settings->setThreads(1);
        m_settings->setRestoresSession(false);
        QTest::mouseClick(m_dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::RestoreDefaults),
                          Qt::LeftButton);
        QCOMPARE(m_settings->threads(), 0);
        QVERIFY(m_settings->restoresSession());
        QVERIFY(child<QCheckBox>("restoreSession")->isChecked());
        QCOMPARE(child<QComboBox>("theme")->currentIndex(), 0);
    }

    void settingsAreFoundByWords()
    {
        m_dialog->find(QStringLiteral("theme"));
        QVERIFY(isShown("theme") && !isShown("threads") && !isShown("fontEn"));
        m_dialog->find(QStringLiteral("font chinese"));
        QVERIFY(isShown("fontZh") && !isShown("fontEn") && !isShown("theme"));
        // A word of an explanation, and one of a section.
        m_dialog->find(QStringLiteral("programs"));
        QVERIFY(isShown("threads") && !isShown("theme"));
        m_dialog->find(QStringLiteral("indexes"));
        QVERIFY(isShown("cacheSize") && isShown("clearIndexes") && !isShown("theme"));
        m_dialog->find(QStringLiteral("xyzzy"));
        QVERIFY(isShown("noSetting"));
        m_dialog->find({});
        QVERIFY(!isShown("noSetting") && isShown("theme") && isShown("fontZh"));
    }

    /// The word of the other language finds a setting as well.
    void settingsAreFoundInChinese()
    {
        m_dialog->find(QStringLiteral("主题"));
        QVERIFY(isShown("theme") && !isShown("threads"));
    }

    void damagedValuesAreTheDefaults_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("value");
        for (const char* key : {"window/appearance", "window/language", "window/start_perspective",
                                "reading/font_en", "open/threads", "cache/mebibytes", "cache/folder"}) {
            QTest::newRow(key) << QString::fromLatin1(key)
                               << QVariant(QStringList{QStringLiteral("a"), QStringLiteral("b")});
        }
        QTest::newRow("negative") << QStringLiteral("open/threads") << QVariant(QStringLiteral("-5"));
        QTest::newRow("huge") << QStringLiteral("cache/mebibytes") << QVariant(QStringLiteral("99999999999"));
    }

    void damagedValuesAreTheDefaults()
    {
        QFETCH(const QString, key);
        QFETCH(const QVariant, value);
        storeSetting(key, value);
        show();
        QCOMPARE(m_settings->threads(), 0);
        QCOMPARE(m_settings->cacheMebibytes(), Settings::kUsualCacheMebibytes);
        QCOMPARE(m_settings->language(), QString());
        QCOMPARE(child<QComboBox>("theme")->currentIndex(), 0);
        QCOMPARE(child<QComboBox>("startPerspective")->currentIndex(), 0);
    }

    void indexesAreCountedAndDeleted()
    {
        const QTemporaryDir chosen;
        m_settings->setCacheFolder(chosen.path());
        const QString folder = indexFolder(*m_settings);
        QVERIFY(folder != chosen.path() && folder.startsWith(chosen.path()));
        QTRY_COMPARE(child<QLabel>("indexUse")->text(), QStringLiteral("No indexes stored"));
        QVERIFY(!child<QPushButton>("clearIndexes")->isEnabled());
        QVERIFY(QDir().mkpath(folder));
        const QString other = QDir(folder).filePath(QStringLiteral("other.txt"));
        for (const QString& path : {QDir(folder).filePath(QStringLiteral("a.index")),
                                    QDir(folder).filePath(QStringLiteral("b.index")), other}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(1024, 'x')) == 1024);
        }
        show();
        QTRY_VERIFY2(child<QLabel>("indexUse")->text().contains(QStringLiteral("2 index")),
                     qPrintable(child<QLabel>("indexUse")->text()));
        child<QPushButton>("clearIndexes")->click();
        QTRY_COMPARE(child<QLabel>("indexUse")->text(), QStringLiteral("No indexes stored"));
        QVERIFY(QFile::exists(other));
    }

    void everyControlHasAName()
    {
        for (const QWidget* control : m_dialog->findChildren<QWidget*>()) {
            const bool isControl = control->isVisible() && control->focusPolicy() != Qt::NoFocus &&
                                   qobject_cast<const QLabel*>(control) == nullptr;
            const auto* button = qobject_cast<const QAbstractButton*>(control);
            const bool isPart = qobject_cast<const QAbstractSpinBox*>(control->parentWidget()) != nullptr ||
                                qobject_cast<const QComboBox*>(control->parentWidget()) != nullptr;
            if (isControl && !isPart)
                QVERIFY2(
                    !control->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()),
                    qPrintable(control->objectName() + QLatin1String(control->metaObject()->className())));
        }
    }
};

DUOLOGUE_TEST(SettingsDialogTest)
#include "settings_dialog_test.moc"
