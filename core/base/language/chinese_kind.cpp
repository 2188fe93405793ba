// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language/chinese_kind.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace duologue {

namespace {

/// Frequent characters that only one of the two has, in the same order. Those that the other uses, too, for
/// another word (后, 里, 干) are left out.
constexpr std::string_view kSimplified = "这个们国说时来会对过为学见开关问间长门车东书买卖钱飞马鱼鸟龙乐欢爱"
                                         "听读写话语请谢让认识还进远运边头实应没给经"
                                         "样无点动电气热华万与两严丽习亲从众伤体儿兴农刚创办务单历压变员图场"
                                         "处备够妈宝导岁师带帮张当总战报择换数断显术"
                                         "机权条极构标树汉决济湾满灯灵环现画疗码礼种积稳简类级组结统继续维网"
                                         "职联脑节药营虽视觉计记设议证评词试该详误调"
                                         "谁负财责质费资赛较轻输达选适邮针银错险际难页项须题颜风饭饮馆验鲜";
constexpr std::string_view kTraditional = "這個們國說時來會對過為學見開關問間長門車東書買賣錢飛馬魚鳥龍樂歡愛"
                                          "聽讀寫話語請謝讓認識還進遠運邊頭實應沒給經"
                                          "樣無點動電氣熱華萬與兩嚴麗習親從眾傷體兒興農剛創辦務單歷壓變員圖場"
                                          "處備夠媽寶導歲師帶幫張當總戰報擇換數斷顯術"
                                          "機權條極構標樹漢決濟灣滿燈靈環現畫療碼禮種積穩簡類級組結統繼續維網"
                                          "職聯腦節藥營雖視覺計記設議證評詞試該詳誤調"
                                          "誰負財責質費資賽較輕輸達選適郵針銀錯險際難頁項須題顏風飯飲館驗鮮";

constexpr std::uint32_t kFirstHan = 0x4E00;
constexpr std::uint32_t kLastHan = 0x9FFF;
constexpr std::size_t kHanBytes = 3;

/// The Han character that begins with the three bytes, as an index from kFirstHan; more than kLastHan -
/// kFirstHan for others.
std::uint32_t hanIndex(const char* at)
{
    const auto byte = [at](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(at[i]));
    };
    return ((byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU)) - kFirstHan;
}

enum class HanKind : std::uint8_t { Either, Simplified, Traditional };

std::vector<HanKind> kindsOfCharacters()
{
    std::vector<HanKind> kinds(kLastHan - kFirstHan + 1);
    const auto set = [&kinds](std::string_view characters, HanKind kind) {
        for (std::size_t at = 0; at < characters.size(); at += kHanBytes)
            kinds[hanIndex(characters.data() + at)] = kind;
    };
    set(kSimplified, HanKind::Simplified);
    set(kTraditional, HanKind::Traditional);
    return kinds;
}

} // namespace

Language chineseKindOf(std::string_view utf8)
{
    static const std::vector<HanKind> kinds = kindsOfCharacters();
    constexpr std::size_t kMostBytes = 1200;
    constexpr int kEnough = 3;
    int simplified = 0;
    int traditional = 0;
    const std::size_t end = std::min(utf8.size(), kMostBytes);
    for (std::size_t at = 0; at + kHanBytes <= end;) {
        const auto lead = static_cast<unsigned char>(utf8[at]);
        if (lead < 0xE4 || lead > 0xE9) {
            ++at;
            continue;
        }
        const std::uint32_t index = hanIndex(utf8.data() + at);
        at += kHanBytes;
        if (index >= kinds.size())
            continue;
        simplified += kinds[index] == HanKind::Simplified ? 1 : 0;
        traditional += kinds[index] == HanKind::Traditional ? 1 : 0;
        if (simplified == kEnough && traditional == 0)
            return Language::Chinese;
    }
    // A simplified text may quote a name.
    return traditional >= kEnough && traditional > 2 * simplified ? Language::TraditionalChinese
                                                                  : Language::Chinese;
}

} // namespace duologue
