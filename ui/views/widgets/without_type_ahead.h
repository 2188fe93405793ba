// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duologue::ui {

/// An item view in which letters are keys of their own, and do not look for an item that begins with them.
template<typename View>
class WithoutTypeAhead final : public View {
public:
    using View::View;
    void keyboardSearch(const QString&) override {}
};

} // namespace duologue::ui
