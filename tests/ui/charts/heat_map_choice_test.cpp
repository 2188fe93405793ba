// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"
#include "ui/charts/heat_map_model.h"

#include <QTest>

using namespace duologue;
using namespace duologue::ui;

namespace {

Query parsedQuery(std::string_view text)
{
    return parseQuery(text).value();
}

HeatMapFields cells()
{
    HeatMapFields made;
    made.fields = {"turns", "task"};
    for (const double turn : {1.0, 2.0, 4.0, 7.0})
        made.rows.push_back({QString::number(turn).toStdString(), turn, {}, false});
    made.columns = {{"gifts", {}, {}, false}, {"<b>trip</b>", {}, {}, false}, {"recipes", {}, {}, false}};
    return made;
}

/// The selection after a round trip through the query's text.
HeatMapChoice again(const HeatMapChoice& chosen)
{
    return chosenCells(parsedQuery(toText(cellQuery(cells(), chosen))), cells());
}

} // namespace

class HeatMapChoiceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCellFiltersByBothValues()
    {
        QCOMPARE(toText(cellQuery(cells(), {{2, 0}})), std::string("turns:4 task:gifts"));
        QCOMPARE(toText(cellQuery(cells(), {{2, 1}})), std::string("turns:4 task:\"<b>trip</b>\""));
        QCOMPARE(toText(cellQuery(cells(), {{1, 0}, {1, 2}})),
                 std::string("turns:2 (task:gifts OR task:recipes)"));
        QCOMPARE(toText(cellQuery(cells(), cellsBetween({0, 0}, {2, 1}))),
                 std::string("turns:1..4 (task:gifts OR task:\"<b>trip</b>\")"));
        QCOMPARE(toText(cellQuery(cells(), {{0, 0}, {3, 2}})),
                 std::string("turns:1 task:gifts OR turns:7 task:recipes"));
        QCOMPARE(toText(cellQuery(cells(), {})), std::string());
    }

    void aCellOfMessagesFiltersByOneMessage()
    {
        HeatMapFields ofMessages = cells();
        ofMessages.fields = {"turn", "intent"};
        ofMessages.ofMessages = true;
        const auto text = [&](const HeatMapChoice& chosen) { return toText(cellQuery(ofMessages, chosen)); };
        QCOMPARE(text({{2, 0}}), std::string("message(turn:4 intent:gifts)"));
        QCOMPARE(text({{0, 0}, {3, 2}}),
                 std::string("message(turn:1 intent:gifts) OR message(turn:7 intent:recipes)"));
        QCOMPARE(text(cellsBetween({1, 0}, {1, 2})), std::string("turn:2"));
        for (const HeatMapChoice& chosen : {HeatMapChoice{{2, 0}}, HeatMapChoice{{0, 0}, {3, 2}}})
            QCOMPARE(chosenCells(parsedQuery(text(chosen)), ofMessages), chosen);
        QVERIFY(!isNarrowed(parsedQuery("first(turn:2 intent:gifts)"), ofMessages.fields));
    }

    void wholeRowsAndColumnsFilterByOneField()
    {
        QCOMPARE(toText(cellQuery(cells(), cellsBetween({1, 0}, {1, 2}))), std::string("turns:2"));
        QCOMPARE(toText(cellQuery(cells(), cellsBetween({0, 2}, {3, 2}))), std::string("task:recipes"));
        QCOMPARE(cellQuery(cells(), cellsBetween({0, 0}, {3, 2})), Query());
    }

    void theSelectionIsReadFromTheQuery()
    {
        const std::vector<HeatMapChoice> choices{{{2, 0}},
                                                 {{0, 0}, {3, 2}},
                                                 cellsBetween({1, 0}, {2, 1}),
                                                 cellsBetween({1, 0}, {1, 2}),
                                                 {{0, 1}, {1, 1}, {1, 2}, {3, 0}}};
        for (const HeatMapChoice& chosen : choices)
            QCOMPARE(again(chosen), chosen);
        // A filter of one field selects its rows.
        QCOMPARE(chosenCells(parsedQuery("turns:>2 language:en"), cells()), cellsBetween({2, 0}, {3, 2}));
        QVERIFY(chosenCells(parsedQuery("language:en"), cells()).empty());
        QVERIFY(!isNarrowed(parsedQuery("language:en"), cells().fields));
        QVERIFY(isNarrowed(parsedQuery("language:en (turns:1 OR task:gifts)"), cells().fields));
        QCOMPARE(toText(withoutFields(parsedQuery("language:en turns:4 task:gifts (turns:1 OR language:zh)"),
                                      cells().fields)),
                 std::string("language:en (turns:1 OR language:zh)"));
    }

    void oneFieldOnBothSides()
    {
        HeatMapFields both;
        both.fields = {"intent", "intent"};
        both.rows = {{"Search", {}, {}, false}, {"Plan", {}, {}, false}};
        both.columns = both.rows;
        const Query query = cellQuery(both, {{0, 1}});
        QCOMPARE(toText(query), std::string("intent:Search intent:Plan"));
        // Queries have no order: both cells are selected.
        QCOMPARE(chosenCells(query, both), (HeatMapChoice{{0, 1}, {1, 0}}));
    }

    void clicksAddAndRemove()
    {
        const HeatMapChoice one{{1, 1}};
        QCOMPARE(cellsAfterClick({}, {1, 1}, {0, 0}, Qt::NoModifier), one);
        QCOMPARE(cellsAfterClick(one, {1, 1}, {0, 0}, Qt::NoModifier), HeatMapChoice());
        QCOMPARE(cellsAfterClick(one, {0, 2}, {1, 1}, Qt::ControlModifier), (HeatMapChoice{{0, 2}, {1, 1}}));
        QCOMPARE(cellsAfterClick({{0, 2}, {1, 1}}, {1, 1}, {1, 1}, Qt::ControlModifier),
                 (HeatMapChoice{{0, 2}}));
        QCOMPARE(cellsAfterClick(one, {2, 0}, {1, 1}, Qt::ShiftModifier), cellsBetween({1, 0}, {2, 1}));
    }

    void binsFilterByRanges()
    {
        HeatMapFields made = cells();
        made.fields[0] = "length";
        made.rows = {{"0–99", 0.0, 99.0, true},
                     {"100–199", 100.0, 199.0, true},
                     {"≥200", 200.0, std::numeric_limits<double>::infinity(), true}};
        QCOMPARE(toText(cellQuery(made, {{1, 0}})), std::string("length:100..199 task:gifts"));
        QCOMPARE(toText(cellQuery(made, {{2, 0}})), std::string("length:>=200 task:gifts"));
        QCOMPARE(chosenCells(parsedQuery("length:100..199 task:gifts"), made), (HeatMapChoice{{1, 0}}));
        QCOMPARE(chosenCells(parsedQuery("length:>=200 task:gifts"), made), (HeatMapChoice{{2, 0}}));
    }
};

DUOLOGUE_TEST(HeatMapChoiceTest)
#include "heat_map_choice_test.moc"
