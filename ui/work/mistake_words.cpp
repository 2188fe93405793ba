// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/mistake_words.h"

#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <array>

namespace duologue::ui {

namespace {

/// The forms of mistakes are repeated here so that lupdate can extract them (core has no Qt).
[[maybe_unused]] constexpr std::array kMistakes{
    QT_TRANSLATE_NOOP("Queries", "there is no \"(\" for this \")\""),
    QT_TRANSLATE_NOOP("Queries", "the \")\" for this \"(\" is missing"),
    QT_TRANSLATE_NOOP("Queries", "the brackets are nested too deeply"),
    QT_TRANSLATE_NOOP("Queries", "something to look for is missing here"),
    QT_TRANSLATE_NOOP("Queries", "something to exclude is missing here"),
    QT_TRANSLATE_NOOP("Queries", "a value is missing behind \"%1:\""),
    QT_TRANSLATE_NOOP("Queries", "a pattern can be looked for in texts only"),
    QT_TRANSLATE_NOOP("Queries", "a field's name has letters or digits"),
    QT_TRANSLATE_NOOP("Queries", "\"%1\" is no number"),
    QT_TRANSLATE_NOOP("Queries", "a range needs a number before or behind \"..\""),
    QT_TRANSLATE_NOOP("Queries", "the range ends before it begins"),
    QT_TRANSLATE_NOOP("Queries", "the closing quotation mark is missing"),
    QT_TRANSLATE_NOOP("Queries", "the closing \"/\" of the pattern is missing"),
    QT_TRANSLATE_NOOP("Queries", "the pattern is empty"),
    QT_TRANSLATE_NOOP("Queries", "a condition on messages cannot stand within another"),
    QT_TRANSLATE_NOOP("Queries", "count(…) is followed by how many, as in count(…):>=2"),
    QT_TRANSLATE_NOOP("Queries", "texts can be narrowed to text.user, text.assistant, text.system, "
                                 "text.tool, text.en, text.zh, text.context, text.candidate and text.note, "
                                 "not to %1"),
    QT_TRANSLATE_NOOP("Queries", "the pattern is wrong at character %1: %2"),
    QT_TRANSLATE_NOOP(
        "Queries",
        "files have changed or are gone since they were read; open the dataset again (records that could "
        "not be searched: %1, the first: %2)"),
    QT_TRANSLATE_NOOP("Queries",
                      "%1 takes too much time or memory and was given up (records: %2, the first: %3)"),
    QT_TRANSLATE_NOOP("Queries", "no field %1"),
    QT_TRANSLATE_NOOP("Queries", "no field %1, did you mean %2?"),
    QT_TRANSLATE_NOOP("Queries", "%1 is said of whole conversations; ask for it outside of these brackets"),
    QT_TRANSLATE_NOOP("Queries", "\"%1\" is no number, and %2 is one"),
    QT_TRANSLATE_NOOP("Queries", "%2 is yes, no, unclear or how many messages are marked, not \"%1\""),
    QT_TRANSLATE_NOOP("Queries", "%2 of a message is yes, no or unclear, not \"%1\""),
    QT_TRANSLATE_NOOP("Queries", "%1 has no numbers to compare"),
    QT_TRANSLATE_NOOP("Queries", "%1(…) is no condition, did you mean %2(…)?"),
    QT_TRANSLATE_NOOP("Queries", "no record has \"%2\" in the field %1"),
    QT_TRANSLATE_NOOP("Queries", "no record has \"%2\" in the field %1, did you mean \"%3\"?"),
    QT_TRANSLATE_NOOP("Queries",
                      "no message has both an intent and a mark, did you mean reply_to.intent, the "
                      "intent that is answered?"),
};

} // namespace

QString mistakeText(const QueryMistake& mistake)
{
    if (mistake.form.empty())
        return asLabel(mistake.message);
    QString text = QCoreApplication::translate("Queries", std::string(mistake.form).c_str());
    // Replaces in one pass, because the arguments may contain "%1".
    const auto argument = [&](std::size_t i) { return asLabel(mistake.arguments[i]); };
    switch (mistake.arguments.size()) {
    case 0:
        return text;
    case 1:
        return text.arg(argument(0));
    case 2:
        return text.arg(argument(0), argument(1));
    default:
        return text.arg(argument(0), argument(1), argument(2));
    }
}

} // namespace duologue::ui
