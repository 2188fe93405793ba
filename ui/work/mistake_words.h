// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query_mistake.h"

#include <QString>

namespace duologue::ui {

/// The text of a query mistake, translated.
QString mistakeText(const QueryMistake& mistake);

} // namespace duologue::ui
