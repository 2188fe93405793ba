// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_fields.h"
#include "core/marks/mark_shapes.h"
#include "core/util/parallel.h"

#include <cstdlib>

using namespace duologue;

/// Whatever a file of marks contains, what is read of it is written and read again as it was.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    constexpr std::array kRead{MarkShape::Events, MarkShape::Long, MarkShape::LabelStudio, MarkShape::Pearmut,
                               MarkShape::Argilla};
    const ReadMarks read = readMarks(text, kRead.at(data[0] % kRead.size()));
    std::string written;
    for (const MarkEvent& event : read.events)
        written += lineOf(event);
    const ReadMarks again = readMarks(written, MarkShape::Events);
    if (again.events.size() != read.events.size() || !again.problems.empty())
        std::abort();
    for (std::size_t i = 0; i < read.events.size(); ++i) {
        if (lineOf(again.events[i]) != lineOf(read.events[i]))
            std::abort();
    }
    MarkSet marks;
    for (const MarkEvent& event : read.events)
        marks.add(event);
    const Snapshot none;
    const MarkedRecords records(none, "/");
    for (const MarkShape shape :
         {MarkShape::Events, MarkShape::Long, MarkShape::Wide, MarkShape::LabelStudio, MarkShape::Argilla,
          MarkShape::Phoenix, MarkShape::Pearmut, MarkShape::TrlPreference, MarkShape::TrlKto})
        (void)writeMarks(none, marks, records, shape, Job());
    (void)labelStudioConfig(marks);
    (void)withMarkFields(none, marks, records, nullptr);
    return 0;
}
