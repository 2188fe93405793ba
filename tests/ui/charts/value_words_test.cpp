// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tally.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/words.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>

using namespace duologue;
using namespace duologue::ui;

namespace {

/// Stands in for the Chinese translation of the window.
class ChineseValues final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* text, const char*, int) const override
    {
        if (qstrcmp(context, "Formats") == 0 && qstrcmp(text, "RecLLMSim, simulated user") == 0)
            return QStringLiteral("RecLLMSim · 模拟用户");
        if (qstrcmp(context, "ValueWords") != 0)
            return {};
        return qstrcmp(text, "en") == 0 ? QStringLiteral("zh") : QString();
    }
};

} // namespace

/// What the values of charts are called.
class ValueWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const test::TempFolder folder;
        auto record = test::AgentRecord::ofTurns(2);
        record.messages[0].intent = "Planning";
        folder.write("LLM_agent_user/t/1.json", record.json());
        m_snapshot = test::load({folder.path()});
    }

    void valuesHaveTheNamesOfTheWindow()
    {
        const GroupValue planning = valueOf("intent", 0);
        const GroupValue user = valueOf("role", 1);
        const QString chinese = QString::fromUtf8("规划");
        QCOMPARE(QString::fromStdString(planning.chinese), chinese);
        QCOMPARE(words("intent", planning).shown, QStringLiteral("Planning"));
        QCOMPARE(words("intent", planning).inBoth(), QStringLiteral("Planning (%1)").arg(chinese));
        QCOMPARE(words("role", user).shown, QStringLiteral("user"));
        QCOMPARE(words("role", user).inBoth(), QString::fromUtf8("user (用户)"));

        QCOMPARE(words("format", valueOf("format", 0)).shown, QStringLiteral("RecLLMSim, simulated user"));

        ChineseValues translation;
        QCoreApplication::installTranslator(&translation);
        QCOMPARE(words("intent", planning).shown, chinese);
        QCOMPARE(words("intent", planning).inBoth(), QStringLiteral("%1 (Planning)").arg(chinese));
        QCOMPARE(words("role", user).shown, QString::fromUtf8("用户"));
        QCOMPARE(words("format", valueOf("format", 0)).shown, QString::fromUtf8("RecLLMSim · 模拟用户"));
        QCOMPARE(words("role", user).inBoth(), QString::fromUtf8("用户 (user)"));
        QCoreApplication::removeTranslator(&translation);
    }

private:
    ValueWords words(const char* field, const GroupValue& value) const
    {
        return groupWords(*m_snapshot, findField(*m_snapshot, field)->info(), value);
    }

    GroupValue valueOf(const char* field, std::size_t index) const
    {
        const Tally counted = tally(*m_snapshot, RowSet(m_snapshot->recordCount(), true),
                                    {{*findField(*m_snapshot, field)}}, Job());
        return counted.rows.at(index).values.front();
    }

    SnapshotPtr m_snapshot;
};

DUOLOGUE_TEST(ValueWordsTest)
#include "value_words_test.moc"
