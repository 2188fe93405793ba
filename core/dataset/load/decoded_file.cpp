// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/decoded_file.h"

#include "core/base/phrase_id.h"
#include "core/dataset/load/record_reading.h"
#include "core/io/packed_file.h"
#include "core/io/recoded_files.h"
#include "core/json/valid_utf8.h"

#include <algorithm>
#include <string>
#include <utility>

namespace duologue {

namespace {

/// The original file, in the role of a packed file from which the decoded one was unpacked.
std::shared_ptr<const PackedFile> formerFile(const SourceFile& file, TextEncoding encoding,
                                             const RecodedFile& recoded)
{
    auto former = std::make_shared<PackedFile>();
    former->path = file.path;
    former->shownPath = file.shownPath;
    former->root = file.root;
    former->namedByUser = file.namedByUser;
    former->encoding = encoding;
    former->stamp = recoded.stamp;
    former->isWhole = !recoded.damage;
    return former;
}

/// A part of a UTF-8 text without the characters that are cut at its beginning and end.
std::string_view withoutCutCharacters(std::string_view text)
{
    constexpr std::size_t kLongest = 4;
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    std::size_t begin = 0;
    while (begin < std::min(text.size(), kLongest - 1) && at(begin) >= 0x80 && at(begin) < 0xC0)
        ++begin;
    text.remove_prefix(begin);
    for (std::size_t i = 1; i < std::min(text.size() + 1, kLongest); ++i) {
        const unsigned char lead = at(text.size() - i);
        if (lead >= 0xC0) {
            const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
            return length > i ? text.substr(0, text.size() - i) : text;
        }
    }
    return text;
}

Problem noteOf(FileId id, TextEncoding encoding, std::uint64_t lostBytes)
{
    if (lostBytes == 0)
        return {ProblemCode::NotStrictJson,
                Severity::Note,
                {id, 0, 0},
                {},
                {PhraseId::ReadAsEncoding, encodingName(encoding)}};
    return {ProblemCode::InvalidUtf8,
            Severity::Warning,
            {id, 0, 0},
            {},
            {PhraseId::ReadAsEncodingWithLoss, encodingName(encoding), lostBytes}};
}

} // namespace

TextEncoding encodingOf(std::string_view bytes)
{
    const TextEncoding unicode = unicodeEncodingOf(bytes);
    if (unicode != TextEncoding::Utf8 || isValidUtf8(bytes))
        return unicode;
    return encodingByText(bytes);
}

TextEncoding encodingOfLarge(const FileSource& source, std::string_view head, bool isWhole)
{
    const TextEncoding unicode = unicodeEncodingOf(head);
    if (unicode != TextEncoding::Utf8)
        return unicode;
    constexpr std::uint64_t kParts = 16;
    constexpr std::size_t kPart = std::size_t{64} << 10U;
    std::string text(withoutCutCharacters(head));
    PaddedBytes part;
    for (std::uint64_t i = 1; isWhole && i < kParts; ++i) {
        const std::uint64_t at = source.size() / kParts * i;
        if (at >= head.size() && source.read(at, kPart, part))
            text += withoutCutCharacters(part.view());
    }
    return isValidUtf8(text) ? TextEncoding::Utf8 : encodingByText(text);
}

Result<FileSource> decodeFile(const FileSource& source, TextEncoding encoding, SourceFile& file,
                              WorkerContext& worker, std::vector<Problem>& problems)
{
    RecodedFiles alone;
    auto recoded = (worker.recodedFiles == nullptr ? alone : *worker.recodedFiles).recode(source, encoding);
    if (!recoded)
        return recoded.problem();
    problems.push_back(noteOf(source.id(), encoding, recoded.value().lostBytes));
    file.encoding = encoding;
    if (file.packed == nullptr)
        file.packed = formerFile(file, encoding, recoded.value());
    else
        file.packed->holdsEncoded = true;
    file.unpacked = std::move(recoded.value().file);
    return file.unpacked->open(source.id());
}

Result<FileSource> unpackFile(const FileSource& source, SourceFile& file, WorkerContext& worker,
                              std::vector<Problem>& problems)
{
    if (file.unpacked != nullptr)
        return Problem{ProblemCode::FileUnreadable, Severity::Error, {}, {}, PhraseId::PackedInPacked};
    RecodedFiles alone;
    auto unpacked =
        (worker.recodedFiles == nullptr ? alone : *worker.recodedFiles).unpackAlone(source, file.path);
    if (!unpacked)
        return unpacked.problem();
    if (auto& damage = unpacked.value().damage) {
        damage->where.file = source.id();
        problems.push_back(*damage);
    }
    file.packed = formerFile(file, TextEncoding::Utf8, unpacked.value());
    file.unpacked = std::move(unpacked.value().file);
    return file.unpacked->open(source.id());
}

} // namespace duologue
