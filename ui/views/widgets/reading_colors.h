// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"
#include "ui/work/colors.h"

#include <QColor>

class QPalette;

namespace duologue::ui {

/// The colours of the reading panels, computed from a light or dark palette. Compute them again when the
/// palette changes. Every text colour is readable (contrast of 4.5 and more) on each of the backgrounds.
struct ReadingColors {
    // Backgrounds.
    QColor page;
    QColor card;
    QColor userCard;
    QColor current;
    QColor memo;
    /// Behind parts that only one of two texts has. On this colour and the next two, only `text` is used.
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
