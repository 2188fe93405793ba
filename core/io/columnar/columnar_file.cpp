// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/columnar_file.h"

#include "core/io/columnar/parquet_file.h"

#include <utility>

namespace duologue {

bool ColumnarFile::beginsLikeOne(std::string_view head)
{
    return head.starts_with(kParquetMagic) || head.starts_with(kEncryptedParquetMagic);
}

Result<std::shared_ptr<const ColumnarFile>> ColumnarFile::open(const FileSource& source)
{
    return ParquetFile::open(source);
}

Problem ColumnarFile::problemOf(FileId file, Phrase what)
{
    return {ProblemCode::ColumnsDamaged, Severity::Error, {file, 0, 0}, {}, std::move(what)};
}

} // namespace duologue
