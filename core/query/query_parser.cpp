// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"

#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <optional>

namespace duologue {

std::string narrowNumber(std::string_view text)
{
    std::string narrow;
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = [&](std::size_t at) {
            return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
        };
        // U+FF01 to U+FF5E are wide forms of the printable ASCII characters.
        const unsigned wide =
            byte(i) == 0xEF && byte(i + 1) >= 0xBC ? (byte(i + 1) - 0xBC) * 64 + (byte(i + 2) & 0x3FU) : 0;
        if (wide >= 0x01 && wide <= 0x5E) {
            narrow += static_cast<char>(wide + 0x20);
            i += 3;
        } else if (text.substr(i).starts_with("≥") || text.substr(i).starts_with("≤")) {
            narrow += text.substr(i).starts_with("≥") ? ">=" : "<=";
            i += std::string_view("≥").size();
        } else {
            narrow += text[i++];
        }
    }
    return narrow;
}

void QueryScanner::goBackTo(std::size_t place)
{
    m_at = place;
    while (!m_tokens.empty() && m_tokens.back().begin >= place)
        m_tokens.pop_back();
}

QueryScanner::Symbol QueryScanner::symbol() const
{
    for (const WideForm& form : kWideForms) {
        if (m_text.substr(m_at).starts_with(form.wide))
            return {form.plain, form.wide.size()};
    }
    return atEnd() ? Symbol{} : Symbol{m_text[m_at], 1};
}

void QueryScanner::take(QueryTokenKind kind)
{
    const std::size_t begin = m_at;
    m_at += symbol().length;
    note(kind, begin);
}

void QueryScanner::takeInto()
{
    m_at += symbol().length;
    m_tokens.back().end = m_at;
}

void QueryScanner::skipSpace()
{
    while (!atEnd() && isBlank(peek()))
        m_at += symbol().length;
}

bool QueryScanner::keyword(std::string_view word)
{
    if (!m_text.substr(m_at).starts_with(word))
        return false;
    const std::size_t begin = m_at;
    m_at += word.size();
    const bool alone = atEnd() || peek() == ' ' || peek() == '(' || peek() == ')' || peek() == '\t';
    if (!alone) {
        m_at = begin;
        return false;
    }
    note(QueryTokenKind::Operator, begin);
    skipSpace();
    return true;
}

bool QueryScanner::wordBeforeBracket(std::string_view word)
{
    if (!m_text.substr(m_at).starts_with(word))
        return false;
    const std::size_t begin = m_at;
    m_at += word.size();
    if (peek() != '(') {
        m_at = begin;
        return false;
    }
    note(QueryTokenKind::Quantifier, begin);
    return true;
}

bool QueryScanner::minus()
{
    const std::size_t behind = m_at + width();
    if (peek() != '-' || behind >= m_text.size() || m_text[behind] == ' ' ||
        m_text.substr(behind).starts_with("　"))
        return false;
    take(QueryTokenKind::Operator);
    return true;
}

std::string QueryScanner::bareWord(QueryTokenKind kind, bool stopAtColon)
{
    const std::size_t begin = m_at;
    while (!atEnd()) {
        const Symbol next = symbol();
        if (isBlank(next.plain) || next.plain == '(' || next.plain == ')' || next.plain == '"' ||
            (stopAtColon && next.plain == ':'))
            break;
        m_at += next.length;
    }
    if (m_at > begin)
        note(kind, begin);
    return std::string(m_text.substr(begin, m_at - begin));
}

std::string QueryScanner::quoted(QueryTokenKind kind)
{
    const std::size_t begin = m_at;
    const std::size_t markLength = width();
    m_at += markLength;
    std::string value;
    while (!atEnd() && (peek() != '"' || width() != markLength)) {
        if (m_text[m_at] == '\\' && m_at + 1 < m_text.size())
            ++m_at;
        value += m_text[m_at++];
    }
    const bool closed = !atEnd();
    if (closed)
        m_at += width();
    note(kind, begin);
    if (!closed)
        throw QueryMistake{begin, m_text.size(), PhraseId::NoClosingQuote};
    return value;
}

