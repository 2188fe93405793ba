// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/statistics.h"
#include "core/data/column.h"
#include "core/data/conversation.h"
#include "core/data/field_reader.h"
#include "core/data/snapshot.h"
#include "core/util/phrase.h"
#include "ui/app/workspace.h"

#include <QString>
#include <string>
#include <string_view>
#include <vector>

namespace duologue::ui {

/// The phrase in the language of the window: "expected text, found a list". Verbatim parts come from data, so
/// they are made fit for a label (asLabel()).
QString translated(const Phrase& phrase);

/// The title or the rule of a format, in the language of the window if the program comes with it.
QString formatText(std::string_view english);

/// The same as a sentence: with a capital letter and a full stop. Empty for an empty phrase.
QString sentenceOf(const Phrase& phrase);

/// "42 of 3,980", "42 of 3,980 read" while there may be more of them.
QString shownOfText(std::uint64_t shown, const Snapshot& snapshot);
/// "42 of 3,980 conversations", "42 of 3,980 conversations read".
QString conversationsOfText(std::uint64_t shown, const Snapshot& snapshot);
/// "All (3,980)", "All that was read (24,634)" while there may be more of them.
QString allText(const Snapshot& snapshot);
/// How much of the dataset was read, as a sentence; empty if it was all.
QString readingText(const Coverage& coverage);

/// "452 conversations", "1 conversation"; of messages likewise.
QString conversationsText(std::uint64_t count);
QString messagesText(std::uint64_t count);
QString countedText(std::uint64_t count, bool ofMessages);

/// A mean with as many decimals as mean something: "1.60", "1,392", or "0.88%" for a share; "–" for none.
QString meanText(double value, const Measure& measure);
/// A difference or a standard deviation with the decimals of meanText(); of shares it stays a number.
QString decimalText(double value, const Measure& measure);
/// "1.16 to 1.26 (95% interval, Student t)"; empty where it is not known.
QString intervalText(const Interval& interval, const Measure& measure);
/// The name of the method of an interval: "Student t".
QString methodText(MeasureKind kind);

/// A field's title in the language of the window, where the program or the common datasets name it; as the
/// data call it otherwise.
QString fieldTitle(const FieldInfo& field);
/// The same of a title without its field, as ratings and attributes have it.
QString fieldTitle(const std::string& title);

/// The field for a list to choose from.
FieldItem fieldItem(const FieldInfo& field);

/// "User", "Assistant", "System", "Tool" in the language of the program; another role as the file has it.
QString roleWord(std::string_view role);

/// "yes", "no", "unclear"; empty where nobody looked.
QString markWord(Mark mark);

/// "Planning 规划": both names where they differ. In a Chinese window "规划 (Planning)".
QString nameInBoth(const Name& name);

/// The intents of a message under both names, joined by ", ".
QString intentWords(const Conversation& conversation, const Message& message);

/// The role of a message: a developer's words are system messages under a name of their own.
QString roleWord(const Message& message);

/// The turn that each message belongs to, from 1; 0 for those that belong to none.
std::vector<int> turnsOf(const Conversation& conversation);

/// The memo where it says more than that there is nothing to say ("No Hallucination"), else empty.
QString tellingMemo(const Message& message);

/// True where an annotator marked a hallucination or could not tell.
bool isSuspect(const Message& message);

/// True where the message has a text in one of the two languages and none in the other.
bool lacksTranslation(const Conversation& conversation, const Message& message);

/// The window speaks Chinese: an installed translation decides.
bool isChineseWindow();

/// A category of a field in both languages, for labels.
struct ValueWords {
    /// In the language of the window where the value has a name in it.
    QString shown;
    /// The name in the other language; empty if there is none.
    QString other;

    /// "旅行规划 (travel planning)"
    QString inBoth() const;
};

/// The title of the format with this id, in the language of the window. Ids are for scripts alone.
QString formatTitle(const Snapshot& snapshot, std::string_view id);

/// `format` ids become titles; words of the program (roles, marks, flags) are translated; other values have
/// the names that the data give them.
ValueWords valueWords(const Snapshot& snapshot, const FieldInfo& field, const Category& value);
/// The same for a value that records are grouped by.
ValueWords groupWords(const Snapshot& snapshot, const FieldInfo& field, const GroupValue& value);

/// The record's values of a field as a cell shows them, joined by ", ": of long ones the beginning, or all of
/// them; and whole in both languages where they have two names.
QString cellText(const Snapshot& snapshot, const FieldReader& field, Row row);
QString wholeCellText(const Snapshot& snapshot, const FieldReader& field, Row row);
QString cellTextInBoth(const Snapshot& snapshot, const FieldReader& field, Row row);

} // namespace duologue::ui

namespace duologue {
struct ReportSpec;
}

namespace duologue::ui {

/// Title and one-clause summary of a report in the user's language.
QString reportTitle(const ReportSpec& report);
QString reportSummary(const ReportSpec& report);

} // namespace duologue::ui
