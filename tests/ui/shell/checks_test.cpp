// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/checks/finding_model.h"
#include "ui/dialogs/document_window.h"
#include "ui/transcript/transcript_view.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QAction>
#include <QApplication>
#include <QImage>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <QTreeView>
#include <array>
#include <utility>

using namespace duologue;
using namespace duologue::ui;
using duologue::test::fileBytes;
using duologue::test::TempFolder;

namespace {

std::string message(const std::string& role, const std::string& content)
{
    return "{\"role\": \"" + role + "\", \"content\": \"" + content + "\"}";
}

std::string recordOf(const std::string& id, const std::string& messages)
{
    return "{\"id\": \"" + id + "\", \"messages\": [" + messages + "]}\n";
}

std::string record(const std::string& id, const std::string& answer)
{
    return recordOf(id, message("user", "Where is the ferry, and when " + id + "?") + ", " +
                            message("assistant", answer));
}

} // namespace

/// Checks in the window: their findings, the way to them, and what is accepted.
class ChecksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-checks"));
    }

    void init()
    {
        // What the window of the last test has left.
        writeSettings();
        changeSettings([](QSettings& settings) { settings.clear(); });
        m_folder = std::make_unique<TempFolder>();
        m_folder->write("a.jsonl", record("one", "At the pier, at noon on Monday.") + record("two", "") +
                                       record("three", "Write to ferry@harbour.org for the times, please.") +
                                       record("four", ""));
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->show();
        m_workspace->open({toQt(m_folder->path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->snapshot().recordCount() == 4);
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
        m_folder.reset();
    }

    void findsWhatIsWrong()
    {
        check();
        const QModelIndex empty = groupOf("empty_answer");
        QVERIFY(empty.isValid());
        QCOMPARE(tree().model()->rowCount(empty), 2);
        QVERIFY(empty.data().toString().startsWith(QStringLiteral("Empty answer")));
        QVERIFY(child<QLabel>("checkSummary").text().contains(QStringLiteral("2 errors")));
    }

    void keysGoFromFindingToFinding()
    {
        check();
        tree().setCurrentIndex(groupOf("empty_answer"));
        trigger("findingNext");
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{1}));
        QTRY_COMPARE(m_workspace->currentMessage(), 1);
        trigger("findingNext");
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{3}));
        trigger("findingPrevious");
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{1}));
    }

    /// Four records, the second and fourth of which have an empty answer.
    void aCheckShowsWhereItFindsSomething()
    {
        check();
        const QModelIndex bars = groupOf("empty_answer").siblingAtColumn(FindingModel::SpreadColumn);
        const auto spread = bars.data(FindingModel::SpreadRole).value<FindingSpread>();
        QCOMPARE(blocksOf(spread), std::string("▁█▁█"));
        QVERIFY(bars.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("1 of 1")));
        const QModelIndex finding =
            tree().model()->index(0, FindingModel::SpreadColumn, groupOf("empty_answer"));
        QVERIFY(!finding.data(FindingModel::SpreadRole).isValid());
    }

    void theReportIsAPageThatIsSaved()
    {
        QVERIFY(!child<QAction>("checkReport").isEnabled());
        check();
        trigger("checkReport");
        auto* page = madeDocument();
        QVERIFY(page != nullptr);
        const QString text = page->findChild<QTextBrowser*>()->toPlainText();
        QVERIFY2(text.contains(QStringLiteral("Empty answer")) && text.contains(QStringLiteral("a.jsonl:2")),
                 qPrintable(text));
        // Personal data is masked in a report.
        QVERIFY(!text.contains(QStringLiteral("ferry@harbour.org")));
        for (const char* ending : {".md", ".csv", ".json", ".sarif"}) {
            const std::string name = std::string("report") + ending;
            QSignalSpy saved(page, &DocumentWindow::saved);
            page->saveTo(m_folder->path() / name);
            QVERIFY(saved.wait());
            const std::string bytes = fileBytes(m_folder->path() / name);
            QVERIFY2(bytes.find("empty_answer") != std::string::npos, ending);
            QVERIFY2(bytes.find("ferry@harbour.org") == std::string::npos, ending);
        }
        QSignalSpy saved(page, &DocumentWindow::saved);
        page->saveTo(m_folder->path() / "missing" / "report.md");
        QVERIFY(saved.wait());
        QVERIFY(page->findChild<QLabel*>(QStringLiteral("documentMessage"))
                    ->text()
                    .startsWith(QStringLiteral("Not written")));
    }

    /// Of the conversations that are shown, whether checks have looked at the dataset or not.
    void theCardIsOfTheConversationsShown()
    {
        trigger("datasetCard");
        auto* page = madeDocument();
        QVERIFY(page != nullptr);
        const QTextBrowser& text = *page->findChild<QTextBrowser*>();
        QVERIFY(text.toPlainText().contains(QStringLiteral("Empty answer")));
        const QUrl turns(QStringLiteral("chart:turns.svg"));
        QVERIFY(text.document()->toMarkdown().contains(turns.toString()));
        QVERIFY(!text.document()->resource(QTextDocument::ImageResource, turns).value<QImage>().isNull());
        QSignalSpy saved(page, &DocumentWindow::saved);
        page->saveTo(m_folder->path() / "card.md");
        QVERIFY(saved.wait());
        QVERIFY(fileBytes(m_folder->path() / "card.md").find("| records | 4 |") != std::string::npos);
        QVERIFY(fileBytes(m_folder->path() / "card-turns.svg").starts_with("<svg"));
        delete page;
        check();
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("check:empty_answer")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{2});
        // A filter is on: which of them is asked for.
        trigger("datasetCard");
        child<QPushButton>("cardShown").click();
        page = madeDocument();
        QVERIFY(page != nullptr);
        page->saveTo(m_folder->path() / "two.md");
        QTRY_VERIFY(fileBytes(m_folder->path() / "two.md").find("| records | 2 |") != std::string::npos);
        const std::string two = fileBytes(m_folder->path() / "two.md");
        QVERIFY2(two.find("2 of 4 conversations, where `check:empty_answer`") < two.find("| records"),
                 two.c_str());
        delete page;
        trigger("datasetCard");
        child<QPushButton>("cardAll").click();
        page = madeDocument();
        QVERIFY(page != nullptr);
        page->saveTo(m_folder->path() / "all.md");
        QTRY_VERIFY(fileBytes(m_folder->path() / "all.md").find("| records | 4 |") != std::string::npos);
        QVERIFY(fileBytes(m_folder->path() / "all.md").find("where") == std::string::npos);
    }

    void aChartCountsTheChecks()
    {
        check();
        m_workspace->showChart({"distribution", "check", {}, {}});
        const SavedView view = m_workspace->shownView();
        QCOMPARE(view.charts.size(), std::size_t{1});
        QCOMPARE(view.charts.front().report, std::string("distribution"));
        QCOMPARE(view.charts.front().field, std::string("check"));
    }

    void theWordsInQuestionAreUnderlined()
    {
        check();
        m_workspace->setCurrentRow(Row{2});
        auto& view = child<TranscriptView>("transcript");
        const auto underlined = [&view] {
            QStringList words;
            for (const QTextEdit::ExtraSelection& mark : view.extraSelections()) {
                if (mark.format.underlineStyle() == QTextCharFormat::WaveUnderline)
                    words << mark.cursor.selectedText();
            }
            return words;
        };
        QTRY_COMPARE(underlined(), QStringList(QStringLiteral("ferry@harbour.org")));
    }

    /// Whether they are found before or after the conversation is shown, and no longer once they are
    /// accepted.
    void theHeadOfAMessageSaysWhatWasFound()
    {
        m_workspace->setCurrentRow(Row{1});
        auto& view = child<TranscriptView>("transcript");
        QTRY_VERIFY(view.transcript() != nullptr && m_workspace->currentRow() == Row{1});
        const QString words = QStringLiteral("check: Empty answer");
        const auto headSays = [&] {
            return view.transcript() != nullptr && view.toPlainText().contains(words);
        };
        QVERIFY(!headSays());
        check();
        QTRY_VERIFY(headSays());
        m_workspace->setCurrentRow(Row{0});
        QTRY_VERIFY(!headSays());
        m_workspace->setCurrentRow(Row{3});
        QTRY_VERIFY(headSays());
        QVERIFY(m_workspace->checks()
                    .accept({m_workspace->checks().checked()->findingsOf(Row{3}).front()}, "meant")
                    .empty());
        QTRY_VERIFY(!headSays());
    }

    void aFindingFarBelowIsShown()
    {
        std::string messages;
        for (int i = 0; i < 40; ++i)
            messages += (i == 0 ? "" : ", ") +
                        message(i % 2 == 0 ? "user" : "assistant",
                                "Number " + std::to_string(i) + " of many things to say.\\nAnd more." +
                                    (i == 33 ? " Ask ferry@harbour.org." : ""));
        m_folder->write("b.jsonl", recordOf("long", messages));
        m_workspace->reload();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 5U);
        check();
        const QModelIndex mails = groupOf("email");
        for (int row = 0; row < tree().model()->rowCount(mails); ++row) {
            tree().setCurrentIndex(tree().model()->index(row, 0, mails));
            Q_EMIT tree().activated(tree().currentIndex());
        }
        QTRY_COMPARE(m_workspace->currentMessage(), 33);
        auto& view = child<TranscriptView>("transcript");
        QTRY_VERIFY(view.visibleMessages().first > 20);
        QVERIFY(view.visibleMessages().first <= 33 && view.visibleMessages().second > 33);
    }

    void theInspectorListsThoseOfTheConversation()
    {
        check();
        m_workspace->setCurrentRow(Row{1});
        auto& list = child<QListWidget>("findingList");
        QTRY_VERIFY(list.count() > 0 && list.item(0)->text().contains(QStringLiteral("Empty answer")));
        m_workspace->setCurrentRow(Row{0});
        QTRY_COMPARE(list.count(), 0);
    }

    void queriesAskForFindings()
    {
        check();
        QTRY_VERIFY(!m_workspace->setQueryText(QStringLiteral("check:empty_answer")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{2});
    }

    void anAcceptedFindingIsKeptBesideTheDataset()
    {
        check();
        const QModelIndex finding = tree().model()->index(0, 0, groupOf("empty_answer"));
        tree().setCurrentIndex(finding);
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            dialog->setTextValue(QStringLiteral("Silence is meant."));
            dialog->accept();
        });
        trigger("acceptFinding");
        QTRY_COMPARE(tree().model()->rowCount(groupOf("empty_answer")), 1);
        const auto settings = readCheckSettings(m_folder->path());
        QCOMPARE(settings.value().suppressions.size(), std::size_t{1});
        QCOMPARE(settings.value().suppressions.front().reason, std::string("Silence is meant."));
        check();
        QCOMPARE(tree().model()->rowCount(groupOf("empty_answer")), 1);
    }

    /// Triage goes on where it was.
    void theNextFindingFollowsAnAcceptedOne()
    {
        check();
        tree().setExpanded(groupOf("empty_answer"), true);
        tree().setCurrentIndex(tree().model()->index(0, 0, groupOf("empty_answer")));
        QVERIFY(acceptWith(QStringLiteral("Meant.")));
        QTRY_COMPARE(tree().model()->rowCount(groupOf("empty_answer")), 1);
        QVERIFY(tree().isExpanded(groupOf("empty_answer")));
        QCOMPARE(tree().currentIndex(), tree().model()->index(0, 0, groupOf("empty_answer")));
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{3}));
        // The last one of its check: the first of another.
        QVERIFY(acceptWith({}));
        QVERIFY(!groupOf("empty_answer").isValid());
        QVERIFY(tree().currentIndex().data(FindingModel::FindingRole).isValid());
    }

    void acceptedFindingsAreListedAndTakenBack()
    {
        check();
        QVERIFY(!acceptedGroup().isValid());
        tree().setCurrentIndex(groupOf("empty_answer"));
        // All of the check.
        QVERIFY(acceptWith(QStringLiteral("Meant.")));
        QVERIFY(!groupOf("empty_answer").isValid());
        QCOMPARE(acceptedGroup().data().toString(), QStringLiteral("Accepted (2)"));
        QVERIFY(tree()
                    .model()
                    ->index(0, 0, acceptedGroup())
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("Empty answer")));
        const auto stored = [this] {
            return readCheckSettings(m_folder->path()).value().suppressions.size();
        };
        QCOMPARE(stored(), std::size_t{2});
        QTest::keyClick(&tree(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(tree().model()->rowCount(groupOf("empty_answer")), 2);
        QVERIFY(!acceptedGroup().isValid());
        QCOMPARE(stored(), std::size_t{0});
        QVERIFY(!m_workspace->checks().canUndo());
        // One of them, in a later run.
        tree().setCurrentIndex(groupOf("empty_answer"));
        QVERIFY(acceptWith({}));
        check();
        QCOMPARE(acceptedGroup().data().toString(), QStringLiteral("Accepted (2)"));
        QVERIFY(m_workspace->checks().takeBack({1}).empty());
        QCOMPARE(tree().model()->rowCount(groupOf("empty_answer")), 1);
        QCOMPARE(m_workspace->checks().checked()->findingsOf(Row{3}).size(), std::size_t{1});
        const CheckResult* result = m_workspace->checks().checked()->resultOf(*findCheck("empty_answer"));
        QCOMPARE(result->findings, std::uint64_t{1});
        QCOMPARE(result->records, std::uint64_t{1});
        QCOMPARE(result->suppressed, std::uint64_t{1});
        // Steps go through what is left, not through what is accepted.
        for (int i = 0; i < 10; ++i) {
            trigger("findingNext");
            QVERIFY(tree().currentIndex().data(FindingModel::FindingRole).isValid());
        }
    }

    /// As on the command line: of what was judged.
    /// Outside of Check, the findings that a filter is about are stops; conversations open at their first
    /// one.
    void findingsOfAFilterAreStops()
    {
        check();
        m_window->workbench().setPerspective(Perspective::Read);
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("check:empty_answer")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{2});
        QTRY_VERIFY(m_workspace->stopSource() != nullptr);
        const auto position = [this] { return m_workspace->stopSource()->position(); };
        QCOMPARE(position().second, std::size_t{2});
        m_workspace->setCurrentRow(m_workspace->view()->order.front());
        QTRY_COMPARE(position().first, std::size_t{1});
        QTRY_COMPARE(m_workspace->currentMessage(), 1);
        m_workspace->stopSource()->step(1);
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(m_workspace->view()->order.back()));
        QCOMPARE(position().first, std::size_t{2});
        m_workspace->stopSource()->step(1);
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(m_workspace->view()->order.front()));
        m_workspace->setQuery({});
        QTRY_VERIFY(m_workspace->stopSource() == nullptr);
    }

    void sharesAreOfWhatWasJudged()
    {
        m_folder->write("b.jsonl", recordOf("open", message("user", "And when does it return to the pier?")) +
                                       recordOf("none", ""));
        m_workspace->reload();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 6U);
        check();
        const auto place = [this](const char* id) {
            return groupOf(id).siblingAtColumn(FindingModel::RecordColumn);
        };
        QCOMPARE(place("ends_with_user").data().toString(), QStringLiteral("1 of 5 checked records (20.0%)"));
        const QString whole = place("ends_with_user").data(Qt::ToolTipRole).toString();
        QVERIFY2(whole.contains(QStringLiteral("Found in 1 conversation.")) &&
                     whole.contains(QStringLiteral("Not judged: ")),
                 qPrintable(whole));
        // Those that are accepted count no more.
        const auto share = [&] { return place("empty_answer").data().toString(); };
        QVERIFY2(share().startsWith(QStringLiteral("2 of ")), qPrintable(share()));
        tree().setCurrentIndex(tree().model()->index(0, 0, groupOf("empty_answer")));
        QVERIFY(acceptWith({}));
        QVERIFY2(share().startsWith(QStringLiteral("1 of ")), qPrintable(share()));
    }

    void theSummarySaysOfHowMany()
    {
        const auto summary = [this] { return child<QLabel>("checkSummary").text(); };
        check();
        QVERIFY2(summary().endsWith(QStringLiteral(" in 3 of 4 conversations.")), qPrintable(summary()));
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("id:two")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{1});
        checkShown();
        QVERIFY2(
            summary().endsWith(QStringLiteral(" in 1 conversation. 1 of 4 conversations, where `id:two`.")),
            qPrintable(summary()));
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("id:one")));
        QTRY_COMPARE(m_workspace->view()->order.front(), Row{0});
        checkShown();
        QCOMPARE(summary(), QStringLiteral("No findings. 1 of 4 conversations, where `id:one`."));
    }

    void theSummarySaysWhatCouldNotBeRead()
    {
        m_folder->write("b.jsonl", record("five", "On Tuesday at nine.") + "{\"messages\": [\n{\"id\": \n");
        m_workspace->reload();
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->snapshot().recordCount() > 5);
        std::uint64_t broken = 0;
        for (Row row{0}; row < m_workspace->snapshot().endRow(); ++row)
            broken += m_workspace->snapshot().record(row).state == RecordState::Broken ? 1 : 0;
        QVERIFY(broken > 0);
        check();
        const QString summary = child<QLabel>("checkSummary").text();
        const QString unread = broken == 1 ? QStringLiteral("1 record could not be read.")
                                           : QStringLiteral("%1 records could not be read.").arg(broken);
        QVERIFY2(summary.contains(unread), qPrintable(summary));
    }

    /// Wherever a number is shown while a filter is on and a check could not judge all: of what it is.
    void everyPlaceNamesTheFilterAndWhatWasNotJudged()
    {
        m_folder->write("b.jsonl", recordOf("open", message("user", "And when does it return to the pier?")) +
                                       recordOf("none", ""));
        m_workspace->reload();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 6U);
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("-id:one -id:two -id:three")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{3});
        m_window->resize(1440, 900);
        checkShown();
        trigger("datasetCard");
        child<QPushButton>("cardShown").click();
        DocumentWindow* card = madeDocument();
        QVERIFY(card != nullptr);
        const QString cardText = card->findChild<QTextBrowser*>()->toPlainText();
        delete card;
        child<QPushButton>("checkReportButton").click();
        DocumentWindow* report = madeDocument();
        QVERIFY(report != nullptr);
        const QString reportText = report->findChild<QTextBrowser*>()->toPlainText();
        QTRY_VERIFY(!child<QLabel>("chartStatus").text().isEmpty());
        const QString of = QStringLiteral("3 of 6 conversations");
        const std::array<std::pair<const char*, QString>, 5> places{
            {{"status line", child<QLabel>("countsLabel").text()},
             {"chart", child<QLabel>("chartStatus").text()},
             {"check summary", child<QLabel>("checkSummary").text()},
             {"card", cardText},
             {"report of checks", reportText}}};
        for (const auto& [place, text] : places) {
            QVERIFY2(text.contains(of), qPrintable(QLatin1String(place) + QStringLiteral(": ") + text));
            // The query is in the bar above the list.
            QVERIFY2(qstrcmp(place, "status line") == 0 || text.contains(QStringLiteral("-id:three")),
                     qPrintable(QLatin1String(place) + QStringLiteral(": ") + text));
        }
        // A record without messages ends with nobody.
        const QModelIndex shareOf = groupOf("ends_with_user").siblingAtColumn(FindingModel::RecordColumn);
        QCOMPARE(shareOf.data().toString(), QStringLiteral("1 of 2 checked records (50.0%)"));
        QVERIFY2(shareOf.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Not judged: ")) &&
                     shareOf.data(Qt::ToolTipRole).toString().contains(QStringLiteral("(1)")),
                 qPrintable(shareOf.data(Qt::ToolTipRole).toString()));
        for (const QString& text : {cardText, reportText})
            QVERIFY2(text.contains(QStringLiteral("not judged")), qPrintable(text));
    }

    /// The new file next to the data is none of the data.
    void acceptingReadsNoData()
    {
        check();
        const SnapshotPtr data = m_workspace->checks().checked()->snapshot;
        tree().setCurrentIndex(tree().model()->index(0, 0, groupOf("empty_answer")));
        QVERIFY(acceptWith({}));
        const auto second = [this] { return tree().model()->index(0, 0, groupOf("empty_answer")); };
        QCOMPARE(tree().currentIndex(), second());
        readAgain();
        QVERIFY(m_workspace->checks().checked() != nullptr);
        QCOMPARE(m_workspace->checks().checked()->snapshot, data);
        QCOMPARE(tree().currentIndex(), second());
        QVERIFY(tree().selectionModel()->isSelected(second()));
        QVERIFY(m_workspace->checks().canUndo());
    }

    /// What another program accepts, or no longer does, is shown; what is selected stays selected.
    void settingsOfOthersAreRead()
    {
        check();
        const SnapshotPtr data = m_workspace->checks().checked()->snapshot;
        tree().setCurrentIndex(tree().model()->index(0, 0, groupOf("empty_answer")));
        QVERIFY(acceptWith({}));
        QCOMPARE(tree().model()->rowCount(groupOf("empty_answer")), 1);
        m_folder->write(std::string(kCheckSettingsName), settingsText({}));
        readAgain();
        QCOMPARE(m_workspace->checks().checked()->snapshot, data);
        QCOMPARE(tree().model()->rowCount(groupOf("empty_answer")), 2);
        QCOMPARE(tree().currentIndex(), tree().model()->index(1, 0, groupOf("empty_answer")));
        QVERIFY(!m_workspace->checks().canUndo());
    }

    /// Also where the filter does not show it: the list of conversations has new fields, but the same rows.
    void theConversationOfTheNextFindingStays()
    {
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("id:two")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{1});
        check();
        tree().setCurrentIndex(tree().model()->index(0, 0, groupOf("empty_answer")));
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{1}));
        QVERIFY(acceptWith({}));
        QTRY_COMPARE(&m_workspace->snapshot(), m_workspace->checks().checked()->withFields.get());
        QCOMPARE(m_workspace->currentRow(), std::optional(Row{3}));
        QCOMPARE(tree().currentIndex(), tree().model()->index(0, 0, groupOf("empty_answer")));
        // Another filter shows one of its own.
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("id:one")));
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{0}));
    }

    void theConversationFollowsTheSelection()
    {
        check();
        tree().setExpanded(groupOf("empty_answer"), true);
        tree().setCurrentIndex(tree().model()->index(1, 0, groupOf("empty_answer")));
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{3}));
        QTest::keyClick(&tree(), Qt::Key_Up);
        QCOMPARE(tree().currentIndex().row(), 0);
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{1}));
        QTRY_COMPARE(m_workspace->currentMessage(), 1);
    }

    void anUndoneAcceptanceIsSelected()
    {
        check();
        tree().setCurrentIndex(tree().model()->index(0, 0, groupOf("empty_answer")));
        QVERIFY(acceptWith({}));
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{3}));
        QTest::keyClick(&tree(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(tree().model()->rowCount(groupOf("empty_answer")), 2);
        QCOMPARE(tree().currentIndex(), tree().model()->index(0, 0, groupOf("empty_answer")));
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{1}));
    }

    /// Nobody accepts what is not shown.
    void aMenuIsAboutTheConversationThatIsShown()
    {
        check();
        tree().setExpanded(groupOf("empty_answer"), true);
        tree().setCurrentIndex(tree().model()->index(0, 0, groupOf("empty_answer")));
        Q_EMIT tree().clicked(tree().currentIndex());
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{1}));
        const QRect second = tree().visualRect(tree().model()->index(1, 0, groupOf("empty_answer")));
        QTimer::singleShot(0, this, [] { QApplication::activePopupWidget()->close(); });
        Q_EMIT tree().customContextMenuRequested(second.center());
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{3}));
    }

    void checksLookAtWhatIsShownIfAsked()
    {
        QVERIFY(!child<QRadioButton>("checkShown").isVisibleTo(m_window.get()));
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("id:two")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{1});
        QCOMPARE(child<QRadioButton>("checkShown").text().remove(QLatin1Char('&')),
                 QStringLiteral("the 1 shown"));
        QCOMPARE(child<QRadioButton>("checkAll").text().remove(QLatin1Char('&')), QStringLiteral("all 4"));
        child<QRadioButton>("checkShown").setChecked(true);
        child<QPushButton>("checkStart").click();
        QTRY_VERIFY(m_workspace->checks().checked() != nullptr);
        QCOMPARE(tree().model()->rowCount(groupOf("empty_answer")), 1);
        QCOMPARE(m_workspace->checks().checked()->run.records, std::uint64_t{1});
        QVERIFY2(child<QLabel>("checkSummary").text().contains(QStringLiteral("1 of 4 conversations")) &&
                     child<QLabel>("checkSummary").text().contains(QStringLiteral("id:two")),
                 qPrintable(child<QLabel>("checkSummary").text()));
        child<QRadioButton>("checkAll").setChecked(true);
        child<QPushButton>("checkStart").click();
        QTRY_VERIFY(!m_workspace->checks().isRunning());
        QCOMPARE(tree().model()->rowCount(groupOf("empty_answer")), 2);
        QVERIFY(!child<QLabel>("checkSummary").text().contains(QStringLiteral("id:two")));
    }

    /// What was found until then stays, and is said to be a part.
    void stoppedChecksKeepWhatTheyFound()
    {
        std::string lines;
        for (int i = 0; i < 20'000; ++i)
            lines += record("number " + std::to_string(i), i % 2 == 0 ? "" : "At the pier, at noon.");
        m_folder->write("b.jsonl", lines);
        m_workspace->reload();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 20'004U);
        m_workspace->startChecks();
        QTRY_VERIFY(m_workspace->checks().progress().recordsDone > 0);
        m_workspace->checks().cancel();
        QTRY_VERIFY(!m_workspace->checks().isRunning());
        const CheckedSnapshotPtr checked = m_workspace->checks().checked();
        QVERIFY(checked != nullptr && checked->isStopped);
        QVERIFY(checked->run.records > 0 && checked->run.records < 20'004);
        QVERIFY(tree().model()->rowCount(groupOf("empty_answer")) > 0);
        QVERIFY2(child<QLabel>("checkSummary").text().contains(QStringLiteral("of 20,004 conversations")),
                 qPrintable(child<QLabel>("checkSummary").text()));
        // Nothing is said about those that nobody has looked at: a filter has them looked at.
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("checks:0")));
        QTRY_VERIFY(m_workspace->checks().checked() != nullptr &&
                    !m_workspace->checks().checked()->isStopped);
    }

    /// A filter that needs the checks runs them.
    void aFilterRunsTheChecks()
    {
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("check:empty_answer")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{2});
        QVERIFY(m_workspace->checks().checked() != nullptr);
        // Where nothing says so, the filter is refused.
        QVERIFY(m_workspace->setQueryText(QStringLiteral("cheque:empty_answer")));
    }

    /// The stops are of the findings before until those of the changed file are listed.
    void stopsOfFindingsSurviveAChangedFile()
    {
        check();
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("check:empty_answer")));
        QTRY_VERIFY(m_workspace->stopSource() != nullptr);
        QCOMPARE(m_workspace->stopSource()->position().second, std::size_t{2});
        m_folder->write("a.jsonl", record("one", "At the pier, at noon on Monday.") + record("four", ""));
        m_workspace->reload();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 2U);
        QTRY_VERIFY2(m_workspace->stopSource() != nullptr &&
                         m_workspace->stopSource()->position().second == std::size_t{1},
                     toText(m_workspace->query()).c_str());
    }

    /// The list keeps what is selected and open, and the keys, while it is made again.
    void theListKeepsItsPlaceInAChangedFile()
    {
        check();
        tree().setFocus();
        tree().expand(groupOf("empty_answer"));
        tree().setCurrentIndex(tree().model()->index(1, 0, groupOf("empty_answer")));
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{3}));
        m_folder->write("a.jsonl", record("zero", "") + record("one", "At the pier, at noon on Monday.") +
                                       record("two", "") + record("four", ""));
        readAgain();
        QTRY_COMPARE(tree().model()->rowCount(groupOf("empty_answer")), 3);
        QVERIFY(tree().isExpanded(groupOf("empty_answer")));
        QCOMPARE(tree().currentIndex(), tree().model()->index(2, 0, groupOf("empty_answer")));
        QVERIFY(tree().hasFocus());
        QCOMPARE(m_workspace->currentRow(), std::optional(Row{3}));
    }

    void findingsFollowAChangedFile()
    {
        check();
        m_folder->write("a.jsonl", record("one", "At the pier, at noon on Monday."));
        m_workspace->reload();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 1U);
        QTRY_VERIFY(m_workspace->checks().checked() != nullptr);
        QVERIFY(!groupOf("empty_answer").isValid());
    }

    void anotherDatasetIsNotChecked()
    {
        check();
        m_workspace->close();
        QVERIFY(m_workspace->checks().checked() == nullptr);
        QVERIFY(!child<QPushButton>("checkStart").isEnabled());
    }

