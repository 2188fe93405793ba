// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"
#include "ui/shell/theme.h"
#include "ui/views/record/record_table_view.h"
#include "ui/work/workspace.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QStandardPaths>
#include <QThreadPool>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

using namespace duologue::ui;

namespace {

/// Calls back when the frame that is being painted is on the screen, before anything else that waits in the
/// event loop.
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

/// Calls back behind every frame in which a widget was painted.
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

/// Of this thread, in microseconds.
qint64 workedSoFar()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64{time.tv_sec} * 1'000'000 + time.tv_nsec / 1000;
}

/// The longest time between two turns of the event loop, in microseconds: by the clock, where waiting for a
/// core counts, and of the thread's own work.
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

/// Ends the program where it stands. What was said before is what others time: the way to the picture, not
/// the way out, on which the system is in no hurry to forget what is watched.
[[noreturn]] void endHere()
{
    std::fflush(stdout);
    std::_Exit(0);
}

/// The least that a window costs.
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

/// Until all rows are there and the table was painted with them. With `afterShowing` the window is there
/// before the dataset is opened, and times are those of opening alone; else the dataset is opened first, as
/// the program does.
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
    // The last rows may have been painted before reading was over.
    QObject::connect(&workspace, &Workspace::loadingChanged, table->viewport(),
                     [table] { table->viewport()->update(); });
    if (afterShowing)
        QTimer::singleShot(300, &window, open);
    return QApplication::exec();
}

/// How long work goes on behind the window after reading was cancelled, when the first rows are there.
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

/// Asks one filter (or, as "sort:" and a field, one order) after the other in the window as it opens, and
/// says when the rows and when the last of the charts and counts were painted, and how long the window's
/// thread worked for it, without the time that it waited.
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
    /// Not a line to write in, whose cursor blinks and whose button appears slowly, nor what others lie on.
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
    /// Of the answer, painted in the frame that is being made or before.
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

} // namespace

/// Times the window: `empty`, or `start`, `open` or `cancel` and what to open, or `filter`, what to open and
/// queries.
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
    if (arguments.size() == 3 && arguments[1] == QStringLiteral("start"))
        return openDataset(arguments[2], false);
    if (arguments.size() == 3 && arguments[1] == QStringLiteral("open"))
        return openDataset(arguments[2], true);
    if (arguments.size() == 3 && arguments[1] == QStringLiteral("cancel"))
        return cancelDataset(arguments[2]);
    if (arguments.size() > 3 && arguments[1] == QStringLiteral("filter"))
        return filterDataset(arguments[2], arguments.mid(3));
    std::fputs("usage: bench_window empty | start PATH | open PATH | cancel PATH | filter PATH QUERY...\n",
               stderr);
    return 2;
}
