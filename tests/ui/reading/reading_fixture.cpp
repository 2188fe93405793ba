// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"

#include "ui/app/tasks.h"
#include "ui/window/panels.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

namespace duologue::ui::test {

namespace {

constexpr int kPatience = 20'000;

} // namespace

QJsonObject message(const QString& role, const QString& english, const QString& chinese)
{
    QJsonObject made{{QStringLiteral("role"), role}};
    if (!english.isNull())
        made.insert(QStringLiteral("content"), english);
    if (!chinese.isEmpty())
        made.insert(QStringLiteral("content_zh"), chinese);
    return made;
}

QJsonObject withIntent(QJsonObject message, const QString& english, const QString& chinese)
{
    message.insert(QStringLiteral("intent"), english);
    message.insert(QStringLiteral("intent_zh"), chinese);
    return message;
}

QJsonObject withHallucination(QJsonObject message, bool yes, const QString& memo)
{
    message.insert(QStringLiteral("hallucination"),
                   QJsonObject{{QStringLiteral("hallucination"), yes}, {QStringLiteral("memo"), memo}});
    return message;
}

QJsonObject simulated(const QList<QJsonObject>& history)
{
    QJsonArray messages;
    for (const QJsonObject& each : history)
        messages.append(each);
    const QJsonObject gender{{QStringLiteral("en"), QStringLiteral("Female")},
                             {QStringLiteral("zh"), QStringLiteral("女")}};
    const QJsonObject reading{{QStringLiteral("en"), QStringLiteral("Reading")},
                              {QStringLiteral("zh"), QStringLiteral("阅读")}};
    const QJsonObject strategy{
        {QStringLiteral("final"), QJsonObject{{QStringLiteral("order"), QStringLiteral("Depth")},
                                              {QStringLiteral("feedback"), QStringLiteral("Positive")}}}};
    return {
        {QStringLiteral("task"), QStringLiteral("travel planning")},
        {QStringLiteral("preference_id"), 31},
        {QStringLiteral("preference"), QStringLiteral("1. Gender: Female\n2. Age: 29\n3. Tea\n4. Trains")},
        {QStringLiteral("preference_zh"), QStringLiteral("1. 性别：女\n2. 年龄：29\n3. 茶\n4. 火车")},
        {QStringLiteral("task_context"), QStringLiteral("Plan a weekend.")},
        {QStringLiteral("task_context_zh"), QStringLiteral("计划一个周末。")},
        {QStringLiteral("history"), messages},
        {QStringLiteral("rating"),
         QJsonObject{{QStringLiteral("Detail Level"), 1}, {QStringLiteral("Preference Alignment"), 2}}},
        {QStringLiteral("profile_mapped"),
         QJsonObject{{QStringLiteral("Gender"), gender},
                     {QStringLiteral("Daily Interests and Hobbies"), QJsonArray{reading}}}},
        {QStringLiteral("strategy_V2"), strategy},
        {QStringLiteral("extra"), QJsonArray{QJsonObject{{QStringLiteral("deep"), 7}}}}};
}

QJsonObject real()
{
    const QJsonObject asked{{QStringLiteral("query"), QStringLiteral("介绍得够不够细？")},
                            {QStringLiteral("summary"), QStringLiteral("Detail")},
                            {QStringLiteral("option"), QStringLiteral("详细")}};
    const QJsonObject user{{QStringLiteral("role"), QStringLiteral("user")},
                           {QStringLiteral("content"), QStringLiteral("想学攀岩，行不行？")},
                           {QStringLiteral("intent"), QJsonArray{QStringLiteral("规划")}}};
    const QJsonObject assistant{{QStringLiteral("role"), QStringLiteral("assistant")},
                                {QStringLiteral("content"), QStringLiteral("行，先练脚。")},
                                {QStringLiteral("hallucination"), QStringLiteral("无法判断")},
                                {QStringLiteral("satisfaction"), QStringLiteral("4")}};
    return {{QStringLiteral("history"), QJsonArray{user, assistant}},
            {QStringLiteral("task_context"), QStringLiteral("学一项技能。")},
            {QStringLiteral("task_type"), QStringLiteral("技能学习规划")},
            {QStringLiteral("questionnaire"), QJsonArray{asked}}};
}

QJsonObject fourMessages()
{
    const QString longer = QStringLiteral("Take the night train and sleep. ").repeated(12);
    return simulated(
        {withIntent(message(QStringLiteral("user"), QStringLiteral("Where shall I go?"),
                            QStringLiteral("我该去哪里？")),
                    QStringLiteral("Planning"), QStringLiteral("规划")),
         withHallucination(message(QStringLiteral("assistant"), longer, QStringLiteral("坐夜车吧。")), true,
                           QStringLiteral("There is no night train.")),
         withIntent(message(QStringLiteral("user"), QStringLiteral("And then?"), QStringLiteral("然后呢？")),
                    QStringLiteral("Search"), QStringLiteral("检索")),
         withHallucination(
             message(QStringLiteral("assistant"), QStringLiteral("Walk."), QStringLiteral("走路。")), false,
             QStringLiteral("No Hallucination"))});
}

Reading::Reading() = default;

void Reading::write(const QString& path, const QJsonObject& record)
{
    writeBytes(path, QJsonDocument(record).toJson());
}

void Reading::writeBytes(const QString& path, const QByteArray& bytes)
{
    const QString whole = m_folder.filePath(path);
    QDir().mkpath(QFileInfo(whole).path());
    QFile file(whole);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

bool Reading::open(const QString& path)
{
    workspace.open({path.isEmpty() ? m_folder.path() : path});
    const bool read = QTest::qWaitFor(
        [this] { return workspace.snapshot().complete && !workspace.isLoading(); }, kPatience);
    return read && workspace.snapshot().recordCount() > 0 && choose(Row{0});
}

bool Reading::choose(Row row)
{
    workspace.setCurrentRow(row);
    if (!QTest::qWaitFor([this, row] { return workspace.current() && workspace.current()->row == row; },
                         kPatience))
        return false;
    // Deferred calls of the panels run before this one.
    const auto isTold = std::make_shared<bool>(false);
    CallQueue::ofThisThread().add([isTold] { *isTold = true; });
    return QTest::qWaitFor([isTold] { return *isTold; }, kPatience);
}

std::unique_ptr<QWidget> openPanel(const QString& id, Workspace& workspace, const QSize& size)
{
    for (const PanelSpec& spec : panels()) {
        if (spec.id != id)
            continue;
        std::unique_ptr<QWidget> panel(spec.create(workspace, nullptr));
        panel->resize(size);
        panel->show();
        panel->activateWindow();
        if (!QTest::qWaitForWindowActive(panel.get()))
            return nullptr;
        return panel;
    }
    return nullptr;
}

QString samplePath()
{
    return QStringLiteral(DUOLOGUE_SAMPLE);
}

} // namespace duologue::ui::test
