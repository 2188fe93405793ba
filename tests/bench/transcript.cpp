// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/workspace.h"
#include "ui/transcript/transcript_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <utility>
#include <vector>

using namespace duologue::ui;

namespace {

/// What readers are promised, in milliseconds.
constexpr double kFirstPaint = 100;
constexpr double kPause = 50;
constexpr double kNextConversation = 30;

/// Processor time of this thread or of another clock, in milliseconds, so that other programs do not count.
class ProcessorClock {
public:
    explicit ProcessorClock(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) : m_clock(clock) { restart(); }
    double elapsed() const { return now() - m_start; }
    double restart()
    {
        const double end = now();
        return end - std::exchange(m_start, end);
    }

private:
    double now() const
    {
        timespec time{};
        clock_gettime(m_clock, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }

    clockid_t m_clock;
    double m_start = 0;
};

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

QJsonArray manyMessages(int count)
{
    QJsonArray messages;
    for (int i = 0; i < count; ++i)
        messages.append(message(i,
                                QStringLiteral("Message %1. ").arg(i) +
                                    QStringLiteral("Some words about trains and tea. ").repeated(8 + i % 13),
                                QStringLiteral("关于火车和茶的几句话。").repeated(6 + i % 13)));
    return messages;
}

QJsonArray oneLongMessage(int length)
{
    const QString line = QStringLiteral("A line about the night train from here to there and back again.\n");
    return {message(0, QStringLiteral("Tell me everything."), QStringLiteral("都告诉我。")),
            message(1, line.repeated(length / static_cast<int>(line.size())),
                    // One paragraph, three bytes for each character.
                    QStringLiteral("关于火车和茶的几句话，").repeated(length / 33))};
}

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

void printTime(const QString& what, double milliseconds, double wanted)
{
    std::printf("| %s | %.1f ms | %.0f ms |%s\n", qPrintable(what), milliseconds, wanted,
                milliseconds > wanted ? " slower than wanted" : "");
    std::fflush(stdout);
}

/// The longest round of the event loop until something is done.
double longestTurn(const std::function<bool()>& done)
{
    ProcessorClock turn;
    double longest = 0;
    waitFor([&] {
        longest = std::max(longest, turn.restart());
        return done();
    });
    return longest;
}

/// The longest delay of a reader who scrolls back and forth in the part that is written so far.
double longestEarlyStep(TranscriptView& view)
{
    constexpr int kSteps = 120;
    constexpr int kStepMs = 16;
    const int half = static_cast<int>(view.transcript()->conversation().messages.size() / 2);
    waitFor([&] { return view.transcript()->messagesWritten() >= half; });
    QScrollBar& bar = *view.verticalScrollBar();
    bar.setValue(bar.maximum() / 2);
    double longest = 0;
    for (int i = 0; i < kSteps; ++i) {
        ProcessorClock step;
        bar.triggerAction(i / 10 % 2 == 0 ? QScrollBar::SliderSingleStepAdd
                                          : QScrollBar::SliderSingleStepSub);
        view.viewport()->repaint();
        longest = std::max(longest, step.elapsed());
        QElapsedTimer until;
        until.start();
        longest = std::max(longest, longestTurn([&] { return until.elapsed() >= kStepMs; }));
    }
    return longest;
}

/// The longest step while a reader drags the scroll bar to the end: painting it, and the events handled
/// since the step before.
double longestStep(TranscriptView& view)
{
    constexpr int kSteps = 400;
    QScrollBar& bar = *view.verticalScrollBar();
    double longest = 0;
    for (int i = 0; i <= kSteps; ++i) {
        ProcessorClock step;
        bar.setValue(static_cast<int>(static_cast<qint64>(bar.maximum()) * i / kSteps));
        view.viewport()->repaint();
        waitFor([] { return true; });
        longest = std::max(longest, step.elapsed());
    }
    return longest;
}

/// The link that unfolds more of a text, if there is more.
QUrl linkToMore(const QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QString link = it.fragment().charFormat().anchorHref();
            if (link.startsWith(QStringLiteral("duologue:after/")))
                return QUrl(link);
        }
    }
    return {};
}

/// Unfolds all of a long message, piece by piece, with the link at its end.
double longestUnfolding(TranscriptView& view)
{
    double longest = 0;
    for (QUrl more = linkToMore(*view.document()); !more.isEmpty(); more = linkToMore(*view.document())) {
        ProcessorClock step;
        Q_EMIT view.anchorClicked(more);
        view.viewport()->repaint();
        longest = std::max(longest, step.elapsed());
    }
    return longest;
}

