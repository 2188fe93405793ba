// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query_mistake.h"

#include <QString>

namespace duologue::ui {

/// What is wrong with a query, in the language of the window.
QString mistakeText(const QueryMistake& mistake);

} // namespace duologue::ui
