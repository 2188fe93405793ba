// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>
#include <cstdint>
#include <span>

class QKeyEvent;
class QWidget;

namespace duologue::ui {

/// Keys without Ctrl or Alt: one table for the whole program. Views ask it what a key means; the line at the
/// bottom of the window, the list of keys and the manual show it.

/// The parts of the window where such keys act, as bits.
enum KeyArea : std::uint8_t {
    NoKeyArea = 0,
    QueryKeys = 1,
    RecordKeys = 2,
    ConversationKeys = 4,
    FindingKeys = 8,
    ChartKeys = 16,
    ValueKeys = 32,
};

enum class PlainKey : std::uint8_t {
    Page,
    Conversation,
    Stop,
    Open,
    Accept,
    Context,
    Read,
    Step,
    AllSteps,
    Bar,
    Range,
    Choose,
    Pass,
    Fail,
    Defer,
    Star,
    Note,
    Codes,
    Tags,
    UndoMark
};

/// A key and the one that does the same backwards.
struct PlainKeySpec {
    PlainKey means;
    QKeyCombination key;
    /// Key_unknown for none.
    QKeyCombination back;
    /// Of KeyArea.
    unsigned areas;
    /// The names of the window's actions that have these keys, which users may change; null if views read the
    /// keys themselves.
    const char* action;
    const char* backAction;

    /// In a word or two, for the line at the bottom: "next conversation".
    QString what() const;
};

/// In the order in which they are shown.
std::span<const PlainKeySpec> plainKeys();

/// 1 if the event is the key of this meaning, -1 if it is the one backwards, 0 if neither.
int stepOf(PlainKey means, const QKeyEvent& event);

/// Says which keys act in a widget and its children.
void setKeyArea(QWidget& widget, KeyArea area);
/// That of the widget or of its nearest parent that has one.
KeyArea keyAreaOf(const QWidget* widget);

} // namespace duologue::ui
