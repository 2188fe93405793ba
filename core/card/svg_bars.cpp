// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/card/svg_bars.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace duologue {

namespace {

constexpr int kSvgWidth = 720;
constexpr int kLabelWidth = 220;
constexpr int kValueWidth = 90;
constexpr int kRowHeight = 26;
constexpr int kHeadHeight = 40;

std::string escapedXml(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '"')
            escaped += "&quot;";
        else if (static_cast<unsigned char>(c) >= 0x20)
            escaped += c;
    }
    return escaped;
}

std::string svgText(int x, int y, std::string_view anchor, std::string_view text)
{
    return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" text-anchor=\"" +
           std::string(anchor) + "\">" + escapedXml(text) + "</text>\n";
}

std::string shortLabel(const std::string& label)
{
    constexpr std::size_t kLongest = 36;
    return label.size() <= kLongest ? label : label.substr(0, wholeCharacters(label, kLongest)) + "…";
}

} // namespace

std::string svgBars(std::string_view title, const std::vector<SvgBar>& bars)
{
    double most = 0;
    for (const SvgBar& bar : bars)
        most = std::max({most, bar.value, bar.high});
    const int height = kHeadHeight + kRowHeight * static_cast<int>(bars.size()) + 10;
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(kSvgWidth) +
                      " " + std::to_string(height) + "\" role=\"img\" font-family=\"sans-serif\" " +
                      "font-size=\"13\" fill=\"#6b7280\">\n<title>" + escapedXml(title) + "</title>\n" +
                      svgText(10, 24, "start", title);
    const double room = kSvgWidth - kLabelWidth - kValueWidth;
    const auto at = [&](double value) {
        return kLabelWidth + static_cast<int>(std::lround(most > 0 ? room * value / most : 0));
    };
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const SvgBar& bar = bars[i];
        const int top = kHeadHeight + kRowHeight * static_cast<int>(i);
        const std::string middle = std::to_string(top + kRowHeight / 2 - 2);
        svg += svgText(kLabelWidth - 8, top + 15, "end", shortLabel(bar.label));
        svg += "<rect x=\"" + std::to_string(kLabelWidth) + "\" y=\"" + std::to_string(top + 3) +
               "\" width=\"" + std::to_string(std::max(1, at(bar.value) - kLabelWidth)) +
               "\" height=\"16\" fill=\"#3b82c4\"/>\n";
        if (bar.high > bar.low)
            svg.append("<line x1=\"").append(std::to_string(at(bar.low)));
        svg.append("\" x2=\"").append(std::to_string(at(bar.high)));
        svg.append("\" y1=\"").append(middle).append("\" y2=\"").append(middle);
        svg.append("\" stroke=\"#d97706\" stroke-width=\"2\"/>\n");
        svg += svgText(std::max(at(bar.value), at(bar.high)) + 6, top + 15, "start", bar.shown);
    }
    return svg + "</svg>\n";
}

} // namespace duologue
