// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_origin.h"

#include "core/util/text.h"

#include <algorithm>
#include <vector>

namespace duologue {

namespace fs = std::filesystem;

namespace {

bool isUserFolder(std::string_view name)
{
    constexpr std::string_view kPrefix = "user_";
    const std::string key = fieldKey(name);
    return key.size() > kPrefix.size() && key.starts_with(kPrefix) &&
           std::all_of(key.begin() + kPrefix.size(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Several words joined by "_" of which the last is "user" or "users".
bool isCollectionFolder(std::string_view name)
{
    const std::string key = fieldKey(name);
    return key.ends_with("_user") || key.ends_with("_users");
}

std::vector<std::string> namesOf(const fs::path& path)
{
    std::vector<std::string> names;
    for (const fs::path& part : path) {
        if (part.has_filename() && part != "/" && part != ".")
            names.push_back(toValidUtf8(part.string()));
    }
    return names;
}

std::string groupOf(const std::vector<std::string>& above, const std::vector<std::string>& below)
{
    // The opened folder may itself be the collection or lie inside one (a single task, a single file).
    const auto inside = std::find_if(below.begin(), below.end(), isCollectionFolder);
    if (inside != below.end())
        return *inside;
    const auto around = std::find_if(above.rbegin(), above.rend(), isCollectionFolder);
    if (around != above.rend())
        return *around;
    if (!below.empty())
        return below.front();
    return above.empty() ? std::string() : above.back();
}

} // namespace

RecordOrigin originOf(const fs::path& root, const fs::path& path, std::string_view shownPath)
{
    RecordOrigin origin;
    const fs::path absoluteRoot = fs::absolute(root).lexically_normal();
    const fs::path absolutePath = fs::absolute(path).lexically_normal();
    const auto above = namesOf(absoluteRoot == absolutePath ? absolutePath.parent_path() : absoluteRoot);
    const auto below = namesOf(absolutePath.parent_path().lexically_relative(absoluteRoot));
    const bool isRoot = absoluteRoot == absolutePath;

    origin.group = groupOf(above, isRoot ? std::vector<std::string>() : below);
    const auto folders = namesOf(absolutePath.parent_path());
    origin.folder = folders.empty() ? std::string() : folders.back();
    const auto user = std::find_if(folders.rbegin(), folders.rend(), isUserFolder);
    if (user != folders.rend())
        origin.user = *user;
    nameOrigin(origin, path.native(), shownPath);
    return origin;
}

void nameOrigin(RecordOrigin& origin, std::string_view path, std::string_view shownPath)
{
    const std::string_view name = fileNameOf(path);
    const std::size_t ending = endingOf(name).size();
    origin.stem = toValidUtf8(name.substr(0, name.size() - ending));
    origin.shownStem = shownPath.substr(0, shownPath.size() - std::min(shownPath.size(), ending));
    origin.describedAs.clear();
    origin.config.clear();
    origin.split.clear();
    origin.labels = nullptr;
    origin.form = RecordForm::Value;
    origin.lists.clear();
    origin.besideLists.clear();
}

} // namespace duologue
