// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/columnar_file.h"

#include "core/io/columnar/arrow_file.h"
#include "core/io/columnar/parquet_file.h"

#include <utility>

namespace duologue {

namespace {

constexpr std::size_t kHeadOfColumns = 64;

} // namespace

bool ColumnarFile::beginsLikeOne(std::string_view head)
{
    return head.starts_with(kParquetMagic) || head.starts_with(kEncryptedParquetMagic) ||
           ArrowFile::beginsLikeOne(head);
}

Result<std::shared_ptr<const ColumnarFile>> ColumnarFile::open(const FileSource& source)
{
    PaddedBytes head;
    if (const auto count = source.read(0, kHeadOfColumns, head); !count)
        return count.problem();
    return ArrowFile::beginsLikeOne(head.view()) ? ArrowFile::open(source) : ParquetFile::open(source);
}

Problem ColumnarFile::problemOf(FileId file, Phrase what)
{
    return {ProblemCode::ColumnsDamaged, Severity::Error, {file, 0, 0}, {}, std::move(what)};
}

} // namespace duologue