/// From the record in memory to its first painted screen, then until the rest is written, then scrolling to
/// the end.
void measure(const QString& name, const QString& path, bool unfolds)
{
    Workspace workspace;
    TranscriptView view(workspace, nullptr);
    view.resize(1200, 800);
    view.show();
    workspace.open({path});
    waitFor([&] { return workspace.snapshot().complete && !workspace.isLoading(); });
    workspace.setCurrentRow(duologue::Row{0});
    waitFor([&] { return workspace.current() != nullptr; });
    // Once more, so that reading the record does not count.
    const ProcessorClock first;
    view.showSource(TranscriptDocument::Source{workspace.current(), 0, {}});
    view.viewport()->repaint();
    printTime(name + QStringLiteral(": first paint"), first.elapsed(), kFirstPaint);
    if (!unfolds)
        printTime(name + QStringLiteral(": longest pause while scrolling in the half that is written"),
                  longestEarlyStep(view), kPause);
    QElapsedTimer filling;
    filling.start();
    const double fill = longestTurn([&] { return view.transcript()->isComplete(); });
    printTime(name + QStringLiteral(": longest pause while %1 s of writing the rest go on")
                         .arg(static_cast<double>(filling.elapsed()) / 1e3, 0, 'f', 1),
              fill, kPause);
    printTime(name + QStringLiteral(": longest pause while scrolling"), longestStep(view), kPause);
    if (!unfolds)
        return;
    printTime(name + QStringLiteral(": longest pause while unfolding all of it"), longestUnfolding(view),
              kPause);
    printTime(name + QStringLiteral(": longest pause while scrolling through its end"), longestStep(view),
              kPause);
}

/// From the key that goes to the next conversation until it is painted, its record read from disk. Processor
/// time of all threads, because the worker that reads counts too.
void measureNext(const QString& folder)
{
    Workspace workspace;
    TranscriptView view(workspace, nullptr);
    view.resize(1200, 800);
    view.show();
    workspace.open({folder});
    waitFor([&] { return workspace.snapshot().complete && !workspace.isLoading(); });
    const std::vector<duologue::Row> rows = workspace.view()->order;
    std::vector<double> times;
    for (const duologue::Row row : rows) {
        const ProcessorClock clock(CLOCK_PROCESS_CPUTIME_ID);
        // Without a timer that would use the processor while it waits.
        QEventLoop loop;
        QObject::connect(&workspace, &Workspace::currentChanged, &loop, [&] {
            if (workspace.current() != nullptr && workspace.current()->row == row)
                loop.quit();
        });
        workspace.setCurrentRow(row);
        if (workspace.current() == nullptr || workspace.current()->row != row)
            loop.exec();
        view.viewport()->repaint();
        times.push_back(clock.elapsed());
        waitFor([&] { return view.transcript()->isComplete(); });
    }
    std::ranges::sort(times);
    printTime(QStringLiteral("next conversation, median of %1").arg(times.size()), times[times.size() / 2],
              kNextConversation);
    printTime(QStringLiteral("next conversation, 19 of 20"), times[times.size() * 19 / 20],
              kNextConversation);
}

/// A session of an agent: calls of tools, each with a result of some 10 KB.
void writeSession(const QString& path, int steps)
{
    QJsonArray messages{
        QJsonObject{{QStringLiteral("role"), QStringLiteral("user")},
                    {QStringLiteral("content"), QStringLiteral("The tests fail. Please mend them.")}}};
    for (int i = 0; i < steps; ++i) {
        const QString id = QStringLiteral("c%1").arg(i);
        const QJsonObject function{{QStringLiteral("name"), QStringLiteral("bash")},
                                   {QStringLiteral("arguments"),
                                    QStringLiteral("{\"command\": \"pytest -x tests/test_%1.py\"}").arg(i)}};
        const QJsonObject call{{QStringLiteral("id"), id},
                               {QStringLiteral("type"), QStringLiteral("function")},
                               {QStringLiteral("function"), function}};
        messages.append(QJsonObject{
            {QStringLiteral("role"), QStringLiteral("assistant")},
            {QStringLiteral("content"), QStringLiteral("Now I look at test %1.").arg(i)},
            {QStringLiteral("reasoning_content"), QStringLiteral("The test before was mended. ").repeated(8)},
            {QStringLiteral("tool_calls"), QJsonArray{call}}});
        messages.append(
            QJsonObject{{QStringLiteral("role"), QStringLiteral("tool")},
                        {QStringLiteral("tool_call_id"), id},
                        {QStringLiteral("content"),
                         QStringLiteral("FAILED tests/test_%1.py::test_one - AssertionError: 1 != 2\n")
                             .arg(i)
                             .repeated(150)}});
    }
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(QJsonDocument(QJsonObject{{QStringLiteral("messages"), messages}})
                       .toJson(QJsonDocument::Compact));
}

