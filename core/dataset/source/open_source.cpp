// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/source/open_source.h"

#include "core/io/archive.h"

namespace duologue {

Result<FileSource> openSource(const SourceFile& file, FileId id)
{
    if (file.unpacked)
        return file.unpacked->open(id);
    return FileSource::open(file.path, id);
}

} // namespace duologue
