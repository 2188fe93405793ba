// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duologue::ui {

/// The folder in which the user keeps descriptions of formats for all datasets. It need not exist.
QString userFormatFolder();

} // namespace duologue::ui
