// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file/file_descriptor.h"

#include <unistd.h>

namespace duologue {

struct FileDescriptor::Open {
    explicit Open(int opened) : number(opened) {}
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;
    ~Open() { ::close(number); }

    const int number;
};

FileDescriptor::FileDescriptor(int number)
{
    const auto open = std::make_shared<const Open>(number);
    m_number = {open, &open->number};
}

} // namespace duologue
