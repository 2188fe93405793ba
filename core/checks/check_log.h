// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase_id.h"
#include "core/checks/finding.h"

#include <cstdint>
#include <map>
#include <vector>

namespace duologue {

/// What one check says of what it looks at. One thread; the logs of several threads are merged.
class CheckLog {
public:
    CheckLog(std::uint16_t check, double threshold, bool isMaybe, bool isPersonal)
        : m_check(check), m_threshold(threshold), m_isMaybe(isMaybe), m_isPersonal(isPersonal)
    {
    }

    double threshold() const { return m_threshold; }

    /// One unit was judged.
    void looked(std::uint64_t units = 1) { m_looked += units; }
    /// One unit could not be judged.
    void notJudged(PhraseId why, std::uint64_t units = 1)
    {
        if (units > 0)
            m_notJudged[why] += units;
    }

    /// Something is wrong. Units that are wrong are also looked(), each before what is found in it.
    Finding& found(Row row, FindingPart part, std::uint32_t message, Phrase what)
    {
        Finding finding;
        finding.check = m_check;
        finding.isMaybe = m_isMaybe;
        finding.isPersonal = m_isPersonal;
        finding.part = part;
        finding.row = row;
        finding.message = message;
        finding.unit = static_cast<std::uint32_t>(m_looked);
        finding.what = std::move(what);
        m_findings.push_back(std::move(finding));
        return m_findings.back();
    }

    std::uint64_t lookedAt() const { return m_looked; }
    const std::map<PhraseId, std::uint64_t>& reasons() const { return m_notJudged; }
    std::vector<Finding>& findings() { return m_findings; }

private:
    std::uint16_t m_check;
    double m_threshold;
    bool m_isMaybe;
    bool m_isPersonal;
    std::uint64_t m_looked = 0;
    std::map<PhraseId, std::uint64_t> m_notJudged;
    std::vector<Finding> m_findings;
};

} // namespace duologue
