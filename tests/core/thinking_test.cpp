// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conversation.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace duologue;

namespace {

using Parts = std::vector<SpokenPart>;

} // namespace

/// Which parts of a message are thoughts.
class ThinkingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsMessages()
    {
        QVERIFY((partsOf("") == Parts{{false, ""}}));
        QVERIFY((partsOf(" a < b ") == Parts{{false, " a < b "}}));
        QVERIFY((partsOf("<think>旅行?</think>\n\n杭州") ==
                 Parts{{true, "<think>旅行?</think>"}, {false, "\n\n杭州"}}));
        QVERIFY(
            (partsOf("So: <think>a</think>b<think>c</think> ") ==
             Parts{{false, "So: "}, {true, "<think>a</think>"}, {false, "b"}, {true, "<think>c</think>"}}));
    }

    void unclosedThoughtExtendsToEnd()
    {
        QVERIFY((partsOf("\n<think>Let me see") == Parts{{true, "<think>Let me see"}}));
        QVERIFY((partsOf("what is <think>?") == Parts{{false, "what is <think>?"}}));
        QVERIFY((partsOf("no </think> yet") == Parts{{false, "no </think> yet"}}));
        QVERIFY((partsOf("<think></think>") == Parts{{true, "<think></think>"}}));
    }
};

DUOLOGUE_TEST(ThinkingTest)
#include "thinking_test.moc"
