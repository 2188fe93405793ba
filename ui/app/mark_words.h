// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/marks/mark_set.h"
#include "core/marks/scheme.h"

#include <QString>
#include <QStringList>
#include <string>
#include <string_view>

namespace duologue::ui {

/// A question of marks, such as "verdict", in the language of the window; other names as they are.
QString markQuestionTitle(std::string_view question);

/// A text of a scheme in the language of the window, or in the other one if there is none; `otherwise` if
/// there is neither.
QString schemeTitle(const SchemeText& text, std::string_view otherwise = {});

/// The key of the field with what one reader says to a question.
std::string markFieldOf(const Snapshot& snapshot, std::string_view question, std::string_view reader);

/// The values of an answer in JSON, which is a list or a single value.
QStringList valuesOf(const std::string& answer);

/// An answer as people read it: choices of the scheme by their titles, several values with commas.
QString answerWords(const MarkScheme& scheme, std::string_view question, const std::string& answer);

/// All that somebody says about one target: "fail; late, vague; note: …". Empty if it is nothing that readers
/// are shown, such as that the record was read.
QString markWords(const MarkScheme& scheme, const MarkAnswers& answers);

} // namespace duologue::ui
