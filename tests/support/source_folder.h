// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace duologue::test {

/// The top of the source tree, absolute. Only one file is compiled with its name, so that ccache finds the
/// objects of all other tests again in a checkout elsewhere.
std::filesystem::path sourceFolder();

} // namespace duologue::test
