// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <string>
#include <vector>

namespace duologue::ui {

/// A field that can be chosen from a list.
struct FieldItem {
    /// Its dots divide it into folders of the tree: "strategy_v3.1.feedback".
    std::string key;
    /// In the language of the window.
    QString title;
    /// Its name in the other language, which finds it too; may be empty.
    QString otherTitle = {};
};

/// A request to let the user choose among fields. The window answers it with a dialog.
struct FieldChoice {
    /// The title of the dialog.
    QString title;
    /// In the order in which they are listed.
    std::vector<FieldItem> items;
    /// Keys.
    std::vector<std::string> chosen;
    /// What is chosen by the button "Usual fields"; no such button if it is empty.
    std::vector<std::string> usual = {};
    /// Exactly one is chosen, not any number.
    bool isOne = false;
    /// Called if the user accepts: those of `chosen` that are still chosen, in their order, then the new
    /// ones. The caller makes sure that it lives until then.
    std::function<void(std::vector<std::string>)> done;
};

} // namespace duologue::ui