/// Until the first screen of a long session, the screen around one of its last steps, and other steps after
/// jumps are painted, by the clock.
void measureSession(const QString& path, int steps)
{
    constexpr double kFirstScreen = 150;
    constexpr double kJump = 100;
    Workspace workspace;
    TranscriptView view(workspace, nullptr);
    view.resize(1200, 800);
    view.show();
    workspace.open({path});
    waitFor([&] { return workspace.snapshot().complete && !workspace.isLoading(); });
    workspace.setCurrentRow(duologue::Row{0});
    waitFor([&] { return workspace.current() != nullptr; });
    const auto isPainted = [&](int message) {
        if (!view.transcript()->isWritten(message))
            return false;
        const QRect rect = view.messageRect(message);
        if (!rect.intersects(view.viewport()->rect()))
            return false;
        view.viewport()->repaint();
        return true;
    };
    const auto jump = [&](int message) {
        QElapsedTimer clock;
        clock.start();
        workspace.setCurrentMessage(message);
        waitFor([&] { return isPainted(message); });
        return static_cast<double>(clock.nsecsElapsed()) / 1e6;
    };
    const QString name = QStringLiteral("session of %1 steps").arg(steps);
    QElapsedTimer first;
    first.start();
    view.showSource(TranscriptDocument::Source{workspace.current(), 0, {}});
    view.viewport()->repaint();
    printTime(name + QStringLiteral(": first screen"), static_cast<double>(first.nsecsElapsed()) / 1e6,
              kFirstScreen);
    printTime(name + QStringLiteral(": screen around a step near its end"), jump(2 * steps - 20),
              kFirstScreen);
    waitFor([&] { return view.transcript()->isComplete(); });
    printTime(name + QStringLiteral(": whole"), static_cast<double>(first.nsecsElapsed()) / 1e6, 1000);
    double longest = 0;
    for (int i = 1; i < 40; ++i)
        longest = std::max(longest, jump((i * 977) % (2 * steps)));
    printTime(name + QStringLiteral(": longest of 39 jumps"), longest, kJump);
}

/// As long as published conversations are: eight messages of some 1,400 characters and 430 in Chinese.
void writeUsual(const QString& folder)
{
    constexpr int kConversations = 60;
    for (int i = 0; i < kConversations; ++i) {
        QJsonArray messages;
        for (int k = 0; k < 8; ++k)
            messages.append(message(
                k,
                QStringLiteral("Conversation %1, message %2. ").arg(i).arg(k) +
                    QStringLiteral("Some words about **trains** and tea.\n").repeated(20 + (i + k) % 36),
                QStringLiteral("关于**火车**和茶的几句话。").repeated(18 + (i + k) % 36)));
        write(QStringLiteral("%1/%2.json").arg(folder).arg(i), messages);
    }
}

} // namespace

/// Times the transcript on a conversation with many messages and on one with a single long message.
int main(int argc, char** argv)
{
    // A folder instead of a number: only stepping through its conversations is measured.
    if (argc == 2 && QFileInfo(QString::fromLocal8Bit(argv[1])).exists()) {
        const QApplication application(argc, argv);
        measureNext(QFileInfo(QString::fromLocal8Bit(argv[1])).absoluteFilePath());
        return 0;
    }
    const int messages = argc > 1 ? std::atoi(argv[1]) : 10'000;
    const int length = argc > 2 ? std::atoi(argv[2]) : 5'000'000;
    if (messages < 2 || length < 1 || argc > 3) {
        std::fputs("usage: bench_transcript [MESSAGES [BYTES]] | FOLDER\n", stderr);
        return 2;
    }
    QApplication application(argc, argv);
    const QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("many.json")), manyMessages(messages));
    write(folder.filePath(QStringLiteral("long.json")), oneLongMessage(length));
    const QTemporaryDir usual;
    writeUsual(usual.path());
    std::puts("| transcript | longest | wanted |\n| --- | ---: | ---: |");
    measureNext(usual.path());
    constexpr int kSteps = 2000;
    writeSession(folder.filePath(QStringLiteral("session.json")), kSteps);
    measureSession(folder.filePath(QStringLiteral("session.json")), kSteps);
    measure(QStringLiteral("%1 messages").arg(messages), folder.filePath(QStringLiteral("many.json")), false);
    measure(QStringLiteral("a message of %1 bytes").arg(length), folder.filePath(QStringLiteral("long.json")),
            true);
    return 0;
}
