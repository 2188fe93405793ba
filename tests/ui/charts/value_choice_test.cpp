// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"
#include "ui/widgets/category_picker.h"

#include <QTest>

using namespace duologue;
using namespace duologue::ui;

namespace {

std::vector<GroupValue> turns()
{
    std::vector<GroupValue> values;
    for (const int turn : {1, 2, 3, 4, 5, 8})
        values.push_back({std::to_string(turn), turn, {}, false});
    return values;
}

Query parsed(std::string_view text)
{
    return parseQuery(text).value();
}

Choice chosenIn(std::string_view query)
{
    return chosenValues(parsed(query), "turns", turns());
}

} // namespace

class ValueChoiceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSelectionIsWrittenAsTerms()
    {
        const auto values = turns();
        QCOMPARE(toText(choiceQuery("turns", values, {3})), std::string("turns:4"));
        QCOMPARE(toText(choiceQuery("turns", values, {3, 5})), std::string("turns:4 OR turns:8"));
        QCOMPARE(toText(choiceQuery("turns", values, {3, 4})), std::string("turns:4 OR turns:5"));
        QCOMPARE(toText(choiceQuery("turns", values, {3, 4}, ChoiceForm::Range)), std::string("turns:4..5"));
        QCOMPARE(toText(choiceQuery("turns", values, {1, 2, 3, 4})), std::string("turns:2..5"));
        QCOMPARE(toText(choiceQuery("turns", values, {0, 2, 3, 4})), std::string("turns:1 OR turns:3..5"));
        QCOMPARE(choiceQuery("turns", values, {}), Query());
    }

    void aSelectionIsReadFromAnyQuery()
    {
        QCOMPARE(chosenIn("turns:4"), Choice{3});
        QCOMPARE(chosenIn("task:travel turns:4 OR turns:8"), Choice());
        QCOMPARE(chosenIn("task:travel (turns:4 OR turns:8)"), (Choice{3, 5}));
        QCOMPARE(chosenIn("turns:2..4 id:3"), (Choice{1, 2, 3}));
        QCOMPARE(chosenIn("turns:>4"), (Choice{4, 5}));
        QCOMPARE(chosenIn("turns:>=2 turns:<=3"), (Choice{1, 2}));
        QCOMPARE(chosenIn("-turns:4"), (Choice{0, 1, 2, 4, 5}));
        QCOMPARE(chosenIn("turns:04"), Choice{3});
        QCOMPARE(chosenIn("turns:99"), Choice());
        QCOMPARE(chosenIn("task:travel"), Choice());
        QVERIFY(isNarrowed(parsed("turns:99"), "turns"));
        QVERIFY(!isNarrowed(parsed("task:travel"), "turns"));
        // Not only about turns: the chart must not treat it as its own filter.
        QVERIFY(!isNarrowed(parsed("turns:4 OR task:travel"), "turns"));
    }

    void everySelectionSurvivesARoundTrip()
    {
        const auto values = turns();
        for (unsigned bits = 1; bits < 1U << values.size(); ++bits) {
            Choice chosen;
            for (int i = 0; i < static_cast<int>(values.size()); ++i) {
                if ((bits >> static_cast<unsigned>(i) & 1U) != 0)
                    chosen.push_back(i);
            }
            for (const ChoiceForm form : {ChoiceForm::Values, ChoiceForm::Range}) {
                const Query query =
                    withField(parsed("task:x"), "turns", choiceQuery("turns", values, chosen, form));
                QCOMPARE(chosenValues(parsed(toText(query)), "turns", values), chosen);
            }
        }
    }

    void wordsMatchInAnyCase()
    {
        const std::vector<GroupValue> tasks{{"Travel planning", {}, {}, false},
                                            {"<b>gifts</b> & \"more\"", {}, {}, false}};
        QCOMPARE(chosenValues(parsed("task:\"travel PLANNING\""), "task", tasks), Choice{0});
        const Query asked = choiceQuery("task", tasks, {0, 1}, ChoiceForm::Range);
        QCOMPARE(chosenValues(parsed(toText(asked)), "task", tasks), (Choice{0, 1}));
    }

    void binsSurviveARoundTrip()
    {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        const std::vector<GroupValue> bins{{"<0.5", -kInfinity, 0.5, false},
                                           {"0.5–1", 0.5, 1, false},
                                           {"1–1.5", 1, 1.5, false},
                                           {"≥1.5", 1.5, kInfinity, false}};
        const auto text = [&](const Choice& chosen) {
            const Query query = choiceQuery("score", bins, chosen, ChoiceForm::Range);
            const std::string printed = toText(query);
            const auto read = parseQuery(printed);
            if (!read.ok() || read.value() != query || chosenValues(query, "score", bins) != chosen)
                qWarning("%s is another query", printed.c_str());
            return QString::fromStdString(printed);
        };
        QTest::failOnWarning(QRegularExpression(QStringLiteral("another query")));
        QCOMPARE(text({0}), QStringLiteral("score:<0.5"));
        QCOMPARE(text({1}), QStringLiteral("score:>=0.5 score:<1"));
        QCOMPARE(text({1, 2}), QStringLiteral("score:>=0.5 score:<1.5"));
        QCOMPARE(text({2, 3}), QStringLiteral("score:>=1"));
        QCOMPARE(text({0, 1, 2, 3}), QStringLiteral("has:score"));
    }

    /// From 2^53 on, several whole numbers have one double.
    void digitsThatNoDoubleHoldsAreKept()
    {
        std::vector<GroupValue> ids;
        for (int last = 0; last < 8; ++last) {
            const std::string text = "900719925474099" + std::to_string(last);
            ids.push_back({text, std::stod(text), {}, false});
        }
        for (int i = 0; i < 8; ++i) {
            const Query query = choiceQuery("big", ids, {i});
            QCOMPARE(chosenValues(parsed(toText(query)), "big", ids), Choice{i});
        }
        const Query range = choiceQuery("big", ids, {3, 4, 5, 6, 7}, ChoiceForm::Range);
        QCOMPARE(toText(range), std::string("big:9007199254740993..9007199254740997"));
        QCOMPARE(parsed(toText(range)), range);
        QCOMPARE(chosenValues(range, "big", ids), (Choice{3, 4, 5, 6, 7}));
        QCOMPARE(chosenValues(parsed("big:>9007199254740995"), "big", ids), (Choice{6, 7}));
        QCOMPARE(chosenValues(parsed("big:<9007199254740993"), "big", ids), (Choice{0, 1, 2}));
    }

    void clicksSelectToggleAndExtend()
    {
        QCOMPARE(choiceAfterClick({}, 3, -1, Qt::NoModifier), Choice{3});
        QCOMPARE(choiceAfterClick({1, 2}, 2, -1, Qt::NoModifier), Choice{2});
        QCOMPARE(choiceAfterClick({3}, 3, -1, Qt::NoModifier), Choice());
        QCOMPARE(choiceAfterClick({3}, 1, -1, Qt::ControlModifier), (Choice{1, 3}));
        QCOMPARE(choiceAfterClick({1, 3}, 3, -1, Qt::ControlModifier), Choice{1});
        QCOMPARE(choiceAfterClick({3}, 1, 3, Qt::ShiftModifier), (Choice{1, 2, 3}));
        QCOMPARE(choiceAfterClick({}, 2, -1, Qt::ShiftModifier), Choice{2});
    }
};

DUOLOGUE_TEST(ValueChoiceTest)
#include "value_choice_test.moc"