std::string QueryScanner::pattern()
{
    const std::size_t begin = m_at;
    const std::size_t markLength = width();
    m_at += markLength;
    std::string value;
    while (!atEnd() && (peek() != '/' || width() != markLength)) {
        if (m_text[m_at] == '\\' && m_at + 1 < m_text.size() && m_text[++m_at] != '/')
            value += '\\';
        value += m_text[m_at++];
    }
    const bool closed = !atEnd();
    if (closed)
        m_at += width();
    note(QueryTokenKind::Pattern, begin);
    if (!closed)
        throw QueryMistake{begin, m_text.size(), PhraseId::NoClosingSlash};
    if (value.empty())
        throw QueryMistake{begin, m_at, PhraseId::EmptyPattern};
    const std::size_t end = m_at;
    while (!atEnd() && (isDigit(peek()) || (lowerAscii(peek()) >= 'a' && lowerAscii(peek()) <= 'z')))
        m_at += symbol().length;
    if (m_at > end)
        throw QueryMistake{begin, m_at, PhraseId::LettersAfterPattern};
    return value;
}

namespace {

using Kind = QueryTokenKind;

/// Recursive descent. Throws QueryMistake, which never leaves this file.
class Parser {
public:
    explicit Parser(std::string_view text) : m_scan(text) {}

    Query run()
    {
        m_scan.skipSpace();
        if (m_scan.atEnd())
            return {};
        Query query = alternatives(0);
        if (!m_scan.atEnd())
            throw QueryMistake{m_scan.at(), m_scan.at() + m_scan.width(), PhraseId::NoOpenBracket};
        return query;
    }

    const QueryScanner& scanner() const { return m_scan; }

private:
    static constexpr int kDeepest = 200;
    static constexpr std::string_view kAnd = "AND";

    Query alternatives(int depth)
    {
        const std::size_t begin = m_scan.at();
        std::vector<Query> parts{sideBySide(depth)};
        while (m_scan.keyword("OR"))
            parts.push_back(sideBySide(depth));
        Query query = Query::any(std::move(parts));
        // A single part has set its own range, which does not end with spaces.
        if (query.kind == QueryKind::And || query.kind == QueryKind::Or)
            place(query, begin);
        return query;
    }

    Query sideBySide(int depth)
    {
        if (depth > kDeepest)
            throw QueryMistake{m_scan.at(), m_scan.text().size(), PhraseId::BracketsTooDeep};
        const std::size_t begin = m_scan.at();
        std::vector<Query> parts;
        while (!m_scan.atEnd() && m_scan.peek() != ')' && !startsWithOr()) {
            if (const std::size_t sign = m_scan.at(); m_scan.keyword(kAnd))
                throw QueryMistake{sign, sign + kAnd.size(), PhraseId::NothingToFind};
            parts.push_back(negatable(depth));
            m_scan.skipSpace();
            const std::size_t sign = m_scan.at();
            if (m_scan.keyword(kAnd) && (m_scan.atEnd() || m_scan.peek() == ')' || startsWithOr()))
                throw QueryMistake{sign, sign + kAnd.size(), PhraseId::NothingToFind};
        }
        if (parts.empty())
            throw QueryMistake{begin, m_scan.text().size(), PhraseId::NothingToFind};
        return Query::all(std::move(parts));
    }

    bool startsWithOr()
    {
        const std::size_t before = m_scan.at();
        const bool found = m_scan.keyword("OR");
        m_scan.goBackTo(before);
        return found;
    }

    Query negatable(int depth)
    {
        const std::size_t begin = m_scan.at();
        if (m_scan.minus() || m_scan.keyword("NOT")) {
            if (depth > kDeepest || m_scan.atEnd())
                throw QueryMistake{begin, m_scan.text().size(), PhraseId::NothingToExclude};
            Query query;
            query.kind = QueryKind::Not;
            query.parts.push_back(negatable(depth + 1));
            return place(query, begin);
        }
        for (const auto& [quantifier, word] : kQuantifiers) {
            if (m_scan.wordBeforeBracket(word))
                return messages(quantifier, depth, begin);
        }
        if (m_scan.peek() != '(')
            return term();
        return inBrackets(depth, begin);
    }

    Query inBrackets(int depth, std::size_t begin)
    {
        m_scan.take(Kind::Bracket);
        m_scan.skipSpace();
        Query inner = alternatives(depth + 1);
        if (m_scan.peek() != ')')
            throw QueryMistake{begin, m_scan.text().size(), PhraseId::NoCloseBracket};
        m_scan.take(Kind::Bracket);
        return inner;
    }

