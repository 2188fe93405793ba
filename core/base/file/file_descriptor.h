// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace duologue {

/// A file descriptor. The last copy closes it.
class FileDescriptor {
public:
    FileDescriptor() = default;
    /// Takes ownership of an open descriptor.
    explicit FileDescriptor(int number);

    int number() const { return m_number ? *m_number : -1; }

private:
    struct Open;

    std::shared_ptr<const int> m_number;
};

} // namespace duologue
