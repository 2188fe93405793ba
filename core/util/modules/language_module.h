// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/modules/module.h"

namespace duologue {

/// CLD2.
class LanguageModule {
public:
    static constexpr ModuleName kModule = ModuleName::Language;

    /// The code of the language in which CLD2 is sure that a text is, which consists of whole UTF-8
    /// characters; null if it is not sure. The code stays valid. Any thread.
    virtual const char* sureLanguageOf(const char* text, int length) const noexcept = 0;

protected:
    ~LanguageModule() = default;
};

} // namespace duologue
