// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table_layout.h"

#include <QString>

namespace duologue::ui {

/// How the user has said that a table is read; nothing if it is read as found. Kept in the settings under its
/// address, which has no user in it. GUI thread.
LayoutChoice keptLayout(const QString& address);
void keepLayout(const QString& address, const LayoutChoice& choice);

} // namespace duologue::ui
