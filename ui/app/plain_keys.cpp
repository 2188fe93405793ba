// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/plain_keys.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QVariant>
#include <QWidget>
#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

struct PlainKeyWords {
    Q_DECLARE_TR_FUNCTIONS(PlainKeyWords)
};

constexpr const char* kAreaProperty = "keyArea";
constexpr QKeyCombination kNone = Qt::Key_unknown;

/// Where marks are made.
constexpr unsigned kMarkAreas = RecordKeys | ConversationKeys;

constexpr std::array kKeys{
    PlainKeySpec{PlainKey::Read, Qt::Key_Return, kNone, QueryKeys, nullptr, nullptr},
    PlainKeySpec{PlainKey::Page, Qt::Key_Space, Qt::SHIFT | Qt::Key_Space, ConversationKeys, "readOn",
                 "readBack"},
    PlainKeySpec{PlainKey::Conversation, Qt::Key_J, Qt::Key_K, RecordKeys | ConversationKeys, nullptr,
                 nullptr},
    PlainKeySpec{PlainKey::Open, Qt::Key_Return, kNone, RecordKeys | FindingKeys, nullptr, nullptr},
    PlainKeySpec{PlainKey::Stop, Qt::Key_F3, Qt::SHIFT | Qt::Key_F3,
                 RecordKeys | ConversationKeys | FindingKeys, "findNext", "findPrevious"},
    PlainKeySpec{PlainKey::Accept, Qt::Key_A, kNone, FindingKeys, nullptr, nullptr},
    PlainKeySpec{PlainKey::Context, Qt::Key_X, kNone, ConversationKeys, "showContext", nullptr},
    PlainKeySpec{PlainKey::Step, Qt::Key_Right, Qt::Key_Left, ConversationKeys, nullptr, nullptr},
    PlainKeySpec{PlainKey::AllSteps, Qt::SHIFT | Qt::Key_Right, Qt::SHIFT | Qt::Key_Left, ConversationKeys,
                 nullptr, nullptr},
    PlainKeySpec{PlainKey::Bar, Qt::Key_Right, Qt::Key_Left, ChartKeys, nullptr, nullptr},
    PlainKeySpec{PlainKey::Range, Qt::SHIFT | Qt::Key_Right, Qt::SHIFT | Qt::Key_Left, ChartKeys, nullptr,
                 nullptr},
    PlainKeySpec{PlainKey::Choose, Qt::Key_Space, kNone, ChartKeys | ValueKeys, nullptr, nullptr},
    PlainKeySpec{PlainKey::Pass, Qt::Key_1, kNone, kMarkAreas, "markPass", nullptr},
    PlainKeySpec{PlainKey::Fail, Qt::Key_2, kNone, kMarkAreas, "markFail", nullptr},
    PlainKeySpec{PlainKey::Defer, Qt::Key_3, kNone, kMarkAreas, "markDefer", nullptr},
    PlainKeySpec{PlainKey::Star, Qt::Key_S, kNone, kMarkAreas, "markStar", nullptr},
    PlainKeySpec{PlainKey::Note, Qt::Key_N, kNone, kMarkAreas, "markNote", nullptr},
    PlainKeySpec{PlainKey::Codes, Qt::Key_C, kNone, kMarkAreas, "markCodes", nullptr},
    PlainKeySpec{PlainKey::Tags, Qt::Key_T, kNone, kMarkAreas, "markTags", nullptr},
    PlainKeySpec{PlainKey::UndoMark, Qt::Key_U, kNone, kMarkAreas, "markUndo", nullptr},
};

} // namespace

QString PlainKeySpec::what() const
{
    switch (means) {
    case PlainKey::Page:
        return PlainKeyWords::tr("page");
    case PlainKey::Conversation:
        return PlainKeyWords::tr("conversation");
    case PlainKey::Stop:
        return PlainKeyWords::tr("stop");
    case PlainKey::Open:
        return PlainKeyWords::tr("open");
    case PlainKey::Accept:
        return PlainKeyWords::tr("accept");
    case PlainKey::Context:
        return PlainKeyWords::tr("context");
    case PlainKey::Read:
        return PlainKeyWords::tr("read");
    case PlainKey::Step:
        return PlainKeyWords::tr("open, close");
    case PlainKey::AllSteps:
        return PlainKeyWords::tr("all steps");
    case PlainKey::Bar:
        return PlainKeyWords::tr("bar");
    case PlainKey::Range:
        return PlainKeyWords::tr("select a range");
    case PlainKey::Pass:
        return PlainKeyWords::tr("pass");
    case PlainKey::Fail:
        return PlainKeyWords::tr("fail");
    case PlainKey::Defer:
        return PlainKeyWords::tr("later");
    case PlainKey::Star:
        return PlainKeyWords::tr("star");
    case PlainKey::Note:
        return PlainKeyWords::tr("note");
    case PlainKey::Codes:
        return PlainKeyWords::tr("codes");
    case PlainKey::Tags:
        return PlainKeyWords::tr("tags");
    case PlainKey::UndoMark:
        return PlainKeyWords::tr("undo mark");
    case PlainKey::Choose:
        break;
    }
    return PlainKeyWords::tr("filter by it");
}

std::span<const PlainKeySpec> plainKeys()
{
    return kKeys;
}

int stepOf(PlainKey means, const QKeyEvent& event)
{
    // The enter key of the number block is another one.
    const int key = event.key() == Qt::Key_Enter ? int{Qt::Key_Return} : event.key();
    const QKeyCombination pressed(event.modifiers() & ~Qt::KeypadModifier, static_cast<Qt::Key>(key));
    for (const PlainKeySpec& each : kKeys) {
        if (each.means == means && each.key == pressed)
            return 1;
        if (each.means == means && each.back == pressed)
            return -1;
    }
    return 0;
}

void setKeyArea(QWidget& widget, KeyArea area)
{
    widget.setProperty(kAreaProperty, static_cast<int>(area));
}

KeyArea keyAreaOf(const QWidget* widget)
{
    for (; widget != nullptr; widget = widget->isWindow() ? nullptr : widget->parentWidget()) {
        if (const QVariant area = widget->property(kAreaProperty); area.isValid())
            return static_cast<KeyArea>(area.toInt());
    }
    return NoKeyArea;
}

} // namespace duologue::ui