private:
    template<typename Widget>
    Widget& child(const char* name)
    {
        return *m_window->findChild<Widget*>(QString::fromLatin1(name));
    }

    QTreeView& tree() { return child<QTreeView>("findingTree"); }

    /// The document's window, once its page is there; null if it does not come.
    DocumentWindow* madeDocument()
    {
        auto* page = m_window->findChild<DocumentWindow*>();
        QSignalSpy made(page, &DocumentWindow::made);
        return page != nullptr && (page->isMade() || made.wait()) ? page : nullptr;
    }

    void check()
    {
        m_workspace->startChecks();
        QTRY_VERIFY(!m_workspace->checks().isRunning());
        const CheckedSnapshotPtr checked = m_workspace->checks().checked();
        QVERIFY(checked != nullptr);
        // The conversations that are shown have the fields of checks a moment later.
        QTRY_COMPARE(&m_workspace->snapshot(), checked->withFields.get());
    }

    void checkShown()
    {
        m_workspace->startChecks(Workspace::ChecksOf::Shown);
        QTRY_VERIFY(!m_workspace->checks().isRunning());
    }

    /// What a change on disk that the system reports leads to.
    void readAgain()
    {
        m_workspace->reload();
        QTRY_VERIFY(!m_workspace->isLoading());
        QTRY_VERIFY(!m_workspace->checks().isRunning());
    }

    /// Accepts what is selected by its key. False if no dialog came up.
    bool acceptWith(const QString& reason)
    {
        bool wasAsked = false;
        QTimer::singleShot(0, this, [&wasAsked, reason] {
            if (auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget())) {
                wasAsked = true;
                dialog->setTextValue(reason);
                dialog->accept();
            }
        });
        QTest::keyClick(&tree(), Qt::Key_A);
        return wasAsked;
    }

    /// The row above those that are accepted; invalid if there are none.
    QModelIndex acceptedGroup()
    {
        const QAbstractItemModel& model = *tree().model();
        const QModelIndex last = model.index(model.rowCount() - 1, 0);
        return last.data(FindingModel::CheckRole).isValid() ? QModelIndex() : last;
    }

    /// The row of a check; invalid if it found nothing.
    QModelIndex groupOf(const char* id)
    {
        const auto wanted = static_cast<uint>(indexOf(*findCheck(id)));
        const QAbstractItemModel& model = *tree().model();
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex index = model.index(row, 0);
            const QVariant check = index.data(FindingModel::CheckRole);
            if (check.isValid() && check.toUInt() == wanted)
                return index;
        }
        return {};
    }

    void trigger(const char* name)
    {
        auto* const action = m_window->findChild<QAction*>(QLatin1String(name));
        QVERIFY(action != nullptr && action->isEnabled());
        action->trigger();
    }

    std::unique_ptr<TempFolder> m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

DUOLOGUE_TEST(ChecksTest)
#include "checks_test.moc"
