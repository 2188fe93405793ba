// SPDX-License-Identifier: GPL-3.0-or-later
#include "at_spi.h"
#include "desktop.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <memory>
#include <optional>

using namespace duologue::ui::test;

namespace {

constexpr int kPatienceMs = 60'000;

/// Rows are similar, so a few of them suffice.
QList<AtSpiNode> fewChildren(const AtSpiNode& node, const QString& role)
{
    constexpr qsizetype kFew = 6;
    const QList<AtSpiNode> children = node.children();
    const bool rows = role.contains(QLatin1String("table")) || role.contains(QLatin1String("tree")) ||
                      role.contains(QLatin1String("list"));
    return rows ? children.first(qMin(children.size(), kFew)) : children;
}

/// Searches containers, but not rows.
std::optional<AtSpiNode> find(const AtSpiNode& from, const QString& role, const QString& name)
{
    const QString own = from.roleName();
    if (own == role && from.name() == name)
        return from;
    if (own.contains(QLatin1String("table")) || own.contains(QLatin1String("tree")) ||
        own.contains(QLatin1String("list")) || own.contains(QLatin1String("menu")))
        return std::nullopt;
    for (const AtSpiNode& child : from.children()) {
        if (auto found = find(child, role, name))
            return found;
    }
    return std::nullopt;
}

/// Focusable widgets without a name. Cells may be empty.
void addUnnamed(const AtSpiNode& from, const QString& path, QStringList& unnamed, int& seen)
{
    ++seen;
    const QString role = from.roleName();
    const QString name = from.name();
    const bool cell = role.contains(QLatin1String("cell")) || role.contains(QLatin1String("item"));
    // The window keeps tab bars for areas without tabs; they cannot be reached.
    if (role == QLatin1String("page tab list") && !from.isVisible())
        return;
    const QString here = QStringLiteral("%1/%2 “%3”").arg(path, role, name);
    if (!cell && name.isEmpty() && from.isFocusable())
        unnamed << here;
    for (const AtSpiNode& child : fewChildren(from, role))
        addUnnamed(child, here, unnamed, seen);
}

} // namespace

/// The running program on a display, from the view of a screen reader.
class AtSpiTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString missing = Desktop::missing(); !missing.isEmpty())
            QSKIP(qPrintable(QStringLiteral("not installed: ") + missing));
        QFile file(kRecord);
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_history =
            QJsonDocument::fromJson(file.readAll()).object().value(QStringLiteral("history")).toArray();
        QVERIFY(m_history.size() > 2);
        m_desktop = std::make_unique<Desktop>();
        QVERIFY(m_desktop->start());
        QVERIFY(m_desktop->run(QStringLiteral(DUOLOGUE_PROGRAM), {kRecord}));
    }

    void cleanupTestCase() { m_desktop.reset(); }

    void hasAChildForEachMessage()
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_desktop->isRunning() ||
                (conversation() && conversation()->children().size() == m_history.size()),
            kPatienceMs);
        QVERIFY2(m_desktop->isRunning(), m_desktop->output().constData());
        const QList<AtSpiNode> messages = conversation()->children();
        for (qsizetype i = 0; i < messages.size(); ++i) {
            const QJsonObject said = m_history[i].toObject();
            const AtSpiNode& node = messages[i];
            const QString name = node.name();
            const bool user = said.value(QStringLiteral("role")) == QLatin1String("user");
            QVERIFY2(name.startsWith(QStringLiteral("Message %1, %2, turn %3")
                                         .arg(i + 1)
                                         .arg(user ? QStringLiteral("User") : QStringLiteral("Assistant"))
                                         .arg(i / 2 + 1)),
                     qPrintable(name));
            const QString text = node.description();
            for (const char* key : {"content", "content_zh"})
                QVERIFY2(text.contains(said.value(QLatin1String(key)).toString()), qPrintable(text));
            if (user) {
                QVERIFY2(name.contains(said.value(QStringLiteral("intent")).toString()), qPrintable(name));
                continue;
            }
            const QJsonObject mark = said.value(QStringLiteral("hallucination")).toObject();
            const bool yes = mark.value(QStringLiteral("hallucination")).toBool();
            QVERIFY2(name.contains(yes ? QStringLiteral("hallucination: yes")
                                       : QStringLiteral("hallucination: no")),
                     qPrintable(name));
            QCOMPARE(text.contains(mark.value(QStringLiteral("memo")).toString()), yes);
        }
        const AtSpiNode& third = messages[2];
        QVERIFY(!third.isSelected());
        third.press();
        QTRY_VERIFY(third.isSelected());
    }

    void namesEveryControl() { expectNames(*m_desktop); }

    void namesEveryControlInChinese()
    {
        Desktop chinese;
        QVERIFY(chinese.start());
        const QProcessEnvironment set = chinese.environment();
        const QString folder = set.value(QStringLiteral("XDG_CONFIG_HOME"),
                                         set.value(QStringLiteral("HOME")) + QStringLiteral("/.config")) +
                               QStringLiteral("/Duologue");
        QVERIFY(QDir().mkpath(folder));
        QFile settings(folder + QStringLiteral("/duologue.conf"));
        QVERIFY(settings.open(QIODevice::WriteOnly));
        settings.write("[window]\nlanguage=zh_CN\n");
        settings.close();
        QVERIFY(chinese.run(QStringLiteral(DUOLOGUE_PROGRAM), {kRecord}));
        const auto shown = [&chinese] {
            for (const AtSpiNode& program : atSpiPrograms(chinese.busAddress())) {
                const auto found = find(program, QStringLiteral("document"), QStringLiteral("对话正文"));
                if (found && !found->children().isEmpty())
                    return true;
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(shown(), kPatienceMs);
        expectNames(chinese);
    }

private:
    static void expectNames(const Desktop& desktop)
    {
        QStringList unnamed;
        int seen = 0;
        for (const AtSpiNode& program : atSpiPrograms(desktop.busAddress()))
            addUnnamed(program, {}, unnamed, seen);
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join(QLatin1Char('\n'))));
        constexpr int kManyControls = 150;
        QVERIFY2(seen > kManyControls, qPrintable(QString::number(seen)));
        QVERIFY(desktop.isRunning());
    }

    std::optional<AtSpiNode> conversation() const
    {
        for (const AtSpiNode& program : atSpiPrograms(m_desktop->busAddress())) {
            if (auto found = find(program, QStringLiteral("document"), QStringLiteral("Conversation")))
                return found;
        }
        return std::nullopt;
    }

    const QString kRecord =
        QStringLiteral(DUOLOGUE_SAMPLE "/RecLLMSim/LLM_agent_user/travel planning/27.json");
    QJsonArray m_history;
    std::unique_ptr<Desktop> m_desktop;
};

DUOLOGUE_TEST(AtSpiTest)
#include "at_spi_test.moc"
