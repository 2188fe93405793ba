// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/scheme_file.h"
#include "core/io/atomic_file.h"
#include "core/util/phrase_id.h"
#include "core/util/small_json.h"

#include <algorithm>
#include <iterator>

namespace duologue {

namespace {

constexpr std::string_view kSchemes = "schemes";
constexpr std::string_view kEnding = ".json";

std::filesystem::path fileOf(const MarkPlace& place, const MarkScheme& scheme)
{
    // Names of schemes and of readers are put into names of files in the same way.
    return schemeFolderOf(place) / markFileOf(place, scheme.name()).filename().replace_extension(kEnding);
}

Expected<MarkScheme, Phrase> readSchemeFile(const std::filesystem::path& path)
{
    const std::optional<std::string> text = readSmallFile(path);
    return text ? readScheme(*text) : Phrase(PhraseId::SchemeNotRead);
}

/// Adds a scheme after the older versions of its id. False if the version is there already and is another
/// one.
bool add(std::vector<FoundScheme>& schemes, FoundScheme scheme)
{
    const auto hasId = [&scheme](const FoundScheme& each) { return each.scheme.id == scheme.scheme.id; };
    const auto first = std::ranges::find_if(schemes, hasId);
    auto place = first == schemes.end() ? first : std::find_if_not(first, schemes.end(), hasId);
    while (place != first && std::prev(place)->scheme.version >= scheme.scheme.version)
        --place;
    if (place != schemes.end() && place->scheme.name() == scheme.scheme.name())
        return place->scheme == scheme.scheme;
    schemes.insert(place, std::move(scheme));
    return true;
}

} // namespace

std::filesystem::path schemeFolderOf(const MarkPlace& place)
{
    return (place.isElsewhere ? place.folder : place.folder.parent_path()) / kSchemes;
}

FoundSchemes schemesOf(const MarkPlace& place)
{
    FoundSchemes found;
    for (const MarkScheme& scheme : shippedSchemes())
        add(found.schemes, {scheme, {}, false});
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (std::filesystem::directory_iterator each(schemeFolderOf(place), failed), end; !failed && each != end;
         each.increment(failed)) {
        if (each->path().extension() == kEnding && each->is_regular_file(failed))
            files.push_back(each->path());
    }
    std::ranges::sort(files);
    for (const std::filesystem::path& file : files) {
        auto scheme = readSchemeFile(file);
        if (auto* mistake = scheme.error())
            found.problems.push_back({file, std::move(*mistake)});
        else if (!add(found.schemes, {std::move(scheme).value(), file, false}))
            found.problems.push_back({file, PhraseId::SchemeVersionTwice});
    }
    for (auto each = found.schemes.begin(); each != found.schemes.end(); ++each)
        each->isNewest =
            std::next(each) == found.schemes.end() || std::next(each)->scheme.id != each->scheme.id;
    return found;
}

Expected<MarkScheme, Phrase> saveScheme(const MarkPlace& place, MarkScheme scheme)
{
    std::error_code failed;
    std::filesystem::create_directories(schemeFolderOf(place), failed);
    if (failed)
        return Phrase::verbatim(failed.message());
    // Versions that come with the program are taken, too.
    for (const MarkScheme& shipped : shippedSchemes()) {
        if (shipped.id == scheme.id)
            scheme.version = std::max(scheme.version, shipped.version + 1);
    }
    for (;; ++scheme.version) {
        AtomicFile file(fileOf(place, scheme), AtomicFile::Existing::Refuse);
        file.write(schemeText(scheme));
        if (file.commit())
            return scheme;
        if (file.error() != Phrase(PhraseId::FileExists))
            return file.error();
    }
}

} // namespace duologue
