// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"

#include <QFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace duologue::ui;

/// Settings count at once and are written later.
class StoredSettingsTest : public QObject {
    Q_OBJECT

private:
    const QString m_key = QStringLiteral("test/key");

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-stored-settings"));
    }

    void init()
    {
        writeSettings();
        QSettings().clear();
    }

    void countsAtOnceAndIsWritten()
    {
        QVERIFY(!storedSetting(m_key).isValid());
        storeSetting(m_key, QStringLiteral("杭州"));
        QCOMPARE(storedSetting(m_key).toString(), QStringLiteral("杭州"));
        writeSettings();
        QCOMPARE(QSettings().value(m_key).toString(), QStringLiteral("杭州"));
        QCOMPARE(storedSetting(m_key).toString(), QStringLiteral("杭州"));
    }

    void theLastValueCounts()
    {
        constexpr int kTimes = 40;
        for (int i = 1; i <= kTimes; ++i) {
            storeSetting(m_key, i);
            QCOMPARE(storedSetting(m_key).toInt(), i);
        }
        writeSettings();
        QCOMPARE(QSettings().value(m_key).toInt(), kTimes);
    }

    void isWrittenSoonWithoutAnotherCall()
    {
        storeSetting(m_key, 7);
        QVERIFY(!QSettings().contains(m_key));
        QTRY_COMPARE(QSettings().value(m_key).toInt(), 7);
    }

    void anInvalidValueRemovesTheKey()
    {
        storeSetting(m_key, QStringList{QStringLiteral("a"), QStringLiteral("b")});
        storeSetting(m_key, {});
        QVERIFY(!storedSetting(m_key).isValid());
        writeSettings();
        QVERIFY(!QSettings().contains(m_key));
    }

    void onlyTheOwnerMayReadTheFile()
    {
        // The file contains queries and paths.
        const QString path = QSettings().fileName();
        const auto others = [&] {
            return QFile::permissions(path) &
                   (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther);
        };
        QFile::remove(path);
        storeSetting(m_key, QStringLiteral("杭州"));
        writeSettings();
        QVERIFY(QFile::exists(path));
        QCOMPARE(others(), QFile::Permissions());
        // A file of an earlier version.
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup |
                                                QFile::ReadOther));
        storeSetting(m_key, QStringLiteral("签证"));
        writeSettings();
        QCOMPARE(others(), QFile::Permissions());
        QCOMPARE(QSettings().value(m_key).toString(), QStringLiteral("签证"));
        QFile::remove(path);
        Settings().setWindowLayout({"geometry", "panels"});
        writeSettings();
        QVERIFY(QFile::exists(path));
        QCOMPARE(others(), QFile::Permissions());
        QFile::remove(path);
        QueryMemory().save(QStringLiteral("mine"), QStringLiteral("turns:3"));
        QCOMPARE(others(), QFile::Permissions());
        QCOMPARE(QueryMemory().saved().size(), std::size_t{1});
    }

    void valuesOfOtherProgramsAreRead()
    {
        storeSetting(m_key, 1);
        writeSettings();
        QSettings().setValue(m_key, 2);
        QCOMPARE(storedSetting(m_key).toInt(), 2);
    }
};

DUOLOGUE_TEST(StoredSettingsTest)
#include "stored_settings_test.moc"
