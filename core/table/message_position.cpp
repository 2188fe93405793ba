// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/message_position.h"

#include "core/base/read_ahead.h"
#include "core/record/conversation.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace duologue {

namespace {

/// What a role does in the exchange of questions and answers. Speaker is any other role.
enum class RoleKind : std::uint8_t { Speaker, User, Assistant, System };

/// By MessageFlags::role.
using RoleKinds = std::array<RoleKind, std::numeric_limits<std::uint8_t>::max() + std::size_t{1}>;

RoleKinds roleKinds(const Categories& roles)
{
    RoleKinds kinds{};
    for (std::size_t i = 0; i < std::min(roles.size(), kinds.size()); ++i) {
        const std::string_view role = roles[i].shown();
        if (role == "user")
            kinds[i] = RoleKind::User;
        else if (role == "assistant")
            kinds[i] = RoleKind::Assistant;
        else if (role == "system")
            kinds[i] = RoleKind::System;
    }
    return kinds;
}

/// The record that a message belongs to. Records without messages begin at the same message as the next
/// record; they are not returned.
Row rowOfMessage(const Snapshot& snapshot, MessageIndex message)
{
    Row low{0};
    Row high = snapshot.endRow();
    while (high - low > 1) {
        const Row middle = low + (high - low) / 2;
        (snapshot.records.entries.hot()[indexOf(middle)].firstMessage <= message ? low : high) = middle;
    }
    return low;
}

/// Returns, row by row, the end of the row's messages.
class MessageEnds {
public:
    MessageEnds(const Snapshot& snapshot, Row row) : m_snapshot(snapshot), m_next(row) {}

    MessageIndex next()
    {
        if (m_index == m_count)
            read();
        return m_starts[++m_index];
    }

private:
    void read()
    {
        m_index = 0;
        m_count = std::min(kRows, m_snapshot.endRow() - m_next);
        messageStarts(m_snapshot, m_next, m_next + m_count, m_starts.data());
        m_next += m_count;
    }

    static constexpr std::uint32_t kRows = 64;

    const Snapshot& m_snapshot;
    Row m_next;
    std::array<MessageIndex, kRows + 1> m_starts{};
    std::uint32_t m_index = 0;
    std::uint32_t m_count = 0;
};

/// Walks through the messages that [begin, end) can depend on. `Walker` has begin(), called before the first
/// message of a record, and step(entry), whose result is kept for messages of [begin, end).
template<typename Walker>
void walk(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out, Walker walker)
{
    if (begin >= end)
        return;
    const Row row = rowOfMessage(snapshot, begin);
    const MessageIndex from = snapshot.messageRange(row).first;
    MessageEnds ends(snapshot, row);
    std::size_t next = indexOf(ends.next());
    walker.begin();
    snapshot.messages.entries.hot().forEachPiece(
        indexOf(from), indexOf(end), [&](std::size_t first, const MessageFlags* entries, std::size_t count) {
            for (std::size_t i = 0; i < count;) {
                if (first + i >= next) {
                    walker.begin();
                    while (first + i >= next)
                        next = indexOf(ends.next());
                }
                const std::size_t last = std::min<std::size_t>(count, next - first);
                // A local copy, because the compiler must assume that `out` may alias the walker's members.
                Walker here = walker;
                for (; i < last && first + i < indexOf(begin); ++i)
                    here.step(entries[i]);
                for (; i < last; ++i)
                    *out++ = here.step(entries[i]);
                walker = here;
            }
        });
}

struct Positions {
    void begin() { position = 0; }
    std::uint32_t step(const MessageFlags&) { return ++position; }

    std::uint32_t position = 0;
};

struct Turns {
    void begin() { count = {}; }
    std::uint32_t step(const MessageFlags& message)
    {
        const RoleKind kind = (*kinds)[message.role];
        return count.next(kind == RoleKind::User     ? TurnCount::Speaker::User
                          : kind == RoleKind::System ? TurnCount::Speaker::System
                                                     : TurnCount::Speaker::Other);
    }

