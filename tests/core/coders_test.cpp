// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch_columns.h"
#include "core/util/vectors.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <map>
#include <utility>

using namespace duologue;
using duologue::test::Random;

class CodersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void distinguishesEqualHashes();
    void exactCoderMatchesBothWords();
    void categoryCoderMatchesEitherWord();
};

namespace {

/// A random name with an English word, a Chinese one, both or (rarely) none.
struct RandomName {
    std::string en;
    std::string zh;

    explicit RandomName(Random& random, std::size_t kinds)
    {
        const std::string number = std::to_string(random.below(kinds));
        if (!random.oneIn(3))
            en = "word " + number;
        if (en.empty() || random.oneIn(2))
            zh = "词" + std::to_string(random.below(kinds));
        if (random.oneIn(50))
            en = zh = {};
    }

    Name name() const { return {en, zh}; }
};

} // namespace

void CodersTest::distinguishesEqualHashes()
{
    CodeIndex index;
    const auto is = [](std::uint32_t wanted) {
        return [wanted](std::uint32_t code) { return code == wanted; };
    };
    QCOMPARE(index.find(7, is(0)), CodeIndex::kNone);
    for (std::uint32_t code = 0; code < 1000; ++code) {
        QCOMPARE(index.find(code % 3, is(code)), CodeIndex::kNone);
        index.add(code % 3, code);
    }
    for (std::uint32_t code = 0; code < 1000; ++code)
        QCOMPARE(index.find(code % 3, is(code)), code);
    QCOMPARE(index.find(3, is(1000)), CodeIndex::kNone);
}

void CodersTest::exactCoderMatchesBothWords()
{
    for (const std::size_t kinds : {3, 100, 20'000}) {
        Random random(static_cast<std::uint32_t>(kinds));
        ExactCoder coder;
        std::vector<Category> categories;
        std::map<std::pair<std::string, std::string>, CategoryCode> expected;
        for (int i = 0; i < 30'000; ++i) {
            const RandomName made(random, kinds);
            const auto next = categoryCode(expected.size());
            const auto known = expected.try_emplace({made.en, made.zh}, next).first;
            QCOMPARE(coder.code(made.name(), categories), known->second);
        }
        QCOMPARE(categories.size(), expected.size());
        for (const auto& [words, code] : expected)
            QVERIFY(categories[indexOf(code)] == (Category{words.first, words.second}));
    }
}

void CodersTest::categoryCoderMatchesEitherWord()
{
    for (const std::size_t kinds : {3, 100, 20'000}) {
        Random random(static_cast<std::uint32_t>(kinds) + 1);
        CategoryCoder coder;
        Categories categories;
        // A pair is found by the word that is shown, and by its Chinese word if that was new.
        std::map<std::string, CategoryCode> expected;
        std::size_t next = 0;
        for (int i = 0; i < 30'000; ++i) {
            const RandomName made(random, kinds);
            const auto [known, isNew] =
                expected.try_emplace(std::string(made.name().shown()), categoryCode(next));
            if (isNew) {
                if (!made.en.empty() && !made.zh.empty())
                    expected.try_emplace(made.zh, categoryCode(next));
                ++next;
            }
            QCOMPARE(coder.code(made.name(), categories), known->second);
        }
        QCOMPARE(categories.size(), next);
    }
}

DUOLOGUE_TEST(CodersTest)
#include "coders_test.moc"
