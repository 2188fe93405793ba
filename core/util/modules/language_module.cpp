// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/modules/language_module.h"

#include "core/util/modules/module_entry.h"

#include <array>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
#include <cstdio> // CLD2's header lacks it

namespace duologue {

namespace {

class Cld2 final : public LanguageModule {
public:
    const char* sureLanguageOf(const char* text, int length) const noexcept override
    {
        constexpr std::size_t kFound = 3;
        std::array<CLD2::Language, kFound> languages{};
        std::array<int, kFound> percents{};
        std::array<double, kFound> scores{};
        const CLD2::CLDHints hints{nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
        int bytes = 0;
        int validBytes = 0;
        bool isReliable = false;
        const CLD2::Language found = CLD2::ExtDetectLanguageSummaryCheckUTF8(
            text, length, true, &hints, 0, languages.data(), percents.data(), scores.data(), nullptr, &bytes,
            &isReliable, &validBytes);
        return isReliable && found != CLD2::UNKNOWN_LANGUAGE ? CLD2::LanguageCode(found) : nullptr;
    }
};

const Cld2 cld2;

} // namespace

} // namespace duologue

DUOLOGUE_MODULE(duologue::cld2)
