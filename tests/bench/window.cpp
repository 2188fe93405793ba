// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/settings.h"
#include "ui/app/workspace.h"
#include "ui/table/record_table_view.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QStandardPaths>
#include <QThreadPool>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <vector>

using namespace duologue::ui;

namespace {

/// Calls back when the frame being painted is on the screen, before any other event is handled.
class FrameEnd : public QObject {
public:
    explicit FrameEnd(std::function<void()> call) : m_call(std::move(call)) {}

    void ask() { QCoreApplication::postEvent(this, new QEvent(QEvent::User), Qt::HighEventPriority); }

    bool event(QEvent* event) override
    {
        if (event->type() != QEvent::User)
            return QObject::event(event);
        m_call();
        return true;
    }

private:
    std::function<void()> m_call;
};

/// Calls back after every frame in which a widget was painted.
class PaintWatch : public QObject {
public:
    PaintWatch(QWidget* watched, std::function<void()> painted) : m_frameEnd(std::move(painted))
    {
        watched->installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            m_frameEnd.ask();
        return QObject::eventFilter(watched, event);
    }

private:
    FrameEnd m_frameEnd;
};

/// Processor time of this thread, in microseconds.
qint64 workedSoFar()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64{time.tv_sec} * 1'000'000 + time.tv_nsec / 1000;
}

/// The longest time between two rounds of the event loop, in microseconds: by the clock, which includes
/// waiting for a core, and by the thread's processor time.
class AwayMeter : public QObject {
public:
    AwayMeter()
    {
        m_clock.start();
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_longest = qMax(m_longest, m_clock.nsecsElapsed() / 1000);
            m_longestWork = qMax(m_longestWork, workedSoFar() - m_worked);
            m_clock.restart();
            m_worked = workedSoFar();
        });
        m_timer.start(0);
    }

    qint64 longest() const { return m_longest; }
    qint64 longestWork() const { return m_longestWork; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
    qint64 m_worked = workedSoFar();
    qint64 m_longestWork = 0;
};