    /// Parses a condition on messages; its word has been read and its bracket is next.
    Query messages(Quantifier quantifier, int depth, std::size_t begin)
    {
        if (m_inMessages)
            throw QueryMistake{begin, m_scan.at(), PhraseId::NestedCondition};
        m_inMessages = true;
        Query query;
        query.kind = QueryKind::Messages;
        query.quantifier = quantifier;
        const std::size_t open = m_scan.at();
        m_scan.take(Kind::Bracket);
        m_scan.skipSpace();
        if (m_scan.peek() == ')') {
            m_scan.take(Kind::Bracket);
            query.parts.emplace_back();
        } else {
            m_scan.goBackTo(open);
            query.parts.push_back(inBrackets(depth, begin));
        }
        m_inMessages = false;
        if (quantifier == Quantifier::Count)
            readCount(query.term, begin);
        return place(query, begin);
    }

    void readCount(QueryTerm& term, std::size_t begin)
    {
        if (m_scan.peek() != ':')
            throw QueryMistake{begin, m_scan.at(), PhraseId::NoCount};
        m_scan.takeInto();
        const std::size_t valueBegin = m_scan.at();
        term.value = narrowNumber(m_scan.bareWord(Kind::Value, false));
        if (term.value.empty())
            throw QueryMistake{begin, m_scan.at(), PhraseId::NoCount};
        readRange(term, valueBegin);
        if (term.kind != TermKind::Range) {
            const auto number = parseNumber<double>(term.value);
            if (!number)
                throw QueryMistake{valueBegin, m_scan.at(), {PhraseId::NotANumber, term.value}};
            term.kind = TermKind::Range;
            term.low = term.high = *number;
            term.value.clear();
        }
    }

    Query term()
    {
        const std::size_t begin = m_scan.at();
        std::size_t nameEnd = 0;
        std::size_t valueBegin = 0;
        QueryTerm made;
        if (m_scan.peek() == '/') {
            made.kind = TermKind::Pattern;
            made.value = m_scan.pattern();
        } else {
            const bool isQuoted = m_scan.peek() == '"';
            std::string first = isQuoted ? m_scan.quoted(Kind::Text) : m_scan.bareWord(Kind::Text, true);
            if (m_scan.peek() == ':' && !first.empty()) {
                m_scan.renameLast(Kind::Field);
                nameEnd = m_scan.at();
                m_scan.takeInto();
                valueBegin = m_scan.at();
                made = fieldTerm(std::move(first), isQuoted, begin);
            } else if (first.empty()) {
                throw QueryMistake{begin, m_scan.at() > begin ? m_scan.at() : begin + m_scan.width(),
                                   PhraseId::NothingToFind};
            } else {
                if (!isQuoted && m_scan.peek() == '(')
                    refuseUnknownQuantifier(first, begin);
                made.value = std::move(first);
            }
        }
        Query query = Query::of(std::move(made));
        query.nameEnd = nameEnd;
        query.valueBegin = valueBegin;
        return place(query, begin);
    }

    /// A word before a bracket is a text to search for in addition to what is in the bracket, unless it
    /// looks like a mistyped condition on messages.
    void refuseUnknownQuantifier(const std::string& word, std::size_t begin) const
    {
        constexpr std::size_t kMostSlips = 2;
        const std::string_view behind = m_scan.text().substr(m_scan.at());
        const std::string_view inside = behind.substr(0, std::min(behind.find(')'), behind.size()));
        if (inside.find(':') == std::string_view::npos && inside.find("：") == std::string_view::npos)
            return;
        for (const auto& [quantifier, known] : kQuantifiers) {
            if (editDistance(word, known) <= std::min(kMostSlips, (known.size() - 1) / 2))
                throw QueryMistake{begin, m_scan.at(), {PhraseId::SimilarCondition, word, known}};
        }
    }

    /// A quoted name is the name of a column, even if it is a word of the language ("text", "has").
    QueryTerm fieldTerm(std::string name, bool isColumn, std::size_t begin)
    {
        QueryTerm made;
        const bool isPattern = m_scan.peek() == '/';
        const bool isQuoted = m_scan.peek() == '"';
        const std::size_t valueBegin = m_scan.at();
        const std::string value = isPattern  ? m_scan.pattern()
                                  : isQuoted ? m_scan.quoted(Kind::Value)
                                             : m_scan.bareWord(Kind::Value, false);
        if (value.empty() && !isQuoted)
            throw QueryMistake{begin, m_scan.at(), {PhraseId::NoValue, name}};
        if (!isColumn && (name == "has" || name == "missing")) {
            made.kind = name == "has" ? TermKind::Has : TermKind::Missing;
            nameField(made, value, begin);
            return made;
        }
        nameField(made, name, begin);
        if (!isColumn && (made.field == "text" || made.field.starts_with("text."))) {
            made.field = made.field == "text" ? std::string() : made.field;
            made.typedField.clear();
            made.kind = isPattern ? TermKind::Pattern : TermKind::Text;
            made.value = value;
            return made;
        }
        if (isPattern)
            throw QueryMistake{valueBegin, m_scan.at(), PhraseId::PatternOfField};
        made.kind = TermKind::Equals;
        made.value = value;
        if (!isQuoted)
            readNumbers(made, valueBegin);
        return made;
    }

