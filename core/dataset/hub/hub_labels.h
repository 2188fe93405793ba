// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/record_origin.h"

#include <nlohmann/json_fwd.hpp>

namespace duologue {

/// The names of labels that dataset_info.json of the datasets library gives; null for none.
LabelColumnsPtr labelsOfInfo(const nlohmann::json& info);

/// The same for "dataset_info" of a card, where columns are written in another way, and all values are texts.
LabelColumnsPtr labelsOfCardInfo(const nlohmann::json& info);

} // namespace duologue
