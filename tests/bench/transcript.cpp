// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript_view.h"
#include "ui/work/workspace.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <functional>

using namespace duologue::ui;

namespace {

constexpr int kMessages = 10'000;
constexpr int kLongText = 5'000'000;
constexpr int kScrollSteps = 400;

double milliseconds(const QElapsedTimer& clock)
{
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

QJsonObject message(int number, const QString& english, const QString& chinese)
{
    return {{QStringLiteral("role"), number % 2 == 0 ? QStringLiteral("user") : QStringLiteral("assistant")},
            {QStringLiteral("content"), english},
            {QStringLiteral("content_zh"), chinese}};
}

void write(const QString& path, const QJsonArray& messages)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(QJsonDocument(QJsonObject{{QStringLiteral("history"), messages},
                                         {QStringLiteral("task"), QStringLiteral("travel planning")},
                                         {QStringLiteral("preference"), QStringLiteral("tea")},
                                         {QStringLiteral("rating"), QJsonObject()}})
                   .toJson());
}

QJsonArray manyMessages()
{
    QJsonArray messages;
    for (int i = 0; i < kMessages; ++i)
        messages.append(message(i,
                                QStringLiteral("Message %1. ").arg(i) +
                                    QStringLiteral("Some words about trains and tea. ").repeated(8 + i % 13),
                                QStringLiteral("关于火车和茶的几句话。").repeated(6 + i % 13)));
    return messages;
}

QJsonArray oneLongMessage()
{
    const QString line = QStringLiteral("A line about the night train from here to there and back again.\n");
    return {message(0, QStringLiteral("Tell me everything."), QStringLiteral("都告诉我。")),
            message(1, line.repeated(kLongText / static_cast<int>(line.size())), QStringLiteral("好。"))};
}

/// The longest of many times, and the one that 99 of 100 stay below.
struct Times {
    std::vector<double> all;

    void add(double time) { all.push_back(time); }
    double longest() const { return all.empty() ? 0 : *std::max_element(all.begin(), all.end()); }
    double usual()
    {
        constexpr double kShare = 0.99;
        if (all.empty())
            return 0;
        std::sort(all.begin(), all.end());
        return all[static_cast<std::size_t>(static_cast<double>(all.size() - 1) * kShare)];
    }
};

void waitFor(const std::function<bool()>& done)
{
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        if (done())
            loop.quit();
    });
    timer.start(0);
    loop.exec();
}

/// From the record in memory to its first painted screen; then pages down to the end, each painted.
void measure(const char* name, const QString& path)
{
    Workspace workspace;
    TranscriptView view(workspace, nullptr);
    view.resize(1200, 800);
    view.show();
    workspace.open({path});
    waitFor([&] { return workspace.snapshot().complete && !workspace.isLoading(); });
    workspace.setCurrentRow(0);
    waitFor([&] { return workspace.current() != nullptr; });
    // Again, so that reading the record does not count.
    QElapsedTimer first;
    first.start();
    view.show(TranscriptDocument::Source{workspace.current(), 0, {}});
    view.viewport()->repaint();
    const double firstPaint = milliseconds(first);

    Times away;
    QElapsedTimer turn;
    turn.start();
    waitFor([&] {
        away.add(milliseconds(turn));
        turn.restart();
        return view.transcript()->isComplete();
    });
    Times steps;
    for (int i = 0; i < kScrollSteps; ++i) {
        turn.restart();
        view.verticalScrollBar()->setValue(
            static_cast<int>(static_cast<qint64>(view.verticalScrollBar()->maximum()) * i / kScrollSteps));
        view.viewport()->repaint();
        steps.add(milliseconds(turn));
        waitFor([] { return true; });
    }
    const double longestStep = steps.longest();
    const double longestAway = away.longest();
    std::printf("%s: first paint %.1f ms, filling: longest %.1f ms away, scrolling: longest %.1f ms, 99 %% "
                "below %.1f ms\n",
                name, firstPaint, longestAway, longestStep, steps.usual());
}

} // namespace

/// Times the transcript on a conversation of many messages and on one of a single long message.
int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("many.json")), manyMessages());
    write(folder.filePath(QStringLiteral("long.json")), oneLongMessage());
    measure("10,000 messages", folder.filePath(QStringLiteral("many.json")));
    measure("one message of 5 MB", folder.filePath(QStringLiteral("long.json")));
    return 0;
}
