// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/bytes_note.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/io/columnar/json_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace duologue {

namespace {

struct Signature {
    std::size_t at;
    std::string_view bytes;
    std::string_view type;
};

constexpr std::array<Signature, 14> kSignatures{{
    {0, "\x89PNG", "image/png"},
    {0, "\xFF\xD8\xFF", "image/jpeg"},
    {0, "GIF8", "image/gif"},
    {8, "WEBP", "image/webp"},
    {8, "WAVE", "audio/wav"},
    {8, "AVI ", "video/avi"},
    {0, "II*", "image/tiff"},
    {0, "MM", "image/tiff"},
    {0, "fLaC", "audio/flac"},
    {0, "OggS", "audio/ogg"},
    {0, "ID3", "audio/mpeg"},
    {4, "ftyp", "video/mp4"},
    {0, "%PDF", "application/pdf"},
    {0, "PK\x03\x04", "application/zip"},
}};

} // namespace

std::string noteOfBytes(std::string_view bytes)
{
    const auto* const known =
        std::find_if(kSignatures.begin(), kSignatures.end(), [&](const Signature& signature) {
            return bytes.size() > signature.at && bytes.substr(signature.at).starts_with(signature.bytes);
        });
    std::string note(known == kSignatures.end() ? "binary" : known->type);
    note += ", ";
    note += std::to_string(bytes.size());
    note += " bytes";
    return note;
}

bool isNoteOfBytes(std::string_view text)
{
    constexpr std::string_view kEnd = " bytes";
    const std::size_t comma = text.find(", ");
    if (comma == std::string_view::npos || !text.ends_with(kEnd))
        return false;
    const std::string_view type = text.substr(0, comma);
    const std::string_view count = text.substr(comma + 2, text.size() - comma - 2 - kEnd.size());
    return !count.empty() && std::all_of(count.begin(), count.end(), isDigit) &&
           (type == "binary" ||
            std::any_of(kSignatures.begin(), kSignatures.end(),
                        [type](const Signature& signature) { return signature.type == type; }));
}

void appendBase64(std::string& out, std::string_view bytes)
{
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out += '"';
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::string_view three = bytes.substr(i, 3);
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < 3; ++j)
            bits = bits << 8U | (j < three.size() ? static_cast<unsigned char>(three[j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            out += j <= three.size() ? kDigits[bits >> (18 - 6 * j) & 63U] : '=';
    }
    out += '"';
}

void appendBytes(std::string& out, std::string_view bytes)
{
    const bool hasControls = std::any_of(bytes.begin(), bytes.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && !isBlank(c)) || c == '\x7F';
    });
    appendJsonString(out,
                     hasControls || toValidUtf8(bytes) != bytes ? noteOfBytes(bytes) : std::string(bytes));
}

} // namespace duologue