    void nameField(QueryTerm& term, const std::string& name, std::size_t begin) const
    {
        term.field = fieldKey(name);
        if (term.field.empty())
            throw QueryMistake{begin, m_scan.at(), PhraseId::NoFieldName};
        if (name != term.field)
            term.typedField = name;
    }

    /// Numbers may be typed with wide characters; other values stay as they were typed.
    void readNumbers(QueryTerm& term, std::size_t valueBegin) const
    {
        const std::string typed = term.value;
        term.value = narrowNumber(typed);
        readRange(term, valueBegin);
        if (term.kind != TermKind::Range && !parseNumber<double>(term.value))
            term.value = typed;
    }

    void readRange(QueryTerm& term, std::size_t valueBegin) const
    {
        const std::string value = term.value;
        std::string low;
        std::string high;
        if (value.starts_with(">") || value.starts_with("<")) {
            const bool included = value.substr(1).starts_with("=");
            (value.front() == '>' ? low : high) = value.substr(included ? 2 : 1);
            (value.front() == '>' ? term.lowIncluded : term.highIncluded) = included;
            if (low.empty() && high.empty())
                throw QueryMistake{valueBegin, m_scan.at(), {PhraseId::NotANumber, low}};
        } else if (const auto dots = value.find(".."); dots != std::string::npos) {
            low = value.substr(0, dots);
            high = value.substr(dots + 2);
            if (low.empty() && high.empty())
                throw QueryMistake{valueBegin, m_scan.at(), PhraseId::NoBound};
        } else {
            return;
        }
        readEnds(term, low, high, valueBegin);
        const bool areDigits = isKeptAsDigits(term.lowTyped) && isKeptAsDigits(term.highTyped);
        if (areDigits ? compareDecimals(term.lowTyped, term.highTyped) > 0 : term.low > term.high)
            throw QueryMistake{valueBegin, m_scan.at(), PhraseId::RangeBackwards};
        term.kind = TermKind::Range;
        term.value.clear();
    }

    /// Both ends are numbers, or both are times. An empty end is open.
    void readEnds(QueryTerm& term, const std::string& low, const std::string& high,
                  std::size_t valueBegin) const
    {
        const auto isTime = [](const std::string& end) { return !parseNumber<double>(end) && timeIn(end); };
        const bool areTimes = isTime(low) || isTime(high);
        const auto read = [&](const std::string& text, double& end, std::string& typed) {
            if (text.empty())
                return;
            const auto span = areTimes ? timeIn(text, YearAlone::IsTime) : std::nullopt;
            const auto number = areTimes ? std::nullopt : parseNumber<double>(text);
            if (!span && !number)
                throw QueryMistake{valueBegin,
                                   m_scan.at(),
                                   {looksLikeDate(text) ? PhraseId::NotADate : PhraseId::NotANumber, text}};
            end = span ? span->begin : *number;
            typed = span || isKeptAsDigits(text) ? text : std::string();
        };
        read(low, term.low, term.lowTyped);
        read(high, term.high, term.highTyped);
    }

    Query& place(Query& query, std::size_t begin) const
    {
        query.textBegin = begin;
        query.textEnd = m_scan.at();
        return query;
    }

    QueryScanner m_scan;
    bool m_inMessages = false;
};

} // namespace

Expected<Query, QueryMistake> parseQuery(std::string_view text, std::vector<QueryToken>* tokens)
{
    Parser parser(text);
    Expected<Query, QueryMistake> made;
    try {
        made = parser.run();
    } catch (QueryMistake& mistake) {
        made = std::move(mistake);
    }
    if (tokens != nullptr)
        *tokens = parser.scanner().tokens();
    return made;
}

