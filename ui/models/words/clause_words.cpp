// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/clause_words.h"

#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <array>
#include <optional>
#include <vector>

namespace duologue::ui {

namespace {

/// core knows nothing of translation, so the forms of what it says stand here once more for lupdate to find.
/// Those that say more come before those that would match them as well.
constexpr std::array kForms{
    QT_TRANSLATE_NOOP("Clauses", "nothing"),
    QT_TRANSLATE_NOOP("Clauses", "null"),
    QT_TRANSLATE_NOOP("Clauses", "true or false"),
    QT_TRANSLATE_NOOP("Clauses", "a whole number"),
    QT_TRANSLATE_NOOP("Clauses", "a number"),
    QT_TRANSLATE_NOOP("Clauses", "a text"),
    QT_TRANSLATE_NOOP("Clauses", "a list"),
    QT_TRANSLATE_NOOP("Clauses", "an object"),
    // What a record's bytes are.
    QT_TRANSLATE_NOOP("Clauses", "expected nothing more behind the value"),
    QT_TRANSLATE_NOOP("Clauses", "expected nothing behind the list"),
    QT_TRANSLATE_NOOP("Clauses", "another list begins behind the end of the list; it is read as well"),
    QT_TRANSLATE_NOOP("Clauses", "expected a value"),
    QT_TRANSLATE_NOOP("Clauses", "expected an object"),
    QT_TRANSLATE_NOOP("Clauses", "expected a name in double quotes"),
    QT_TRANSLATE_NOOP("Clauses", "expected ':' behind the name"),
    QT_TRANSLATE_NOOP("Clauses", "expected ',' or '%1'"),
    QT_TRANSLATE_NOOP("Clauses", "expected '{' or '['"),
    QT_TRANSLATE_NOOP("Clauses", "a control character inside a text must be escaped"),
    QT_TRANSLATE_NOOP("Clauses", "the text that begins here has no closing quote"),
    QT_TRANSLATE_NOOP("Clauses", "expected four hexadecimal digits behind \\u"),
    QT_TRANSLATE_NOOP("Clauses", "no such escape"),
    QT_TRANSLATE_NOOP("Clauses", "it has more than %1 levels"),
    QT_TRANSLATE_NOOP("Clauses", "no memory for a record of this size"),
    QT_TRANSLATE_NOOP("Clauses", "the last value counts"),
    QT_TRANSLATE_NOOP("Clauses", "bytes that are no UTF-8 are shown as U+FFFD"),
    QT_TRANSLATE_NOOP("Clauses", "an escaped half of a character pair is shown as U+FFFD"),
    QT_TRANSLATE_NOOP("Clauses", "%1 counts as missing"),
    QT_TRANSLATE_NOOP("Clauses", "the digits are kept as text"),
    QT_TRANSLATE_NOOP("Clauses", "it is longer than %1 MiB, the most that is read as one record"),
    QT_TRANSLATE_NOOP("Clauses", "no format knows this record"),
    // What is in a record.
    QT_TRANSLATE_NOOP("Clauses", "expected true, false, 是, 否 or 无法判断, found \"%1\""),
    QT_TRANSLATE_NOOP("Clauses", "expected \"1\" to \"5\""),
    QT_TRANSLATE_NOOP("Clauses", "the message has no content"),
    QT_TRANSLATE_NOOP("Clauses", "the message does not say its role"),
    QT_TRANSLATE_NOOP("Clauses", "the role \"%1\" is none that is known"),
    QT_TRANSLATE_NOOP("Clauses", "it is none of the options"),
    QT_TRANSLATE_NOOP("Clauses", "\"%1\" is no question that has a rating"),
    QT_TRANSLATE_NOOP("Clauses", "\"%1\" is no answer that has a number"),
    QT_TRANSLATE_NOOP("Clauses", "expected a whole number or null, found nothing"),
    QT_TRANSLATE_NOOP("Clauses", "expected a list of questions and answers"),
    QT_TRANSLATE_NOOP("Clauses", "expected a question and its answer"),
    QT_TRANSLATE_NOOP("Clauses", "expected a turn with a \"user\" and an \"assistant\""),
    QT_TRANSLATE_NOOP("Clauses", "expected a text, a message or a list of messages"),
    QT_TRANSLATE_NOOP("Clauses", "there are more than %1 fields; those that come after can be read, not "
                                 "listed and filtered by"),
    QT_TRANSLATE_NOOP("Clauses", "there are more than %1 fields; the members of \"%2\" can be read, not "
                                 "listed and filtered by"),
    // Files and folders.
    QT_TRANSLATE_NOOP("Clauses", "the file is written in %1; only UTF-8 is read"),
    QT_TRANSLATE_NOOP("Clauses", "the file is empty"),
    QT_TRANSLATE_NOOP("Clauses", "the file begins with zero bytes, it is no text"),
    QT_TRANSLATE_NOOP("Clauses", "the list has no closing ']'"),
    QT_TRANSLATE_NOOP("Clauses", "the index of the dataset was damaged, so that all was read anew"),
    QT_TRANSLATE_NOOP("Clauses", "there was no memory left for it"),
    QT_TRANSLATE_NOOP("Clauses", "%1 is no longer there"),
    QT_TRANSLATE_NOOP("Clauses", "the file has changed since it was opened"),
    QT_TRANSLATE_NOOP("Clauses", "the file has changed since it was read"),
    QT_TRANSLATE_NOOP("Clauses", "the file became shorter while it was read"),
    QT_TRANSLATE_NOOP("Clauses", "there is nothing at this path"),
    QT_TRANSLATE_NOOP("Clauses", "it leads to a folder that is read already"),
    QT_TRANSLATE_NOOP("Clauses", "it is a link to something that is not there"),
    QT_TRANSLATE_NOOP("Clauses", "not a regular file"),
    QT_TRANSLATE_NOOP("Clauses", "it is no archive"),
    QT_TRANSLATE_NOOP("Clauses", "it cannot be unpacked"),
    QT_TRANSLATE_NOOP("Clauses", "it is not packed in the way that its name says"),
    QT_TRANSLATE_NOOP("Clauses", "it is no gz data"),
    QT_TRANSLATE_NOOP("Clauses", "it ends too early, at byte %1 of the packed file"),
    QT_TRANSLATE_NOOP("Clauses", "something else stands behind its end, at byte %1 of the packed file"),
    QT_TRANSLATE_NOOP("Clauses", "incorrect data check, so something is wrong between the bytes %1 and %2 of "
                                 "the packed file"),
    QT_TRANSLATE_NOOP("Clauses",
                      "incorrect length check, so something is wrong between the bytes %1 and %2 of "
                      "the packed file"),
    // Behind the words of the library that unpacks.
    QT_TRANSLATE_NOOP("Clauses", "%1 at byte %2 of the packed file"),
    QT_TRANSLATE_NOOP("Clauses", "%1 at byte %2 of what came out of it"),
    QT_TRANSLATE_NOOP("Clauses", "%1 at byte %2 of it"),
    QT_TRANSLATE_NOOP("Clauses", "there is no memory to unpack it"),
    QT_TRANSLATE_NOOP("Clauses", "there was no memory left to list files"),
    QT_TRANSLATE_NOOP("Clauses", "it has more than %1 members"),
    QT_TRANSLATE_NOOP("Clauses", "more than %1 MiB come out of it"),
    QT_TRANSLATE_NOOP("Clauses", "more than %1 times its own size comes out of it"),
    QT_TRANSLATE_NOOP("Clauses", "there is no room to unpack it"),
    QT_TRANSLATE_NOOP("Clauses", "there is no room for temporary files in %1: %2"),
    // Why a file is skipped.
    QT_TRANSLATE_NOOP("Clauses", "it does not begin like JSON"),
    QT_TRANSLATE_NOOP("Clauses", "no records in it"),
    QT_TRANSLATE_NOOP("Clauses", "no files in it"),
    QT_TRANSLATE_NOOP("Clauses", "packed inside a packed file"),
    QT_TRANSLATE_NOOP("Clauses", "a link or a device in a packed file"),
    QT_TRANSLATE_NOOP("Clauses", "its records are no JSON objects"),
    QT_TRANSLATE_NOOP("Clauses", "no conversation in it: an empty object"),
    QT_TRANSLATE_NOOP("Clauses", "no conversation in it (keys: %1)"),
    QT_TRANSLATE_NOOP("Clauses", "hidden folder"),
    QT_TRANSLATE_NOOP("Clauses", "link that leads out of the opened folder (--follow, or a setting of the "
                                 "window, has it read)"),
    QT_TRANSLATE_NOOP("Clauses", "it describes a format"),
    QT_TRANSLATE_NOOP("Clauses", "not a JSON file"),
    QT_TRANSLATE_NOOP("Clauses", "not a JSON file (%1)"),
    QT_TRANSLATE_NOOP("Clauses", "cannot be read: %1"),
    // Descriptions of formats, behind the name of their file.
    QT_TRANSLATE_NOOP("Clauses", "%1: it is no JSON"),
    QT_TRANSLATE_NOOP("Clauses", "%1: it names neither \"messages\" nor \"prompt\" and \"response\""),
    QT_TRANSLATE_NOOP("Clauses", "%1: \"messages\" need a \"role\" and a \"text\""),
    QT_TRANSLATE_NOOP("Clauses", "%1: expected an object with an \"id\""),
    QT_TRANSLATE_NOOP("Clauses", "%1: expected a role"),
    QT_TRANSLATE_NOOP("Clauses", "%1: expected a JSON pointer"),
    QT_TRANSLATE_NOOP("Clauses", "%1: expected a text"),
    QT_TRANSLATE_NOOP("Clauses", "%1: there is another format of the id %2"),
    QT_TRANSLATE_NOOP("Clauses", "%1: \"%2\" means nothing here"),
    QT_TRANSLATE_NOOP("Clauses", "%1: not a regular file"),
    QT_TRANSLATE_NOOP("Clauses", "%1: it is longer than %2 MiB, the most that is read as a description"),
    QT_TRANSLATE_NOOP("Clauses", "%1: there are more than 254 formats; %2 of those in it are left out"),
    // Liberties that a file takes, several in a row.
    QT_TRANSLATE_NOOP("Clauses", "a byte order mark"),
    QT_TRANSLATE_NOOP("Clauses", "CRLF line ends"),
    QT_TRANSLATE_NOOP("Clauses", "blank lines"),
    QT_TRANSLATE_NOOP("Clauses", "commas where none belong"),
    QT_TRANSLATE_NOOP("Clauses", "commas missing between records"),
    QT_TRANSLATE_NOOP("Clauses", "comments"),
    QT_TRANSLATE_NOOP("Clauses", "records of several lines one after another"),
    QT_TRANSLATE_NOOP("Clauses", "it has %1"),
    QT_TRANSLATE_NOOP("Clauses", "expected %1, found %2"),
};

/// What stands in a clause in place of %1 and %2; none where it does not have the form.
std::optional<std::vector<std::string_view>> argumentsOf(std::string_view form, std::string_view clause)
{
    std::vector<std::string_view> arguments;
    for (std::size_t place = form.find('%'); place != std::string_view::npos; place = form.find('%')) {
        if (!clause.starts_with(form.substr(0, place)))
            return std::nullopt;
        clause.remove_prefix(place);
        form.remove_prefix(place + 2);
        const std::string_view next = form.substr(0, form.find('%'));
        // The last words of a form stand at the end of the clause, whatever the argument holds.
        const std::size_t end = next.empty()                 ? clause.size()
                                : next.size() == form.size() ? clause.rfind(next)
                                                             : clause.find(next);
        if (end == std::string_view::npos || end == 0)
            return std::nullopt;
        arguments.push_back(clause.substr(0, end));
        clause.remove_prefix(end);
    }
    if (clause != form)
        return std::nullopt;
    return arguments;
}

struct KnownClause {
    const char* form = nullptr;
    std::vector<std::string_view> arguments;
};

std::optional<KnownClause> knownClause(std::string_view clause)
{
    for (const char* form : kForms) {
        if (auto arguments = argumentsOf(form, clause))
            return KnownClause{form, std::move(*arguments)};
    }
    return std::nullopt;
}

/// An argument is a clause itself, several of them in a row, or a word from the data.
QString argumentInWords(std::string_view argument)
{
    constexpr std::string_view kBetween = ", ";
    if (isKnownClause(argument))
        return clauseInWords(argument);
    const std::size_t comma = argument.find(kBetween);
    if (comma == std::string_view::npos || !isKnownClause(argument.substr(0, comma)))
        return asLabel(argument);
    return QCoreApplication::translate("Clauses", "%1, %2", "two of several in a row")
        .arg(clauseInWords(argument.substr(0, comma)),
             argumentInWords(argument.substr(comma + kBetween.size())));
}

} // namespace

bool isKnownClause(std::string_view clause)
{
    return knownClause(clause).has_value();
}

QString clauseInWords(std::string_view clause)
{
    const auto known = knownClause(clause);
    if (!known)
        return asLabel(clause);
    const QString words = QCoreApplication::translate("Clauses", known->form);
    // One pass: what stands in the data may hold a %1 of its own.
    switch (known->arguments.size()) {
    case 0:
        return words;
    case 1:
        return words.arg(argumentInWords(known->arguments[0]));
    default:
        return words.arg(argumentInWords(known->arguments[0]), argumentInWords(known->arguments[1]));
    }
}

} // namespace duologue::ui
