// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/stand_in.h"

#include "core/base/ascii.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

namespace {

using namespace std::string_view_literals;

/// The first line of a pointer; later versions of Git LFS have other addresses before "/spec/".
constexpr auto kLfsVersion = "version https://git-lfs.github.com/spec/"sv;
/// Git LFS had this name once.
constexpr auto kHawserVersion = "version https://hawser.github.com/spec/"sv;
constexpr auto kAnnexObjects = "/annex/objects/"sv;
/// AppleDouble and AppleSingle.
constexpr std::array<std::string_view, 2> kMacMagic{"\0\5\x16\7"sv, "\0\5\x16\0"sv};

/// The number after "size " at the beginning of a line; empty if there is none.
std::string_view sizeOfPointer(std::string_view pointer)
{
    constexpr auto kSize = "\nsize "sv;
    const auto at = pointer.find(kSize);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = pointer.substr(at + kSize.size());
    return rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
}

} // namespace

Phrase pointerInPlaceOfData(std::string_view head)
{
    if (head.starts_with(kLfsVersion) || head.starts_with(kHawserVersion)) {
        const std::string_view size = sizeOfPointer(head);
        if (!size.empty())
            return {PhraseId::LfsPointer, size};
    }
    return head.starts_with(kAnnexObjects) ? Phrase(PhraseId::AnnexPointer) : Phrase();
}

Phrase markupInPlaceOfData(std::string_view head)
{
    constexpr std::array kPages{"<!doctype html"sv, "<html"sv, "<head"sv, "<body"sv, "<!--"sv};
    constexpr std::size_t kLongest = 16;
    if (head.starts_with("\xEF\xBB\xBF"))
        head.remove_prefix(3);
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    const std::string begin = lowerAscii(head.substr(0, kLongest));
    if (std::any_of(kPages.begin(), kPages.end(),
                    [&](std::string_view page) { return begin.starts_with(page); }))
        return PhraseId::HtmlPage;
    return begin.starts_with("<?xml") ? Phrase(PhraseId::XmlFile) : Phrase();
}

bool isMacAttributes(std::string_view head)
{
    return std::any_of(kMacMagic.begin(), kMacMagic.end(),
                       [&](std::string_view magic) { return head.starts_with(magic); });
}

bool isMacCompanion(std::string_view name)
{
    return name.starts_with("._");
}

bool isInMacFolder(std::string_view path)
{
    return path.starts_with("__MACOSX/") || path.find("/__MACOSX/") != std::string_view::npos;
}

} // namespace duologue
