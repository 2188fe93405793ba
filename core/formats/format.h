// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"
#include "core/record/known_field.h"
#include "core/record/record_builder.h"

#include <span>
#include <string_view>

namespace duologue {

/// Scores up to this are no knowledge: any object would do.
inline constexpr int kGenericScore = 1;
/// Whoever is as sure as this need not see another record.
inline constexpr int kSureScore = 80;
/// No built-in format is surer than this: nobody else has to be asked.
inline constexpr int kSurestScore = 95;
/// Who describes a format knows it better than any built-in one.
inline constexpr int kDescribedScore = 97;

/// A way in which records are written down. Formats are pure and hold no state that changes: any thread may
/// use one at any time. core/formats/README.md tells how to add one.
class Format {
public:
    virtual ~Format() = default;

    /// As scripts write it: "recllmsim-agent".
    virtual std::string_view id() const = 0;
    /// As people read it, in English.
    virtual std::string_view title() const = 0;
    /// In one clause, what a record must have to be recognised.
    virtual std::string_view rule() const = 0;

    /// Fields that lists and charts choose before others, the first ones first.
    virtual std::span<const KnownField> knownFields() const { return {}; }

    /// How sure it is that the record is of this format, by content alone: 0 not at all, 100 certain. The
    /// best one of the list reads the file; two must never be equally sure.
    virtual int recognise(const JsonView& record) const = 0;

    /// Writes the record into `builder`: the same call makes table rows and fills the viewer, so that the two
    /// cannot disagree. What is not as expected becomes a problem there; every key of the record goes
    /// somewhere.
    virtual void read(const JsonView& record, RecordBuilder& builder) const = 0;
};

/// Every format, in the order in which they are listed to people.
std::span<const Format* const> builtInFormats();

} // namespace duologue
