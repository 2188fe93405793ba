// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "ui/work/colors.h"

#include <QColor>

class QPalette;

namespace duologue::ui {

/// The colours of the reading panels, made from a palette; make them again when it changes. Every text colour
/// has a contrast of at least 4.5 on every background.
struct ReadingColors {
    // Backgrounds.
    QColor page;
    QColor card;
    QColor userCard;
    QColor current;
    QColor memo;
    /// Behind differences and matches; only `text` is used on these.
    QColor difference;
    QColor found;
    QColor foundHere;
    // Texts and icons.
    QColor text;
    QColor dim;
    QColor user;
    QColor assistant;
    QColor link;
    QColor good;
    QColor bad;
    QColor unclear;
    // Lines.
    QColor rule;
    QColor currentBar;

    const QColor& ofMark(Mark mark) const;
    const QColor& ofRole(std::string_view role) const;

    bool operator==(const ReadingColors&) const = default;
};

ReadingColors readingColors(const QPalette& palette);

} // namespace duologue::ui
