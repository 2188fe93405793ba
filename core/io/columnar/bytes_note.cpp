// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/bytes_note.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/io/columnar/json_text.h"

#include <algorithm>
#include <array>

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

void appendBytes(std::string& out, std::string_view bytes)
{
    const bool hasControls = std::any_of(bytes.begin(), bytes.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && !isBlank(c)) || c == '\x7F';
    });
    appendJsonString(out,
                     hasControls || toValidUtf8(bytes) != bytes ? noteOfBytes(bytes) : std::string(bytes));
}

} // namespace duologue