    const RoleKinds* kinds = nullptr;
    TurnCount count;
};

struct Replies {
    void begin() { userIntents = 0; }
    std::uint32_t step(const MessageFlags& message)
    {
        if ((*kinds)[message.role] == RoleKind::User)
            userIntents = message.intentSet;
        return (*kinds)[message.role] == RoleKind::Assistant ? userIntents : 0;
    }

    const RoleKinds* kinds = nullptr;
    std::uint32_t userIntents = 0;
};

/// As Replies, of the column. It knows the index of each message because they follow each other.
struct OwnReplies {
    void begin() { userIntents = 0; }
    std::uint32_t step(const MessageFlags& message)
    {
        if ((*kinds)[message.role] == RoleKind::User)
            userIntents = keyOfCode(intents->code(index));
        ++index;
        return (*kinds)[message.role] == RoleKind::Assistant ? userIntents : 0;
    }

    const RoleKinds* kinds = nullptr;
    const Column* intents = nullptr;
    std::size_t index = 0;
    std::uint32_t userIntents = 0;
};

} // namespace

const Column* ownIntents(const Snapshot& snapshot)
{
    for (const Column& column : snapshot.messages.columns) {
        if (column.info.rawKey == "intent")
            return &column;
    }
    return nullptr;
}

void messageStarts(const Snapshot& snapshot, Row begin, Row end, MessageIndex* out)
{
    readEach(snapshot.records.entries.hot(), indexOf(begin), indexOf(end), out,
             [](const RecordFigures& record) { return record.firstMessage; });
    out[end - begin] = begin < end ? snapshot.messageRange(end - 1).second : MessageIndex{0};
}

void messagePositions(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out)
{
    walk(snapshot, begin, end, out, Positions{});
}

void messageTurns(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out)
{
    const RoleKinds kinds = roleKinds(snapshot.messages.roles);
    walk(snapshot, begin, end, out, Turns{&kinds, {}});
}

void repliedIntentSets(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out)
{
    if (begin >= end)
        return;
    const RoleKinds kinds = roleKinds(snapshot.messages.roles);
    if (const Column* const own = ownIntents(snapshot)) {
        const MessageIndex from = snapshot.messageRange(rowOfMessage(snapshot, begin)).first;
        walk(snapshot, begin, end, out, OwnReplies{&kinds, own, indexOf(from)});
    } else {
        walk(snapshot, begin, end, out, Replies{&kinds});
    }
}

void nextIntentSets(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out)
{
    if (begin >= end)
        return;
    const RoleKinds kinds = roleKinds(snapshot.messages.roles);
    const Column* const own = ownIntents(snapshot);
    const Row row = rowOfMessage(snapshot, begin);
    MessageEnds ends(snapshot, row);
    for (MessageIndex from = begin; from < end;) {
        const MessageIndex last = ends.next();
        // Backwards, so that the next user message is known first.
        std::uint32_t next = 0;
        for (std::uint32_t left = from < last ? last - from : 0; left-- > 0;) {
            const MessageIndex message = from + left;
            const MessageFlags& entry = snapshot.messages.flags(message);
            const bool isUser = kinds[entry.role] == RoleKind::User;
            if (message < end)
                out[message - begin] = isUser ? next : 0;
            if (isUser)
                next = own == nullptr ? entry.intentSet : keyOfCode(own->code(indexOf(message)));
        }
        from = std::max(from, last);
    }
}

std::uint32_t mostMessages(const Snapshot& snapshot)
{
    std::uint32_t most = 0;
    MessageIndex begin{0};
    snapshot.records.entries.hot().forEachPiece(
        0, snapshot.recordCount(), [&](std::size_t, const RecordFigures* records, std::size_t count) {
            for (const RecordFigures& record : std::span(records, count)) {
                most = std::max(most, record.firstMessage - begin);
                begin = record.firstMessage;
            }
        });
    return std::max(most, snapshot.messages.end() - begin);
}

std::uint32_t longestMessage(const Snapshot& snapshot)
{
    std::uint32_t longest = 0;
    for (std::size_t i = 0; i < snapshot.messages.entries.size(); ++i)
        longest = std::max(longest, snapshot.messages.entries[i].length());
    return longest;
}

} // namespace duologue
