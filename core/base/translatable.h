// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// An English text that the window shows in its own language. It stands for the text itself; lupdate finds it
/// in the source (packaging/translations.sh), and the window looks its translation up under the context.
#define DUOLOGUE_TEXT(context, text) text
