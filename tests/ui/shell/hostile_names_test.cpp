// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/escape.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTextBrowser>
#include <QTextDocument>
#include <algorithm>

using namespace duologue;
using namespace duologue::ui;

namespace {

/// A name with a right-to-left override and other invisible characters.
QString nasty(const QString& before)
{
    return before + QStringLiteral("\u202Egnp.\u2066\x1b[31m\u009bZ");
}

QString nastyShown(const QString& before)
{
    return before + QStringLiteral("\\u202egnp.\\u2066\\x1b[31m\\u009bZ");
}

std::string quoted(const QString& text)
{
    std::string json = "\"";
    for (const QChar c : text) {
        if (c.unicode() < 0x20)
            json += "\\u00" + QStringLiteral("%1").arg(c.unicode(), 2, 16, QLatin1Char('0')).toStdString();
        else
            json += QString(c).toStdString();
    }
    return json + "\"";
}

/// True if a text contains characters that are not visible as they are.
bool isHostile(const QString& text)
{
    return asLines(text) != text;
}

void lookAtModel(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& found)
{
    const auto look = [&](const QVariant& value) {
        if (isHostile(value.toString()))
            found << value.toString();
    };
    for (int column = 0; column < model.columnCount(parent); ++column) {
        for (const int role : {Qt::DisplayRole, Qt::ToolTipRole}) {
            look(model.headerData(column, Qt::Horizontal, role));
            for (int row = 0; row < model.rowCount(parent); ++row)
                look(model.data(model.index(row, column, parent), role));
        }
    }
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
            look(model.headerData(row, Qt::Vertical, role));
        lookAtModel(model, model.index(row, 0, parent), found);
    }
}

/// All labels, buttons, titles, tool tips, headers and cells with a hostile text.
QStringList hostileTexts(QWidget& window)
{
    QStringList found;
    const auto look = [&](const QWidget& widget, const QString& text) {
        if (isHostile(text))
            found << QLatin1String(widget.metaObject()->className()) + QLatin1Char(' ') +
                         widget.objectName() + QStringLiteral(": ") + asLabel(text);
    };
    look(window, window.windowTitle());
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        look(*widget, widget->toolTip());
        look(*widget, widget->accessibleName());
        look(*widget, widget->windowTitle());
        if (const auto* label = qobject_cast<QLabel*>(widget))
            look(*label, label->text());
        if (const auto* button = qobject_cast<QAbstractButton*>(widget))
            look(*button, button->text());
        if (const auto* box = qobject_cast<QComboBox*>(widget)) {
            for (int i = 0; i < box->count(); ++i)
                look(*box, box->itemText(i));
        }
        if (const auto* view = qobject_cast<QAbstractItemView*>(widget); view != nullptr && view->model()) {
            QStringList texts;
            lookAtModel(*view->model(), {}, texts);
            for (const QString& text : texts)
                look(*view, text);
        }
    }
    return found;
}

} // namespace