namespace {

bool isOpening(std::string_view bracket)
{
    return bracket == "(" || bracket == "（";
}

bool endsInMessages(std::string_view text, const std::vector<QueryToken>& tokens)
{
    std::vector<bool> brackets;
    bool afterQuantifier = false;
    for (const QueryToken& token : tokens) {
        if (token.kind == QueryTokenKind::Bracket) {
            if (isOpening(text.substr(token.begin, token.end - token.begin)))
                brackets.push_back(afterQuantifier || (!brackets.empty() && brackets.back()));
            else if (!brackets.empty())
                brackets.pop_back();
        }
        afterQuantifier = token.kind == QueryTokenKind::Quantifier;
    }
    return !brackets.empty() && brackets.back();
}

/// Removes the quotation mark at the beginning, and the one at the end if there is one.
std::string unquoted(std::string_view word)
{
    QueryScanner scanner(word);
    if (scanner.peek() != '"')
        return std::string(word);
    try {
        return scanner.quoted(QueryTokenKind::Value);
    } catch (const QueryMistake&) {
        return std::string(word.substr(QueryScanner(word).width()));
    }
}

/// The name of a field token, without the colon.
std::string fieldName(std::string_view text, const QueryToken& token)
{
    std::string_view name = text.substr(token.begin, token.end - token.begin);
    for (const std::string_view colon : {":", "："}) {
        if (name.ends_with(colon))
            name.remove_suffix(colon.size());
    }
    return unquoted(name);
}

bool isTextScope(std::string_view name)
{
    return name == "text" || name.starts_with("text.");
}

/// Describes a position after a field's name.
void describeValue(QueryPlace& place, const std::string& field)
{
    place.field = field;
    if (field == "has" || field == "missing")
        place.kind = QueryPlace::Kind::FieldName;
    else if (!isTextScope(field))
        place.kind = QueryPlace::Kind::Value;
}

} // namespace

std::vector<QueryToken> queryTokens(std::string_view text)
{
    std::vector<QueryToken> all;
    std::size_t from = 0;
    while (from < text.size()) {
        std::vector<QueryToken> some;
        const auto made = parseQuery(text.substr(from), &some);
        for (const QueryToken& token : some)
            all.push_back({token.kind, token.begin + from, token.end + from});
        if (made.ok())
            break;
        const std::size_t read = some.empty() ? from : all.back().end;
        if (read > from) {
            from = read;
            continue;
        }
        // Nothing can be read here, as at a bracket that closes nothing or a colon without a name.
        QueryScanner here(text.substr(from));
        here.skipSpace();
        const std::size_t begin = from + here.at();
        from = begin + std::max<std::size_t>(here.width(), 1);
        if (here.peek() == ')')
            all.push_back({QueryTokenKind::Bracket, begin, from});
    }
    return all;
}

QueryPlace queryPlaceAt(std::string_view text, std::size_t cursor)
{
    const std::string_view head = text.substr(0, cursor);
    const std::vector<QueryToken> tokens = queryTokens(head);
    QueryPlace place;
    place.begin = place.end = cursor;
    place.inMessages = endsInMessages(head, tokens);
    if (tokens.empty() || tokens.back().end < cursor) {
        place.kind = QueryPlace::Kind::Term;
        return place;
    }
    const QueryToken& last = tokens.back();
    const std::string_view word = head.substr(last.begin);
    const bool isQuoted = QueryScanner(word).peek() == '"';
    const bool hasName = tokens.size() > 1 && tokens[tokens.size() - 2].kind == QueryTokenKind::Field;
    if (word == "-" || word == "－" || (last.kind == QueryTokenKind::Bracket && isOpening(word))) {
        place.kind = QueryPlace::Kind::Term;
        return place;
    }
    if (last.kind == QueryTokenKind::Field) {
        describeValue(place, fieldName(head, last));
    } else if (last.kind == QueryTokenKind::Value && hasName) {
        describeValue(place, fieldName(head, tokens[tokens.size() - 2]));
    } else if (last.kind == QueryTokenKind::Text && !isQuoted) {
        place.kind = QueryPlace::Kind::Term;
    }
    if (last.kind == QueryTokenKind::Field)
        return place;
    place.begin = last.begin;
    place.typed = unquoted(word);
    for (const QueryToken& token : queryTokens(text)) {
        if (token.begin == last.begin && token.kind == last.kind)
            place.end = std::max(cursor, token.end);
    }
    return place;
}

} // namespace duologue
