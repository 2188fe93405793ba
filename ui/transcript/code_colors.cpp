// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/code_colors.h"

#ifdef DUOLOGUE_HAS_CODE_COLORS
#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>
#include <algorithm>
#include <utility>
#endif

namespace duologue::ui {

#ifdef DUOLOGUE_HAS_CODE_COLORS

namespace {

/// Its list of languages is read once.
const KSyntaxHighlighting::Repository& repository()
{
    static const KSyntaxHighlighting::Repository kAll;
    return kAll;
}

/// Fences say "py" or "c++" where the definitions are called "Python" and "C++".
KSyntaxHighlighting::Definition definitionOf(const QString& language)
{
    KSyntaxHighlighting::Definition found = repository().definitionForName(language);
    if (found.isValid())
        return found;
    for (const KSyntaxHighlighting::Definition& each : repository().definitions()) {
        if (each.name().compare(language, Qt::CaseInsensitive) == 0)
            return each;
    }
    return repository().definitionForFileName(QStringLiteral("x.") + language.toLower());
}

} // namespace

class CodeColors::Lines : public KSyntaxHighlighting::AbstractHighlighter {
public:
    Lines(const KSyntaxHighlighting::Definition& definition, bool isDark)
    {
        using KSyntaxHighlighting::Repository;
        setDefinition(definition);
        setTheme(repository().defaultTheme(isDark ? Repository::DarkTheme : Repository::LightTheme));
    }

    std::vector<Span> next(const QString& line)
    {
        m_state = highlightLine(line, m_state);
        std::sort(m_spans.begin(), m_spans.end(),
                  [](const Span& a, const Span& b) { return a.begin < b.begin; });
        return std::exchange(m_spans, {});
    }

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format& format) override
    {
        if (length <= 0 || format.isDefaultTextStyle(theme()))
            return;
        Span span{offset, length, {}};
        if (format.hasTextColor(theme()))
            span.format.setForeground(format.textColor(theme()));
        if (format.isBold(theme()))
            span.format.setFontWeight(QFont::Bold);
        if (format.isItalic(theme()))
            span.format.setFontItalic(true);
        m_spans.push_back(std::move(span));
    }

private:
    KSyntaxHighlighting::State m_state;
    std::vector<Span> m_spans;
};

CodeColors::CodeColors(const QString& language, bool isDark)
{
    if (const auto definition = definitionOf(language); !language.isEmpty() && definition.isValid())
        m_lines = std::make_unique<Lines>(definition, isDark);
}

std::vector<CodeColors::Span> CodeColors::next(const QString& line)
{
    return m_lines ? m_lines->next(line) : std::vector<Span>();
}

#else

class CodeColors::Lines {};

CodeColors::CodeColors(const QString&, bool) {}

std::vector<CodeColors::Span> CodeColors::next(const QString&)
{
    return {};
}

#endif

CodeColors::~CodeColors() = default;

} // namespace duologue::ui