double milliseconds(const QElapsedTimer& clock)
{
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

/// Ends the program without cleaning up. Other programs measure until the last line printed, so the time to
/// shut down does not count.
[[noreturn]] void endHere()
{
    std::fflush(stdout);
    std::_Exit(0);
}

/// The least that any window costs.
int showEmptyWindow()
{
    QMainWindow window;
    auto* label = new QLabel(QStringLiteral("Duologue"));
    window.setCentralWidget(label);
    window.resize(1200, 800);
    const PaintWatch watch(label, [] {
        std::puts("painted");
        endHere();
    });
    window.show();
    return QApplication::exec();
}

/// The window as it is before anything is opened.
int showFirstWindow()
{
    Workspace workspace;
    MainWindow window(workspace);
    window.resize(1440, 900);
    const PaintWatch watch(&window, [] {
        std::puts("painted");
        endHere();
    });
    window.show();
    return QApplication::exec();
}

/// Until all rows are loaded and painted. With `afterShowing`, the dataset is opened after the window, and
/// only opening is timed; otherwise the dataset is opened first, as in the program.
int openDataset(const QString& path, bool afterShowing)
{
    Workspace workspace;
    QElapsedTimer clock;
    std::unique_ptr<AwayMeter> meter;
    double firstRows = 0;
    const auto open = [&] {
        meter = std::make_unique<AwayMeter>();
        clock.start();
        workspace.open({path});
    };
    if (!afterShowing)
        open();
    MainWindow window(workspace);
    window.resize(1440, 900);
    window.show();
    auto* table = window.findChild<RecordTableView*>();
    const PaintWatch watch(table->viewport(), [&] {
        if (!clock.isValid() || table->model()->rowCount() == 0)
            return;
        if (firstRows == 0)
            firstRows = milliseconds(clock);
        if (workspace.isLoading() || !workspace.snapshot().complete)
            return;
        std::printf("first rows %.1f ms, all rows %.1f ms, longest away %.1f ms (work of %.1f ms)\n",
                    firstRows, milliseconds(clock), static_cast<double>(meter->longest()) / 1000,
                    static_cast<double>(meter->longestWork()) / 1000);
        endHere();
    });
    // The last rows may have been painted before loading ended.
    QObject::connect(&workspace, &Workspace::loadingChanged, table->viewport(),
                     [table] { table->viewport()->update(); });
    if (afterShowing)
        QTimer::singleShot(300, &window, open);
    return QApplication::exec();
}

/// How long work continues after loading was cancelled at the first rows.
int cancelDataset(const QString& path)
{
    Workspace workspace;
    QObject::connect(&workspace, &Workspace::viewChanged, &workspace, [&] {
        if (!workspace.isLoading() || workspace.snapshot().recordCount() == 0)
            return;
        QElapsedTimer clock;
        clock.start();
        workspace.cancelLoading();
        QThreadPool::globalInstance()->waitForDone();
        std::printf("cancelled within %.1f ms, %u rows\n", milliseconds(clock),
                    workspace.snapshot().recordCount());
        QApplication::quit();
    });
    workspace.open({path});
    return QApplication::exec();
}

/// Sets one filter (or, as "sort:" and a field, one order) after the other in the window as it opens. Prints
/// when the rows and when the last of the charts and counts were painted, and the processor time of the
/// window's thread.
class FilterBench : public QObject {
public:
    FilterBench(Workspace& workspace, MainWindow& window, QStringList queries)
        : m_workspace(workspace),
          m_table(window.findChild<RecordTableView*>()->viewport()),
          m_queries(std::move(queries))
    {
        constexpr int kQuietMs = 400;
        m_quiet.setSingleShot(true);
        m_quiet.setInterval(kQuietMs);
        connect(&m_quiet, &QTimer::timeout, this, &FilterBench::settled);
        qApp->installEventFilter(this);
        m_quiet.start();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && showsData(*watched)) {
            m_quiet.start();
            m_hasRows =
                m_hasRows || (watched == m_table && answers(*m_workspace.view(), m_workspace.query()) &&
                              m_workspace.view()->sort == m_workspace.sort());
            m_frameEnd.ask();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    /// Not line edits, whose cursor blinks and whose button fades in, and no widgets that others cover.
    static bool showsData(const QObject& watched)
    {
        return qobject_cast<const QLineEdit*>(&watched) == nullptr &&
               qobject_cast<const QLineEdit*>(watched.parent()) == nullptr &&
               watched.findChild<const QWidget*>(QString(), Qt::FindDirectChildrenOnly) == nullptr;
    }

    void frameShown()
    {
        m_lastPaint = milliseconds(m_clock);
        if (m_hasRows && m_rowsPainted == 0)
            m_rowsPainted = m_lastPaint;
    }

    void settled()
    {
        if (m_workspace.isLoading() || !m_workspace.snapshot().complete) {
            m_quiet.start();
            return;
        }
        if (m_clock.isValid())
            std::printf("| %s | %zu of %u | %.1f ms | %.1f ms | %.1f ms |\n",
                        qPrintable(m_queries.takeFirst()), m_workspace.view()->order.size(),
                        m_workspace.snapshot().recordCount(), m_rowsPainted, m_lastPaint,
                        static_cast<double>(workedSoFar() - m_worked) / 1000);
        if (m_queries.isEmpty()) {
            QApplication::quit();
            return;
        }
        m_rowsPainted = m_lastPaint = 0;
        m_hasRows = false;
        m_worked = workedSoFar();
        m_clock.start();
        const QString& asked = m_queries.constFirst();
        const QString sort = QStringLiteral("sort:");
        if (asked.startsWith(sort))
            m_workspace.setSort({asked.mid(sort.size()).toStdString(), false});
        else
            m_workspace.setQueryText(asked);
        m_quiet.start();
    }

    Workspace& m_workspace;
    QWidget* m_table;
    QStringList m_queries;
    QTimer m_quiet;
    QElapsedTimer m_clock;
    FrameEnd m_frameEnd{[this] { frameShown(); }};
    qint64 m_worked = 0;
    /// The answer was painted, in the current frame or an earlier one.
    bool m_hasRows = false;
    double m_rowsPainted = 0;
    double m_lastPaint = 0;
};

int filterDataset(const QString& path, const QStringList& queries)
{
    Workspace workspace;
    MainWindow window(workspace);
    window.resize(1440, 900);
    window.show();
    const FilterBench bench(workspace, window, queries);
    workspace.open({path});
    return QApplication::exec();
}

/// Gives one verdict after the other, and measures until the text of the next conversation is painted.
int judgeDataset(const QString& path)
{
    constexpr int kVerdicts = 40;
    constexpr int kQuietMs = 1500;
    storeSetting(QStringLiteral("marks/reader"), QStringLiteral("bench"));
    storeSetting(QStringLiteral("marks/advance"), true);
    Workspace workspace;
    MainWindow window(workspace);
    window.resize(1440, 900);
    window.show();
    auto* text = window.findChild<TranscriptView*>(QStringLiteral("transcript"));
    auto* pass = window.findChild<QAction*>(QStringLiteral("markPass"));
    QElapsedTimer clock;
    duologue::DecodedRecordPtr before;
    std::vector<double> took;
    QTimer next;
    next.setSingleShot(true);
    next.setInterval(kQuietMs);
    const PaintWatch watch(text->viewport(), [&] {
        if (clock.isValid() && workspace.current() != before && text->document()->characterCount() > 1) {
            took.push_back(milliseconds(clock));
            clock.invalidate();
        }
        // Fields of marks are made, too, before the next one.
        next.start();
    });
    QObject::connect(&next, &QTimer::timeout, &window, [&] {
        if (workspace.isLoading() || !workspace.current() || workspace.marks().isPending()) {
            next.start();
            return;
        }
        if (took.size() == kVerdicts) {
            std::ranges::sort(took);
            std::printf("verdict to the next conversation: median %.1f ms, most %.1f ms of %d\n",
                        took[kVerdicts / 2], took.back(), kVerdicts);
            endHere();
        }
        window.workbench().setPerspective(Perspective::Read);
        before = workspace.current();
        clock.start();
        pass->trigger();
    });
    next.start();
    workspace.open({path});
    return QApplication::exec();
}

} // namespace

/// Times the window: `empty` or `first`, without a path; `start`, `open`, `cancel` or `judge` (which marks
/// the dataset) with a path; or `filter` with a path and queries.
int main(int argc, char** argv)
{
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Duologue"));
    QApplication::setApplicationName(QStringLiteral("duologue-bench"));
    const QStringList arguments = QApplication::arguments();
    if (arguments.value(1) == QStringLiteral("empty"))
        return showEmptyWindow();
    applyTheme(application, appearanceOf(Settings().appearance()));
    if (arguments.value(1) == QStringLiteral("first"))
        return showFirstWindow();
    if (arguments.size() == 3 && arguments[1] == QStringLiteral("start"))
        return openDataset(arguments[2], false);
    if (arguments.size() == 3 && arguments[1] == QStringLiteral("open"))
        return openDataset(arguments[2], true);
    if (arguments.size() == 3 && arguments[1] == QStringLiteral("cancel"))
        return cancelDataset(arguments[2]);
    if (arguments.size() == 3 && arguments[1] == QStringLiteral("judge"))
        return judgeDataset(arguments[2]);
    if (arguments.size() > 3 && arguments[1] == QStringLiteral("filter"))
        return filterDataset(arguments[2], arguments.mid(3));
    std::fputs(
        "usage: bench_window empty | first | start PATH | open PATH | cancel PATH | judge PATH | filter PATH "
        "QUERY...\n",
        stderr);
    return 2;
}