/// Names, ids, keys and values of the data cannot reverse or hide the window's own words.
class HostileNamesTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    test::TempFolder m_folder;

    template<typename T>
    T* child(const char* name) const
    {
        return m_window->findChild<T*>(QLatin1String(name));
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-hostile-names"));
        QSettings().clear();
        std::string lines;
        for (int i = 0; i < 3; ++i) {
            lines += "{\"id\": " + quoted(nasty(QStringLiteral("id%1").arg(i))) +
                     ", \"source\": " + quoted(nasty(QStringLiteral("source"))) + ", " +
                     quoted(nasty(QStringLiteral("key"))) + ": {" + quoted(nasty(QStringLiteral("in"))) +
                     ": " + quoted(nasty(QStringLiteral("value"))) + "}, " +
                     quoted(nasty(QStringLiteral("num"))) +
                     ": 5, \"messages\": [{\"role\": " + quoted(nasty(QStringLiteral("role"))) +
                     ", \"content\": \"Hello\", " + quoted(nasty(QStringLiteral("own"))) + ": " +
                     quoted(nasty(QStringLiteral("said"))) +
                     "}, {\"role\": \"assistant\", \"content\": \"x\"}]}\n";
        }
        lines += "{\"id\": bro" + nasty({}).toStdString() + "\n";
        const std::string folder = "data/" + nasty(QStringLiteral("folder")).toStdString();
        m_folder.write(folder + "/" + nasty(QStringLiteral("file")).toStdString() + ".jsonl", lines);
        m_folder.write(folder + "/conf.json", "{" + quoted(nasty(QStringLiteral("k"))) + ": 1}");
        test::AgentRecord agent = test::AgentRecord::ofTurns(1);
        agent.id = nasty(QStringLiteral("agent")).toStdString();
        agent.task = nasty(QStringLiteral("task")).toStdString();
        agent.ratings = {{nasty(QStringLiteral("rating")).toStdString(), 1}};
        m_folder.write(folder + "/1.json", agent.json());
    }

    void init()
    {
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->resize(1400, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_workspace->open({QString::fromStdString((m_folder.path() / "data").string()) + QLatin1Char('/') +
                           nasty(QStringLiteral("folder"))});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
        QVERIFY(m_workspace->snapshot().recordCount() >= 4);
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
    }

    void headersAndTitlesEscapeThem()
    {
        for (Row row{0}; row < m_workspace->snapshot().endRow(); ++row) {
            const auto id = findField(m_workspace->snapshot(), "id");
            if (!QString::fromStdString(id->text(row)).startsWith(QStringLiteral("id0")))
                continue;
            m_workspace->setCurrentRow(row);
            QTRY_VERIFY(m_workspace->current());
        }
        auto* title = child<QLabel>("conversationTitle");
        QTRY_VERIFY(title->text().startsWith(nastyShown(QStringLiteral("id0")) + QStringLiteral(" · ")));
        QVERIFY(m_window->windowTitle().startsWith(nastyShown(QStringLiteral("folder"))));
        // The header of a message.
        const auto browsers = m_window->findChildren<QTextBrowser*>();
        const QString head = nastyShown(QStringLiteral("role")) + QStringLiteral("   #1");
        QTRY_VERIFY(std::any_of(browsers.begin(), browsers.end(), [&](const QTextBrowser* browser) {
            return browser->document()->toPlainText().contains(head);
        }));
    }

    void noWidgetContainsThem()
    {
        for (QDockWidget* dock : m_window->findChildren<QDockWidget*>())
            dock->show();
        for (Row row{0}; row < m_workspace->snapshot().endRow(); ++row) {
            m_workspace->setCurrentRow(row);
            QTRY_VERIFY(m_workspace->current() && m_workspace->current()->row == row);
            for (QDockWidget* dock : m_window->findChildren<QDockWidget*>()) {
                dock->raise();
                QTRY_VERIFY(dock->isVisible());
                const QStringList found = hostileTexts(*m_window);
                QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
            }
        }
    }

    void queriesEscapeThem()
    {
        m_workspace->setQueryText(QStringLiteral("source:\"%1\"").arg(nasty(QStringLiteral("source"))));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{3});
        const QStringList some = hostileTexts(*m_window);
        QVERIFY2(some.isEmpty(), qPrintable(some.join(QLatin1Char('\n'))));
        m_workspace->setQueryText(QStringLiteral("source:\"%1\"").arg(nasty(QStringLiteral("none"))));
        QTRY_VERIFY(m_workspace->view()->order.empty());
        m_workspace->report(QStringLiteral("It failed"), nasty(QStringLiteral("why")));
        const QStringList none = hostileTexts(*m_window);
        QVERIFY2(none.isEmpty(), qPrintable(none.join(QLatin1Char('\n'))));
        QVERIFY(child<QLabel>("startText")->text().contains(QStringLiteral("\\u202e")));
    }
};

DUOLOGUE_TEST(HostileNamesTest)
#include "hostile_names_test.moc"
