// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/dataset_overview.h"
#include "ui/app/record_link.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/window/panels.h"

#include <QAction>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::ui;

/// The first view of a dataset: what is in it, each value a filter.
class OverviewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        storeSetting(QStringLiteral("overview/hidden"), {});
        m_workspace = std::make_unique<Workspace>();
        for (const PanelSpec& spec : panels()) {
            if (spec.id == QLatin1String("records"))
                m_panel.reset(spec.create(*m_workspace, nullptr));
        }
        m_panel->resize(800, 600);
        m_panel->show();
    }

    void cleanup()
    {
        m_panel.reset();
        m_workspace.reset();
    }

    void saysWhatIsInTheDataset()
    {
        open();
        QTRY_VERIFY(text().isVisible());
        const QString shown = text().text();
        for (const char* part : {"4 conversations", "8 messages", "1 file", "gpt-x</a> 3", "&lt;b&gt;</a> 1",
                                 "mean 0.5 (n = 4)", "origin: shop"})
            QVERIFY2(shown.contains(QLatin1String(part)), qPrintable(shown));
        // Ids, and what is different in each record, are not listed.
        QVERIFY2(!shown.contains(QStringLiteral("call_id")) && !shown.contains(QStringLiteral("c3")),
                 qPrintable(shown));
    }

    /// When nobody has used the program for a moment.
    void countsFindings()
    {
        open(true);
        QTRY_VERIFY(text().isVisible());
        QVERIFY(text().text().contains(QStringLiteral("being counted")));
        QTRY_VERIFY_WITH_TIMEOUT(!text().text().contains(QStringLiteral("being counted")), 10'000);
        const QString shown = text().text();
        QVERIFY2(shown.contains(QStringLiteral("Conversations with findings")), qPrintable(shown));
        // The number beside a check is what its link shows.
        static const QRegularExpression link(QStringLiteral("query:(check[^\"]*)\">[^<]*</a> (\\d+)"));
        const auto found = link.match(shown);
        QVERIFY2(found.hasMatch(), qPrintable(shown));
        Q_EMIT text().linkActivated(QStringLiteral("query:") + found.captured(1));
        QTRY_COMPARE(m_workspace->view()->order.size(), found.captured(2).toULongLong());
    }

    void aValueFilters()
    {
        open();
        QTRY_VERIFY(text().isVisible());
        Q_EMIT text().linkActivated(QStringLiteral("query:model%3Agpt-x"));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{3});
        // Another value narrows the filter further; one of the same field takes the place of the first.
        Q_EMIT text().linkActivated(QStringLiteral("query:score%3A0.25"));
        QTRY_COMPARE(toText(m_workspace->query()), std::string("model:gpt-x score:0.25"));
        Q_EMIT text().linkActivated(QStringLiteral("query:score%3A0.75"));
        QTRY_COMPARE(toText(m_workspace->query()), std::string("model:gpt-x score:0.75"));
        // It is of the dataset, not of the filter.
        QVERIFY(text().text().contains(QStringLiteral("4 conversations")));
    }

    void theReaderDismissesIt()
    {
        open();
        QTRY_VERIFY(text().isVisible());
        m_panel->findChild<QToolButton*>(QStringLiteral("closeOverview"))->click();
        QVERIFY(!text().isVisible());
        auto* show = m_panel->findChild<QAction*>(QStringLiteral("showOverview"));
        QVERIFY(!show->isChecked());
        show->trigger();
        QTRY_VERIFY(text().isVisible());
        // A list next to a text has no room for it.
        m_panel->resize(220, 600);
        QTRY_VERIFY(!text().isVisible());
    }

    /// A link to a message leads back to it, wherever the dataset is.
    void linksLeadBack()
    {
        open();
        const Snapshot& snapshot = m_workspace->snapshot();
        const QString link = recordLink(snapshot, {Row{2}, 1});
        QCOMPARE(link, QStringLiteral("duologue:chats.jsonl:3#2"));
        QVERIFY(isRecordLink(QStringLiteral(" ") + link) && !isRecordLink(QStringLiteral("model:gpt-x")));
        QCOMPARE(placeOfLink(snapshot, link), std::optional(RecordPlace{Row{2}, 1}));
        QCOMPARE(placeOfLink(snapshot, QStringLiteral("duologue:chats.jsonl:1")),
                 std::optional(RecordPlace{Row{0}, -1}));
        QCOMPARE(placeOfLink(snapshot, QStringLiteral("duologue:chats.jsonl:1#99")),
                 std::optional(RecordPlace{Row{0}, -1}));
        for (const char* wrong : {"duologue:chats.jsonl:9", "duologue:other.jsonl:1", "duologue:chats.jsonl",
                                  "duologue:chats.jsonl:x", "duologue:", "duologue:chats.jsonl:0"})
            QVERIFY(!placeOfLink(snapshot, QString::fromLatin1(wrong)));
    }

    void theMostTellingFieldIsChosen()
    {
        open();
        QCOMPARE(mostTellingField(m_workspace->snapshot(), Job()), std::string("model"));
    }

    /// They are detected when nobody has used the program for a moment.
    void languagesComeIn()
    {
        std::string lines;
        for (const char* said : {"Guten Morgen, wie geht es Ihnen heute an diesem schönen Tag?",
                                 "Good morning, how are you today on this beautiful day?"}) {
            const nlohmann::json record{
                {"messages",
                 {{{"role", "user"}, {"content", said}}, {{"role", "assistant"}, {"content", said}}}}};
            lines += record.dump() + "\n";
        }
        m_folder.write("languages.jsonl", lines);
        m_workspace->open({toQt((m_folder.path() / "languages.jsonl").string())});
        QTRY_VERIFY2(text().text().contains(QStringLiteral("<b>Language</b>")), qPrintable(text().text()));
        QVERIFY(text().text().contains(QStringLiteral("query:language%3Aen\">en</a> 1")));
    }

    /// Datasets repeat with a period; one of each so many records would see only some kinds of them.
    void findingsOfLargeDatasetsAreFound()
    {
        std::string lines;
        constexpr int kRecords = 20'000;
        constexpr int kPeriod = 10;
        for (int i = 0; i < kRecords; ++i) {
            const bool isEmpty = i % kPeriod == kPeriod - 1;
            const nlohmann::json record{{"messages",
                                         {{{"role", "user"}, {"content", "Question " + std::to_string(i)}},
                                          {{"role", "assistant"}, {"content", isEmpty ? "" : "Answer"}}}}};
            lines += record.dump() + "\n";
        }
        m_folder.write("many.jsonl", lines);
        const SnapshotPtr snapshot = test::load({m_folder.path() / "many.jsonl"});
        const OverviewFindings found = findingsOf(*snapshot, m_folder.path(), Job());
        QCOMPARE(found.lookedAt, std::uint64_t{2'000});
        const auto empty = std::ranges::find_if(found.checks, [](const auto& each) {
            return each.first->id == std::string_view("empty_answer");
        });
        QVERIFY(empty != found.checks.end());
        // 200 are expected, with a deviation of 13.
        QVERIFY2(empty->second > 140 && empty->second < 260, qPrintable(QString::number(empty->second)));
    }

    void extremesAreThoseOfTheData()
    {
        std::string lines;
        for (const char* reward : {"-0.123456", "1.598", "99.99", "1234.5"})
            lines +=
                std::string(
                    "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}, {\"role\": \"assistant\", "
                    "\"content\": \"a\"}], \"reward\": ") +
                reward + "}\n";
        m_folder.write("rewards.jsonl", lines);
        m_workspace->open({toQt((m_folder.path() / "rewards.jsonl").string())});
        QTRY_VERIFY2(text().text().contains(QStringLiteral("-0.123456 to 1234.5, mean 334 (n = 4)")),
                     qPrintable(text().text()));
    }

private:
    /// The last answer is empty in one of them.
    void open(bool hasFinding = false)
    {
        std::string lines;
        for (int i = 0; i < 4; ++i) {
            const std::string number = std::to_string(i);
            nlohmann::json record{{"call_id", "c" + number},
                                  {"model", i == 0 ? "<b>" : "gpt-x"},
                                  {"origin", "shop"},
                                  {"score", i % 2 == 0 ? 0.25 : 0.75}};
            record["messages"] = {{{"role", "user"}, {"content", "Question " + number}},
                                  {{"role", "assistant"}, {"content", hasFinding && i == 3 ? "" : "Answer"}}};
            lines += record.dump() + "\n";
        }
        m_folder.write("chats.jsonl", lines);
        m_workspace->open({toQt((m_folder.path() / "chats.jsonl").string())});
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{4});
        QTRY_VERIFY(!m_workspace->isLoading());
    }

    QLabel& text() const { return *m_panel->findChild<QLabel*>(QStringLiteral("overviewText")); }

    test::TempFolder m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QWidget> m_panel;
};

DUOLOGUE_TEST(OverviewTest)
#include "overview_test.moc"
