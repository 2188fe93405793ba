<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>BarChartWriter</name>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Mean %1</source>
        <translation>%1均值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, no value, %2</source>
        <translation>%1，无值，%2</translation>
    </message>
    <message>
        <source>%1, mean %2, %3</source>
        <translation>%1，均值 %2，%3</translation>
    </message>
    <message>
        <source>missing %1 of %2</source>
        <translation>%2 个中缺失 %1 个</translation>
    </message>
    <message>
        <source>%1: no value, %2</source>
        <translation>%1：无值，%2</translation>
    </message>
    <message>
        <source>%1: mean %2, standard deviation %3, n %4, %5</source>
        <translation>%1：均值 %2，标准差 %3，n %4，%5</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>比例（%）</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>All data</source>
        <translation>全部数据</translation>
    </message>
    <message>
        <source>: %1 of %2</source>
        <translation>：%1 / %2</translation>
    </message>
    <message>
        <source>Click to show the conversations with such messages.</source>
        <translation>单击可显示含有此类消息的对话。</translation>
    </message>
</context>
<context>
    <name>ChartMarks</name>
    <message>
        <source>n ≤ %1</source>
        <translation>n ≤ %1</translation>
    </message>
</context>
<context>
    <name>ChartsPanel</name>
    <message>
        <source>Show the table next to the chart</source>
        <translation>在图表旁显示表格</translation>
    </message>
    <message>
        <source>Add a chart</source>
        <translation>添加图表</translation>
    </message>
    <message>
        <source>Enlarge the chart</source>
        <translation>放大图表</translation>
    </message>
    <message>
        <source>Open the chart in a window</source>
        <translation>在独立窗口中打开图表</translation>
    </message>
    <message>
        <source>Close the chart</source>
        <translation>关闭图表</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>Checks</name>
    <message>
        <source>Right answer is not among the options</source>
        <translation>正确答案不在选项之中</translation>
    </message>
    <message>
        <source>A comparison of answers with the options finds no correct option.</source>
        <translation>把回答与选项比较时，找不到正确的选项。</translation>
    </message>
    <message>
        <source>Annotation missing (other messages have it)</source>
        <translation>缺少标注（其他消息有）</translation>
    </message>
    <message>
        <source>The annotators skipped a message of a kind that they annotated elsewhere.</source>
        <translation>标注者在别处标注了同类消息，却跳过了这一条。</translation>
    </message>
    <message>
        <source>Marked without a memo</source>
        <translation>有标记而无备注</translation>
    </message>
    <message>
        <source>Without a memo, the reason for the mark is unknown.</source>
        <translation>没有备注，标记的原因就无从得知。</translation>
    </message>
    <message>
        <source>Memo without a mark</source>
        <translation>有备注而无标记</translation>
    </message>
    <message>
        <source>The memo describes a mistake, but the message is not marked.</source>
        <translation>备注指出了错误，消息却没有标记。</translation>
    </message>
    <message>
        <source>Rating outside its scale</source>
        <translation>评分超出量表</translation>
    </message>
    <message>
        <source>A score that almost no other record has is probably a typo.</source>
        <translation>几乎没有其他记录有这个分数，很可能是笔误。</translation>
    </message>
    <message>
        <source>minimum share of records for a value to belong to the scale</source>
        <translation>取值算作量表一级所需的最低记录比例</translation>
    </message>
    <message>
        <source>Rating stored as text</source>
        <translation>评分存为文本</translation>
    </message>
    <message>
        <source>Programs that compute means skip the rating or stop.</source>
        <translation>计算均值的程序会跳过该评分，或者中止。</translation>
    </message>
    <message>
        <source>Questionnaire contradicts the rating</source>
        <translation>问卷与评分不一致</translation>
    </message>
    <message>
        <source>The same aspect has two different grades.</source>
        <translation>同一方面有两个不同的评分。</translation>
    </message>
    <message>
        <source>Value almost identical to another</source>
        <translation>与另一个值几乎相同</translation>
    </message>
    <message>
        <source>A category that differs from a frequent one only by a letter or by case splits one group into two.</source>
        <translation>与常见类别只差一个字母或大小写的类别，会把一组拆成两组。</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Personal data</source>
        <translation>个人信息</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>records</source>
        <translation>条记录</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>条消息</translation>
    </message>
    <message>
        <source>translations</source>
        <translation>条译文</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>段文本</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>个候选回答</translation>
    </message>
    <message>
        <source>fields</source>
        <translation>个字段</translation>
    </message>
    <message>
        <source>Duplicate answer</source>
        <translation>重复的回答</translation>
    </message>
    <message>
        <source>Records that occur more than once count more than once.</source>
        <translation>多次出现的记录会计算多次。</translation>
    </message>
    <message>
        <source>Duplicate prompt</source>
        <translation>重复的提问</translation>
    </message>
    <message>
        <source>Near-duplicate answer</source>
        <translation>几乎重复的回答</translation>
    </message>
    <message>
        <source>A model memorises text that it sees in many variants.</source>
        <translation>以多种变体反复出现的文本，模型会死记下来。</translation>
    </message>
    <message>
        <source>similarity of the texts (Jaccard)</source>
        <translation>文本的相似度（Jaccard）</translation>
    </message>
    <message>
        <source>Near-duplicate prompt</source>
        <translation>几乎重复的提问</translation>
    </message>
    <message>
        <source>In both training and test data</source>
        <translation>同时在训练数据与测试数据中</translation>
    </message>
    <message>
        <source>Test items seen in training make test results meaningless.</source>
        <translation>测试项在训练中出现过，测试结果就没有意义。</translation>
    </message>
    <message>
        <source>Payment card number</source>
        <translation>支付卡号</translation>
    </message>
    <message>
        <source>The number can be used for payments.</source>
        <translation>该卡号可用于支付。</translation>
    </message>
    <message>
        <source>E-mail address</source>
        <translation>电子邮件地址</translation>
    </message>
    <message>
        <source>Published data would identify the person.</source>
        <translation>数据一旦公开，会暴露当事人的身份。</translation>
    </message>
    <message>
        <source>Chinese identity number</source>
        <translation>身份证号码</translation>
    </message>
    <message>
        <source>The number identifies one person and reveals the date and place of birth.</source>
        <translation>该号码对应一个人，并透露其出生日期和地点。</translation>
    </message>
    <message>
        <source>IP address</source>
        <translation>IP 地址</translation>
    </message>
    <message>
        <source>The address can identify a household or company.</source>
        <translation>该地址可能指向某个家庭或公司。</translation>
    </message>
    <message>
        <source>Phone number</source>
        <translation>电话号码</translation>
    </message>
    <message>
        <source>Key or token</source>
        <translation>密钥或令牌</translation>
    </message>
    <message>
        <source>Anyone who reads the data can use the account.</source>
        <translation>读到这些数据的人都能使用该账户。</translation>
    </message>
    <message>
        <source>Candidates answer different questions</source>
        <translation>候选回答针对不同的提问</translation>
    </message>
    <message>
        <source>The pair compares answers to different conversations.</source>
        <translation>这对回答针对的是不同的对话。</translation>
    </message>
    <message>
        <source>Same prompt with opposite labels</source>
        <translation>同一提问的标签相反</translation>
    </message>
    <message>
        <source>Two pairs with the same prompt prefer opposite answers.</source>
        <translation>同一提问的两对回答，选中与落选正好相反。</translation>
    </message>
    <message>
        <source>Chosen and rejected are identical</source>
        <translation>选中与落选的回答相同</translation>
    </message>
    <message>
        <source>A pair without a difference trains on noise.</source>
        <translation>没有差别的一对回答，教给模型的只是噪声。</translation>
    </message>
    <message>
        <source>The longer answer is nearly always the chosen one</source>
        <translation>较长的回答几乎总是选中的那个</translation>
    </message>
    <message>
        <source>A model trained on the pairs learns that longer is better.</source>
        <translation>用这些回答训练的模型会学到越长越好。</translation>
    </message>
    <message>
        <source>share of pairs</source>
        <translation>占回答对的比例</translation>
    </message>
    <message>
        <source>Chosen and rejected are nearly identical</source>
        <translation>选中与落选的回答几乎相同</translation>
    </message>
    <message>
        <source>The pair teaches a difference of only a few letters.</source>
        <translation>这对回答教给模型的，只是几个字的差别。</translation>
    </message>
    <message>
        <source>Rejected answer is a refusal</source>
        <translation>落选的回答是拒答</translation>
    </message>
    <message>
        <source>Pairs that reject a refusal teach the model to answer everything.</source>
        <translation>把拒答列为落选的回答对，会教模型什么都回答。</translation>
    </message>
    <message>
        <source>Both answers have the same score</source>
        <translation>两个回答的分数相同</translation>
    </message>
    <message>
        <source>The pair prefers one answer, but both have the same score.</source>
        <translation>这对回答选中了其中一个，但两者分数相同。</translation>
    </message>
    <message>
        <source>Empty answer</source>
        <translation>空回答</translation>
    </message>
    <message>
        <source>A model trained on empty answers learns to give empty answers.</source>
        <translation>用空回答训练的模型会学会给出空回答。</translation>
    </message>
    <message>
        <source>Empty message</source>
        <translation>空消息</translation>
    </message>
    <message>
        <source>The message has no text, tool call or image.</source>
        <translation>消息没有文本、工具调用或图片。</translation>
    </message>
    <message>
        <source>Ends with the user</source>
        <translation>以用户消息结尾</translation>
    </message>
    <message>
        <source>The last question has no answer.</source>
        <translation>最后一个提问没有回答。</translation>
    </message>
    <message>
        <source>Field missing that most records have</source>
        <translation>缺少多数记录都有的字段</translation>
    </message>
    <message>
        <source>Programs that read the field from every record fail on this one.</source>
        <translation>逐条读取该字段的程序会在此记录上出错。</translation>
    </message>
    <message>
        <source>share of records that have the field</source>
        <translation>有该字段的记录比例</translation>
    </message>
    <message>
        <source>Duplicate id</source>
        <translation>重复的 ID</translation>
    </message>
    <message>
        <source>References to the id are ambiguous: they refer to two records.</source>
        <translation>对该 ID 的引用有歧义：它对应两条记录。</translation>
    </message>
    <message>
        <source>No messages</source>
        <translation>没有消息</translation>
    </message>
    <message>
        <source>A conversation without messages is an empty record.</source>
        <translation>没有消息的对话是一条空记录。</translation>
    </message>
    <message>
        <source>No user message</source>
        <translation>没有用户消息</translation>
    </message>
    <message>
        <source>An answer without a question teaches nothing about questions.</source>
        <translation>缺少提问的回答，教不会模型如何应对提问。</translation>
    </message>
    <message>
        <source>Same role twice in a row</source>
        <translation>同一角色连续发言</translation>
    </message>
    <message>
        <source>Two questions or two answers in a row are often a split message, or a message between them is missing.</source>
        <translation>连续两个提问或两个回答，往往是一条消息被拆成两条，或中间缺了一条消息。</translation>
    </message>
    <message>
        <source>Starts with the assistant</source>
        <translation>以助手消息开头</translation>
    </message>
    <message>
        <source>Most training programs expect the user to speak first.</source>
        <translation>多数训练程序要求用户先发言。</translation>
    </message>
    <message>
        <source>Invalid tool arguments</source>
        <translation>工具参数无效</translation>
    </message>
    <message>
        <source>Arguments that are not JSON, or lack values that the tool requires, cannot be run.</source>
        <translation>参数不是 JSON，或缺少工具必需的值，就无法执行。</translation>
    </message>
    <message>
        <source>Tool call without a result</source>
        <translation>工具调用没有结果</translation>
    </message>
    <message>
        <source>The model learns to call a tool and continue without its result.</source>
        <translation>模型会学到：调用工具之后，没有结果也继续。</translation>
    </message>
    <message>
        <source>Tool result without a call</source>
        <translation>工具结果没有对应的调用</translation>
    </message>
    <message>
        <source>The result refers to a call that does not exist: its id is wrong, or a message is missing.</source>
        <translation>结果对应的调用并不存在：ID 有误，或缺了一条消息。</translation>
    </message>
    <message>
        <source>Unknown role</source>
        <translation>未知角色</translation>
    </message>
    <message>
        <source>Programs that accept only user, assistant, system and tool drop the message or stop.</source>
        <translation>只接受用户、助手、系统和工具的程序会丢弃这条消息，或者中止。</translation>
    </message>
    <message>
        <source>Language differs from the rest</source>
        <translation>语言与其他记录不同</translation>
    </message>
    <message>
        <source>Records in another language are often included by mistake.</source>
        <translation>其他语言的记录往往是误收的。</translation>
    </message>
    <message>
        <source>share of records in the main language</source>
        <translation>使用主要语言的记录比例</translation>
    </message>
    <message>
        <source>Refusal or self-reference</source>
        <translation>拒答或自我指涉</translation>
    </message>
    <message>
        <source>A model trained on refusals learns to refuse.</source>
        <translation>用拒答训练的模型会学会拒答。</translation>
    </message>
    <message>
        <source>Leftover template tags or HTML</source>
        <translation>残留的模板标记或 HTML</translation>
    </message>
    <message>
        <source>Markup that should have been replaced or removed is learnt as text.</source>
        <translation>本该替换或删除的标记会被当作文本学习。</translation>
    </message>
    <message>
        <source>Truncated text</source>
        <translation>文本被截断</translation>
    </message>
    <message>
        <source>An answer that stops in the middle of a sentence or code was probably cut off by a length limit.</source>
        <translation>在句子或代码中间停下的回答，很可能是被长度上限截断的。</translation>
    </message>
    <message>
        <source>Damaged characters</source>
        <translation>损坏的字符</translation>
    </message>
    <message>
        <source>The text was decoded incorrectly at some point and no longer matches the original.</source>
        <translation>文本曾被错误解码，已与原文不符。</translation>
    </message>
    <message>
        <source>Invisible characters</source>
        <translation>不可见字符</translation>
    </message>
    <message>
        <source>Control, zero-width and direction characters split words for programs and hide text from readers.</source>
        <translation>控制字符、零宽字符和方向字符会让程序把词拆开，也会让读者看不到部分文本。</translation>
    </message>
    <message>
        <source>Repetition loop</source>
        <translation>循环重复</translation>
    </message>
    <message>
        <source>The model got stuck and repeated itself until it was cut off.</source>
        <translation>模型陷入循环，不断重复，直到被截断。</translation>
    </message>
    <message>
        <source>share of the text</source>
        <translation>占文本的比例</translation>
    </message>
    <message>
        <source>Code missing in the translation</source>
        <translation>译文缺少代码</translation>
    </message>
    <message>
        <source>Code is the same in every language.</source>
        <translation>代码在各种语言中都一样。</translation>
    </message>
    <message>
        <source>Dates missing in the translation</source>
        <translation>译文缺少日期</translation>
    </message>
    <message>
        <source>A missing month or day of the week changes a plan.</source>
        <translation>缺少月份或星期会改变计划。</translation>
    </message>
    <message>
        <source>Headings missing in the translation</source>
        <translation>译文缺少标题</translation>
    </message>
    <message>
        <source>Where a heading is missing, its section may be missing too.</source>
        <translation>缺少标题之处，整节可能也缺失了。</translation>
    </message>
    <message>
        <source>List items missing in the translation</source>
        <translation>译文缺少列表项</translation>
    </message>
    <message>
        <source>A list that is shorter than in the source was truncated.</source>
        <translation>列表比原文短，说明被截断了。</translation>
    </message>
    <message>
        <source>Links missing in the translation</source>
        <translation>译文缺少链接</translation>
    </message>
    <message>
        <source>An address is the same in every language.</source>
        <translation>网址在各种语言中都一样。</translation>
    </message>
    <message>
        <source>Translation far too long</source>
        <translation>译文过长</translation>
    </message>
    <message>
        <source>A translation that is much longer than its source contains other text.</source>
        <translation>译文比原文长得多，说明含有其他文本。</translation>
    </message>
    <message>
        <source>Chinese characters per English character</source>
        <translation>每个英文字符对应的中文字符数</translation>
    </message>
    <message>
        <source>Translation missing</source>
        <translation>缺少译文</translation>
    </message>
    <message>
        <source>The other messages of the conversation are in both languages.</source>
        <translation>该对话的其他消息都有两种语言。</translation>
    </message>
    <message>
        <source>Latin names missing in the translation</source>
        <translation>译文缺少拉丁字母的名称</translation>
    </message>
    <message>
        <source>Names such as GPT-4 are the same in both languages.</source>
        <translation>GPT-4 之类的名称在两种语言中相同。</translation>
    </message>
    <message>
        <source>Numbers missing in the translation</source>
        <translation>译文缺少数字</translation>
    </message>
    <message>
        <source>A missing number is a mistake, or part of the text was left out.</source>
        <translation>缺少数字，要么是翻译错误，要么是漏译了一段文本。</translation>
    </message>
    <message>
        <source>Text in the wrong language</source>
        <translation>文本语言不对</translation>
    </message>
    <message>
        <source>The text is stored in the field of the other language.</source>
        <translation>文本存放在另一种语言的字段中。</translation>
    </message>
    <message>
        <source>Translation far too short</source>
        <translation>译文过短</translation>
    </message>
    <message>
        <source>A truncated translation says less than its source and is learnt as if it were complete.</source>
        <translation>被截断的译文内容少于原文，却会被当作完整的来学习。</translation>
    </message>
    <message>
        <source>Both sides swapped</source>
        <translation>两侧颠倒</translation>
    </message>
    <message>
        <source>The English text is in Chinese and the Chinese text is in English.</source>
        <translation>英文一侧是中文，中文一侧是英文。</translation>
    </message>
    <message>
        <source>Units missing in the translation</source>
        <translation>译文缺少单位</translation>
    </message>
    <message>
        <source>A quantity with a missing or different unit has a different meaning.</source>
        <translation>数量缺少单位或换了单位，含义就变了。</translation>
    </message>
    <message>
        <source>Source repeated untranslated</source>
        <translation>照搬原文而未翻译</translation>
    </message>
    <message>
        <source>The translation contains whole sentences of its source.</source>
        <translation>译文中有整句原文。</translation>
    </message>
    <message>
        <source>Media files and placeholders differ in number</source>
        <translation>图片、视频或音频与其占位符的数量不一致</translation>
    </message>
    <message>
        <source>A placeholder without a file, or a file without a placeholder, misaligns all that follow.</source>
        <translation>占位符缺少文件，或文件缺少占位符，都会使其后的全部错位。</translation>
    </message>
</context>
<context>
    <name>ChecksPanel</name>
    <message>
        <source>Check progress</source>
        <translation>检查进度</translation>
    </message>
    <message>
        <source>Search checks</source>
        <translation>搜索检查项</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>检查发现</translation>
    </message>
    <message>
        <source>Previous finding</source>
        <translation>上一条发现</translation>
    </message>
    <message>
        <source>Next finding</source>
        <translation>下一条发现</translation>
    </message>
    <message>
        <source>Accept this finding…</source>
        <translation>接受此发现…</translation>
    </message>
    <message>
        <source>&amp;Cancel checks</source>
        <translation>取消检查(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Check the dataset</source>
        <translation>检查数据集(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Check again</source>
        <translation>重新检查(&amp;C)</translation>
    </message>
    <message>
        <source>%1 conversations checked</source>
        <translation>已检查 %1 个对话</translation>
    </message>
    <message>
        <source>Looks for truncated translations, empty answers, repetition, personal data and more.</source>
        <translation>查找被截断的译文、空回答、重复内容、个人信息等问题。</translation>
    </message>
    <message>
        <source>No findings in %1 conversations.</source>
        <translation>%1 个对话中没有发现问题。</translation>
    </message>
    <message>
        <source>The check settings stored with the dataset are not used: %1</source>
        <translation>未使用随数据集保存的检查设置：%1</translation>
    </message>
    <message>
        <source>Show only conversations with “%1”</source>
        <translation>只看有“%1”的对话</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Accept this finding</source>
        <translation>接受此发现</translation>
    </message>
    <message>
        <source>&amp;Report…</source>
        <translation>报告(&amp;R)…</translation>
    </message>
    <message>
        <source>A report of the findings to read, copy and save</source>
        <translation>检查发现的报告，可阅读、复制和保存</translation>
    </message>
    <message>
        <source>Chart of all checks</source>
        <translation>所有检查的图表</translation>
    </message>
    <message>
        <source>&amp;all %1</source>
        <translation>全部 %1 个(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;all %1 read</source>
        <translation>已读取的全部 %1 个(&amp;A)</translation>
    </message>
    <message>
        <source>the %1 s&amp;hown</source>
        <translation>显示的 %1 个(&amp;H)</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>%1 in %2 of %3 conversations.</source>
        <translation>%3 个对话中，%2 个有检查发现：%1。</translation>
    </message>
    <message>
        <source>%1 in %2.</source>
        <translation>%2中有 %1。</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 个错误</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 个错误</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 条警告</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 条警告</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 条提示</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 条提示</translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>Stands between the parts of &quot;2 errors, 1 warning, 3 notes&quot;.</extracomment>
        <translation>、</translation>
    </message>
    <message>
        <source>Undo acceptance</source>
        <translation>撤销接受</translation>
    </message>
    <message>
        <source>No longer accept this finding</source>
        <translation>不再接受此发现</translation>
    </message>
    <message>
        <source>No longer accept these %1 findings</source>
        <translation>不再接受这 %1 条发现</translation>
    </message>
    <message>
        <source>Accept these %1 findings…</source>
        <translation>接受这 %1 条发现…</translation>
    </message>
    <message>
        <source>Accept %1 findings</source>
        <translation>接受 %1 条发现</translation>
    </message>
    <message>
        <source>Accepted findings are stored with the dataset and hidden. Reason:</source>
        <translation>接受的发现随数据集保存，不再列出。理由：</translation>
    </message>
    <message>
        <source>Accepted findings could not be saved:</source>
        <translation>接受的发现未能保存：</translation>
    </message>
    <message>
        <source>1 record could not be read.</source>
        <translation>1 条记录无法读取。</translation>
    </message>
    <message>
        <source>%1 records could not be read.</source>
        <translation>%1 条记录无法读取。</translation>
    </message>
    <message>
        <source>Read these</source>
        <translation>阅读这些</translation>
    </message>
</context>
<context>
    <name>ClearButton</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>CountWords</name>
    <message>
        <source>1 conversation</source>
        <translation>1 个对话</translation>
    </message>
    <message>
        <source>%1 conversations</source>
        <translation>%1 个对话</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 条消息</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1 to %2 (95% interval, %3)</source>
        <translation>%1 至 %2（95% 区间，%3）</translation>
    </message>
    <message>
        <source>Wilson</source>
        <translation>Wilson 法</translation>
    </message>
    <message>
        <source>quasi-binomial Wilson</source>
        <translation>拟二项 Wilson 法</translation>
    </message>
    <message>
        <source>Student t</source>
        <translation>Student t 法</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 read</source>
        <translation>%1 / 已读取 %2</translation>
    </message>
    <message>
        <source>%1 of %2 conversations</source>
        <translation>%2 个对话中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 conversations read</source>
        <translation>已读取的 %2 个对话中的 %1 个</translation>
    </message>
    <message>
        <source>All (%1)</source>
        <translation>全部（%1）</translation>
    </message>
    <message>
        <source>All conversations read (%1)</source>
        <translation>已读取的全部（%1）</translation>
    </message>
</context>
<context>
    <name>DatasetDocument</name>
    <message>
        <source>Dataset card</source>
        <translation>数据集卡片</translation>
    </message>
    <message>
        <source>Markdown with charts as SVG (*.md)</source>
        <translation>Markdown，图表为 SVG (*.md)</translation>
    </message>
    <message>
        <source>Check report</source>
        <translation>检查报告</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Table, one finding per row (*.csv)</source>
        <translation>表格，每行一条检查发现 (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>SARIF for code hosts (*.sarif)</source>
        <translation>SARIF，供代码托管平台使用 (*.sarif)</translation>
    </message>
</context>
<context>
    <name>DatasetOverview</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>no value in %1</source>
        <translation>%1 个对话无取值</translation>
    </message>
    <message>
        <source>%1 to %2, mean %3 (n = %4)</source>
        <translation>%1 至 %2，均值 %3（n = %4）</translation>
    </message>
    <message>
        <source>%1 conversations</source>
        <translation>%1 个对话</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 条消息</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s) while reading</source>
        <translation>
            <numerusform>读取时有 %n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s) while reading</source>
        <translation>
            <numerusform>读取时有 %n 条警告</numerusform>
        </translation>
    </message>
    <message>
        <source>the same in all: %1</source>
        <translation>全部相同：%1</translation>
    </message>
    <message>
        <source>Read from the beginning</source>
        <translation>从第一个开始阅读</translation>
    </message>
    <message>
        <source>Read a random conversation</source>
        <translation>随机阅读一个</translation>
    </message>
    <message>
        <source>Run all checks</source>
        <translation>运行全部检查</translation>
    </message>
    <message>
        <source>How this is read</source>
        <translation>解析方式</translation>
    </message>
    <message>
        <source>%1 conversations read</source>
        <translation>已读取 %1 个对话</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Conversations with findings</source>
        <translation>有检查发现的对话</translation>
    </message>
    <message>
        <source>Conversations with findings among %1 of the dataset</source>
        <translation>数据集中 %1 个对话里有检查发现的对话</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) skipped</source>
        <translation>
            <numerusform>跳过 %Ln 个文件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffWindow</name>
    <message>
        <source>Only the beginning of this value is shown.</source>
        <translation>仅显示此值的开头。</translation>
    </message>
    <message>
        <source>new value</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>value removed</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>the whole record</source>
        <translation>整条记录</translation>
    </message>
    <message>
        <source>… and %1 more values</source>
        <translation>……另有 %1 个值</translation>
    </message>
    <message>
        <source>The file no longer exists or has changed since the comparison.</source>
        <translation>文件已不存在，或在对比之后有改动。</translation>
    </message>
</context>
<context>
    <name>Exporters</name>
    <message>
        <source>Alpaca instructions</source>
        <translation>Alpaca 指令</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>one page to read and print, with the languages side by side</source>
        <translation>单个网页，便于阅读和打印，各语言并排显示</translation>
    </message>
    <message>
        <source>JSON list</source>
        <translation>JSON 列表</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>JSON Lines</translation>
    </message>
    <message>
        <source>everything, with the same names for all formats, in one list</source>
        <translation>全部内容，各种格式使用统一的键名，写成一个列表</translation>
    </message>
    <message>
        <source>everything, with the same names for all formats, one record per line</source>
        <translation>全部内容，各种格式使用统一的键名，每行一条记录</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>a document to read, with texts in fenced blocks</source>
        <translation>便于阅读的文档，文本放在代码块中</translation>
    </message>
    <message>
        <source>OpenAI messages</source>
        <translation>OpenAI 消息</translation>
    </message>
    <message>
        <source>PrefEval</source>
        <translation>PrefEval</translation>
    </message>
    <message>
        <source>Original records</source>
        <translation>原始记录</translation>
    </message>
    <message>
        <source>unchanged, one per line</source>
        <translation>原样，每行一条</translation>
    </message>
    <message>
        <source>ShareGPT conversations</source>
        <translation>ShareGPT 对话</translation>
    </message>
    <message>
        <source>Table, CSV</source>
        <translation>表格（CSV）</translation>
    </message>
    <message>
        <source>Table, TSV</source>
        <translation>表格（TSV）</translation>
    </message>
    <message>
        <source>one row per record, with the chosen columns</source>
        <translation>每条记录一行，列可自选</translation>
    </message>
    <message>
        <source>the same, separated by tabs</source>
        <translation>同上，以制表符分隔</translation>
    </message>
    <message>
        <source>TRL, preferences</source>
        <translation>TRL · 偏好</translation>
    </message>
    <message>
        <source>TRL, KTO</source>
        <translation>TRL · KTO</translation>
    </message>
    <message>
        <source>turbo-alignment, chat</source>
        <translation>turbo-alignment · 对话</translation>
    </message>
    <message>
        <source>turbo-alignment, pair preferences</source>
        <translation>turbo-alignment · 成对偏好</translation>
    </message>
    <message>
        <source>turbo-alignment, sampled answers</source>
        <translation>turbo-alignment · 采样回答</translation>
    </message>
    <message>
        <source>turbo-alignment, classification</source>
        <translation>turbo-alignment · 分类</translation>
    </message>
    <message>
        <source>turbo-alignment, KTO</source>
        <translation>turbo-alignment · KTO</translation>
    </message>
    <message>
        <source>Parquet</source>
        <translation>Parquet</translation>
    </message>
    <message>
        <source>&quot;messages&quot; with &quot;role&quot; and &quot;content&quot;, and a column for each field</source>
        <translation>“messages”，含“role”和“content”，每个字段一列</translation>
    </message>
    <message>
        <source>&quot;messages&quot; with &quot;role&quot; and &quot;content&quot;, one record per line</source>
        <translation>“messages”，含“role”和“content”，每行一条记录</translation>
    </message>
    <message>
        <source>&quot;conversations&quot; with &quot;from&quot; and &quot;value&quot;, one record per line</source>
        <translation>“conversations”，含“from”和“value”，每行一条记录</translation>
    </message>
    <message>
        <source>the last question and answer, with earlier ones as &quot;history&quot;</source>
        <translation>最后一组问答，此前的问答写入“history”</translation>
    </message>
    <message>
        <source>&quot;messages&quot; of &quot;user&quot; and &quot;bot&quot;, one record per line</source>
        <translation>“user”与“bot”的“messages”，每行一条记录</translation>
    </message>
    <message>
        <source>&quot;context&quot; with &quot;answer_w&quot; and &quot;answer_l&quot;, one pair per line</source>
        <translation>“context”，附“answer_w”和“answer_l”，每行一对</translation>
    </message>
    <message>
        <source>&quot;messages&quot; with &quot;answers&quot;, one record per line</source>
        <translation>“messages”，附“answers”，每行一条记录</translation>
    </message>
    <message>
        <source>&quot;messages&quot; with a &quot;label&quot;, one record per line</source>
        <translation>“messages”，附“label”，每行一条记录</translation>
    </message>
    <message>
        <source>&quot;context&quot; with an &quot;answer&quot; and &quot;is_desirable&quot;, one answer per line</source>
        <translation>“context”，附“answer”和“is_desirable”，每行一个回答</translation>
    </message>
    <message>
        <source>&quot;prompt&quot;, &quot;chosen&quot; and &quot;rejected&quot; as messages, one pair per line</source>
        <translation>“prompt”、“chosen”和“rejected”写成消息，每行一对</translation>
    </message>
    <message>
        <source>&quot;prompt&quot; and &quot;completion&quot; as messages with a &quot;label&quot;, one answer per line</source>
        <translation>“prompt”和“completion”写成消息，附“label”，每行一个回答</translation>
    </message>
    <message>
        <source>&quot;preference&quot; and &quot;question&quot;, with the preceding conversation, in one list</source>
        <translation>“preference”和“question”，连同此前的对话，写成一个列表</translation>
    </message>
</context>
<context>
    <name>FacetsPanel</name>
    <message>
        <source>Find a field or value</source>
        <translation>查找字段或取值</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the fields to list</source>
        <translation>选择要列出的字段</translation>
    </message>
    <message>
        <source>The fields and values of the dataset appear here.</source>
        <translation>数据集的字段和取值会显示在这里。</translation>
    </message>
    <message numerus="yes">
        <source>Group %1, %n field(s)</source>
        <translation>
            <numerusform>%1 组，%n 个字段</numerusform>
        </translation>
    </message>
    <message>
        <source>Facets</source>
        <translation>分面筛选</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Detail Level</source>
        <translation>详细程度</translation>
    </message>
    <message>
        <source>Diversity</source>
        <translation>多样性</translation>
    </message>
    <message>
        <source>Practical Usefulness</source>
        <translation>实用性</translation>
    </message>
    <message>
        <source>Memorization</source>
        <translation>记忆能力</translation>
    </message>
    <message>
        <source>Gender</source>
        <translation>性别</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>年龄</translation>
    </message>
    <message>
        <source>Occupation</source>
        <translation>职业</translation>
    </message>
    <message>
        <source>Personality</source>
        <translation>性格</translation>
    </message>
    <message>
        <source>Daily Interests and Hobbies</source>
        <translation>日常兴趣爱好</translation>
    </message>
    <message>
        <source>Travel Habits</source>
        <translation>旅行习惯</translation>
    </message>
    <message>
        <source>Dining Preferences</source>
        <translation>饮食偏好</translation>
    </message>
    <message>
        <source>Spending Habits</source>
        <translation>消费习惯</translation>
    </message>
    <message>
        <source>Other Aspects</source>
        <translation>其他方面</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查结果数</translation>
    </message>
    <message>
        <source>Characters (not Chinese)</source>
        <translation>字符数（非中文）</translation>
    </message>
    <message>
        <source>Characters (Chinese)</source>
        <translation>字符数（中文）</translation>
    </message>
</context>
<context>
    <name>FindingsPanel</name>
    <message>
        <source>Findings in this conversation</source>
        <translation>此对话的检查发现</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>Any JSON object</source>
        <translation>任意 JSON 对象</translation>
    </message>
    <message>
        <source>an object that no other format recognises</source>
        <translation>其他格式都无法识别的对象</translation>
    </message>
    <message>
        <source>Duologue</source>
        <translation>Duologue</translation>
    </message>
    <message>
        <source>a number &quot;duologue&quot; and &quot;messages&quot; with &quot;text&quot; by language</source>
        <translation>有数字“duologue”，“messages”中按语言给出“text”</translation>
    </message>
    <message>
        <source>Conversation, by its shape</source>
        <translation>按结构推断的对话</translation>
    </message>
    <message>
        <source>speakers and texts can be identified from the shape of the record</source>
        <translation>从记录的结构可以看出说话人和内容</translation>
    </message>
    <message>
        <source>PrefEval, implicit preference by choice</source>
        <translation>PrefEval · 隐式偏好（选择）</translation>
    </message>
    <message>
        <source>&quot;preference&quot; and &quot;question&quot; are texts, and there are &quot;options&quot; or a &quot;conversation&quot; with a &quot;query&quot;</source>
        <translation>“preference”和“question”是文本，并有“options”或带“query”的“conversation”</translation>
    </message>
    <message>
        <source>PrefEval, explicit preference</source>
        <translation>PrefEval · 显式偏好</translation>
    </message>
    <message>
        <source>&quot;preference&quot; and &quot;question&quot; are texts, and there is no conversation</source>
        <translation>“preference”和“question”是文本，且没有对话</translation>
    </message>
    <message>
        <source>PrefEval, implicit preference by persona</source>
        <translation>PrefEval · 隐式偏好（人物设定）</translation>
    </message>
    <message>
        <source>&quot;preference&quot; and &quot;question&quot; are texts, and there is a &quot;persona&quot; or a &quot;conversation&quot; of numbered turns</source>
        <translation>“preference”和“question”是文本，并有“persona”或由编号轮次组成的“conversation”</translation>
    </message>
    <message>
        <source>RecLLMSim, simulated user</source>
        <translation>RecLLMSim · 模拟用户</translation>
    </message>
    <message>
        <source>&quot;history&quot; with messages, and &quot;rating&quot;, &quot;profile_mapped&quot; or &quot;preference&quot; of a simulated user</source>
        <translation>“history”中有消息，并有模拟用户的“rating”、“profile_mapped”或“preference”</translation>
    </message>
    <message>
        <source>RecLLMSim, real user</source>
        <translation>RecLLMSim · 真实用户</translation>
    </message>
    <message>
        <source>&quot;history&quot; with messages, and &quot;questionnaire&quot; or &quot;task_type&quot; of a real user</source>
        <translation>“history”中有消息，并有真实用户的“questionnaire”或“task_type”</translation>
    </message>
    <message>
        <source>Conversation with branches</source>
        <translation>有分支的对话</translation>
    </message>
    <message>
        <source>&quot;mapping&quot; of messages with &quot;parent&quot; and &quot;children&quot;, or a &quot;prompt&quot; with &quot;replies&quot;</source>
        <translation>“mapping”中的消息带有“parent”和“children”，或“prompt”带有“replies”</translation>
    </message>
    <message>
        <source>Rows of one conversation</source>
        <translation>同一对话的各行</translation>
    </message>
    <message>
        <source>a list, or lines, of messages and events that name their conversation or the previous message</source>
        <translation>由消息和事件组成的列表或各行，注明所属对话或上一条消息</translation>
    </message>
    <message>
        <source>turbo-alignment, chat</source>
        <translation>turbo-alignment · 对话</translation>
    </message>
    <message>
        <source>&quot;messages&quot; with a speaker called &quot;bot&quot; or with &quot;disable_loss&quot;, and nothing to choose or predict</source>
        <translation>“messages”中有角色名为“bot”或含“disable_loss”，且没有可选择或预测的内容</translation>
    </message>
    <message>
        <source>turbo-alignment, classification</source>
        <translation>turbo-alignment · 分类</translation>
    </message>
    <message>
        <source>&quot;messages&quot; and a &quot;label&quot; that is a whole number or null</source>
        <translation>“messages”，以及整数或 null 的“label”</translation>
    </message>
    <message>
        <source>turbo-alignment, KTO</source>
        <translation>turbo-alignment · KTO</translation>
    </message>
    <message>
        <source>&quot;context&quot; with messages, an &quot;answer&quot; and &quot;is_desirable&quot;</source>
        <translation>“context”中有消息，并有“answer”和“is_desirable”</translation>
    </message>
    <message>
        <source>turbo-alignment, pair preferences</source>
        <translation>turbo-alignment · 成对偏好</translation>
    </message>
    <message>
        <source>&quot;context&quot; with messages, and &quot;answer_w&quot; and &quot;answer_l&quot;</source>
        <translation>“context”中有消息，并有“answer_w”和“answer_l”</translation>
    </message>
    <message>
        <source>turbo-alignment, sampled answers</source>
        <translation>turbo-alignment · 采样回答</translation>
    </message>
    <message>
        <source>&quot;messages&quot; and &quot;answers&quot;, each with a &quot;content&quot;</source>
        <translation>“messages”和“answers”，其中各项都有“content”</translation>
    </message>
    <message>
        <source>Alpaca instructions</source>
        <translation>Alpaca 指令</translation>
    </message>
    <message>
        <source>&quot;instruction&quot; is a text, and there is an &quot;output&quot;</source>
        <translation>“instruction”是文本，并有“output”</translation>
    </message>
    <message>
        <source>lm-eval samples</source>
        <translation>lm-eval 样本</translation>
    </message>
    <message>
        <source>&quot;arguments&quot; of a request and its &quot;resps&quot;</source>
        <translation>请求的“arguments”及其“resps”</translation>
    </message>
    <message>
        <source>OpenAI messages</source>
        <translation>OpenAI 消息</translation>
    </message>
    <message>
        <source>&quot;messages&quot; (or &quot;conversation&quot;, &quot;dialogue&quot;, &quot;dialog&quot;, &quot;history&quot;, &quot;chat&quot;, or a bare list) of objects with &quot;role&quot; and &quot;content&quot;</source>
        <translation>“messages”（或“conversation”、“dialogue”、“dialog”、“history”、“chat”，或单独的列表），各项含“role”和“content”</translation>
    </message>
    <message>
        <source>Preference pairs</source>
        <translation>成对偏好</translation>
    </message>
    <message>
        <source>&quot;chosen&quot; and &quot;rejected&quot;, each a text, a message or a list of messages; or &quot;prompt&quot;, &quot;completion&quot; and a &quot;label&quot; that is true or false</source>
        <translation>“chosen”和“rejected”，各为文本、消息或消息列表；或“prompt”、“completion”和取 true 或 false 的“label”</translation>
    </message>
    <message>
        <source>promptfoo results</source>
        <translation>promptfoo 结果</translation>
    </message>
    <message>
        <source>&quot;prompt&quot; with &quot;raw&quot;, and &quot;response&quot; with &quot;output&quot;</source>
        <translation>含“raw”的“prompt”，以及含“output”的“response”</translation>
    </message>
    <message>
        <source>Lists of questions and answers</source>
        <translation>提问与回答的列表</translation>
    </message>
    <message>
        <source>a list of &quot;questions&quot; and an equally long list of &quot;answers&quot;</source>
        <translation>“questions”列表，以及同样长的“answers”列表</translation>
    </message>
    <message>
        <source>ShareGPT conversations</source>
        <translation>ShareGPT 对话</translation>
    </message>
    <message>
        <source>&quot;conversations&quot; (or &quot;conversation&quot;, &quot;messages&quot;, &quot;dialogue&quot;, &quot;dialog&quot;, &quot;items&quot;, or a bare list) of objects with &quot;from&quot; and &quot;value&quot;, or of questions and answers</source>
        <translation>“conversations”（或“conversation”、“messages”、“dialogue”、“dialog”、“items”，或单独的列表），各项含“from”和“value”，或为问答</translation>
    </message>
    <message>
        <source>Agent trajectories (ATIF)</source>
        <translation>智能体轨迹（ATIF）</translation>
    </message>
    <message>
        <source>&quot;schema_version&quot; and &quot;steps&quot; with a &quot;source&quot; and a &quot;message&quot;</source>
        <translation>“schema_version”，以及含“source”和“message”的“steps”</translation>
    </message>
    <message>
        <source>Gemini contents</source>
        <translation>Gemini 内容</translation>
    </message>
    <message>
        <source>Inspect samples</source>
        <translation>Inspect 样本</translation>
    </message>
    <message>
        <source>&quot;input&quot;, &quot;epoch&quot; and &quot;output&quot; with &quot;choices&quot;</source>
        <translation>“input”、“epoch”，以及含“choices”的“output”</translation>
    </message>
    <message>
        <source>OpenHands events</source>
        <translation>OpenHands 事件</translation>
    </message>
    <message>
        <source>a list, &quot;history&quot; or &quot;trajectory&quot; of events with a &quot;source&quot; and an &quot;action&quot; or an &quot;observation&quot;</source>
        <translation>事件的列表、“history”或“trajectory”，各项含“source”以及“action”或“observation”</translation>
    </message>
    <message>
        <source>Responses API</source>
        <translation>Responses API</translation>
    </message>
    <message>
        <source>&quot;output&quot; of items or messages after an &quot;input&quot; of items, messages or text; or such an &quot;input&quot; alone</source>
        <translation>“input”（条目、消息或文本）之后的“output”（条目或消息）；或仅有这样的“input”</translation>
    </message>
    <message>
        <source>Training rollouts</source>
        <translation>训练采样（rollout）</translation>
    </message>
    <message>
        <source>SWE-agent trajectories</source>
        <translation>SWE-agent 轨迹</translation>
    </message>
    <message>
        <source>&quot;trajectory&quot; with &quot;action&quot;, &quot;observation&quot; and &quot;response&quot;, and &quot;history&quot; of messages</source>
        <translation>含“action”、“observation”和“response”的“trajectory”，以及消息的“history”</translation>
    </message>
    <message>
        <source>Chat completions</source>
        <translation>聊天补全请求</translation>
    </message>
    <message>
        <source>Judged answers</source>
        <translation>已评判的回答</translation>
    </message>
    <message>
        <source>two answers to a prompt and which of them is better, under the names of published comparisons (&quot;response_a&quot;, &quot;response_b&quot; and &quot;winner&quot;, for example)</source>
        <translation>同一提问的两个回答及其优劣，使用公开对比数据的名称（如“response_a”、“response_b”和“winner”）</translation>
    </message>
    <message>
        <source>Numbered turns</source>
        <translation>编号轮次</translation>
    </message>
    <message>
        <source>&quot;chat&quot; with &quot;turn_1&quot; and so on, each an object with a text for each speaker</source>
        <translation>“chat”中有“turn_1”等，每个都是对象，含各说话人的一段文本</translation>
    </message>
    <message>
        <source>&quot;messages&quot; of a request, in &quot;request&quot; or &quot;body&quot;, or the &quot;choices&quot; of a response; or &quot;message&quot; and &quot;text&quot; after a &quot;chat_history&quot;</source>
        <translation>请求的“messages”，在“request”或“body”中，或回复的“choices”；或“chat_history”之后的“message”和“text”</translation>
    </message>
    <message>
        <source>&quot;contents&quot; of objects with &quot;role&quot; and &quot;parts&quot;, &quot;chunks&quot; of an AI Studio prompt, or &quot;candidates&quot; with &quot;content&quot; and &quot;parts&quot;</source>
        <translation>“contents”，各项含“role”和“parts”；或 AI Studio 提示词的“chunks”；或含“content”和“parts”的“candidates”</translation>
    </message>
    <message>
        <source>a question, an answer and data of the training step about it: &quot;gts&quot;, &quot;score&quot; with &quot;step&quot;, or &quot;response_length&quot;</source>
        <translation>提问、回答以及训练步骤的相关数据：“gts”、“score”与“step”，或“response_length”</translation>
    </message>
</context>
<context>
    <name>HitsPanel</name>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>%1 so far…</source>
        <translation>目前 %1…</translation>
    </message>
    <message>
        <source>First %1 shown; narrow the query to see others</source>
        <translation>仅列出前 %1；缩小查询范围可查看其余匹配处</translation>
    </message>
    <message>
        <source>Stops of the query</source>
        <translation>查询的匹配处</translation>
    </message>
    <message>
        <source>Search for words or messages, such as message(role:tool), to list each stop here. F3 goes to the next stop.</source>
        <translation>搜索词语或消息，例如 message(role:tool)：每个匹配处都列在这里。按 F3 前往下一处。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stop(s)</source>
        <translation>
            <numerusform>%Ln 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeyUses</name>
    <message numerus="yes">
        <source>list of %Ln</source>
        <translation>
            <numerusform>%Ln 项的列表</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s)</source>
        <translation>
            <numerusform>%Ln 个键</numerusform>
        </translation>
    </message>
    <message>
        <source>Speaker</source>
        <translation>说话人</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示</translation>
    </message>
    <message>
        <source>Earlier messages</source>
        <translation>之前的消息</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Candidate answers</source>
        <translation>候选回答</translation>
    </message>
    <message>
        <source>Chosen answer</source>
        <translation>选中的回答</translation>
    </message>
    <message>
        <source>Rejected answer</source>
        <translation>落选的回答</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>评分</translation>
    </message>
    <message>
        <source>Ratings by name</source>
        <translation>各项评分</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>普通字段</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value in this record</source>
        <translation>此记录中的值</translation>
    </message>
    <message>
        <source>Use as</source>
        <translation>用作</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>As written</source>
        <translation>保留原名</translation>
    </message>
    <message>
        <source>Speaker and text pairs</source>
        <translation>说话人与内容成对</translation>
    </message>
    <message>
        <source>One object per message</source>
        <translation>每条消息一个对象</translation>
    </message>
    <message>
        <source>Messages with the usual keys</source>
        <translation>使用常用键的消息</translation>
    </message>
    <message>
        <source>Steps of an agent</source>
        <translation>智能体的步骤</translation>
    </message>
    <message>
        <source>Questions with their answers</source>
        <translation>提问及其回答</translation>
    </message>
    <message>
        <source>Columns of questions and answers</source>
        <translation>提问列与回答列</translation>
    </message>
    <message>
        <source>Columns of speakers and texts</source>
        <translation>说话人列与内容列</translation>
    </message>
    <message>
        <source>Lists of messages</source>
        <translation>多个消息列表</translation>
    </message>
    <message>
        <source>Numbered turns</source>
        <translation>编号轮次</translation>
    </message>
    <message>
        <source>Alternating texts, assistant first</source>
        <translation>轮流发言的文本，助手先说</translation>
    </message>
    <message>
        <source>Alternating texts, user first</source>
        <translation>轮流发言的文本，用户先说</translation>
    </message>
    <message>
        <source>Texts that begin with a name</source>
        <translation>以名字开头的文本</translation>
    </message>
    <message>
        <source>Turns with a separator between them</source>
        <translation>以标记分隔的轮次</translation>
    </message>
    <message>
        <source>Turns separated by %1</source>
        <translation>以 %1 分隔的轮次</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>对话记录</translation>
    </message>
    <message>
        <source>Lines that begin with a name</source>
        <translation>以名字开头的各行</translation>
    </message>
    <message>
        <source>Transcript that ends with a question</source>
        <translation>以提问结尾的对话记录</translation>
    </message>
    <message>
        <source>One message</source>
        <translation>一条消息</translation>
    </message>
    <message>
        <source>Messages, or questions with their answers</source>
        <translation>消息，或提问及其回答</translation>
    </message>
    <message>
        <source>A whole dialogue in one text</source>
        <translation>一段文本中的整个对话</translation>
    </message>
    <message>
        <source>An answer</source>
        <translation>一个回答</translation>
    </message>
    <message>
        <source>A list of answers</source>
        <translation>一组回答</translation>
    </message>
    <message>
        <source>A text</source>
        <translation>一段文本</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Written as</source>
        <translation>书写形式</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>Speaks as</source>
        <translation>发言角色</translation>
    </message>
</context>
<context>
    <name>LanguageWords</name>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Traditional Chinese</source>
        <translation>繁体中文</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日文</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩文</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>俄文</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯文</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来文</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰文</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>印地文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊文</translation>
    </message>
    <message>
        <source>Other language</source>
        <translation>其他语言</translation>
    </message>
</context>
<context>
    <name>MarkFields</name>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>star</source>
        <translation>星标</translation>
    </message>
    <message>
        <source>note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>codes</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已读</translation>
    </message>
    <message>
        <source>labelled codes</source>
        <translation>已标注的代码</translation>
    </message>
    <message>
        <source>place in the queue</source>
        <translation>队列中的位置</translation>
    </message>
    <message>
        <source>Mark: %1</source>
        <translation>标记：%1</translation>
    </message>
    <message>
        <source>Mark: %1 (%2)</source>
        <translation>标记：%1（%2）</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>MarkdownText</name>
    <message>
        <source>[image %1]</source>
        <translation>[图片 %1]</translation>
    </message>
    <message numerus="yes">
        <source>Markdown hides %Ln character(s)</source>
        <translation>
            <numerusform>Markdown 隐去了 %Ln 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
</context>
<context>
    <name>MarksPanel</name>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>The conversation</source>
        <translation>整个对话</translation>
    </message>
    <message>
        <source>The current message</source>
        <translation>当前消息</translation>
    </message>
    <message>
        <source>What is marked</source>
        <translation>标记的对象</translation>
    </message>
    <message>
        <source>What readers are asked</source>
        <translation>标注方案</translation>
    </message>
    <message>
        <source>End labelling</source>
        <translation>结束标注</translation>
    </message>
    <message>
        <source>Show them now</source>
        <translation>现在显示</translation>
    </message>
    <message>
        <source>The record has changed since it was marked.</source>
        <translation>标记之后，这条记录已有改动。</translation>
    </message>
    <message>
        <source>Marks of others are hidden until you have judged.</source>
        <translation>在你作出判定之前，不显示他人的标记。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mark(s) on records that have changed</source>
        <translation>
            <numerusform>%Ln 个标记所在的记录已有改动</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mark(s) on records that are not here</source>
        <translation>
            <numerusform>%Ln 个标记所在的记录不在此数据集中</numerusform>
        </translation>
    </message>
    <message>
        <source>Reader: %1. The dataset cannot be written, so marks are kept in %2</source>
        <translation>读者：%1。数据集不可写，标记保存在 %2</translation>
    </message>
    <message>
        <source>Reader: %1. Marks are kept in %2</source>
        <translation>读者：%1。标记保存在 %2</translation>
    </message>
    <message>
        <source>Labelled: %1 of %2</source>
        <translation>已标注：%1/%2</translation>
    </message>
    <message>
        <source>Queue: %1 of %2</source>
        <translation>队列：%1/%2</translation>
    </message>
    <message>
        <source>, %1 an hour</source>
        <translation>，每小时 %1 个</translation>
    </message>
    <message>
        <source>; %1 are not here</source>
        <translation>；%1 个不在此数据集中</translation>
    </message>
    <message>
        <source>message %1: </source>
        <translation>消息 %1：</translation>
    </message>
</context>
<context>
    <name>MessageHead</name>
    <message>
        <source>hallucination: %1</source>
        <translation>幻觉：%1</translation>
    </message>
    <message>
        <source>#%1</source>
        <translation>#%1</translation>
    </message>
    <message>
        <source> · turn %1</source>
        <translation> · 第 %1 轮</translation>
    </message>
    <message>
        <source>satisfaction: %1 of 5</source>
        <translation>满意度：%1（满分 5）</translation>
    </message>
    <message>
        <source>Message %1</source>
        <translation>消息 %1</translation>
    </message>
    <message>
        <source>turn %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>intent %1</source>
        <translation>意图：%1</translation>
    </message>
    <message>
        <source>✓ desirable</source>
        <translation>✓ 可取</translation>
    </message>
    <message>
        <source>✗ not desirable</source>
        <translation>✗ 不可取</translation>
    </message>
    <message>
        <source>check: %1</source>
        <translation>检查：%1</translation>
    </message>
    <message>
        <source>marked: %1</source>
        <translation>已标注：%1</translation>
    </message>
    <message>
        <source>✗ error</source>
        <translation>✗ 出错</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
</context>
<context>
    <name>MessageText</name>
    <message>
        <source>Hide thinking (%1 characters)</source>
        <translation>收起思考过程（%1 个字符）</translation>
    </message>
    <message>
        <source>Show thinking (%1 characters)</source>
        <translation>展开思考过程（%1 个字符）</translation>
    </message>
    <message>
        <source>Thinking (%1 characters)</source>
        <translation>思考过程（%1 个字符）</translation>
    </message>
</context>
<context>
    <name>MessageWords</name>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>No role</source>
        <translation>无角色</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>unclear</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>Developer</source>
        <translation>开发者</translation>
    </message>
</context>
<context>
    <name>NoteDialog</name>
    <message>
        <source>What goes wrong first? Enter saves, Shift+Enter starts a new line</source>
        <translation>首先出现的问题是什么？Enter 保存，Shift+Enter 换行</translation>
    </message>
    <message>
        <source>Discard what you have written?</source>
        <translation>放弃已写的内容吗？</translation>
    </message>
</context>
<context>
    <name>PanelSizes</name>
    <message>
        <source>Si&amp;zes</source>
        <translation>大小(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Wider panel</source>
        <translation>加宽面板(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Narrower panel</source>
        <translation>收窄面板(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Taller panel</source>
        <translation>加高面板(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Shorter panel</source>
        <translation>降低面板(&amp;S)</translation>
    </message>
    <message>
        <source>Wi&amp;der table column</source>
        <translation>加宽表格列(&amp;D)</translation>
    </message>
    <message>
        <source>N&amp;arrower table column</source>
        <translation>收窄表格列(&amp;A)</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Previous conversation</source>
        <translation>上一个对话</translation>
    </message>
    <message>
        <source>Next conversation</source>
        <translation>下一个对话</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Next in dataset</source>
        <translation>数据集中的下一处</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>读取问题</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>用户画像</translation>
    </message>
    <message>
        <source>Ratings</source>
        <translation>评分</translation>
    </message>
    <message>
        <source>This conversation has no ratings.</source>
        <translation>此对话没有评分。</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>原始数据</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Go to the next message marked yes, in this conversation or in the next one in the table that has one</source>
        <translation>转到下一条标为“是”的消息：先在此对话中找，再到表中后面的对话</translation>
    </message>
    <message>
        <source>Facets</source>
        <translation>分面筛选</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>在此对话中查找</translation>
    </message>
    <message>
        <source>Find in conversation…</source>
        <translation>在对话中查找…</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Find in this record</source>
        <translation>在此记录中查找</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Next: message %1</source>
        <translation>下一处：消息 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln turn(s)</source>
        <translation>
            <numerusform>%Ln 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>No annotations here</source>
        <translation>此对话没有标注</translation>
    </message>
    <message>
        <source>No conversation selected</source>
        <translation>未选择对话</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一处：%1</translation>
    </message>
    <message>
        <source>JSON pointer of the cursor position</source>
        <translation>光标所在位置的 JSON 指针</translation>
    </message>
    <message>
        <source>not in the filter (%1)</source>
        <translation>不在筛选结果中（%1）</translation>
    </message>
    <message>
        <source>Position among the conversations shown: %1</source>
        <translation>在所示对话中的位置：%1</translation>
    </message>
    <message>
        <source>Position among the conversations shown</source>
        <translation>在所示对话中的位置</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>position among conversations</comment>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Conversation A</source>
        <translation>对话 A</translation>
    </message>
    <message>
        <source>Conversation B</source>
        <translation>对话 B</translation>
    </message>
    <message>
        <source>Keep B on the left</source>
        <translation>固定 B 到左侧</translation>
    </message>
    <message>
        <source>Keep conversation B on the left and compare it with others</source>
        <translation>把对话 B 留在左侧，与其他对话对比</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>Swap the two conversations</source>
        <translation>交换两个对话</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>List all annotated messages, not only marked ones</source>
        <translation>列出所有有标注的消息，而不只是有标记的消息</translation>
    </message>
    <message>
        <source>No marked messages here.</source>
        <translation>此对话的消息均无标记。</translation>
    </message>
    <message>
        <source>All annotated (%1)</source>
        <translation>全部有标注的消息（%1）</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Annotation version</source>
        <translation>标注版本</translation>
    </message>
    <message>
        <source>All versions</source>
        <translation>所有版本</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>检查发现</translation>
    </message>
    <message>
        <source>Save bytes</source>
        <translation>保存字节</translation>
    </message>
    <message>
        <source>Saved:</source>
        <translation>已保存：</translation>
    </message>
    <message>
        <source>Saving the bytes failed:</source>
        <translation>保存字节失败：</translation>
    </message>
    <message>
        <source>%1, message %2 · %3 of %4</source>
        <translation>%1，第 %2 条消息 · 第 %3 个，共 %4 个</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 read</source>
        <comment>position among conversations</comment>
        <translation>第 %1 个，已读取 %2 个</translation>
    </message>
    <message>
        <source>Previous stop</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next stop</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>stop %1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>stop %1 of %2 here</source>
        <translation>此对话中第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>stops: %1</source>
        <translation>共 %1 处</translation>
    </message>
    <message>
        <source>stops here: %1</source>
        <translation>此对话中共 %1 处</translation>
    </message>
    <message>
        <source>F3 goes from stop to stop. A stop is a word or message that matches the query, or a finding.</source>
        <translation>按 F3 逐个前往匹配处：符合查询的词语或消息，或检查发现</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>匹配列表</translation>
    </message>
    <message>
        <source>Hidden until you have judged the conversation.</source>
        <translation>在你对该对话作出判定之前不显示。</translation>
    </message>
</context>
<context>
    <name>Perspective</name>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Find outliers: facets, records and charts</source>
        <translation>发现异常：分面、记录与图表</translation>
    </message>
    <message>
        <source>Read one conversation after another</source>
        <translation>逐个阅读对话</translation>
    </message>
    <message>
        <source>Two conversations side by side</source>
        <translation>并排对比两个对话</translation>
    </message>
    <message>
        <source>Findings and problems in the data, with the raw records</source>
        <translation>数据的检查发现与读取问题，附原始记录</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Group notes on errors into codes, and count them</source>
        <translation>把错误笔记归为代码并统计</translation>
    </message>
</context>
<context>
    <name>Phrases</name>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>unexpected text after the end of the value</source>
        <translation>值已结束，后面还有多余的内容</translation>
    </message>
    <message>
        <source>unexpected text after the end of the list</source>
        <translation>列表已结束，后面还有多余的内容</translation>
    </message>
    <message>
        <source>another list follows the end of the list; its records are read too</source>
        <translation>列表结束后又有一个列表，其中的记录也已读取</translation>
    </message>
    <message>
        <source>the list has no closing &apos;]&apos;</source>
        <translation>列表缺少结尾的“]”</translation>
    </message>
    <message>
        <source>expected a value</source>
        <translation>此处应为一个值</translation>
    </message>
    <message>
        <source>expected an object</source>
        <translation>此处应为对象</translation>
    </message>
    <message>
        <source>expected a key in double quotes</source>
        <translation>此处应为用双引号括起的键</translation>
    </message>
    <message>
        <source>expected &apos;:&apos; after the key</source>
        <translation>键后面应为“:”</translation>
    </message>
    <message>
        <source>expected &apos;,&apos; or &apos;%1&apos;</source>
        <translation>此处应为“,”或“%1”</translation>
    </message>
    <message>
        <source>expected &apos;{&apos; or &apos;[&apos;</source>
        <translation>此处应为“{”或“[”</translation>
    </message>
    <message>
        <source>a control character in text must be escaped</source>
        <translation>文本中的控制字符必须转义</translation>
    </message>
    <message>
        <source>the text that starts here has no closing quotation mark</source>
        <translation>从此处开始的文本缺少结尾的引号</translation>
    </message>
    <message>
        <source>expected four hexadecimal digits after \u</source>
        <translation>\u 后面应为四位十六进制数字</translation>
    </message>
    <message>
        <source>invalid escape sequence</source>
        <translation>无效的转义序列</translation>
    </message>
    <message>
        <source>more than %1 levels of nesting</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>there is not enough memory for a record of this size</source>
        <translation>内存不足，无法读取这么大的记录</translation>
    </message>
    <message>
        <source>longer than %1 MiB, the limit for one record</source>
        <translation>超过单条记录的上限 %1 MiB</translation>
    </message>
    <message>
        <source>its last value is used</source>
        <translation>以最后一个值为准</translation>
    </message>
    <message>
        <source>bytes that are not valid UTF-8 are shown as U+FFFD</source>
        <translation>无效的 UTF-8 字节显示为 U+FFFD</translation>
    </message>
    <message>
        <source>the escape sequence is shown as U+FFFD</source>
        <translation>该转义序列显示为 U+FFFD</translation>
    </message>
    <message>
        <source>%1 is treated as missing</source>
        <translation>%1 按缺失处理</translation>
    </message>
    <message>
        <source>all of its digits are kept</source>
        <translation>保留全部数字</translation>
    </message>
    <message>
        <source>expected %1, found %2</source>
        <translation>应为%1，实际为%2</translation>
    </message>
    <message>
        <source>not a session event: it has neither a type nor a message</source>
        <translation>不是会话中的事件：既没有类型，也没有消息</translation>
    </message>
    <message>
        <source>the event belongs to session %1, which is not part of this conversation</source>
        <translation>该事件属于会话 %1，不属于此对话</translation>
    </message>
    <message>
        <source>&quot;%1&quot; puts the messages in an order that contradicts their speakers; they are shown in file order</source>
        <translation>“%1”给出的消息顺序与说话人不符，因此按文件中的顺序显示消息</translation>
    </message>
    <message>
        <source>no format matches this record</source>
        <translation>没有与此记录匹配的格式</translation>
    </message>
    <message>
        <source>expected true, false, 是, 否 or 无法判断, found &quot;%1&quot;</source>
        <translation>应为 true、false、是、否或无法判断，实际为“%1”</translation>
    </message>
    <message>
        <source>expected &quot;1&quot; to &quot;5&quot;</source>
        <translation>应为“1”至“5”</translation>
    </message>
    <message>
        <source>expected a whole number or null, found nothing</source>
        <translation>应为整数或 null，实际为空</translation>
    </message>
    <message>
        <source>expected a list of questions and answers</source>
        <translation>应为由问答组成的列表</translation>
    </message>
    <message>
        <source>expected a question and its answer</source>
        <translation>应为一个提问及其回答</translation>
    </message>
    <message>
        <source>expected a turn with &quot;user&quot; and &quot;assistant&quot;</source>
        <translation>应为包含“user”和“assistant”的一轮对话</translation>
    </message>
    <message>
        <source>expected text, a message or a list of messages</source>
        <translation>应为文本、消息或消息列表</translation>
    </message>
    <message>
        <source>the message has no content</source>
        <translation>消息没有内容</translation>
    </message>
    <message>
        <source>the message has no role</source>
        <translation>消息没有角色</translation>
    </message>
    <message>
        <source>unknown role &quot;%1&quot;</source>
        <translation>未知角色“%1”</translation>
    </message>
    <message>
        <source>no rating is known for the answer &quot;%1&quot;</source>
        <translation>回答“%1”没有对应的评分</translation>
    </message>
    <message>
        <source>not one of the options</source>
        <translation>不在选项之中</translation>
    </message>
    <message>
        <source>more than %1 fields: the remaining ones are shown with their record, but have no column or filter</source>
        <translation>字段超过 %1 个：其余字段可在记录中查看，但没有对应的列，也不能用于筛选</translation>
    </message>
    <message>
        <source>more than %1 fields: the members of &quot;%2&quot; are shown with their record, but have no column or filter</source>
        <translation>字段超过 %1 个：“%2”的成员可在记录中查看，但没有对应的列，也不能用于筛选</translation>
    </message>
    <message>
        <source>it has %1</source>
        <translation>文件中有%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>a byte order mark</source>
        <translation>字节顺序标记</translation>
    </message>
    <message>
        <source>CRLF line endings</source>
        <translation>CRLF 换行符</translation>
    </message>
    <message>
        <source>blank lines</source>
        <translation>空行</translation>
    </message>
    <message>
        <source>extra commas</source>
        <translation>多余的逗号</translation>
    </message>
    <message>
        <source>missing commas between records</source>
        <translation>未以逗号分隔的记录</translation>
    </message>
    <message>
        <source>comments</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>concatenated records that span several lines</source>
        <translation>首尾相接的多行记录</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>the file starts with zero bytes, so it is not text</source>
        <translation>文件以零字节开头，不是文本</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>the link points to a file that does not exist</source>
        <translation>链接指向的文件不存在</translation>
    </message>
    <message>
        <source>nothing exists at this path</source>
        <translation>此路径不存在</translation>
    </message>
    <message>
        <source>it leads to a folder that is already included</source>
        <translation>它指向的文件夹已包括在内</translation>
    </message>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>the file has changed since it was read</source>
        <translation>文件在读取之后被更改过</translation>
    </message>
    <message>
        <source>the file was shortened while it was being read</source>
        <translation>文件在读取时变短了</translation>
    </message>
    <message>
        <source>there was not enough memory to read it</source>
        <translation>内存不足，无法读取</translation>
    </message>
    <message>
        <source>there was not enough memory to list the files</source>
        <translation>内存不足，无法列出文件</translation>
    </message>
    <message>
        <source>the dataset&apos;s index was damaged, so all files were read again</source>
        <translation>数据集的索引已损坏，因此重新读取了所有文件</translation>
    </message>
    <message>
        <source>not a valid archive</source>
        <translation>不是有效的压缩包</translation>
    </message>
    <message>
        <source>it cannot be unpacked</source>
        <translation>无法解压</translation>
    </message>
    <message>
        <source>its compression does not match its file name</source>
        <translation>实际压缩方式与文件名不符</translation>
    </message>
    <message>
        <source>not valid gzip data</source>
        <translation>不是有效的 gzip 数据</translation>
    </message>
    <message>
        <source>the packed file ends prematurely, at byte %1</source>
        <translation>压缩文件不完整，在第 %1 字节处中断</translation>
    </message>
    <message>
        <source>there is other data after the end of the packed data, at byte %1 of the file</source>
        <translation>压缩数据结束之后还有其他数据（文件的第 %1 字节）</translation>
    </message>
    <message>
        <source>the checksum does not match, so there is damage between bytes %1 and %2 of the packed file</source>
        <translation>校验和不符，压缩文件第 %1 至 %2 字节之间有损坏</translation>
    </message>
    <message>
        <source>the length does not match, so there is damage between bytes %1 and %2 of the packed file</source>
        <translation>长度不符，压缩文件第 %1 至 %2 字节之间有损坏</translation>
    </message>
    <message>
        <source>%1 at byte %2 of the packed file</source>
        <translation>%1（压缩文件的第 %2 字节）</translation>
    </message>
    <message>
        <source>%1 at byte %2 of the unpacked data</source>
        <translation>%1（解压后数据的第 %2 字节）</translation>
    </message>
    <message>
        <source>there is not enough memory to unpack it</source>
        <translation>内存不足，无法解压</translation>
    </message>
    <message>
        <source>there is not enough disk space to unpack it</source>
        <translation>磁盘空间不足，无法解压</translation>
    </message>
    <message>
        <source>temporary files cannot be created in %1: %2</source>
        <translation>无法在 %1 中创建临时文件：%2</translation>
    </message>
    <message>
        <source>it contains more than %1 files</source>
        <translation>其中的文件超过 %1 个</translation>
    </message>
    <message>
        <source>it unpacks to more than %1 MiB</source>
        <translation>解压后超过 %1 MiB</translation>
    </message>
    <message>
        <source>it unpacks to more than %1 times its size</source>
        <translation>解压后超过原大小的 %1 倍</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>it does not start like JSON</source>
        <translation>开头不是 JSON</translation>
    </message>
    <message>
        <source>it contains no records</source>
        <translation>其中没有记录</translation>
    </message>
    <message>
        <source>it contains no files</source>
        <translation>其中没有文件</translation>
    </message>
    <message>
        <source>its records are not JSON objects</source>
        <translation>其中的记录不是 JSON 对象</translation>
    </message>
    <message>
        <source>it contains no conversation, only an empty object</source>
        <translation>其中没有对话，只有一个空对象</translation>
    </message>
    <message>
        <source>it contains no conversation (keys: %1)</source>
        <translation>其中没有对话（键：%1）</translation>
    </message>
    <message>
        <source>not a JSON file</source>
        <translation>不是 JSON 文件</translation>
    </message>
    <message>
        <source>not a JSON file (%1)</source>
        <translation>不是 JSON 文件（%1）</translation>
    </message>
    <message>
        <source>a packed file inside a packed file</source>
        <translation>压缩文件中的压缩文件</translation>
    </message>
    <message>
        <source>a link or device inside a packed file</source>
        <translation>压缩文件中的链接或设备</translation>
    </message>
    <message>
        <source>hidden folder</source>
        <translation>隐藏文件夹</translation>
    </message>
    <message>
        <source>the link leads outside the opened folder (to read it, use --follow or the setting in the window)</source>
        <translation>链接指向所打开的文件夹之外（如需读取，请使用 --follow 或窗口中的设置）</translation>
    </message>
    <message>
        <source>it is a format description</source>
        <translation>这是格式描述文件</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>not valid JSON</source>
        <translation>不是有效的 JSON</translation>
    </message>
    <message>
        <source>expected &quot;messages&quot;, or &quot;prompt&quot; and &quot;response&quot;</source>
        <translation>应有“messages”，或“prompt”和“response”</translation>
    </message>
    <message>
        <source>&quot;messages&quot; needs &quot;role&quot; and &quot;text&quot;</source>
        <translation>使用“messages”时还需要“role”和“text”</translation>
    </message>
    <message>
        <source>expected an object with an &quot;id&quot;</source>
        <translation>应为含有“id”的对象</translation>
    </message>
    <message>
        <source>expected a role</source>
        <translation>应为角色名</translation>
    </message>
    <message>
        <source>expected a JSON pointer</source>
        <translation>应为 JSON 指针</translation>
    </message>
    <message>
        <source>expected text</source>
        <translation>应为文本</translation>
    </message>
    <message>
        <source>unknown key &quot;%1&quot;</source>
        <translation>未知的键“%1”</translation>
    </message>
    <message>
        <source>another format already has the id %1</source>
        <translation>ID %1 已被另一种格式使用</translation>
    </message>
    <message>
        <source>the format %1 does not match any record (%2)</source>
        <translation>没有与格式 %1 匹配的记录（%2）</translation>
    </message>
    <message>
        <source>longer than %1 MiB, the limit for a description</source>
        <translation>超过格式描述文件的上限 %1 MiB</translation>
    </message>
    <message>
        <source>there are more than %1 formats, so %2 from this file are left out</source>
        <translation>格式超过 %1 种，因此略去此文件中的 %2 种</translation>
    </message>
    <message>
        <source>this &quot;)&quot; has no &quot;(&quot;</source>
        <translation>这个“)”没有对应的“(”</translation>
    </message>
    <message>
        <source>this &quot;(&quot; has no &quot;)&quot;</source>
        <translation>这个“(”没有对应的“)”</translation>
    </message>
    <message>
        <source>the brackets are nested too deeply</source>
        <translation>括号嵌套过深</translation>
    </message>
    <message>
        <source>there is nothing to search for here</source>
        <translation>这里缺少要搜索的内容</translation>
    </message>
    <message>
        <source>there is nothing to exclude here</source>
        <translation>这里缺少要排除的内容</translation>
    </message>
    <message>
        <source>&quot;%1:&quot; needs a value</source>
        <translation>“%1:”后面需要一个值</translation>
    </message>
    <message>
        <source>expected the name of a field</source>
        <translation>此处应为字段名</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>a range needs a number before or after &quot;..&quot;</source>
        <translation>范围的“..”前面或后面需要一个数字</translation>
    </message>
    <message>
        <source>the closing quotation mark is missing</source>
        <translation>缺少右引号</translation>
    </message>
    <message>
        <source>the closing &quot;/&quot; of the pattern is missing</source>
        <translation>正则表达式末尾缺少“/”</translation>
    </message>
    <message>
        <source>the pattern is empty</source>
        <translation>正则表达式为空</translation>
    </message>
    <message>
        <source>only texts can be searched with a pattern</source>
        <translation>只有文本可以用正则表达式搜索</translation>
    </message>
    <message>
        <source>a condition on messages cannot contain another one</source>
        <translation>消息条件中不能再包含消息条件</translation>
    </message>
    <message>
        <source>there is no condition %1(…); did you mean %2(…)?</source>
        <translation>没有条件 %1(…)，您是指 %2(…) 吗？</translation>
    </message>
    <message>
        <source>count(…) needs a number after it, as in count(…):&gt;=2</source>
        <translation>count(…) 后面需要一个数量，例如 count(…):&gt;=2</translation>
    </message>
    <message>
        <source>%1 applies to whole conversations; use it outside these brackets</source>
        <translation>%1 是整个对话的字段，请写在这对括号之外</translation>
    </message>
    <message>
        <source>%2 is numeric: &quot;%1&quot; is not a number</source>
        <translation>%2 是数字字段，而“%1”不是数字</translation>
    </message>
    <message>
        <source>%2 of a message is yes, no or unclear, not &quot;%1&quot;</source>
        <translation>消息的 %2 只能是 yes、no 或 unclear，不能是“%1”</translation>
    </message>
    <message>
        <source>%2 is yes, no, unclear or the number of marked messages, not &quot;%1&quot;</source>
        <translation>%2 只能是 yes、no、unclear 或有标记的消息数，不能是“%1”</translation>
    </message>
    <message>
        <source>%1 has no numbers to compare</source>
        <translation>%1 不是数字字段，无法比较大小</translation>
    </message>
    <message>
        <source>no record has the value &quot;%2&quot; in the field %1</source>
        <translation>没有记录的字段 %1 取值为“%2”</translation>
    </message>
    <message>
        <source>no record has the value &quot;%2&quot; in the field %1; did you mean &quot;%3&quot;?</source>
        <translation>没有记录的字段 %1 取值为“%2”，您是指“%3”吗？</translation>
    </message>
    <message>
        <source>no message has both an intent and a mark; did you mean reply_to.intent, the intent that a message answers?</source>
        <translation>没有哪条消息同时带有意图和幻觉标记，您是指所回复消息的意图 reply_to.intent 吗？</translation>
    </message>
    <message>
        <source>a closing parenthesis is missing</source>
        <translation>缺少右括号</translation>
    </message>
    <message>
        <source>it is too large; use smaller counts</source>
        <translation>表达式过大，请减小重复次数</translation>
    </message>
    <message>
        <source>%1 (look-around) is not supported; write two conditions, such as /tea/ -/green tea/</source>
        <translation>不支持 %1（环视），请改写为两个条件，例如 /茶/ -/绿茶/</translation>
    </message>
    <message>
        <source>%1 (a back-reference) is not supported; write out the alternatives, such as (?:aa|bb)</source>
        <translation>不支持反向引用（%1），请逐一写出各种情况，例如 (?:aa|bb)</translation>
    </message>
    <message>
        <source>%1 (recursion) is not supported; write out as many levels as you need</source>
        <translation>不支持递归表达式（%1），请按需要的层数展开写出</translation>
    </message>
    <message>
        <source>%1 (an atomic group) is neither supported nor needed, because no expression is slow; write (?:</source>
        <translation>不支持原子组（%1），也不需要，因为任何表达式都不会变慢，请改写为 (?:</translation>
    </message>
    <message>
        <source>the possessive %1 is neither supported nor needed, because no expression is slow; write %2</source>
        <translation>不支持占有量词 %1，也不需要，因为任何表达式都不会变慢，请改写为 %2</translation>
    </message>
    <message>
        <source>%1 repeats more than 1,000 times; write * or +, or repeat a group with a smaller count</source>
        <translation>%1 的次数超过 1,000，请改用 * 或 +，或重复一个次数较少的组</translation>
    </message>
    <message>
        <source>%1 is not supported</source>
        <translation>不支持 %1</translation>
    </message>
    <message>
        <source>a ] is missing</source>
        <translation>缺少 ]</translation>
    </message>
    <message>
        <source>\b in %1 recognises only the letters A to Z, digits and _: it finds no word boundary next to other letters</source>
        <translation>%1 中的 \b 只认识字母 A 到 Z、数字和 _：在其他文字旁边它找不到词的边界</translation>
    </message>
    <message>
        <source>some files have changed or disappeared since they were read; open the dataset again (records not searched: %1, the first: %2)</source>
        <translation>部分文件在读取之后被更改或已不存在，请重新打开数据集（未能搜索的记录：%1 条，第一条：%2）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>read as %1 like other records of its file, although its layout differs</source>
        <translation>结构不同，但与同一文件的其他记录一样解析为“%1”</translation>
    </message>
    <message>
        <source>no conversation was found; describe where it is in a file *.duologue-format.json next to the data</source>
        <translation>没有找到对话；请在数据旁放一个 *.duologue-format.json 文件，说明对话在哪里</translation>
    </message>
    <message>
        <source>the record itself</source>
        <translation>记录本身</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1; %2; %3</source>
        <translation>%1；%2；%3</translation>
    </message>
    <message>
        <source>the messages are the list %1</source>
        <translation>消息是列表 %1</translation>
    </message>
    <message>
        <source>the messages are in the lists of the list %1</source>
        <translation>消息在列表 %1 所含的各个列表里</translation>
    </message>
    <message>
        <source>the messages are the texts of the list %1</source>
        <translation>消息是列表 %1 中的文本</translation>
    </message>
    <message>
        <source>speaker: %1</source>
        <translation>说话人：%1</translation>
    </message>
    <message>
        <source>text: %1</source>
        <translation>内容：%1</translation>
    </message>
    <message>
        <source>user and assistant take turns</source>
        <translation>用户和助手轮流发言</translation>
    </message>
    <message>
        <source>%1 is a list of questions with their answers</source>
        <translation>%1 是一组提问及其回答</translation>
    </message>
    <message>
        <source>%1 has numbered turns, whose keys name the speaker</source>
        <translation>%1 含有编号轮次，由键名表明说话人</translation>
    </message>
    <message>
        <source>%1 is from the %2</source>
        <translation>%1 来自%2</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>system</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>%1 is a list of candidate answers</source>
        <translation>%1 是候选回答的列表</translation>
    </message>
    <message>
        <source>%1 is a candidate answer</source>
        <translation>%1 是一个候选回答</translation>
    </message>
    <message>
        <source>%1 is the chosen answer</source>
        <translation>%1 是选中的回答</translation>
    </message>
    <message>
        <source>%1 is the rejected answer</source>
        <translation>%1 是落选的回答</translation>
    </message>
    <message>
        <source>the beginning that the candidates share comes before them</source>
        <translation>各候选开头相同的部分列在候选之前</translation>
    </message>
    <message>
        <source>%1 says which is better</source>
        <translation>%1 说明哪个更好</translation>
    </message>
    <message>
        <source>certain</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>很可能</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>不太确定</translation>
    </message>
    <message>
        <source>a guess</source>
        <translation>猜测</translation>
    </message>
    <message>
        <source>no conversation</source>
        <translation>没有对话</translation>
    </message>
    <message>
        <source>examined %1 of %2 records</source>
        <translation>查看了 %2 条记录中的 %1 条</translation>
    </message>
    <message>
        <source>damaged records not listed: %1</source>
        <translation>未列出的损坏记录：%1</translation>
    </message>
    <message>
        <source>records whose files have changed or disappeared since they were read: %1</source>
        <translation>读取之后文件已更改或消失的记录：%1</translation>
    </message>
    <message>
        <source>shapes not listed: %1, with %2 records</source>
        <translation>未列出的记录类型：%1 种，共 %2 条记录</translation>
    </message>
    <message>
        <source>text in single quotes is Python syntax, not JSON (read the data with ast.literal_eval and write them with json.dumps)</source>
        <translation>单引号文本是 Python 的写法，不是 JSON（请用 json.dumps 写出数据；ast.literal_eval 可以读取）</translation>
    </message>
    <message>
        <source>%1 is Python syntax for %2 (read the data with ast.literal_eval and write them with json.dumps)</source>
        <translation>%1 是 Python 对 %2 的写法（请用 json.dumps 写出数据；ast.literal_eval 可以读取）</translation>
    </message>
    <message>
        <source>the file is encoded as %1, which this system cannot decode</source>
        <translation>文件的编码是 %1，本系统无法解码</translation>
    </message>
    <message>
        <source>the file is not UTF-8; it is read as %1</source>
        <translation>文件不是 UTF-8 编码，按 %1 读取</translation>
    </message>
    <message>
        <source>the file is not UTF-8; it is read as %1, and invalid bytes are shown as U+FFFD (%2)</source>
        <translation>文件不是 UTF-8 编码，按 %1 读取；其中无效的字节显示为 U+FFFD（%2 个）</translation>
    </message>
    <message>
        <source>this is an archive without an archive file name; rename it to end in .zip or .tar.gz</source>
        <translation>这是压缩包，但文件名没有表明这一点；请把扩展名改为 .zip 或 .tar.gz</translation>
    </message>
    <message>
        <source>macOS stores this next to a file; it contains no data</source>
        <translation>这是 macOS 存放在文件旁的附属文件，不含数据</translation>
    </message>
    <message>
        <source>this is a Git LFS pointer of %1 bytes; the data were not fetched (git lfs pull)</source>
        <translation>这是 Git LFS 指针（%1 字节），数据尚未获取（git lfs pull）</translation>
    </message>
    <message>
        <source>this is a git-annex pointer; the data were not fetched (git annex get)</source>
        <translation>这是 git-annex 指针，数据尚未获取（git annex get）</translation>
    </message>
    <message>
        <source>this is an HTML page, perhaps an error page that was saved in place of the data</source>
        <translation>这是 HTML 网页，可能是错误页面被当作数据保存了</translation>
    </message>
    <message>
        <source>this is XML, perhaps an error message that was saved in place of the data</source>
        <translation>这是 XML，可能是错误信息被当作数据保存了</translation>
    </message>
    <message>
        <source>there is no %1; use text.user, text.assistant, text.system, text.tool, text.context, text.candidate, text.note or a language such as text.en, text.zh, text.zh-hant, text.ja, text.other</source>
        <translation>没有 %1；请使用 text.user、text.assistant、text.system、text.tool、text.context、text.candidate、text.note，或某种语言，如 text.en、text.zh、text.zh-hant、text.ja、text.other</translation>
    </message>
    <message>
        <source>in addition to its records, the file has %1</source>
        <translation>除记录外，文件中还有 %1</translation>
    </message>
    <message>
        <source>%1 has no short values; only has:%1 and missing:%1 can be used</source>
        <translation>%1 没有简短的取值，只能使用 has:%1 和 missing:%1</translation>
    </message>
    <message>
        <source>%1 has no times to compare</source>
        <translation>%1 不是时间字段，无法比较</translation>
    </message>
    <message>
        <source>the messages are the columns of %1</source>
        <translation>消息按列写在 %1 中</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>the file already exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>records that cannot be read</source>
        <translation>无法读取的记录</translation>
    </message>
    <message>
        <source>records whose file has changed since it was read</source>
        <translation>读取之后文件已更改的记录</translation>
    </message>
    <message>
        <source>records without messages</source>
        <translation>没有消息的记录</translation>
    </message>
    <message>
        <source>records without a chosen and a rejected answer</source>
        <translation>没有选中回答和落选回答的记录</translation>
    </message>
    <message>
        <source>records that do not say whether an answer is desirable</source>
        <translation>没有说明回答是否可取的记录</translation>
    </message>
    <message>
        <source>records with fewer than two answers</source>
        <translation>回答少于两个的记录</translation>
    </message>
    <message>
        <source>records without a label</source>
        <translation>没有标签的记录</translation>
    </message>
    <message>
        <source>records without a preference and a final question</source>
        <translation>没有偏好或末尾没有提问的记录</translation>
    </message>
    <message>
        <source>texts in other languages</source>
        <translation>其他语言的文本</translation>
    </message>
    <message>
        <source>earlier versions of texts</source>
        <translation>文本的先前版本</translation>
    </message>
    <message>
        <source>texts without an English version, which are written unchanged</source>
        <translation>没有英文版本的文本（按原文写出）</translation>
    </message>
    <message>
        <source>texts without a Chinese version, which are written unchanged</source>
        <translation>没有中文版本的文本（按原文写出）</translation>
    </message>
    <message>
        <source>task descriptions</source>
        <translation>任务描述</translation>
    </message>
    <message>
        <source>preferences</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>summaries of preferences</source>
        <translation>偏好摘要</translation>
    </message>
    <message>
        <source>personas</source>
        <translation>人物设定</translation>
    </message>
    <message>
        <source>questions outside the conversation</source>
        <translation>对话之外的提问</translation>
    </message>
    <message>
        <source>explanations</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>system messages</source>
        <translation>系统消息</translation>
    </message>
    <message>
        <source>messages that are not part of a question and its answer</source>
        <translation>不属于一问一答的消息</translation>
    </message>
    <message>
        <source>messages of answers before the final message</source>
        <translation>回答中最后一条之前的消息</translation>
    </message>
    <message>
        <source>candidate answers</source>
        <translation>候选回答</translation>
    </message>
    <message>
        <source>which of the answers is preferred</source>
        <translation>选中的是哪个回答</translation>
    </message>
    <message>
        <source>values of answers under &quot;%1&quot;</source>
        <translation>候选回答的“%1”</translation>
    </message>
    <message>
        <source>intents</source>
        <translation>意图</translation>
    </message>
    <message>
        <source>hallucination marks</source>
        <translation>幻觉标记</translation>
    </message>
    <message>
        <source>memos</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>satisfaction grades of messages</source>
        <translation>消息的满意度</translation>
    </message>
    <message>
        <source>values of messages under &quot;%1&quot;</source>
        <translation>消息的“%1”</translation>
    </message>
    <message>
        <source>ratings &quot;%1&quot;</source>
        <translation>评分“%1”</translation>
    </message>
    <message>
        <source>values under &quot;%1&quot;</source>
        <translation>“%1”的取值</translation>
    </message>
    <message>
        <source>ids</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>comments between values</source>
        <translation>值之间的注释</translation>
    </message>
    <message>
        <source>%1 cannot be written in this language: %2</source>
        <translation>%1 不能以此语言写出：%2</translation>
    </message>
    <message>
        <source>%1 does not support columns</source>
        <translation>%1 不支持列</translation>
    </message>
    <message>
        <source>%1 writes the key %2 itself, so it cannot be a column</source>
        <translation>键 %2 由 %1 自行写出，不能用作列</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>it is not a saved view</source>
        <translation>这不是已保存的视图</translation>
    </message>
    <message>
        <source>the view was saved by a newer version of the program</source>
        <translation>此视图由更新版本的程序保存</translation>
    </message>
    <message>
        <source>it is one of the input files</source>
        <translation>这是输入文件之一</translation>
    </message>
    <message>
        <source>the footer of the Parquet file, which describes its contents, is missing or damaged</source>
        <translation>Parquet 文件中描述内容的尾部缺失或损坏</translation>
    </message>
    <message>
        <source>the Parquet file is encrypted</source>
        <translation>该 Parquet 文件已加密</translation>
    </message>
    <message>
        <source>it claims to have more rows than a file of its size can hold</source>
        <translation>它声明的行数超过这种大小的文件所能容纳的行数</translation>
    </message>
    <message>
        <source>the column %1 is encrypted</source>
        <translation>列 %1 已加密</translation>
    </message>
    <message>
        <source>the column %1 is stored in another file</source>
        <translation>列 %1 存放在另一个文件中</translation>
    </message>
    <message>
        <source>the column %1 uses an unsupported compression (number %2)</source>
        <translation>不支持列 %1 的压缩方式（编号 %2）</translation>
    </message>
    <message>
        <source>row group %1, column %2: %3</source>
        <translation>第 %1 个行组，列 %2：%3</translation>
    </message>
    <message>
        <source>record batch %1: %2</source>
        <translation>第 %1 个记录批：%2</translation>
    </message>
    <message>
        <source>%1; rows %2 to %3 cannot be read</source>
        <translation>%1；第 %2 至 %3 行无法读取</translation>
    </message>
    <message>
        <source>the column %1 has an unsupported type</source>
        <translation>不支持列 %1 的类型</translation>
    </message>
    <message>
        <source>the schema of the Arrow file is missing or damaged</source>
        <translation>Arrow 文件的结构描述缺失或损坏</translation>
    </message>
    <message>
        <source>the Arrow file was written on a machine with a different byte order</source>
        <translation>该 Arrow 文件由字节序不同的机器写成</translation>
    </message>
    <message>
        <source>the Arrow file is cut off or damaged after record batch %1</source>
        <translation>Arrow 文件在第 %1 个记录批之后被截断或损坏</translation>
    </message>
    <message>
        <source>the record batch is damaged</source>
        <translation>记录批已损坏</translation>
    </message>
    <message>
        <source>a dictionary entry is missing</source>
        <translation>字典中缺少该条目</translation>
    </message>
    <message>
        <source>the header of a page is damaged</source>
        <translation>某页的头部已损坏</translation>
    </message>
    <message>
        <source>the file ends inside a page</source>
        <translation>文件在某页中间结束</translation>
    </message>
    <message>
        <source>a page is too large</source>
        <translation>某页过大</translation>
    </message>
    <message>
        <source>the checksum of a page does not match</source>
        <translation>某页的校验和不符</translation>
    </message>
    <message>
        <source>a page cannot be unpacked</source>
        <translation>某页无法解压</translation>
    </message>
    <message>
        <source>a page has an unknown encoding</source>
        <translation>某页的编码方式未知</translation>
    </message>
    <message>
        <source>the levels of a page are damaged</source>
        <translation>某页的层级信息已损坏</translation>
    </message>
    <message>
        <source>the values of a page are damaged</source>
        <translation>某页的值已损坏</translation>
    </message>
    <message>
        <source>the dictionary is missing or damaged</source>
        <translation>字典缺失或损坏</translation>
    </message>
    <message>
        <source>its number of rows differs from other columns</source>
        <translation>其行数与其他列不同</translation>
    </message>
    <message>
        <source>a row is too long</source>
        <translation>某行过长</translation>
    </message>
    <message>
        <source>this is an intermediate result of the datasets library; it repeats other files</source>
        <translation>这是 datasets 库保存的中间结果，内容与其他文件重复</translation>
    </message>
    <message>
        <source>the datasets library describes the data in this file; the description is used</source>
        <translation>这是 datasets 库描述数据的文件，其中的说明已采用</translation>
    </message>
    <message>
        <source>the file cannot be written, or no conversation could be read again</source>
        <translation>无法写入文件，或无法重新读取任何对话</translation>
    </message>
    <message>
        <source>the rejected answer is the same as the chosen one</source>
        <translation>落选的回答与选中的回答相同</translation>
    </message>
    <message>
        <source>%1 % of the two answers is the same</source>
        <translation>两个回答有 %1% 相同</translation>
    </message>
    <message>
        <source>the required argument &quot;%1&quot; is missing</source>
        <translation>缺少工具必需的参数“%1”</translation>
    </message>
    <message>
        <source>the argument &quot;%1&quot; is not of the type %2</source>
        <translation>参数“%1”的类型不是 %2</translation>
    </message>
    <message>
        <source>the tool declares no argument &quot;%1&quot;</source>
        <translation>工具没有声明参数“%1”</translation>
    </message>
    <message>
        <source>the arguments are not a JSON object</source>
        <translation>参数不是 JSON 对象</translation>
    </message>
    <message>
        <source>the assistant speaks first</source>
        <translation>助手先说话</translation>
    </message>
    <message>
        <source>two assistant messages in a row</source>
        <translation>连续两条助手消息</translation>
    </message>
    <message>
        <source>the answer has no text</source>
        <translation>回答没有文本</translation>
    </message>
    <message>
        <source>the message has no text</source>
        <translation>消息没有文本</translation>
    </message>
    <message>
        <source>no result answers the call &quot;%1&quot;</source>
        <translation>调用“%1”没有对应的结果</translation>
    </message>
    <message>
        <source>the Chinese text is in English</source>
        <translation>中文一侧是英文</translation>
    </message>
    <message>
        <source>there is no Chinese text</source>
        <translation>没有中文文本</translation>
    </message>
    <message>
        <source>the messages before the answers differ</source>
        <translation>回答之前的内容不同</translation>
    </message>
    <message>
        <source>it ends inside a code block</source>
        <translation>在代码块中间结束</translation>
    </message>
    <message>
        <source>it ends in the middle of a sentence</source>
        <translation>在句子中间结束</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>the English text is in Chinese</source>
        <translation>英文一侧是中文</translation>
    </message>
    <message>
        <source>there is no English text</source>
        <translation>没有英文文本</translation>
    </message>
    <message>
        <source>one of %1 duplicates</source>
        <translation>%1 段相同文本之一</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing</source>
        <translation>缺少“%1”</translation>
    </message>
    <message>
        <source>%1 headings became %2</source>
        <translation>%1 个标题变成了 %2 个</translation>
    </message>
    <message>
        <source>it is in the %1 data, and %2 is in the training data</source>
        <translation>它在 %1 数据中，而 %2 在训练数据中</translation>
    </message>
    <message>
        <source>the message has no intent</source>
        <translation>消息没有意图</translation>
    </message>
    <message>
        <source>it contains the character %1</source>
        <translation>含有字符 %1</translation>
    </message>
    <message>
        <source>%1 items became %2</source>
        <translation>%1 个列表项变成了 %2 个</translation>
    </message>
    <message>
        <source>%1 characters for %2 in the source (%3 %)</source>
        <translation>%1 个字符，原文 %2 个（%3%）</translation>
    </message>
    <message>
        <source>the longer answer is the chosen one in %1 of %2 pairs (%3 %)</source>
        <translation>%2 对回答中有 %1 对选中较长的（%3%）</translation>
    </message>
    <message>
        <source>the message has no hallucination mark</source>
        <translation>消息没有幻觉标记</translation>
    </message>
    <message>
        <source>it is marked, but no memo explains why</source>
        <translation>有标记，却没有备注说明原因</translation>
    </message>
    <message>
        <source>it is not marked, but the memo says &quot;%1&quot;</source>
        <translation>没有标记，备注却说“%1”</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, but many others have &quot;%3&quot;</source>
        <translation>%1 是“%2”，而许多其他记录是“%3”</translation>
    </message>
    <message>
        <source>one of %1 near duplicates</source>
        <translation>%1 段几乎相同的文本之一</translation>
    </message>
    <message>
        <source>the record has no messages</source>
        <translation>记录没有消息</translation>
    </message>
    <message>
        <source>none of the options is the right answer</source>
        <translation>没有一个选项是正确答案</translation>
    </message>
    <message>
        <source>there is no user message</source>
        <translation>没有用户消息</translation>
    </message>
    <message>
        <source>the translation lacks %1</source>
        <translation>译文缺少 %1</translation>
    </message>
    <message>
        <source>the translation contains a sentence of the source: &quot;%1&quot;</source>
        <translation>译文中有一句原文：“%1”</translation>
    </message>
    <message>
        <source>another record prefers the answer that this one rejects</source>
        <translation>此记录落选的回答在另一条记录中选中</translation>
    </message>
    <message>
        <source>it is in %1, but most others are in %2</source>
        <translation>语言是 %1，而其他大多是 %2</translation>
    </message>
    <message>
        <source>%1 is %2, but the others are %3</source>
        <translation>%1 为 %2，而其他记录为 %3</translation>
    </message>
    <message>
        <source>%1 is the text &quot;%2&quot;</source>
        <translation>%1 是文本“%2”</translation>
    </message>
    <message>
        <source>%1 is %2 and %3</source>
        <translation>%1 既是 %2 又是 %3</translation>
    </message>
    <message>
        <source>%1 times &quot;%2&quot;</source>
        <translation>“%2”重复 %1 次</translation>
    </message>
    <message>
        <source>the result answers the call &quot;%1&quot;, which does not exist</source>
        <translation>结果对应的调用“%1”并不存在</translation>
    </message>
    <message>
        <source>the translation is the same as the source</source>
        <translation>译文与原文相同</translation>
    </message>
    <message>
        <source>the message has no grade</source>
        <translation>消息没有满意度</translation>
    </message>
    <message>
        <source>it says &quot;%1&quot;</source>
        <translation>其中有“%1”</translation>
    </message>
    <message>
        <source>both have the score %1</source>
        <translation>两者的分数都是 %1</translation>
    </message>
    <message>
        <source>the English text is in Chinese and the Chinese text is in English</source>
        <translation>英文一侧是中文，中文一侧是英文</translation>
    </message>
    <message>
        <source>the user&apos;s last message has no answer</source>
        <translation>用户的最后一条消息没有回答</translation>
    </message>
    <message>
        <source>two user messages in a row</source>
        <translation>连续两条用户消息</translation>
    </message>
    <message>
        <source>empty or equal answers</source>
        <translation>空的或相同的回答</translation>
    </message>
    <message>
        <source>translations from Chinese</source>
        <translation>译自中文的译文</translation>
    </message>
    <message>
        <source>records of datasets without a usual language</source>
        <translation>没有主要语言的数据集中的记录</translation>
    </message>
    <message>
        <source>calls of a tool in a last message</source>
        <translation>最后一条消息中的工具调用</translation>
    </message>
    <message>
        <source>calls without arguments</source>
        <translation>没有参数的调用</translation>
    </message>
    <message>
        <source>records without answers to choose from</source>
        <translation>没有候选回答的记录</translation>
    </message>
    <message>
        <source>answers of one message</source>
        <translation>只有一条消息的回答</translation>
    </message>
    <message>
        <source>without an id</source>
        <translation>没有 ID</translation>
    </message>
    <message>
        <source>without memos</source>
        <translation>没有备注</translation>
    </message>
    <message>
        <source>records whose messages do not call for it</source>
        <translation>消息不适用的记录</translation>
    </message>
    <message>
        <source>messages without a role</source>
        <translation>没有角色的消息</translation>
    </message>
    <message>
        <source>pairs without scores</source>
        <translation>没有分数的回答对</translation>
    </message>
    <message>
        <source>texts of fields and memos</source>
        <translation>字段与备注的文本</translation>
    </message>
    <message>
        <source>datasets that are not split into training and test data</source>
        <translation>没有分成训练与测试数据的数据集</translation>
    </message>
    <message>
        <source>messages of conversations that are hardly annotated</source>
        <translation>很少标注的对话中的消息</translation>
    </message>
    <message>
        <source>records without such ratings</source>
        <translation>没有此类评分的记录</translation>
    </message>
    <message>
        <source>ratings without a clear scale</source>
        <translation>量表不明确的评分</translation>
    </message>
    <message>
        <source>too short to tell</source>
        <translation>太短，无法判断</translation>
    </message>
    <message>
        <source>translations that are missing, cut or in the wrong language</source>
        <translation>缺失、被截断或语言不对的译文</translation>
    </message>
    <message>
        <source>messages of conversations that are not translated</source>
        <translation>没有翻译的对话中的消息</translation>
    </message>
    <message>
        <source>what is usual in the dataset</source>
        <translation>数据集中常见的情况</translation>
    </message>
    <message>
        <source>fields with one value or very many</source>
        <translation>只有一个值或值太多的字段</translation>
    </message>
    <message>
        <source>there is no check &quot;%1&quot;</source>
        <translation>没有名为“%1”的检查</translation>
    </message>
    <message>
        <source>the check %1 has no threshold</source>
        <translation>检查 %1 没有阈值</translation>
    </message>
    <message>
        <source>the threshold of %1 is a number from %2 to %3</source>
        <translation>%1 的阈值是 %2 到 %3 的数</translation>
    </message>
    <message>
        <source>expected CHECK=NUMBER, found &quot;%1&quot;</source>
        <translation>应为“检查=数字”，实际是“%1”</translation>
    </message>
    <message>
        <source>it is not a JSON object</source>
        <translation>不是 JSON 对象</translation>
    </message>
    <message>
        <source>it was written by a newer version of the program</source>
        <translation>它由更新版本的程序写成</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>it contains check settings</source>
        <translation>这是检查设置文件</translation>
    </message>
    <message>
        <source>no header row with column names was found</source>
        <translation>没有找到写有列名的标题行</translation>
    </message>
    <message>
        <source>it has more than %1 columns</source>
        <translation>列数超过 %1</translation>
    </message>
    <message>
        <source>row %1 has an unclosed quotation mark or is too long; this row and those after it are not read</source>
        <translation>第 %1 行有未闭合的引号，或过长；该行及其后的行均未读取</translation>
    </message>
    <message>
        <source>the row has %1 cells, but the first row has %2</source>
        <translation>该行有 %1 个单元格，而首行有 %2 个</translation>
    </message>
    <message>
        <source>a list or object in Python syntax cannot be read</source>
        <translation>以 Python 写法表示的列表或对象无法读取</translation>
    </message>
    <message>
        <source>a quotation mark in a cell is not doubled</source>
        <translation>单元格中的引号没有成双书写</translation>
    </message>
    <message>
        <source>there are no bytes here to save</source>
        <translation>此处没有可保存的字节</translation>
    </message>
    <message>
        <source>the dataset card</source>
        <translation>数据集卡片</translation>
    </message>
    <message>
        <source>the dataset card: %1</source>
        <translation>数据集卡片：%1</translation>
    </message>
    <message>
        <source>licence: %1</source>
        <translation>许可证：%1</translation>
    </message>
    <message>
        <source>languages: %1</source>
        <translation>语言：%1</translation>
    </message>
    <message>
        <source>the Hub cache stores file contents here, which its snapshots refer to</source>
        <translation>Hub 缓存在此存放文件内容，由其快照引用</translation>
    </message>
    <message>
        <source>the same file is read from another snapshot in the cache</source>
        <translation>同一文件已从缓存中的另一个快照读取</translation>
    </message>
    <message>
        <source>another snapshot in the Hub cache is read instead of this one; to read this one, open its folder</source>
        <translation>已改为读取 Hub 缓存中的另一个快照；要读取此快照，请直接打开这个文件夹</translation>
    </message>
    <message>
        <source>the range is reversed</source>
        <translation>范围的起点大于终点</translation>
    </message>
    <message>
        <source>the regular expression is invalid at character %1: %2</source>
        <translation>正则表达式在第 %1 个字符处有误：%2</translation>
    </message>
    <message>
        <source>unknown field %1</source>
        <translation>没有字段 %1</translation>
    </message>
    <message>
        <source>unknown field %1; did you mean %2?</source>
        <translation>没有字段 %1，您是指 %2 吗？</translation>
    </message>
    <message>
        <source>%1 does not support findings</source>
        <translation>%1 不支持检查发现</translation>
    </message>
    <message>
        <source>this is not output of stats --partial</source>
        <translation>这不是 stats --partial 的输出</translation>
    </message>
    <message>
        <source>these partial figures were printed by a newer version of the program</source>
        <translation>这些部分统计由更新版本的程序输出</translation>
    </message>
    <message>
        <source>these figures count something different (%1) from the first ones (%2)</source>
        <translation>这些统计的内容（%1）与第一份（%2）不同</translation>
    </message>
    <message>
        <source>shard %1 of %2 occurs twice</source>
        <translation>第 %1 份（共 %2 份）出现了两次</translation>
    </message>
    <message>
        <source>these figures are from one of %1 shards, but the first ones are from one of %2</source>
        <translation>这些统计属于共 %1 份中的一份，而第一份属于共 %2 份中的一份</translation>
    </message>
    <message>
        <source>expected an address such as clickhouse://host:8123/database.table, clickhouse+https://host/database.table or postgresql://host/database/table</source>
        <translation>地址应形如 clickhouse://host:8123/database.table、clickhouse+https://host/database.table 或 postgresql://host/database/table</translation>
    </message>
    <message>
        <source>do not put a user name or password in an address, which is stored and shown: set DUOLOGUE_USER and DUOLOGUE_PASSWORD in the environment, or use ~/.netrc</source>
        <translation>地址会被保存和显示，请勿在其中写用户名和密码：请使用环境变量 DUOLOGUE_USER 和 DUOLOGUE_PASSWORD，或写入 ~/.netrc</translation>
    </message>
    <message>
        <source>cannot reach %1: %2</source>
        <translation>无法连接 %1：%2</translation>
    </message>
    <message>
        <source>the server says: %1</source>
        <translation>服务器返回：%1</translation>
    </message>
    <message>
        <source>the server answered with HTTP status %1</source>
        <translation>服务器返回 HTTP 状态码 %1</translation>
    </message>
    <message>
        <source>the server&apos;s response ended prematurely: %1</source>
        <translation>服务器的响应中断：%1</translation>
    </message>
    <message>
        <source>the last row is incomplete</source>
        <translation>最后一行不完整</translation>
    </message>
    <message>
        <source>the server took longer than %1 seconds</source>
        <translation>服务器在 %1 秒内未完成响应</translation>
    </message>
    <message>
        <source>the rows cannot be written to the folder for temporary files</source>
        <translation>无法将获取的行写入临时文件夹</translation>
    </message>
    <message>
        <source>the table has no columns that can be read</source>
        <translation>该表没有可读取的列</translation>
    </message>
    <message>
        <source>table rows have no %1: export them to a file and query the file</source>
        <translation>数据库表的行没有字段 %1：请先导出为文件，再对文件进行查询</translation>
    </message>
    <message>
        <source>the table does not have two lists of texts, for roles and contents: choose both columns</source>
        <translation>该表没有可作为角色和内容的两个文本列表：请选择这两列</translation>
    </message>
    <message>
        <source>the table has no columns for role, content, conversation and position: choose all four</source>
        <translation>该表没有表示角色、内容、对话和位置的列：请选择这四列</translation>
    </message>
    <message>
        <source>a random sample needs a column of conversation ids, and the table has none</source>
        <translation>随机抽样需要存放对话 ID 的列，而该表没有</translation>
    </message>
    <message>
        <source>continuing after a certain row needs a column of conversation ids, and the table has none that the engine can sort by</source>
        <translation>从某一行之后继续需要存放对话 ID 的列，而该表没有引擎可以排序的 ID 列</translation>
    </message>
    <message>
        <source>rows in id order cannot also be sorted or chosen at random</source>
        <translation>按 ID 顺序取行时，不能再另行排序或随机选取</translation>
    </message>
    <message>
        <source>%1 is not an id of this table, whose ids are whole numbers</source>
        <translation>%1 不是此表的 ID，此表的 ID 是整数</translation>
    </message>
    <message>
        <source>the engine cannot count by %1</source>
        <translation>引擎无法按 %1 计数</translation>
    </message>
    <message>
        <source>the engine cannot evaluate all of %1</source>
        <translation>引擎无法完整处理 %1</translation>
    </message>
    <message>
        <source>the engine cannot make this chart</source>
        <translation>引擎无法生成此图表</translation>
    </message>
    <message>
        <source>it is a link to a file that is already included</source>
        <translation>这是一个链接，指向的文件已包括在内</translation>
    </message>
    <message>
        <source>%1 is not a valid date</source>
        <translation>%1 不是有效的日期</translation>
    </message>
    <message>
        <source>records without a question and an answer in text form</source>
        <translation>没有文本形式的提问和回答的记录</translation>
    </message>
    <message>
        <source>records with an answer that would be empty because it has no text</source>
        <translation>回答没有文本、写出后会为空的记录</translation>
    </message>
    <message>
        <source>records whose answers differ only in parts that cannot be written</source>
        <translation>各回答只在无法写出的部分上有差异的记录</translation>
    </message>
    <message>
        <source>tool calls</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>ids of tool calls</source>
        <translation>工具调用的 ID</translation>
    </message>
    <message>
        <source>tool results</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>errors of tool results</source>
        <translation>工具结果中的错误标记</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>files, sounds and videos</source>
        <translation>文件、音频和视频</translation>
    </message>
    <message>
        <source>non-text parts of messages</source>
        <translation>消息的非文本部分</translation>
    </message>
    <message>
        <source>list structure under &quot;%1&quot;, because the values are joined</source>
        <translation>“%1”下的列表结构（其中的值合并为一段文本）</translation>
    </message>
    <message>
        <source>the exact text of cells that a spreadsheet would run as formulas, because &apos; is put before them</source>
        <translation>会被电子表格当作公式执行、因而前面加了 &apos; 的单元格原文</translation>
    </message>
    <message>
        <source>%1 is written as text, because its values have different types, such as %2 and %3</source>
        <translation>%1 写成文本，因为其取值类型不一，例如 %2 和 %3</translation>
    </message>
    <message>
        <source>%1 is written as text: %2 cannot be represented exactly as a floating-point number</source>
        <translation>%1 写成文本：%2 无法精确表示为浮点数</translation>
    </message>
    <message>
        <source>%1 is written as text: %2 is not a date</source>
        <translation>%1 写成文本：%2 不是日期</translation>
    </message>
    <message>
        <source>%1 is written as lists, even where it is a single value, such as %2</source>
        <translation>%1 一律写成列表，单个取值也是如此，例如 %2</translation>
    </message>
    <message>
        <source>it was left unchanged, because records could not be read again: their file has changed (%1)</source>
        <translation>文件保持原样，因为有些记录所在的文件已经改变，无法再次读取：%1</translation>
    </message>
    <message>
        <source>placeholders &lt;%2&gt;: %1; files: %3</source>
        <translation>占位符 &lt;%2&gt;：%1；文件：%3</translation>
    </message>
    <message>
        <source>parts of the type &quot;%2&quot; without a source: %1; files: %3</source>
        <translation>类型为“%2”且没有来源的部分：%1；文件：%3</translation>
    </message>
    <message>
        <source>records without pictures, videos and sounds</source>
        <translation>没有图片、视频和音频的记录</translation>
    </message>
    <message>
        <source>all %1 conversations</source>
        <translation>全部 %1 个对话</translation>
    </message>
    <message>
        <source>%1 of %2 conversations</source>
        <translation>%2 个对话中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 conversations, where %3</source>
        <translation>%2 个对话中的 %1 个，条件为 %3</translation>
    </message>
    <message>
        <source>the conversations where %1</source>
        <translation>满足 %1 的对话</translation>
    </message>
    <message>
        <source>part %1 of them</source>
        <translation>其中第 %1 份</translation>
    </message>
    <message>
        <source>reading was stopped: the first %1 conversations</source>
        <translation>读取已停止：仅前 %1 个对话</translation>
    </message>
    <message>
        <source>reading was stopped: the first %1 conversations, %2 % of the bytes</source>
        <translation>读取已停止：仅前 %1 个对话，占全部字节的 %2%</translation>
    </message>
    <message>
        <source>read so far: %1 conversations</source>
        <translation>目前已读取 %1 个对话</translation>
    </message>
    <message>
        <source>read so far: %1 conversations, %2 % of the bytes</source>
        <translation>目前已读取 %1 个对话，占全部字节的 %2%</translation>
    </message>
    <message>
        <source>the first %1 of %2 are shown</source>
        <translation>显示 %2 条中的前 %1 条</translation>
    </message>
    <message>
        <source>a random sample of %1 of %2</source>
        <translation>从 %2 条中随机抽取的 %1 条</translation>
    </message>
    <message>
        <source>%1 duplicate records are left out</source>
        <translation>已略去 %1 条重复记录</translation>
    </message>
    <message>
        <source>%1 records have no value and are not in any row</source>
        <translation>%1 条记录没有取值，不在任何一行中</translation>
    </message>
    <message>
        <source>%1 messages have no value and are not in any row</source>
        <translation>%1 条消息没有取值，不在任何一行中</translation>
    </message>
    <message>
        <source>%1: mean of the %2 of %3 records that have a value</source>
        <translation>%1：均值只包括 %3 条记录中有取值的 %2 条</translation>
    </message>
    <message>
        <source>%1: mean of the %2 of %3 messages that have a value</source>
        <translation>%1：均值只包括 %3 条消息中有取值的 %2 条</translation>
    </message>
    <message>
        <source>%1: 1 value is not a number and is left out</source>
        <translation>%1：1 个取值不是数字，未计入</translation>
    </message>
    <message>
        <source>%1: %2 values are not numbers and are left out</source>
        <translation>%1：%2 个取值不是数字，未计入</translation>
    </message>
    <message>
        <source>%1: the first %2 of %3 matching rows were fetched</source>
        <translation>%1：已获取 %3 行匹配结果中的前 %2 行</translation>
    </message>
    <message>
        <source>%1: a random sample of %2 of %3 matching rows was fetched</source>
        <translation>%1：已从 %3 行匹配结果中随机获取 %2 行</translation>
    </message>
    <message>
        <source>%1: %2 rows were fetched in id order</source>
        <translation>%1：已按 ID 顺序获取 %2 行</translation>
    </message>
    <message>
        <source>the checks were stopped after %1 of %2 conversations</source>
        <translation>检查已停止：已检查 %2 个对话中的 %1 个</translation>
    </message>
    <message>
        <source>not searched, because their values are names, labels or dates: %1</source>
        <translation>以下键的取值是名称、标签或日期，未搜索：%1</translation>
    </message>
    <message>
        <source>a finding of %1 was accepted in %2, record %3, but its text no longer exists</source>
        <translation>%1 在 %2 第 %3 条记录中的一条检查发现曾被接受，但其文本已不存在</translation>
    </message>
    <message>
        <source>%1.</source>
        <extracomment>A sentence: %1 is its text, %2 is the same without its first letter.</extracomment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>not read: %1 (%2)</source>
        <translation>未读取：%1（%2）</translation>
    </message>
    <message>
        <source>read only in part: %1 (%2)</source>
        <translation>未完整读取：%1（%2）</translation>
    </message>
    <message>
        <source>not read: %1</source>
        <translation>未读取：%1</translation>
    </message>
    <message>
        <source>not read or read only in part: %1 more</source>
        <translation>另有 %1 项未读取或未完整读取</translation>
    </message>
    <message>
        <source>1 duplicate record is left out</source>
        <translation>已略去 1 条重复记录</translation>
    </message>
    <message>
        <source>1 record could not be read and was not searched</source>
        <translation>1 条记录无法读取，未搜索</translation>
    </message>
    <message>
        <source>%1 records could not be read and were not searched</source>
        <translation>%1 条记录无法读取，未搜索</translation>
    </message>
    <message>
        <source>1 record has no value and is not in any row</source>
        <translation>1 条记录没有取值，不在任何一行中</translation>
    </message>
    <message>
        <source>1 message has no value and is not in any row</source>
        <translation>1 条消息没有取值，不在任何一行中</translation>
    </message>
    <message>
        <source>%1: mean of %2 message values in %3 of %4 records</source>
        <translation>%1：均值来自 %4 条记录中 %3 条的 %2 个消息取值</translation>
    </message>
    <message>
        <source>these figures cover %1, but the first ones cover %2</source>
        <translation>这些统计的对象是%1，而第一份的对象是%2</translation>
    </message>
    <message>
        <source>all conversations</source>
        <translation>所有对话</translation>
    </message>
    <message>
        <source>figures that do not name the filter of their conversations: %1 of %2</source>
        <translation>未说明筛选条件的统计：%2 份中的 %1 份</translation>
    </message>
    <message>
        <source>figures of a dataset that was read only in part: %1</source>
        <translation>未完整读取的数据集的统计：%1</translation>
    </message>
    <message>
        <source>no record has a value for %1; the key in the data is %2</source>
        <translation>没有记录的 %1 有取值；数据中的键是 %2</translation>
    </message>
    <message>
        <source>no record has the value &quot;%2&quot; in the data&apos;s own key %1; the run field is %3</source>
        <translation>没有记录的自带键 %1 取值为“%2”；运行的字段是 %3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a list of %2 values: a list of more than %3 is one value of the column, so its values cannot be counted or found separately</source>
        <translation>“%1”是含 %2 个取值的列表：超过 %3 个的列表在列中作为一个取值，不逐一计数和查找</translation>
    </message>
    <message>
        <source>the rows of conversation &quot;%1&quot; are not adjacent: they are read as %2 conversations</source>
        <translation>对话“%1”的行不相邻，因此读作 %2 个对话</translation>
    </message>
    <message>
        <source>the rows of %1 conversations are not adjacent: those of &quot;%2&quot; are read as %3 conversations</source>
        <translation>%1 个对话的行不相邻：其中“%2”的行读作 %3 个对话</translation>
    </message>
    <message>
        <source>a row refers back to &quot;%1&quot; in an earlier conversation, but is read as part of the conversation directly before it</source>
        <translation>有一行引用前面另一个对话中的“%1”，但被读作紧邻其前的对话的一部分</translation>
    </message>
    <message>
        <source>%1 rows refer back to rows of earlier conversations, such as &quot;%2&quot;, but are read as part of the conversations directly before them</source>
        <translation>%1 行引用前面其他对话的行（如“%2”），但被读作紧邻其前的对话的一部分</translation>
    </message>
    <message>
        <source>records whose answers belong to different questions</source>
        <translation>各回答对应不同提问的记录</translation>
    </message>
    <message>
        <source>records whose label is neither a whole number nor null</source>
        <translation>标签既非整数也非 null 的记录</translation>
    </message>
    <message>
        <source>roles of messages with a missing or unknown role</source>
        <translation>没有角色或角色未知的消息的角色</translation>
    </message>
    <message>
        <source>table rows are written as JSON objects, one row per line</source>
        <translation>表格的行写成 JSON 对象，每行一个</translation>
    </message>
    <message>
        <source>calls whose input is free text</source>
        <translation>输入为自由文本的调用</translation>
    </message>
    <message>
        <source>1 record that may contain the text could not be read and was not searched</source>
        <translation>1 条可能含有该文本的记录无法读取，未搜索</translation>
    </message>
    <message>
        <source>%1 records that may contain the text could not be read and were not searched</source>
        <translation>%1 条可能含有该文本的记录无法读取，未搜索</translation>
    </message>
    <message>
        <source>%1: mean of the %2 of %3 counts that have a value; a record counts once for each of its values of %4</source>
        <translation>%1：均值只包括 %3 次计数中有取值的 %2 次；一条记录的“%4”每有一个取值计一次</translation>
    </message>
    <message>
        <source>%1: mean of the %2 of %3 counts that have a value; a message counts once for each of its values of %4</source>
        <translation>%1：均值只包括 %3 次计数中有取值的 %2 次；一条消息的“%4”每有一个取值计一次</translation>
    </message>
    <message>
        <source>%1: mean of %2 message values in %3 of %4 counts; a record counts once for each of its values of %5</source>
        <translation>%1：均值来自 %4 次计数中 %3 次的 %2 个消息取值；一条记录的“%5”每有一个取值计一次</translation>
    </message>
    <message>
        <source>1 message has a value that is neither a number nor yes or no and is not in any row</source>
        <translation>1 条消息的取值既不是数字，也不是“是”或“否”，不在任何一行中</translation>
    </message>
    <message>
        <source>%1 messages have values that are neither numbers nor yes or no and are not in any row</source>
        <translation>%1 条消息的取值既不是数字，也不是“是”或“否”，不在任何一行中</translation>
    </message>
    <message>
        <source>1 record could not be read: its contents are unknown</source>
        <translation>1 条记录无法读取，内容未知</translation>
    </message>
    <message>
        <source>%1 records could not be read: their contents are unknown</source>
        <translation>%1 条记录无法读取，内容未知</translation>
    </message>
    <message>
        <source>not shown in the conversation: %1</source>
        <translation>对话中未显示：%1</translation>
    </message>
    <message>
        <source>the messages are the list %1, with the usual keys</source>
        <translation>消息是列表 %1，使用常用的键</translation>
    </message>
    <message>
        <source>the messages are the steps of the list %1</source>
        <translation>消息是列表 %1 中的步骤</translation>
    </message>
    <message>
        <source>the messages are the texts of the list %1, each of which begins with its speaker</source>
        <translation>消息是列表 %1 中的文本，每段以说话人开头</translation>
    </message>
    <message>
        <source>the messages are in the text %1, separated by &quot;%2&quot;</source>
        <translation>消息写在文本 %1 中，以“%2”分隔</translation>
    </message>
    <message>
        <source>the text %1 is a transcript of the messages</source>
        <translation>文本 %1 是对话记录</translation>
    </message>
    <message>
        <source>the text %1 is a transcript whose lines begin with the speaker</source>
        <translation>文本 %1 是对话记录，各行以说话人开头</translation>
    </message>
    <message>
        <source>%1 is one message</source>
        <translation>%1 是一条消息</translation>
    </message>
    <message>
        <source>%1 has a list of questions and a list of their answers</source>
        <translation>%1 中有提问列表和对应的回答列表</translation>
    </message>
    <message>
        <source>%1 is the conversation so far</source>
        <translation>%1 是此前的对话</translation>
    </message>
    <message>
        <source>the records are not conversations</source>
        <translation>这些记录不是对话</translation>
    </message>
    <message>
        <source>assistant and user take turns</source>
        <translation>助手和用户轮流发言</translation>
    </message>
    <message>
        <source>a program module cannot be loaded: %1</source>
        <translation>无法加载程序模块：%1</translation>
    </message>
    <message>
        <source>languages written in Latin letters cannot be told apart: %1</source>
        <translation>无法区分使用拉丁字母的语言：%1</translation>
    </message>
    <message>
        <source>%1 (the start of the match) is not supported; leave it out: the text before it is highlighted as well</source>
        <translation>不支持 %1（匹配的起点），请去掉它：它前面的内容也会被标出</translation>
    </message>
    <message>
        <source>%1 (the end of the last match) is not supported; leave it out, or write ^ for the beginning of the text</source>
        <translation>不支持 %1（上一个匹配的终点），请去掉它；文本开头请写 ^</translation>
    </message>
    <message>
        <source>%1 (a character with its accents) is not supported; write \P{M}\p{M}*</source>
        <translation>不支持 %1（带附加符号的字符），请改写为 \P{M}\p{M}*</translation>
    </message>
    <message>
        <source>%1 (a byte) is not supported; write . for a character</source>
        <translation>不支持 %1（一个字节），一个字符请写 .</translation>
    </message>
    <message>
        <source>%1 (a pattern with spaces and comments) is not supported; write the pattern without them</source>
        <translation>不支持 %1（带空格和注释的写法），请去掉空格和注释</translation>
    </message>
    <message>
        <source>%1 is not supported: the flags are i, m, s and U</source>
        <translation>不支持 %1：可用的标志是 i、m、s 和 U</translation>
    </message>
    <message>
        <source>the bounds of %1 are reversed; write the lower one first</source>
        <translation>%1 的上下限写反了，请把较小的写在前面</translation>
    </message>
    <message>
        <source>the range %1 is reversed; write the lower character first</source>
        <translation>范围 %1 写反了，请把靠前的字符写在前面</translation>
    </message>
    <message>
        <source>%1 is not a range, because %2 is more than one character; write \- for a hyphen</source>
        <translation>%1 不是范围，因为 %2 代表多个字符；连字符请写 \-</translation>
    </message>
    <message>
        <source>%1 has no meaning in brackets; write it outside, as in (?:[ab]|%1)</source>
        <translation>%1 不能写在方括号里，请写在外面，例如 (?:[ab]|%1)</translation>
    </message>
    <message>
        <source>%1 is not a known class; use one such as \p{L}, \p{Lu}, \p{N}, \p{P} or \p{Han}, with the case as shown</source>
        <translation>没有 %1 这个字符类，请改用 \p{L}、\p{Lu}、\p{N}、\p{P} 或 \p{Han} 等，大小写须与此一致</translation>
    </message>
    <message>
        <source>%1 is not a known class; the classes are alpha, digit, alnum, lower, upper, space, word, punct, blank, cntrl, graph, print, xdigit and ascii</source>
        <translation>没有 %1 这个字符类，可用的有 alpha、digit、alnum、lower、upper、space、word、punct、blank、cntrl、graph、print、xdigit 和 ascii</translation>
    </message>
    <message>
        <source>%1 has a meaning only in brackets; write [%1]</source>
        <translation>%1 只能写在方括号里，请改写为 [%1]</translation>
    </message>
    <message>
        <source>%1 is not a known escape; leave out the backslash, or write a character as \x{4E00}</source>
        <translation>没有 %1 这种转义，请去掉反斜杠；用编码表示字符请写成 \x{4E00} 的形式</translation>
    </message>
    <message>
        <source>%1 is not a valid character code</source>
        <translation>%1 不是有效的字符编码</translation>
    </message>
    <message>
        <source>%1 (a character by its name) is not supported; write its code, such as \x{4E00}</source>
        <translation>不支持 %1（用名称表示字符），请写字符的编码，例如 \x{4E00}</translation>
    </message>
    <message>
        <source>%1 is not a valid group name: a name consists of letters, digits and _, as in (?&lt;name&gt;…)</source>
        <translation>%1 中的组名无效：组名由字母、数字和 _ 组成，例如 (?&lt;name&gt;…)</translation>
    </message>
    <message>
        <source>%1 has nothing to repeat; write \%1 for the character</source>
        <translation>%1 前面没有可重复的内容；要查找这个字符本身，请写 \%1</translation>
    </message>
    <message>
        <source>%1 repeats a repetition; remove one of them, or put the first in a group</source>
        <translation>%1 连续重复了两次，请去掉一个，或给前面的部分加上括号</translation>
    </message>
    <message>
        <source>a backslash at the end escapes nothing; write \\ for the character</source>
        <translation>末尾的反斜杠后面没有字符；要查找反斜杠本身，请写 \\</translation>
    </message>
    <message>
        <source>the rest is not read: at most %1 records, messages or list values can be opened at once</source>
        <translation>其余部分未读取：记录、消息或列表中的值超过 %1 个，已达到一次可打开的上限</translation>
    </message>
    <message>
        <source>letters follow the closing &quot;/&quot;: patterns have no flags and always ignore case; put a text with slashes in quotation marks</source>
        <translation>结尾的“/”后面有字母：正则表达式没有标志，本来就不区分大小写；含斜杠的文本请放在引号内</translation>
    </message>
    <message>
        <source>the filter of the saved view, %1, is not used: this command covers all records</source>
        <translation>未使用已保存视图的筛选 %1：此命令针对全部记录</translation>
    </message>
    <message>
        <source>%1 does not include the values of other records under this name; they are in the field %2</source>
        <translation>%1 不包括其他记录中同名的取值；那是字段 %2</translation>
    </message>
    <message>
        <source>unknown rating question &quot;%1&quot;</source>
        <translation>没有名为“%1”的评分题目</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is searched for as a word; operators are in capitals: AND, OR, NOT</source>
        <translation>“%1”被当作普通词搜索；运算符要大写：AND、OR、NOT</translation>
    </message>
    <message>
        <source>another record in the file also has the id &quot;%1&quot;</source>
        <translation>此文件中还有另一条记录的 ID 也是“%1”</translation>
    </message>
    <message>
        <source>1 message could not be judged (&quot;unclear&quot;) and is not in any row</source>
        <translation>1 条消息无法判断（“不确定”），不在任何一行中</translation>
    </message>
    <message>
        <source>%1 messages could not be judged (&quot;unclear&quot;) and are not in any row</source>
        <translation>%1 条消息无法判断（“不确定”），不在任何一行中</translation>
    </message>
    <message>
        <source>%1 needs the results of checks, which have not been run</source>
        <translation>%1 需要检查结果，但检查尚未运行</translation>
    </message>
    <message>
        <source>the line is not whole or not JSON</source>
        <translation>这一行不完整，或不是 JSON</translation>
    </message>
    <message>
        <source>the scheme has no valid %1</source>
        <translation>方案缺少有效的 %1</translation>
    </message>
    <message>
        <source>the file is no reading queue</source>
        <translation>该文件不是阅读队列</translation>
    </message>
    <message>
        <source>the line is no mark of a version that is known here</source>
        <translation>这一行不是此版本所知的标记</translation>
    </message>
    <message>
        <source>another file has a different scheme with this name and version</source>
        <translation>另一个文件中已有名称和版本相同但内容不同的方案</translation>
    </message>
    <message>
        <source>the file cannot be read, or is too large for a scheme</source>
        <translation>无法读取该文件，或文件过大，不是方案</translation>
    </message>
    <message>
        <source>pairs of answers that somebody calls equally good or equally bad</source>
        <translation>被判为一样好或都不好的回答对</translation>
    </message>
    <message>
        <source>answers that are judged in different ways</source>
        <translation>判定不一致的回答</translation>
    </message>
    <message>
        <source>marks on records that are gone or have changed</source>
        <translation>所在记录已消失或已更改的标记</translation>
    </message>
    <message>
        <source>marks on parts that their record does not have</source>
        <translation>所标部分在记录中不存在的标记</translation>
    </message>
    <message>
        <source>spans that are no longer in their text</source>
        <translation>已不在文本中的片段</translation>
    </message>
    <message>
        <source>answers to the question %1</source>
        <translation>对问题 %1 的回答</translation>
    </message>
    <message>
        <source>%1 is not a time</source>
        <translation>%1 不是时间</translation>
    </message>
    <message>
        <source>a mark cannot be on this part of a record: %1 %2</source>
        <translation>标记不能用于记录的这一部分：%1 %2</translation>
    </message>
    <message>
        <source>the mark is on something that is not known here: %1</source>
        <translation>标记所在的部分无法识别：%1</translation>
    </message>
    <message>
        <source>the mark names no reader</source>
        <translation>标记没有注明读者</translation>
    </message>
    <message>
        <source>no record fits the mark, or several do</source>
        <translation>没有记录与该标记相符，或有多条记录相符</translation>
    </message>
    <message>
        <source>the record does not have the part that is marked</source>
        <translation>记录中没有被标记的部分</translation>
    </message>
    <message>
        <source>the column %1 is not known and is left out</source>
        <translation>无法识别列 %1，已略去</translation>
    </message>
    <message>
        <source>verdicts that are neither pass nor fail, or not on an answer</source>
        <translation>既非通过也非不通过，或不在回答上的判定</translation>
    </message>
    <message>
        <source>preferences that do not say between which two answers</source>
        <translation>没有注明在哪两个回答之间的偏好</translation>
    </message>
    <message>
        <source>nobody answers the question %1; questions with answers: %2</source>
        <translation>没有人回答问题 %1；有回答的问题：%2</translation>
    </message>
    <message>
        <source>%1 is given twice</source>
        <translation>%1 给出了两次</translation>
    </message>
    <message>
        <source>there is no %1 that answers the question %2; known are %3</source>
        <translation>没有回答问题 %2 的 %1；已知的有 %3</translation>
    </message>
    <message>
        <source>answers to the question %1 of %2: %3 items with answers of two or more, of %4; intervals: 95 %, bootstrap over conversations</source>
        <translation>%2 对问题 %1 的回答：%4 项中有 %3 项由两个或更多来源回答；区间：95%，按对话自助抽样</translation>
    </message>
    <message>
        <source>the corrected pass rate is undefined: true positives and true negatives add up to 1 or less, so the judge %1 is no better than chance</source>
        <translation>校正后的通过率无定义：真阳性率与真阴性率之和不大于 1，评判者 %1 并不优于随机判断</translation>
    </message>
</context>
<context>
    <name>PictureFile</name>
    <message>
        <source>This is not an image that can be shown</source>
        <translation>这不是可以显示的图片</translation>
    </message>
    <message>
        <source>The image is too large</source>
        <translation>图片过大</translation>
    </message>
    <message>
        <source>Remote images are not loaded</source>
        <translation>不加载远程图片</translation>
    </message>
    <message>
        <source>No such file on disk</source>
        <translation>磁盘上没有此文件</translation>
    </message>
</context>
<context>
    <name>PlainKeyWords</name>
    <message>
        <source>page</source>
        <translation>翻页</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>context</source>
        <translation>背景信息</translation>
    </message>
    <message>
        <source>read</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>open, close</source>
        <translation>展开、收起</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>全部步骤</translation>
    </message>
    <message>
        <source>bar</source>
        <translation>条形</translation>
    </message>
    <message>
        <source>select a range</source>
        <translation>选择范围</translation>
    </message>
    <message>
        <source>filter by it</source>
        <translation>按此筛选</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>fail</source>
        <translation>不通过</translation>
    </message>
    <message>
        <source>later</source>
        <translation>待定</translation>
    </message>
    <message>
        <source>star</source>
        <translation>星标</translation>
    </message>
    <message>
        <source>note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>codes</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>undo mark</source>
        <translation>撤销标记</translation>
    </message>
</context>
<context>
    <name>PrintActions</name>
    <message>
        <source>Save as PDF</source>
        <translation>保存为 PDF</translation>
    </message>
    <message>
        <source>conversation.pdf</source>
        <translation>对话.pdf</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Save shown conversations as PDF (at most %1)…</source>
        <translation>将显示的对话保存为 PDF（最多 %1 个）…</translation>
    </message>
    <message>
        <source>Print shown conversations (at most %1)…</source>
        <translation>打印显示的对话（最多 %1 个）…</translation>
    </message>
    <message>
        <source>Print selected conversations (at most %1)…</source>
        <translation>打印选中的对话（最多 %1 个）…</translation>
    </message>
    <message>
        <source>Save selected conversations as PDF (at most %1)…</source>
        <translation>将选中的对话保存为 PDF（最多 %1 个）…</translation>
    </message>
    <message>
        <source>Printing failed:</source>
        <translation>打印失败：</translation>
    </message>
    <message>
        <source>cannot write to the file or printer.</source>
        <translation>无法写入文件或打印机。</translation>
    </message>
    <message>
        <source>Sent to the printer:</source>
        <translation>已发送到打印机：</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 页</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved as PDF:</source>
        <translation>已保存为 PDF：</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Printing</source>
        <translation>正在打印</translation>
    </message>
</context>
<context>
    <name>ProblemCode</name>
    <message>
        <source>File cannot be read</source>
        <translation>无法读取文件</translation>
    </message>
    <message>
        <source>Folder cannot be read</source>
        <translation>无法读取文件夹</translation>
    </message>
    <message>
        <source>No such file or folder</source>
        <translation>文件或文件夹不存在</translation>
    </message>
    <message>
        <source>Record is too long</source>
        <translation>记录过长</translation>
    </message>
    <message>
        <source>Broken JSON</source>
        <translation>JSON 有语法错误</translation>
    </message>
    <message>
        <source>JSON is nested too deeply</source>
        <translation>JSON 嵌套过深</translation>
    </message>
    <message>
        <source>Packed file is damaged</source>
        <translation>压缩文件已损坏</translation>
    </message>
    <message>
        <source>NaN or Infinity instead of a number</source>
        <translation>应为数字，却是 NaN 或 Infinity</translation>
    </message>
    <message>
        <source>Missing key</source>
        <translation>缺少键</translation>
    </message>
    <message>
        <source>Unknown role</source>
        <translation>未知角色</translation>
    </message>
    <message>
        <source>Unknown value</source>
        <translation>未知的值</translation>
    </message>
    <message>
        <source>Not strict JSON</source>
        <translation>不是严格的 JSON</translation>
    </message>
    <message>
        <source>Not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Too many fields</source>
        <translation>字段过多</translation>
    </message>
    <message>
        <source>File changed or disappeared</source>
        <translation>文件已更改或消失</translation>
    </message>
    <message>
        <source>Packed file is too large when unpacked</source>
        <translation>压缩文件解压后过大</translation>
    </message>
    <message>
        <source>Unusable format description</source>
        <translation>格式描述文件无法使用</translation>
    </message>
    <message>
        <source>Invalid UTF-8</source>
        <translation>无效的 UTF-8</translation>
    </message>
    <message>
        <source>Unpaired surrogate</source>
        <translation>未配对的代理项</translation>
    </message>
    <message>
        <source>Whole number does not fit in 64 bits</source>
        <translation>整数超出 64 位</translation>
    </message>
    <message>
        <source>Duplicate key</source>
        <translation>重复的键</translation>
    </message>
    <message>
        <source>Unexpected value type</source>
        <translation>值的类型不符</translation>
    </message>
    <message>
        <source>Damaged index in the cache</source>
        <translation>缓存中的索引已损坏</translation>
    </message>
    <message>
        <source>Columnar file is damaged</source>
        <translation>列式文件已损坏</translation>
    </message>
    <message>
        <source>Truncated JSON</source>
        <translation>JSON 被截断</translation>
    </message>
    <message>
        <source>Row length differs from the first row</source>
        <translation>行的单元格数与首行不同</translation>
    </message>
    <message>
        <source>Link to a file or folder already included</source>
        <translation>链接指向已包括在内的文件或文件夹</translation>
    </message>
    <message>
        <source>Rows of a conversation are not adjacent</source>
        <translation>同一对话的行不相邻</translation>
    </message>
    <message>
        <source>Program module unavailable</source>
        <translation>程序模块无法使用</translation>
    </message>
</context>
<context>
    <name>ProblemsText</name>
    <message>
        <source>Search problems</source>
        <translation>搜索读取问题</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>读取问题</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Go to the file</source>
        <translation>转到文件</translation>
    </message>
    <message>
        <source>Show in the raw record</source>
        <translation>在原始记录中显示</translation>
    </message>
    <message>
        <source>No problems so far.</source>
        <translation>目前没有读取问题。</translation>
    </message>
    <message>
        <source>No problem contains these words.</source>
        <translation>没有包含这些文字的读取问题。</translation>
    </message>
    <message>
        <source>Problems in the dataset appear here.</source>
        <translation>数据集的读取问题会显示在这里。</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有读取问题</translation>
    </message>
    <message>
        <source>Go to record</source>
        <translation>转到记录</translation>
    </message>
    <message>
        <source>No problems in the data that was read.</source>
        <translation>已读取的数据没有读取问题。</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Up</source>
        <translation>↑</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>↓</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>←</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>→</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>PgUp</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>PgDn</translation>
    </message>
</context>
<context>
    <name>QueryCompletion</name>
    <message>
        <source>The user&apos;s texts</source>
        <translation>用户的文本</translation>
    </message>
    <message>
        <source>The assistant&apos;s texts</source>
        <translation>助手的文本</translation>
    </message>
    <message>
        <source>Chinese texts</source>
        <translation>中文文本</translation>
    </message>
    <message>
        <source>English texts</source>
        <translation>英文文本</translation>
    </message>
    <message>
        <source>The first message</source>
        <translation>第一条消息</translation>
    </message>
    <message>
        <source>The last message</source>
        <translation>最后一条消息</translation>
    </message>
    <message>
        <source>Every message</source>
        <translation>每条消息</translation>
    </message>
    <message>
        <source>How many messages</source>
        <translation>满足条件的消息数</translation>
    </message>
    <message>
        <source>Task, preference, persona, question</source>
        <translation>任务、偏好、人物设定、提问</translation>
    </message>
    <message>
        <source>Candidate answers</source>
        <translation>候选回答</translation>
    </message>
    <message>
        <source>Memos and reasons</source>
        <translation>备注和理由</translation>
    </message>
    <message>
        <source>The field has a value</source>
        <translation>字段有取值</translation>
    </message>
    <message>
        <source>The field has no value</source>
        <translation>字段没有取值</translation>
    </message>
    <message>
        <source>One message that satisfies all conditions in the brackets</source>
        <translation>有一条消息满足括号内全部条件</translation>
    </message>
    <message>
        <source>Tool calls and their results</source>
        <translation>工具调用及其结果</translation>
    </message>
</context>
<context>
    <name>QueryForms</name>
    <message>
        <source>some message is marked; also no and unclear</source>
        <translation>有消息被标为幻觉；也可写 no 和 unclear</translation>
    </message>
    <message>
        <source>a user plans and searches in the next message</source>
        <translation>用户先做规划，并在下一条消息中检索</translation>
    </message>
    <message>
        <source>a text with spaces needs quotation marks</source>
        <translation>含空格的文本要加引号</translation>
    </message>
    <message>
        <source>the field has this value, or it is one of its values</source>
        <translation>字段为该值，或该值是其多个值之一</translation>
    </message>
    <message>
        <source>categories can be named in either language</source>
        <translation>类别可以用任一语言书写</translation>
    </message>
    <message>
        <source>fields can be named by their key or by their title</source>
        <translation>字段可以用键名或标题书写</translation>
    </message>
    <message>
        <source>adjacent terms must all match; numbers are compared</source>
        <translation>并列的条件须同时满足；数字可比较大小</translation>
    </message>
    <message>
        <source>a range that includes both ends; also &gt;=2 and ..5</source>
        <translation>包含两端的范围；也可写 &gt;=2 和 ..5</translation>
    </message>
    <message>
        <source>how many of the messages are in both languages: complete, partial or none</source>
        <translation>双语消息的多少：complete（全部）、partial（部分）或 none（没有）</translation>
    </message>
    <message>
        <source>the field has a value</source>
        <translation>字段有取值</translation>
    </message>
    <message>
        <source>the field has no value</source>
        <translation>字段没有取值</translation>
    </message>
    <message>
        <source>the term does not match; also NOT</source>
        <translation>不满足该条件；也可写 NOT</translation>
    </message>
    <message>
        <source>either term matches; brackets group terms</source>
        <translation>满足其中之一；括号用于组合条件</translation>
    </message>
    <message>
        <source>a single message satisfies everything in the brackets</source>
        <translation>同一条消息满足括号中的所有条件</translation>
    </message>
    <message>
        <source>an answer after turn 3 is marked, and it replies to a user who searched</source>
        <translation>第 3 轮之后有回答被标为幻觉，且它回复的是用户的检索</translation>
    </message>
    <message>
        <source>the first message satisfies it; also last(…)</source>
        <translation>第一条消息满足条件；也可写 last(…)</translation>
    </message>
    <message>
        <source>every message satisfies it, and there is at least one</source>
        <translation>所有消息都满足条件，且至少有一条消息</translation>
    </message>
    <message>
        <source>this many messages satisfy it; also :2..5 and :0</source>
        <translation>满足条件的消息达到该数量；也可写 :2..5 和 :0</translation>
    </message>
    <message>
        <source>a text of the record contains it, in any language, ignoring case and width</source>
        <translation>记录中的某段文本包含该内容，不限语言，忽略大小写与全半角</translation>
    </message>
    <message>
        <source>a text matches the regular expression</source>
        <translation>某段文本匹配该正则表达式</translation>
    </message>
    <message>
        <source>only in one role or language: text.user, text.assistant, text.zh, text.en, text.ja</source>
        <translation>只限某一角色或语言：text.user、text.assistant、text.zh、text.en、text.ja</translation>
    </message>
    <message>
        <source>only in the context of the messages: task, preference, persona, question, explanation</source>
        <translation>只在对话的背景信息中：任务、偏好、人物设定、提问、说明</translation>
    </message>
    <message>
        <source>only in tool calls and their results</source>
        <translation>只在工具调用及其结果中</translation>
    </message>
    <message>
        <source>only in notes about messages: memos and reasons</source>
        <translation>只在消息的备注与理由中</translation>
    </message>
    <message>
        <source>a message&apos;s own key has this value; also has: and missing:</source>
        <translation>消息自己的键取该值；也可用 has: 和 missing:</translation>
    </message>
    <message>
        <source>fields and values can be named in English and in Chinese</source>
        <translation>字段和取值可用英文名，也可用中文名</translation>
    </message>
    <message>
        <source>the file has this name or path; plain words also find ids and files</source>
        <translation>文件名或路径与此相同；只输入文字也能找到 ID 和文件</translation>
    </message>
    <message>
        <source>the file is in this folder or in one of its subfolders</source>
        <translation>文件在此文件夹或其子文件夹中</translation>
    </message>
</context>
<context>
    <name>QuestionRow</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>A number from %1 to %2 is expected.</source>
        <translation>应为 %1 到 %2 之间的数。</translation>
    </message>
</context>
<context>
    <name>RatingCriteria</name>
    <message>
        <source>Vague or brief, for example places named without a description</source>
        <translation>含糊或过于简短，例如只列地名而不作介绍</translation>
    </message>
    <message>
        <source>Between the two</source>
        <translation>介于两者之间</translation>
    </message>
    <message>
        <source>In depth, for example a recipe with its ingredients and steps</source>
        <translation>详尽深入，例如菜谱附有食材和步骤</translation>
    </message>
    <message>
        <source>One or two options per query</source>
        <translation>每次提问只得到一两个选项</translation>
    </message>
    <message>
        <source>Some queries get three or more options</source>
        <translation>部分提问得到三个或更多选项</translation>
    </message>
    <message>
        <source>Every query gets three or more different options</source>
        <translation>每次提问都得到三个或更多不同的选项</translation>
    </message>
    <message>
        <source>An unrealistic plan, for example a schedule too tight to follow</source>
        <translation>方案不切实际，例如日程过紧而无法执行</translation>
    </message>
    <message>
        <source>Partly applicable: gives ideas that are hard to carry out</source>
        <translation>部分可行：给出的想法难以落实</translation>
    </message>
    <message>
        <source>Practical, can be acted on</source>
        <translation>切实可行，可以照做</translation>
    </message>
</context>
<context>
    <name>RecordComparison</name>
    <message>
        <source>Turns</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息数</translation>
    </message>
    <message>
        <source>Marked messages</source>
        <translation>有标记的消息</translation>
    </message>
</context>
<context>
    <name>RecordsPanel</name>
    <message>
        <source>Dataset overview</source>
        <translation>数据集概览</translation>
    </message>
    <message>
        <source>What is in the dataset</source>
        <translation>数据集的内容</translation>
    </message>
    <message>
        <source>Hide the overview. To show it again, use the View menu.</source>
        <translation>隐藏概览；可在“视图”菜单中再次显示</translation>
    </message>
    <message>
        <source>Numbers after values count conversations in the whole dataset, regardless of the filter.</source>
        <translation>取值后的数字是整个数据集中的对话数，与筛选条件无关。</translation>
    </message>
</context>
<context>
    <name>ReportCaption</name>
    <message>
        <source>Dataset: %1</source>
        <translation>数据集：%1</translation>
    </message>
    <message>
        <source>group: %1</source>
        <translation>组：%1</translation>
    </message>
    <message>
        <source>no filter</source>
        <translation>未筛选</translation>
    </message>
    <message>
        <source>filter: %1</source>
        <translation>筛选：%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2中的 %1</translation>
    </message>
    <message>
        <source>%1: n = %2</source>
        <translation>%1：n = %2</translation>
    </message>
    <message>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <source>Means with 95% intervals (%1)</source>
        <translation>均值及其 95% 置信区间（%1）</translation>
    </message>
    <message>
        <source>“·”: none in the dataset</source>
        <translation>“·”：数据集中没有</translation>
    </message>
    <message>
        <source>0 or “–”: none match the other filters</source>
        <translation>0 或“–”：其他筛选条件下没有</translation>
    </message>
    <message>
        <source>Not shown: 1 value without these ratings (%1)</source>
        <translation>未显示：1 个没有这些评分的取值（%1）</translation>
    </message>
    <message>
        <source>Not shown: %1 values without these ratings (%2)</source>
        <translation>未显示：%1 个没有这些评分的取值（%2）</translation>
    </message>
    <message>
        <source>%1 combines %2 rare values</source>
        <translation>“%1”合并了 %2 个少见的取值</translation>
    </message>
    <message>
        <source>Could not be judged: %1</source>
        <translation>无法判断：%1</translation>
    </message>
    <message>
        <source>Not in the means: %1 of %2 without a number</source>
        <translation>未计入均值：%2中有 %1 个没有数值</translation>
    </message>
    <message>
        <source>Not shown: %1 of %2 without these ratings</source>
        <translation>未显示：%2中有 %1 个没有这些评分</translation>
    </message>
    <message>
        <source>Not shown: %1 of %2 without a number</source>
        <translation>未显示：%2中有 %1 个没有数值</translation>
    </message>
    <message>
        <source>Not shown: %1 without a value</source>
        <translation>未显示：%1没有取值</translation>
    </message>
    <message>
        <source>Not shown: %1 of %2 without a value</source>
        <translation>未显示：%2中有 %1 个没有取值</translation>
    </message>
</context>
<context>
    <name>Reports</name>
    <message>
        <source>Rating by turn count</source>
        <translation>评分随轮数的变化</translation>
    </message>
    <message>
        <source>Distribution of a field</source>
        <translation>字段分布</translation>
    </message>
    <message>
        <source>Mean by a field</source>
        <translation>按字段求均值</translation>
    </message>
    <message>
        <source>Cross table of two fields</source>
        <translation>两个字段的交叉表</translation>
    </message>
    <message>
        <source>Intent by turn</source>
        <translation>各轮次的意图</translation>
    </message>
    <message>
        <source>Intent transitions</source>
        <translation>意图转移</translation>
    </message>
    <message>
        <source>Hallucination rate by turn</source>
        <translation>各轮次的幻觉率</translation>
    </message>
    <message>
        <source>Hallucination rate by intent</source>
        <translation>各意图的幻觉率</translation>
    </message>
    <message>
        <source>Satisfaction by turn</source>
        <translation>各轮次的满意度</translation>
    </message>
    <message>
        <source>Message length by role and language</source>
        <translation>各角色各语言的消息长度</translation>
    </message>
    <message>
        <source>means of numbers for each value of a field</source>
        <translation>字段每个取值对应的数值均值</translation>
    </message>
    <message>
        <source>counts, or means of a number, for each pair of values of two fields</source>
        <translation>两个字段每对取值的数量，或某个数值的均值</translation>
    </message>
    <message>
        <source>counts, or means of a number, for each pair of two ratings</source>
        <translation>两项评分每对取值的数量，或某个数值的均值</translation>
    </message>
    <message>
        <source>user intents at each turn of a conversation, as shares of the turn</source>
        <translation>用户在每一轮的意图，以占该轮的比例表示</translation>
    </message>
    <message>
        <source>what follows each intent, from one user message to the next</source>
        <translation>从一条用户消息到下一条，每种意图之后的意图</translation>
    </message>
    <message>
        <source>share of marked answers among annotated answers, by turn</source>
        <translation>每一轮已标注的回答中有幻觉标记的比例</translation>
    </message>
    <message>
        <source>share of marked answers among annotated answers, by user intent</source>
        <translation>按用户意图统计已标注的回答中有幻觉标记的比例</translation>
    </message>
    <message>
        <source>mean satisfaction with the answers at each turn</source>
        <translation>每一轮对回答的平均满意度</translation>
    </message>
    <message>
        <source>n, means and shares for each value of a field, or for each of several queries, with the differences</source>
        <translation>字段的每个取值或多个查询各自的数量、均值与比例，以及它们之间的差异</translation>
    </message>
    <message>
        <source>how often each value of a field occurs; numbers in bins, categories by count</source>
        <translation>字段每个取值出现的次数；数字分区间统计，类别按次数排列</translation>
    </message>
    <message>
        <source>mean number of characters in a message, by role and language</source>
        <translation>按角色和语言统计消息的平均字符数</translation>
    </message>
    <message>
        <source>mean ratings for each number of turns</source>
        <translation>不同轮数对话的平均评分</translation>
    </message>
    <message>
        <source>Compare cohorts</source>
        <translation>分组对比</translation>
    </message>
    <message>
        <source>Rating × rating</source>
        <translation>评分 × 评分</translation>
    </message>
</context>
<context>
    <name>RunningJobs</name>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>%1 conversations/s</source>
        <translation>每秒 %1 个对话</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>还剩 %1 秒</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>还剩 %1 分钟</translation>
    </message>
    <message>
        <source>%1 h left</source>
        <translation>还剩 %1 小时</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>The settings file was damaged:</source>
        <translation>设置文件已损坏：</translation>
    </message>
    <message>
        <source>damaged values were reset. The old file is kept as %1.</source>
        <translation>损坏的值已恢复默认。旧文件保存为 %1。</translation>
    </message>
</context>
<context>
    <name>StepsPanel</name>
    <message>
        <source>Errors only</source>
        <translation>仅看错误</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n 个步骤</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tests</name>
    <message>
        <source>Cliff&apos;s delta</source>
        <translation>Cliff δ</translation>
    </message>
    <message>
        <source>Cohen&apos;s d</source>
        <translation>Cohen d</translation>
    </message>
    <message>
        <source>chi-square</source>
        <translation>卡方检验</translation>
    </message>
    <message>
        <source>Fisher&apos;s exact</source>
        <translation>Fisher 精确检验</translation>
    </message>
</context>
<context>
    <name>TranscriptAttachments</name>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>Show image</source>
        <translation>显示图片</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Hide image</source>
        <translation>隐藏图片</translation>
    </message>
    <message>
        <source>the record does not name a file for it</source>
        <translation>记录中没有对应的文件名</translation>
    </message>
    <message>
        <source>Reasoning (encrypted)</source>
        <translation>思考过程（已加密）</translation>
    </message>
    <message>
        <source>Reasoning (%1 characters)</source>
        <translation>思考过程（%1 个字符）</translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) in the raw record</source>
        <translation>
            <numerusform>原始记录中另有 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TranscriptAttachmentsWords</name>
    <message>
        <source>%1 more characters in the raw record</source>
        <translation>原始记录中另有 %1 个字符</translation>
    </message>
</context>
<context>
    <name>TranscriptCandidates</name>
    <message>
        <source>Chosen</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>落选</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>aligned</source>
        <translation>符合偏好</translation>
    </message>
    <message>
        <source>empty answer</source>
        <translation>空回答</translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s)</source>
        <translation>
            <numerusform>%n 个候选回答</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s)</source>
        <translation>
            <numerusform>%n 处差异</numerusform>
        </translation>
    </message>
    <message>
        <source>too little in common to highlight differences</source>
        <translation>相同之处太少，未标出差异</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>没有差异</translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>Show %n earlier candidate(s)</source>
        <translation>
            <numerusform>显示前面的 %n 个候选回答</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n later candidate(s)</source>
        <translation>
            <numerusform>显示后面的 %n 个候选回答</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (among the first %2)</source>
        <translation>%1（仅比较前 %2 个）</translation>
    </message>
</context>
<context>
    <name>TranscriptColumns</name>
    <message>
        <source>This conversation is in one language only.</source>
        <translation>此对话只有一种语言。</translation>
    </message>
    <message>
        <source>No message of this conversation has a translation.</source>
        <translation>此对话的消息都没有译文。</translation>
    </message>
    <message>
        <source>Messages without a translation: %1 of %2.</source>
        <translation>没有译文的消息：%1 / %2。</translation>
    </message>
    <message>
        <source>This conversation is in %1 only.</source>
        <translation>此对话只有%1。</translation>
    </message>
</context>
<context>
    <name>TranscriptDocument</name>
    <message>
        <source>Memo:</source>
        <translation>备注：</translation>
    </message>
    <message>
        <source>empty message</source>
        <translation>空消息</translation>
    </message>
    <message>
        <source>no translation</source>
        <translation>没有译文</translation>
    </message>
    <message>
        <source>Hide earlier translation</source>
        <translation>隐藏先前的译文</translation>
    </message>
    <message>
        <source>Earlier translation</source>
        <translation>先前的译文</translation>
    </message>
    <message>
        <source>This conversation has no messages.</source>
        <translation>此对话没有消息。</translation>
    </message>
    <message>
        <source>Show the preceding text (%1 characters)</source>
        <translation>显示前面的文字：%1 个字符</translation>
    </message>
    <message>
        <source>Show the following text (%1 characters)</source>
        <translation>显示后面的文字：%1 个字符</translation>
    </message>
    <message>
        <source>How is this read?</source>
        <translation>查看解析方式</translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s)</source>
        <translation>
            <numerusform>另有 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>TranscriptMarks</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>已标注</translation>
    </message>
</context>
<context>
    <name>TranscriptNote</name>
    <message>
        <source>Unpacking the archive…</source>
        <translation>正在解压所在的压缩包…</translation>
    </message>
    <message>
        <source>Still reading from disk…</source>
        <translation>仍在从磁盘读取…</translation>
    </message>
    <message>
        <source>This record cannot be read</source>
        <translation>无法读取此记录</translation>
    </message>
    <message>
        <source>Reading the conversation…</source>
        <translation>正在读取对话…</translation>
    </message>
    <message>
        <source>Open a folder of conversations to read them here.</source>
        <translation>打开存有对话的文件夹，即可在此阅读。</translation>
    </message>
    <message>
        <source>Nothing to read</source>
        <translation>没有可读的内容</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>Change or clear the filter to see conversations again.</source>
        <translation>修改或清除筛选条件即可重新显示对话。</translation>
    </message>
    <message>
        <source>No conversation selected</source>
        <translation>未选择对话</translation>
    </message>
    <message>
        <source>Select one in the table of records.</source>
        <translation>请在记录表中选择一个。</translation>
    </message>
    <message>
        <source>No conversation pinned</source>
        <translation>没有固定的对话</translation>
    </message>
    <message>
        <source>Pin a conversation to read others next to it.</source>
        <translation>固定一个对话，以便与其他对话对比阅读。</translation>
    </message>
    <message>
        <source>No dataset open</source>
        <translation>未打开数据集</translation>
    </message>
    <message>
        <source>The open dataset has no conversations.</source>
        <translation>打开的数据集中没有对话。</translation>
    </message>
    <message>
        <source>No conversation yet</source>
        <translation>还看不出对话</translation>
    </message>
    <message>
        <source>Choose another format from the list, or choose how each key is used: messages, a question and its answer, or candidate answers.</source>
        <translation>请从列表中选择其他解析方式，或选择各键的用途：消息、提问及其回答，或候选回答。</translation>
    </message>
</context>
<context>
    <name>TranscriptParts</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>Preference summary</source>
        <translation>偏好摘要</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>人物设定</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>%1, earlier wording</source>
        <translation>%1，先前的表述</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>背景信息</translation>
    </message>
</context>
<context>
    <name>TranscriptProblems</name>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>line %1, column %2 of the record</source>
        <translation>记录第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>This record cannot be read</source>
        <translation>无法读取此记录</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) in this record</source>
        <translation>
            <numerusform>此记录有 %n 个读取问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in the raw record</source>
        <translation>在原始记录中显示</translation>
    </message>
    <message>
        <source>This record was repaired while reading</source>
        <translation>此记录在读取时已修复</translation>
    </message>
    <message>
        <source>The raw view shows its bytes.</source>
        <translation>原始数据面板会显示其字节。</translation>
    </message>
</context>
<context>
    <name>ValueMenu</name>
    <message>
        <source>Show only “%1”</source>
        <translation>只显示“%1”</translation>
    </message>
    <message>
        <source>Exclude “%1”</source>
        <translation>排除“%1”</translation>
    </message>
    <message>
        <source>Copy “%1”</source>
        <translation>复制“%1”</translation>
    </message>
    <message>
        <source>Add “%1” to the filter</source>
        <translation>将“%1”加入筛选</translation>
    </message>
    <message>
        <source>Read these</source>
        <translation>阅读这些</translation>
    </message>
</context>
<context>
    <name>ValueWords</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>en</source>
        <extracomment>The language of the window: en or zh.</extracomment>
        <translation>zh</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>Workbench</name>
    <message>
        <source>Inspector</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>duologue::ui::AboutDialog</name>
    <message>
        <source>Libraries</source>
        <translation>所用的库</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>About Duologue</source>
        <translation>关于 Duologue</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Duologue %1&lt;/h3&gt;&lt;p&gt;Reads, charts, filters and checks datasets of conversations.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;对谈 Duologue %1&lt;/h3&gt;&lt;p&gt;读取对话数据集，绘制图表，并进行筛选和检查。&lt;/p&gt;&lt;p&gt;本程序是自由软件，采用 GNU 通用公共许可证第 3 版或更高版本，不附带任何担保。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Diagnostics contain versions, screens, languages and the program&apos;s last messages, but no data or paths.</source>
        <translation>诊断信息包括版本、屏幕、语言和程序最近的提示，不含数据和路径。</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
    <message>
        <source>Copied. Paste it into your bug report.</source>
        <translation>已复制，请粘贴到问题报告中。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ActionFinder</name>
    <message>
        <source>Find an action</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Action, field, panel, chart, recent dataset, saved filter</source>
        <translation>操作、字段、面板、图表、最近的数据集、已保存的筛选</translation>
    </message>
</context>
<context>
    <name>duologue::ui::AddressForm</name>
    <message>
        <source>ClickHouse</source>
        <translation>ClickHouse</translation>
    </message>
    <message>
        <source>ClickHouse, encrypted (https)</source>
        <translation>ClickHouse，加密（https）</translation>
    </message>
    <message>
        <source>PostgreSQL</source>
        <translation>PostgreSQL</translation>
    </message>
    <message>
        <source>Default port</source>
        <translation>默认端口</translation>
    </message>
    <message>
        <source>En&amp;gine:</source>
        <translation>引擎(&amp;G)：</translation>
    </message>
    <message>
        <source>&amp;Host:</source>
        <translation>主机(&amp;H)：</translation>
    </message>
    <message>
        <source>&amp;Port:</source>
        <translation>端口(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Database:</source>
        <translation>数据库(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;Table:</source>
        <translation>表(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;User:</source>
        <translation>用户(&amp;U)：</translation>
    </message>
    <message>
        <source>Pass&amp;word:</source>
        <translation>密码(&amp;W)：</translation>
    </message>
    <message>
        <source>schema.table</source>
        <translation>模式.表</translation>
    </message>
    <message>
        <source>database.table</source>
        <translation>数据库.表</translation>
    </message>
    <message>
        <source>Save both in the desktop &amp;keyring</source>
        <translation>将两者保存在桌面密钥环中(&amp;K)</translation>
    </message>
    <message>
        <source>From the keyring, DUOLOGUE_USER or ~/.netrc</source>
        <translation>取自密钥环、DUOLOGUE_USER 或 ~/.netrc</translation>
    </message>
    <message>
        <source>Not stored unless you save it in the keyring</source>
        <translation>不会保存，除非选择存入密钥环</translation>
    </message>
    <message>
        <source>Next time, leave both empty: they are read from the keyring</source>
        <translation>下次两项都留空即可，将从密钥环中取得</translation>
    </message>
</context>
<context>
    <name>duologue::ui::AgreementDialog</name>
    <message>
        <source>Agreement</source>
        <translation>一致性</translation>
    </message>
    <message>
        <source>&amp;Question:</source>
        <translation>问题(&amp;Q)：</translation>
    </message>
    <message>
        <source>&amp;Sources:</source>
        <translation>来源(&amp;S)：</translation>
    </message>
    <message>
        <source>Sources that are compared</source>
        <translation>参与比较的来源</translation>
    </message>
    <message>
        <source>Coefficients of agreement</source>
        <translation>一致性系数</translation>
    </message>
    <message>
        <source>Who said what: each cell filters the conversations</source>
        <translation>各来源的判断：单元格可筛选对话</translation>
    </message>
    <message>
        <source>Disagreements</source>
        <translation>分歧</translation>
    </message>
    <message>
        <source>Se&amp;ttle…</source>
        <translation>裁定(&amp;T)…</translation>
    </message>
    <message>
        <source>Says which answer holds, and why, as a source of its own</source>
        <translation>说明采用哪个答案及理由，作为单独的来源保存</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>From</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>To</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 (data)</source>
        <translation>%1（数据）</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Agreement needs two sources: another reader&apos;s marks, or a field of the data.</source>
        <translation>一致性需要两个来源：另一位读者的标记，或数据中的字段。</translation>
    </message>
    <message>
        <source>%1 as a judge, held against %2: true positives %3 (of %4 that pass), true negatives %5 (of %6 that fail).</source>
        <translation>以 %1 为评判者、%2 为准：真阳性率 %3（%4 项通过），真阴性率 %5（%6 项不通过）。</translation>
    </message>
    <message>
        <source>Corrected pass rate (Rogan and Gladen): %1</source>
        <translation>校正后的通过率（Rogan–Gladen）：%1</translation>
    </message>
    <message>
        <source>, %1 to %2</source>
        <translation>，%1 至 %2</translation>
    </message>
    <message>
        <source>Rows: %1. Columns: %2. A cell filters.</source>
        <translation>行：%1。列：%2。单元格可筛选。</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Settled</source>
        <translation>裁定</translation>
    </message>
    <message>
        <source>The first %1 of %2 disagreements:</source>
        <translation>%2 处分歧中的前 %1 处：</translation>
    </message>
    <message numerus="yes">
        <source>%Ln disagreement(s):</source>
        <translation>
            <numerusform>%Ln 处分歧：</numerusform>
        </translation>
    </message>
    <message>
        <source>Settle</source>
        <translation>裁定</translation>
    </message>
    <message>
        <source>Which answer holds?</source>
        <translation>采用哪个答案？</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>理由？</translation>
    </message>
    <message>
        <source>&amp;Compare with the data:</source>
        <translation>与数据比较(&amp;C)：</translation>
    </message>
    <message>
        <source>Check: %1</source>
        <translation>检查：%1</translation>
    </message>
    <message>
        <source>Percent agreement</source>
        <translation>一致率</translation>
    </message>
    <message>
        <source>Cohen&apos;s κ</source>
        <translation>Cohen κ</translation>
    </message>
    <message>
        <source>κ, linear weights</source>
        <translation>κ（线性加权）</translation>
    </message>
    <message>
        <source>κ, quadratic weights</source>
        <translation>κ（平方加权）</translation>
    </message>
    <message>
        <source>Fleiss&apos; κ</source>
        <translation>Fleiss κ</translation>
    </message>
    <message>
        <source>Gwet&apos;s AC1</source>
        <translation>Gwet AC1</translation>
    </message>
    <message>
        <source>α, nominal</source>
        <translation>α（名义）</translation>
    </message>
    <message>
        <source>α, ordinal</source>
        <translation>α（顺序）</translation>
    </message>
    <message>
        <source>α, interval</source>
        <translation>α（区间）</translation>
    </message>
    <message>
        <source>α, ratio</source>
        <translation>α（比率）</translation>
    </message>
    <message>
        <source>undefined</source>
        <translation>无定义</translation>
    </message>
    <message>
        <source>Of the %1 conversations that were shown before a cell was chosen, %2 items have answers of at least two sources, %3 of one.</source>
        <translation>选择单元格之前显示的 %1 个对话中，有 %2 项由至少两个来源回答，%3 项仅由一个来源回答。</translation>
    </message>
    <message>
        <source>Of the %1 conversations shown, %2 items have answers of at least two sources, %3 of one.</source>
        <translation>在显示的 %1 个对话中，有 %2 项由至少两个来源回答，%3 项仅由一个来源回答。</translation>
    </message>
    <message>
        <source>Intervals: 95 %, bootstrap over conversations. Values that nobody uses are left out.</source>
        <translation>区间：95%，按对话自助抽样。无人使用的取值不计入。</translation>
    </message>
    <message>
        <source>, as true positives and true negatives add up to 1 or less: the judge is no better than chance</source>
        <translation>，因为真阳性率与真阴性率之和不大于 1：评判者并不优于随机判断</translation>
    </message>
    <message>
        <source>There are too many different answers for a table.</source>
        <translation>不同的答案太多，无法列成表格。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::AnalysisPanel</name>
    <message>
        <source>none judged</source>
        <translation>尚无判断</translation>
    </message>
    <message>
        <source>%1 of %2: %3 (%4 to %5)</source>
        <translation>%1/%2：%3（%4 至 %5）</translation>
    </message>
    <message>
        <source>Error analysis</source>
        <translation>错误分析</translation>
    </message>
    <message>
        <source>Search notes</source>
        <translation>搜索笔记</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>比率</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>Makes a code, and moves the selected notes to it</source>
        <translation>新建代码，并把选中的笔记归入其中</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>合并…</translation>
    </message>
    <message>
        <source>Makes one code of the selected ones</source>
        <translation>把选中的代码合并为一个</translation>
    </message>
    <message>
        <source>Split…</source>
        <translation>拆分…</translation>
    </message>
    <message>
        <source>Moves the selected notes of a code to a new one</source>
        <translation>把代码下选中的笔记移到新代码</translation>
    </message>
    <message>
        <source>Define…</source>
        <translation>定义…</translation>
    </message>
    <message>
        <source>What the code means, in a sentence</source>
        <translation>用一句话说明代码的含义</translation>
    </message>
    <message>
        <source>Label all…</source>
        <translation>全部标注…</translation>
    </message>
    <message>
        <source>Goes through all that was read, with yes or no for each code</source>
        <translation>逐个过一遍已读的对话，对每个代码回答是或否</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>Labels that were given before a definition changed</source>
        <translation>定义更改之前所做的标注</translation>
    </message>
    <message>
        <source>&amp;By:</source>
        <translation>按(&amp;B)：</translation>
    </message>
    <message>
        <source>Field for the columns</source>
        <translation>作为列的字段</translation>
    </message>
    <message>
        <source>Rates of the codes; each cell filters the conversations</source>
        <translation>代码的比率；单元格可筛选对话</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>比率</translation>
    </message>
    <message>
        <source>New codes in each 20 conversations with notes: %1</source>
        <translation>每 20 个有笔记的对话中新出现的代码数：%1</translation>
    </message>
    <message>
        <source>No notes yet. Read some conversations, and note by N what goes wrong first; group the notes into codes here.</source>
        <translation>还没有笔记。请先阅读一些对话，按 N 记下首先出现的问题，然后在这里把笔记归为代码。</translation>
    </message>
    <message>
        <source>Look again at %1</source>
        <translation>重新查看 %1 个</translation>
    </message>
    <message>
        <source>%1 (not here)</source>
        <translation>%1（不在此数据集中）</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>示例：%1</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Of the conversations labelled for each code, with Wilson intervals at 95 %.</source>
        <translation>占已就该代码标注的对话的比率，附 95% Wilson 区间。</translation>
    </message>
    <message>
        <source>Of the conversations that were read, with Wilson intervals at 95 %.</source>
        <translation>占已读对话的比率，附 95% Wilson 区间。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) left out.</source>
        <translation>
            <numerusform>略去 %Ln 个取值。</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>不分组</translation>
    </message>
    <message numerus="yes">
        <source>Codes of %Ln note(s)</source>
        <translation>
            <numerusform>%Ln 条笔记的代码</numerusform>
        </translation>
    </message>
    <message>
        <source>New code</source>
        <translation>新建代码</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
    <message>
        <source>Rename code</source>
        <translation>重命名代码</translation>
    </message>
    <message>
        <source>New name:</source>
        <translation>新名称：</translation>
    </message>
    <message>
        <source>Merge codes</source>
        <translation>合并代码</translation>
    </message>
    <message>
        <source>Make one code of %1:</source>
        <translation>把 %1 合并为：</translation>
    </message>
    <message>
        <source>Nothing to split:</source>
        <translation>没有可拆分的内容：</translation>
    </message>
    <message>
        <source>select one code, and notes that carry it.</source>
        <translation>请选中一个代码和带有该代码的笔记。</translation>
    </message>
    <message>
        <source>Split code</source>
        <translation>拆分代码</translation>
    </message>
    <message numerus="yes">
        <source>Name of the new code for %Ln note(s):</source>
        <translation>
            <numerusform>%Ln 条笔记的新代码名称：</numerusform>
        </translation>
    </message>
    <message>
        <source>Define code</source>
        <translation>定义代码</translation>
    </message>
    <message>
        <source>What does “%1” mean, in a sentence?</source>
        <translation>用一句话说明“%1”的含义：</translation>
    </message>
    <message>
        <source>Nothing to label:</source>
        <translation>没有可标注的内容：</translation>
    </message>
    <message>
        <source>there are no codes or no conversations with marks.</source>
        <translation>没有代码，或没有带标记的对话。</translation>
    </message>
    <message>
        <source>All is labelled:</source>
        <translation>已全部标注：</translation>
    </message>
    <message>
        <source>every conversation has a yes or no for each code.</source>
        <translation>每个对话对每个代码都有是或否。</translation>
    </message>
    <message>
        <source>Renames the selected code (F2)</source>
        <translation>重命名选中的代码（F2）</translation>
    </message>
    <message>
        <source>Codes and rates</source>
        <translation>代码与比率</translation>
    </message>
    <message>
        <source>%1 of %2 read: %3 (%4 to %5)</source>
        <translation>已读 %2 个中的 %1 个：%3（%4 至 %5）</translation>
    </message>
    <message>
        <source>Nothing to merge:</source>
        <translation>没有可合并的代码：</translation>
    </message>
    <message>
        <source>select two or more codes.</source>
        <translation>请选中两个或更多代码。</translation>
    </message>
    <message>
        <source>The codes were not changed:</source>
        <translation>代码未更改：</translation>
    </message>
</context>
<context>
    <name>duologue::ui::BarChartModel</name>
    <message>
        <source>n %1, missing %2 of %3</source>
        <translation>n %1，%3 个中缺失 %2 个</translation>
    </message>
    <message>
        <source>standard deviation %1</source>
        <translation>标准差 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Number of values in the mean</source>
        <translation>计算均值所用的取值个数</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ChartCanvas</name>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ChartLegend</name>
    <message>
        <source>Legend: %1</source>
        <translation>图例：%1</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ChartPane</name>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Show the chart data in a table next to the chart</source>
        <translation>在图表旁以表格显示其数值</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Clear this chart&apos;s filter</source>
        <translation>清除由此图表设置的筛选</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Copy the table or save the chart</source>
        <translation>复制表格或保存图表</translation>
    </message>
    <message>
        <source>More about this chart</source>
        <translation>此图表的更多操作</translation>
    </message>
    <message>
        <source>Add a chart, enlarge it or open it in a window</source>
        <translation>添加图表、放大图表或在独立窗口中打开</translation>
    </message>
    <message>
        <source>Clear the other filters</source>
        <translation>清除其他筛选</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1等，另有 %2 个</translation>
    </message>
    <message>
        <source>The first %1 of %2 values are drawn</source>
        <translation>共 %2 个取值，仅绘制前 %1 个</translation>
    </message>
    <message>
        <source>Not shown because they have no values for this chart: %1</source>
        <translation>未显示（没有此图表所需的取值）：%1</translation>
    </message>
    <message>
        <source>No ratings: bars show conversation counts</source>
        <translation>没有评分：条形表示对话数</translation>
    </message>
    <message>
        <source>No dataset is open. Open a folder or files to chart them.</source>
        <translation>尚未打开数据集。打开文件夹或文件即可绘制图表。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>The open dataset has no conversations.</source>
        <translation>打开的数据集中没有对话。</translation>
    </message>
    <message>
        <source>Type two queries above, or choose saved filters, to compare their results.</source>
        <translation>请在上方输入两个查询，或选择已保存的筛选，以对比其结果。</translation>
    </message>
    <message>
        <source>No conversations match the other filters: %1</source>
        <translation>其他筛选条件下没有对话：%1</translation>
    </message>
    <message>
        <source>This dataset has no data for this chart.</source>
        <translation>该数据集中没有此图表所需的数据。</translation>
    </message>
    <message>
        <source>The engine is counting…</source>
        <translation>引擎正在计数…</translation>
    </message>
    <message>
        <source>Only the fetched conversations: %1</source>
        <translation>仅统计已获取的对话：%1</translation>
    </message>
    <message>
        <source>Only the fetched conversations; the engine is counting all…</source>
        <translation>仅统计已获取的对话；引擎正在统计全部对话…</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
    <message>
        <source>Compares the first %1 of %2 values</source>
        <translation>对比 %2 个取值中的前 %1 个</translation>
    </message>
    <message>
        <source>Not in any group shown: %1 of %2</source>
        <translation>不在所示任何组中：%2中的 %1 个</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>duologue::ui::CohortModel</name>
    <message>
        <source>%1 − %2</source>
        <translation>%1 − %2</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效应量</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>No value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>mean %1, n %2</source>
        <translation>均值 %1，n %2</translation>
    </message>
    <message>
        <source>standard deviation %1</source>
        <translation>标准差 %1</translation>
    </message>
    <message>
        <source>%1 (n %2)</source>
        <translation>%1（n %2）</translation>
    </message>
    <message>
        <source> [%1, %2]</source>
        <translation> [%1, %2]</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1(%2) = %3, n %4</source>
        <translation>%1(%2) = %3，n %4</translation>
    </message>
    <message>
        <source>%1, n %2</source>
        <translation>%1，n %2</translation>
    </message>
    <message>
        <source>, p &lt; 0.0001</source>
        <translation>，p &lt; 0.0001</translation>
    </message>
    <message>
        <source>, p = %1</source>
        <translation>，p = %1</translation>
    </message>
    <message>
        <source>, Cramér&apos;s V %1</source>
        <translation>，Cramér V %1</translation>
    </message>
    <message>
        <source>Some expected counts are below 5</source>
        <translation>部分期望频数小于 5</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 pp</source>
        <comment>percentage points</comment>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>Total messages</source>
        <translation>消息总数</translation>
    </message>
    <message>
        <source>The cohorts are not independent of each other: differences are shown without intervals, effect sizes and tests.</source>
        <translation>各组并非彼此独立：差异不附区间、效应量和检验。</translation>
    </message>
    <message>
        <source>Conversations in more than one cohort</source>
        <translation>同时属于多组的对话</translation>
    </message>
    <message>
        <source>%1 (share of messages)</source>
        <translation>%1（占消息的比例）</translation>
    </message>
    <message>
        <source>95% interval, Welch t</source>
        <translation>95% 区间，Welch t 法</translation>
    </message>
    <message>
        <source>Values not compared</source>
        <translation>未参与比较的取值</translation>
    </message>
    <message>
        <source>Only the values with the most conversations are compared.</source>
        <translation>只比较对话数最多的取值。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::CohortPage</name>
    <message>
        <source>Compare cohorts</source>
        <translation>分组对比</translation>
    </message>
</context>
<context>
    <name>duologue::ui::CohortQueryEdit</name>
    <message>
        <source>Choose a saved filter</source>
        <translation>选择已保存的筛选</translation>
    </message>
    <message>
        <source>No filter is saved yet</source>
        <translation>尚未保存任何筛选</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ComparisonTable</name>
    <message>
        <source>Differences between the two conversations</source>
        <translation>两个对话的差异</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ComparisonView</name>
    <message>
        <source>Pin conversation to compare</source>
        <translation>加入对比</translation>
    </message>
    <message>
        <source>Pinned: %1</source>
        <translation>已固定：%1</translation>
    </message>
    <message>
        <source>Pin to compare</source>
        <translation>加入对比</translation>
    </message>
    <message>
        <source>Pin this conversation to compare it with others</source>
        <translation>固定此对话，与其他对话对比</translation>
    </message>
    <message>
        <source>Other records with the same preference and question</source>
        <translation>同一偏好和提问的其他记录</translation>
    </message>
    <message>
        <source>Same preference elsewhere (%1)</source>
        <translation>同一偏好的其他记录（%1）</translation>
    </message>
    <message>
        <source>Close the pinned conversation</source>
        <translation>关闭固定的对话</translation>
    </message>
</context>
<context>
    <name>duologue::ui::CompletionPopup</name>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
</context>
<context>
    <name>duologue::ui::DatasetChecks</name>
    <message>
        <source>Checking</source>
        <translation>正在检查</translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>%Ln 条检查发现</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::DatasetMarks</name>
    <message>
        <source>A scheme is not used: %1</source>
        <translation>未使用该方案：%1</translation>
    </message>
    <message>
        <source>Marks could not be read: %1</source>
        <translation>无法读取标记：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of the marks were passed over:</source>
        <translation>
            <numerusform>标记中有 %Ln 行被跳过：</numerusform>
        </translation>
    </message>
    <message>
        <source>The mark was not saved:</source>
        <translation>标记未能保存：</translation>
    </message>
    <message>
        <source>The mark was not saved: %1</source>
        <translation>标记未能保存：%1</translation>
    </message>
    <message>
        <source>The queue was not saved:</source>
        <translation>队列未能保存：</translation>
    </message>
    <message>
        <source>The scheme was not saved:</source>
        <translation>方案未能保存：</translation>
    </message>
</context>
<context>
    <name>duologue::ui::DiffModel</name>
    <message>
        <source>changed and moved</source>
        <translation>已更改并移动</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>已移动</translation>
    </message>
    <message>
        <source>id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>text, similarity %1</source>
        <translation>文本（相似度 %1）</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Old</source>
        <translation>旧</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>匹配依据</translation>
    </message>
</context>
<context>
    <name>duologue::ui::DiffWindow</name>
    <message>
        <source>&amp;Ids changed: match by content</source>
        <translation>ID 已更改：按内容匹配(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>对比(&amp;C)</translation>
    </message>
    <message>
        <source>Compare datasets</source>
        <translation>对比数据集</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>%1 conversations read</source>
        <translation>已读取 %1 个对话</translation>
    </message>
    <message>
        <source>A file or a folder</source>
        <translation>文件或文件夹</translation>
    </message>
    <message>
        <source>Choose a folder or a file</source>
        <translation>选择文件夹或文件</translation>
    </message>
    <message>
        <source>&amp;Old:</source>
        <translation>旧(&amp;O)：</translation>
    </message>
    <message>
        <source>&amp;New:</source>
        <translation>新(&amp;N)：</translation>
    </message>
    <message>
        <source>Changes to show</source>
        <translation>显示哪些变化</translation>
    </message>
    <message>
        <source>Records that differ</source>
        <translation>有差异的记录</translation>
    </message>
    <message>
        <source>Changes in the record</source>
        <translation>记录中的变化</translation>
    </message>
    <message>
        <source>Choose a &amp;folder…</source>
        <translation>选择文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Choose a f&amp;ile…</source>
        <translation>选择文件(&amp;I)…</translation>
    </message>
    <message>
        <source>Choose two files or folders to compare.</source>
        <translation>请选择要对比的两个文件或文件夹。</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>All changes</source>
        <translation>所有变化</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>已移动</translation>
    </message>
    <message>
        <source>Both datasets contain the same %1 conversations.</source>
        <translation>两个数据集的 %1 个对话完全相同。</translation>
    </message>
    <message>
        <source>Old: %1 conversations, new: %2. Equal: %3, changed: %4, removed: %5, added: %6, moved: %7.</source>
        <translation>旧：%1 个对话，新：%2 个。相同 %3，已更改 %4，已删除 %5，新增 %6，已移动 %7。</translation>
    </message>
    <message>
        <source>In a different order within their files: %1.</source>
        <translation>在文件内顺序有变：%1。</translation>
    </message>
    <message>
        <source>Ids that occur more than once in a file: %1. Such records are matched by content.</source>
        <translation>同一文件中重复出现的 ID：%1 个。这些记录按内容匹配。</translation>
    </message>
    <message>
        <source>Not compared because their files have changed in the meantime: %1.</source>
        <translation>因文件在此期间有改动而未对比：%1。</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Comparing datasets</source>
        <translation>正在对比数据集</translation>
    </message>
    <message>
        <source>Dataset comparison finished</source>
        <translation>数据集对比完毕</translation>
    </message>
</context>
<context>
    <name>duologue::ui::DistributionMarks</name>
    <message>
        <source>%1: %2 conversations</source>
        <translation>%1：%2 个对话</translation>
    </message>
    <message>
        <source>How often each value occurs: %1</source>
        <translation>各取值出现的次数：%1</translation>
    </message>
</context>
<context>
    <name>duologue::ui::DocumentWindow</name>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>复制为 Markdown(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>Document progress</source>
        <translation>文档的进度</translation>
    </message>
    <message>
        <source>Counting. Checks examine every conversation.</source>
        <translation>正在统计，检查会查看每个对话。</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>The document could not be created.</source>
        <translation>文档未能生成。</translation>
    </message>
    <message>
        <source>The card is always in English.</source>
        <translation>卡片始终为英文。</translation>
    </message>
    <message>
        <source>Not written: %1: %2</source>
        <translation>未能写入：%1：%2</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>The check settings stored with the dataset are not used: %1</source>
        <translation>未使用随数据集保存的检查设置：%1</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ExportDialog</name>
    <message>
        <source>record values: %1</source>
        <translation>记录的取值：%1</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>Show in &amp;folder</source>
        <translation>在文件夹中显示(&amp;F)</translation>
    </message>
    <message>
        <source>Export conversations</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Preview of the first conversation</source>
        <translation>第一个对话的导出预览</translation>
    </message>
    <message>
        <source>Preview of the first conversation:</source>
        <translation>第一个对话的导出预览：</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>%1 (*%2 *%2.gz *%2.zst);;All files (*)</source>
        <translation>%1 (*%2 *%2.gz *%2.zst);;所有文件 (*)</translation>
    </message>
    <message>
        <source>These files already exist. Replace them?</source>
        <translation>这些文件已存在，要替换吗？</translation>
    </message>
    <message>
        <source>Nothing was written. %1</source>
        <translation>没有写出任何内容。%1</translation>
    </message>
    <message>
        <source>Written: %1 conversations.</source>
        <translation>已写出 %1 个对话。</translation>
    </message>
    <message>
        <source>Duplicates omitted: %1.</source>
        <translation>略去重复 %1 条。</translation>
    </message>
    <message>
        <source>%1 conversations, %2 per second</source>
        <translation>%1 个对话，每秒 %2 个</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was written.</source>
        <translation>已取消，没有写出任何内容。</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>PDF 文档 (*.pdf)</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>正在导出</translation>
    </message>
    <message numerus="yes">
        <source>Not written: %n kind(s) of data</source>
        <translation>
            <numerusform>未写出：%n 类数据</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not written from the first 200: %n kind(s) of data</source>
        <translation>
            <numerusform>前 200 个中未写出：%n 类数据</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 conversations are left out</source>
        <translation>%2 个对话中有 %1 个未包含</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ExportForm</name>
    <message>
        <source>As written</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>所有语言</translation>
    </message>
    <message>
        <source>S&amp;ystem messages</source>
        <translation>包含系统消息(&amp;Y)</translation>
    </message>
    <message>
        <source>Field names, separated by commas</source>
        <translation>字段名，以逗号分隔</translation>
    </message>
    <message>
        <source>&amp;Format:</source>
        <translation>格式(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;Conversations:</source>
        <translation>对话(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>F&amp;ields:</source>
        <translation>字段(&amp;I)：</translation>
    </message>
    <message>
        <source>Matching the filter (%1)</source>
        <translation>符合筛选的（%1）</translation>
    </message>
    <message>
        <source>Selected (%1)</source>
        <translation>选中的（%1）</translation>
    </message>
    <message>
        <source>Sample and split</source>
        <translation>抽样与划分</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>prompt, answer, conversation, context or field names</source>
        <translation>prompt、answer、conversation、context 或字段名</translation>
    </message>
    <message>
        <source>In total</source>
        <translation>不区分取值</translation>
    </message>
    <message>
        <source>Field name, or context</source>
        <translation>字段名，或 context</translation>
    </message>
    <message>
        <source>Field name</source>
        <translation>字段名</translation>
    </message>
    <message>
        <source>&amp;Deduplicate by:</source>
        <translation>去重依据(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;Random sample:</source>
        <translation>随机抽样(&amp;R)：</translation>
    </message>
    <message>
        <source>Per &amp;value of:</source>
        <translation>按取值分别抽样(&amp;V)：</translation>
    </message>
    <message>
        <source>S&amp;plit into files:</source>
        <translation>划分为多个文件(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Never split:</source>
        <translation>同一取值不拆分(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Stratify by:</source>
        <translation>分层依据(&amp;S)：</translation>
    </message>
    <message>
        <source>S&amp;eed:</source>
        <translation>随机种子(&amp;E)：</translation>
    </message>
    <message>
        <source>A split consists of names and shares that add up to at most 1, such as %1.</source>
        <translation>划分由名称和比例组成，比例之和不超过 1，例如 %1。</translation>
    </message>
    <message>
        <source>PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>pages to print, each conversation starting on a new page</source>
        <translation>可打印的页面，每个对话另起一页</translation>
    </message>
    <message>
        <source>A PDF document is one file and cannot be split.</source>
        <translation>PDF 文档是单个文件，无法划分。</translation>
    </message>
    <message>
        <source>Check findin&amp;gs</source>
        <translation>检查发现(&amp;G)</translation>
    </message>
    <message>
        <source>Choose from the fields of the dataset</source>
        <translation>从数据集的字段中选择</translation>
    </message>
    <message>
        <source>First run the checks in the Checks panel.</source>
        <translation>请先在“检查”面板中运行检查。</translation>
    </message>
    <message>
        <source>This format cannot store findings.</source>
        <translation>该格式无法容纳检查发现。</translation>
    </message>
    <message>
        <source>in the order of the files</source>
        <translation>按文件中的顺序</translation>
    </message>
    <message>
        <source>in the order of the table</source>
        <translation>按表格中的顺序</translation>
    </message>
</context>
<context>
    <name>duologue::ui::FacetSection</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Clear the filter on %1</source>
        <translation>清除对%1的筛选</translation>
    </message>
    <message>
        <source>Find a value</source>
        <translation>查找取值</translation>
    </message>
    <message>
        <source>Find a value of %1</source>
        <translation>查找%1的取值</translation>
    </message>
    <message>
        <source>Range of %1</source>
        <translation>%1的范围</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>No conversation has a value</source>
        <translation>没有对话含有取值</translation>
    </message>
    <message>
        <source>%1 of %2 values</source>
        <translation>%1 / %2 个取值</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 个取值</translation>
    </message>
    <message>
        <source>%1 without a value</source>
        <translation>%1 个对话无取值</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>%1, filtered</source>
        <translation>%1，已筛选</translation>
    </message>
    <message>
        <source>Copy “%1”</source>
        <translation>复制“%1”</translation>
    </message>
    <message>
        <source>fetched only</source>
        <translation>仅已获取的</translation>
    </message>
</context>
<context>
    <name>duologue::ui::FacetValueModel</name>
    <message>
        <source>%1, %2 of %3 conversations</source>
        <translation>%1，%3 个对话中的 %2 个</translation>
    </message>
    <message>
        <source>%1, selected</source>
        <translation>%1，已选中</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
</context>
<context>
    <name>duologue::ui::FieldTreeDialog</name>
    <message>
        <source>Find a field</source>
        <translation>查找字段</translation>
    </message>
    <message>
        <source>&amp;Default fields</source>
        <translation>默认字段(&amp;D)</translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) chosen</source>
        <translation>
            <numerusform>已选 %n 个字段</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::FieldTreeView</name>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>用户画像</translation>
    </message>
    <message>
        <source>Other fields</source>
        <translation>其他字段</translation>
    </message>
    <message>
        <source>Message %1</source>
        <translation>消息 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n 个值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n 个键</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>No profile</source>
        <translation>没有用户画像</translation>
    </message>
    <message>
        <source>No other fields</source>
        <translation>没有其他字段</translation>
    </message>
    <message>
        <source>Hidden until you have judged the conversation.</source>
        <translation>在你对该对话作出判定之前不显示。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::FindBar</name>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一处（Shift+F3）</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一处（F3）</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
</context>
<context>
    <name>duologue::ui::FindingModel</name>
    <message>
        <source>to review</source>
        <translation>待确认</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>the whole dataset</source>
        <translation>整个数据集</translation>
    </message>
    <message>
        <source>%1, message %2</source>
        <translation>%1，第 %2 条消息</translation>
    </message>
    <message>
        <source>Checked %1: %2.</source>
        <translation>检查了 %2 %1。</translation>
    </message>
    <message>
        <source>Not judged: %1.</source>
        <translation>未作判断：%1。</translation>
    </message>
    <message>
        <source>Accepted: %1.</source>
        <translation>已接受：%1。</translation>
    </message>
    <message>
        <source>Threshold: %1 (%2).</source>
        <translation>阈值：%1（%2）。</translation>
    </message>
    <message>
        <source>Found in %1.</source>
        <translation>涉及 %1。</translation>
    </message>
    <message>
        <source>%1 of %2 checked %3 (%4%)</source>
        <translation>涉及已检查的 %1 / %2 %3（%4%）</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>检查发现</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Most frequent from %1 to %2: in %3 of %4 conversations</source>
        <translation>%1 至 %2 之间最为集中：%4 个对话中有 %3 个</translation>
    </message>
    <message>
        <source>First to last file</source>
        <translation>从首个到末个文件</translation>
    </message>
    <message>
        <source>Accepted findings. They are stored with the dataset.</source>
        <translation>已接受的检查发现，随数据集保存。</translation>
    </message>
    <message>
        <source>Accepted (%1)</source>
        <translation>已接受（%1）</translation>
    </message>
</context>
<context>
    <name>duologue::ui::FittingBox</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the list</source>
        <translation>在列表中搜索</translation>
    </message>
</context>
<context>
    <name>duologue::ui::FoldSection</name>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>duologue::ui::HeatMap</name>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
</context>
<context>
    <name>duologue::ui::HeatMapModel</name>
    <message>
        <source>Share of row</source>
        <translation>占该行的比例</translation>
    </message>
    <message>
        <source>Mean %1</source>
        <translation>%1均值</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>均值 %1</translation>
    </message>
    <message>
        <source>%1 for all data</source>
        <translation>全部数据为 %1</translation>
    </message>
    <message>
        <source>standard deviation %1, n %2</source>
        <translation>标准差 %1，n %2</translation>
    </message>
    <message>
        <source>The dataset has none.</source>
        <translation>数据集中没有。</translation>
    </message>
    <message>
        <source>No conversations match the other filters.</source>
        <translation>其他筛选条件下没有对话。</translation>
    </message>
    <message>
        <source>Click to show the conversations with such messages.</source>
        <translation>单击可显示含有此类消息的对话。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::HeatScale</name>
    <message>
        <source>Rows: %1 · columns: %2</source>
        <translation>行：%1 · 列：%2</translation>
    </message>
</context>
<context>
    <name>duologue::ui::IndexPlace</name>
    <message>
        <source>Restore default</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Change the folder of indexes</source>
        <translation>更改索引文件夹</translation>
    </message>
    <message>
        <source>Keep indexes in the default folder</source>
        <translation>索引放回默认文件夹</translation>
    </message>
    <message>
        <source>None: there is no home folder</source>
        <translation>无：没有主文件夹</translation>
    </message>
    <message>
        <source>Folder for indexes of datasets</source>
        <translation>存放数据集索引的文件夹</translation>
    </message>
</context>
<context>
    <name>duologue::ui::IndexUse</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Delete all indexes</source>
        <translation>删除所有索引</translation>
    </message>
    <message>
        <source>No indexes stored</source>
        <translation>没有保存的索引</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2，共 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln index(es)</source>
        <translation>
            <numerusform>%Ln 个索引</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::IntentStrip</name>
    <message>
        <source>Intents in order: %1</source>
        <translation>按顺序排列的意图：%1</translation>
    </message>
    <message>
        <source>Message %1: %2</source>
        <translation>消息 %1：%2</translation>
    </message>
</context>
<context>
    <name>duologue::ui::KeyBindings</name>
    <message>
        <source>Press a key.</source>
        <translation>请按下按键。</translation>
    </message>
    <message>
        <source>Keys without Ctrl or Alt are reserved for typing and reading. Function keys can be used alone.</source>
        <translation>不带 Ctrl 或 Alt 的按键用于输入和阅读；功能键可以单独使用。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::KeyGuide</name>
    <message>
        <source>F6 next area</source>
        <translation>F6 下一区域</translation>
    </message>
</context>
<context>
    <name>duologue::ui::KeysDialog</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>查找操作或按键</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设定</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>不设按键</translation>
    </message>
    <message>
        <source>Restore default</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>In a conversation (fixed)</source>
        <translation>在对话中（不可更改）</translation>
    </message>
    <message>
        <source>First and last message</source>
        <translation>第一条和最后一条消息</translation>
    </message>
    <message>
        <source>Close the topmost item, or return to Explore</source>
        <translation>关闭最上层，或回到“探索”</translation>
    </message>
    <message>
        <source>In a chart (fixed)</source>
        <translation>在图表中（不可更改）</translation>
    </message>
    <message>
        <source>Press the new key for “%1”:</source>
        <translation>请按下“%1”的新按键：</translation>
    </message>
    <message>
        <source>The keys of “%1” cannot be changed.</source>
        <translation>“%1”的按键不可更改。</translation>
    </message>
    <message>
        <source>Choose an action to change its key.</source>
        <translation>选择一个操作以更改按键。</translation>
    </message>
    <message>
        <source>New key for %1</source>
        <translation>%1 的新按键</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>改用于此操作</translation>
    </message>
    <message>
        <source>%1 is assigned to “%2”, which would no longer have a key.</source>
        <translation>%1 现属于“%2”，改后它将没有按键。</translation>
    </message>
    <message>
        <source>In the list of records (fixed)</source>
        <translation>在记录列表中（不可更改）</translation>
    </message>
    <message>
        <source>In the list of findings (fixed)</source>
        <translation>在检查发现列表中（不可更改）</translation>
    </message>
</context>
<context>
    <name>duologue::ui::LayoutForm</name>
    <message>
        <source>one row per conversation, with lists of messages</source>
        <translation>每行一个对话，消息为列表</translation>
    </message>
    <message>
        <source>one row per message</source>
        <translation>每行一条消息</translation>
    </message>
    <message>
        <source>one row per record, read like a file</source>
        <translation>每行一条记录，按文件方式读取</translation>
    </message>
    <message>
        <source>The ta&amp;ble has</source>
        <translation>表的结构(&amp;B)：</translation>
    </message>
    <message>
        <source>&amp;Role:</source>
        <translation>角色(&amp;R)：</translation>
    </message>
    <message>
        <source>Te&amp;xt:</source>
        <translation>文本(&amp;X)：</translation>
    </message>
    <message>
        <source>C&amp;onversation:</source>
        <translation>对话(&amp;O)：</translation>
    </message>
    <message>
        <source>Pos&amp;ition:</source>
        <translation>位置(&amp;I)：</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按列名识别</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动识别</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>自动识别：%1</translation>
    </message>
</context>
<context>
    <name>duologue::ui::MainWindow</name>
    <message>
        <source>Duologue</source>
        <translation>Duologue</translation>
    </message>
    <message>
        <source>%1 – Duologue</source>
        <translation>%1 – Duologue</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>The sample dataset is not installed.</source>
        <translation>未安装示例数据集。</translation>
    </message>
    <message>
        <source>Open a folder of your own instead.</source>
        <translation>请改为打开您自己的文件夹。</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>清空此列表</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open folder…</source>
        <translation>打开文件夹(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;files…</source>
        <translation>打开文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Open &amp;sample dataset</source>
        <translation>打开示例数据集(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Close dataset</source>
        <translation>关闭数据集(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>F&amp;ilter</source>
        <translation>筛选(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Clear filter</source>
        <translation>清除筛选(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>D&amp;ark</source>
        <translation>深色(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>外观(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Duologue</source>
        <translation>关于 Duologue(&amp;A)</translation>
    </message>
    <message>
        <source>Save filter</source>
        <translation>保存筛选</translation>
    </message>
    <message>
        <source>Filter name:</source>
        <translation>筛选名称：</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>历史记录(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Saved filters</source>
        <translation>已保存的筛选(&amp;S)</translation>
    </message>
    <message>
        <source>Save this filter…</source>
        <translation>保存此筛选…</translation>
    </message>
    <message>
        <source>&amp;Manage saved filters…</source>
        <translation>管理已保存的筛选(&amp;M)…</translation>
    </message>
    <message>
        <source>No Chinese font is installed:</source>
        <translation>未安装中文字体：</translation>
    </message>
    <message>
        <source>install Noto Sans CJK to read Chinese texts.</source>
        <translation>请安装 Noto Sans CJK 以阅读中文文本。</translation>
    </message>
    <message>
        <source>&amp;Charts</source>
        <translation>图表(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>设置(&amp;S)</translation>
    </message>
    <message>
        <source>The filter cannot be saved:</source>
        <translation>无法保存此筛选：</translation>
    </message>
    <message>
        <source>it is too long.</source>
        <translation>它太长了。</translation>
    </message>
    <message>
        <source>Datasets (%1);;All files (*)</source>
        <translation>数据集 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>&amp;Focus query bar</source>
        <translation>转到查询栏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Undo filter</source>
        <translation>撤销筛选(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo filter</source>
        <translation>重做筛选(&amp;R)</translation>
    </message>
    <message>
        <source>Follow &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Query reference</source>
        <translation>查询语法参考(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Show or hide &amp;side panels</source>
        <translation>显示或隐藏侧边面板(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;How this is read</source>
        <translation>解析方式(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>Next &amp;area</source>
        <translation>下一区域(&amp;A)</translation>
    </message>
    <message>
        <source>Previous a&amp;rea</source>
        <translation>上一区域(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete layout</source>
        <translation>删除布局(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Save layout…</source>
        <translation>保存布局(&amp;S)…</translation>
    </message>
    <message>
        <source>Save layout</source>
        <translation>保存布局</translation>
    </message>
    <message>
        <source>Layout name:</source>
        <translation>布局名称：</translation>
    </message>
    <message>
        <source>&amp;Reset this perspective</source>
        <translation>重置此视图布局(&amp;R)</translation>
    </message>
    <message>
        <source>P&amp;erspective</source>
        <translation>视图布局(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Enlarge or restore panel</source>
        <translation>放大面板或还原(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Find an action…</source>
        <translation>查找操作(&amp;F)…</translation>
    </message>
    <message>
        <source>Save view</source>
        <translation>保存视图</translation>
    </message>
    <message>
        <source>Views (*%1)</source>
        <translation>视图 (*%1)</translation>
    </message>
    <message>
        <source>The view was not saved.</source>
        <translation>视图未能保存。</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Save &amp;view…</source>
        <translation>保存视图(&amp;V)…</translation>
    </message>
    <message>
        <source>Copy as co&amp;mmand</source>
        <translation>复制为命令(&amp;M)</translation>
    </message>
    <message>
        <source>A terminal command that prints the conversations shown here</source>
        <translation>可在终端中运行的命令，输出此处显示的对话</translation>
    </message>
    <message>
        <source>Copy &amp;link to this conversation</source>
        <translation>复制此对话的链接(&amp;L)</translation>
    </message>
    <message>
        <source>A terminal command that opens Duologue at this conversation</source>
        <translation>可在终端中运行的命令，用 Duologue 打开此对话</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Compare datasets…</source>
        <translation>对比数据集(&amp;C)…</translation>
    </message>
    <message>
        <source>Filter by a field</source>
        <translation>按字段筛选</translation>
    </message>
    <message>
        <source>The view cannot be opened:</source>
        <translation>无法打开视图：</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&amp;Pin this dataset</source>
        <translation>置顶此数据集(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Dataset card…</source>
        <translation>数据集卡片(&amp;D)…</translation>
    </message>
    <message>
        <source>Counts, charts and checks of the conversations shown, for a README</source>
        <translation>所显示对话的数量、图表和检查结果，可用于 README</translation>
    </message>
    <message>
        <source>Check &amp;report…</source>
        <translation>检查报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Open &amp;table…</source>
        <translation>打开数据库表(&amp;T)…</translation>
    </message>
    <message>
        <source>Conversations in ClickHouse or PostgreSQL</source>
        <translation>ClickHouse 或 PostgreSQL 中的对话</translation>
    </message>
    <message>
        <source>Fetch &amp;next conversations</source>
        <translation>获取表中接下来的对话(&amp;N)</translation>
    </message>
    <message>
        <source>C&amp;harts and facets for the whole table</source>
        <translation>图表和分面涵盖整个表(&amp;H)</translation>
    </message>
    <message>
        <source>The engine counts conversations that have not been fetched</source>
        <translation>未获取的对话由引擎计数</translation>
    </message>
    <message>
        <source>&amp;Read the rest</source>
        <translation>读取其余部分(&amp;R)</translation>
    </message>
    <message>
        <source>Dataset card</source>
        <translation>数据集卡片</translation>
    </message>
    <message>
        <source>Which conversations does the card describe?</source>
        <translation>卡片说明哪些对话？</translation>
    </message>
    <message>
        <source>Active filter: %1</source>
        <translation>筛选已启用：%1</translation>
    </message>
    <message>
        <source>The %1 &amp;shown</source>
        <translation>显示的 %1 个(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;All %1</source>
        <translation>全部 %1 个(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;All conversations read (%1)</source>
        <translation>已读取的全部（%1）(&amp;A)</translation>
    </message>
    <message>
        <source>Chec&amp;k the dataset</source>
        <translation>检查数据集(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Marks</source>
        <translation>标记(&amp;M)</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ManualWindow</name>
    <message>
        <source>en</source>
        <extracomment>The folder of the manual in this language.</extracomment>
        <translation>zh_CN</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面内容</translation>
    </message>
    <message>
        <source>No matches in the manual.</source>
        <translation>手册中没有这些内容。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::MarkActions</name>
    <message>
        <source>&amp;Pass</source>
        <translation>通过(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Fail</source>
        <translation>不通过(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Decide later</source>
        <translation>待定(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Star</source>
        <translation>星标(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Note…</source>
        <translation>笔记(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Codes…</source>
        <translation>代码(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Tags…</source>
        <translation>标签(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Undo mark</source>
        <translation>撤销标记(&amp;U)</translation>
    </message>
    <message>
        <source>Mark the current &amp;message, not the conversation</source>
        <translation>标记当前消息而非整个对话(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Blind until judged</source>
        <translation>判定前盲读(&amp;B)</translation>
    </message>
    <message>
        <source>Hides the marks of others and the ratings of the data until you have judged</source>
        <translation>在你作出判定之前，隐藏他人的标记和数据中的评分</translation>
    </message>
    <message>
        <source>Reading &amp;queue…</source>
        <translation>阅读队列(&amp;Q)…</translation>
    </message>
    <message>
        <source>&amp;Agreement…</source>
        <translation>一致性(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Reader…</source>
        <translation>读者(&amp;R)…</translation>
    </message>
    <message>
        <source>The queue is done:</source>
        <translation>队列已完成：</translation>
    </message>
    <message>
        <source>every conversation in it has a verdict.</source>
        <translation>其中每个对话都已判定。</translation>
    </message>
    <message>
        <source>Which of these occur?</source>
        <translation>出现了哪些？</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>读者</translation>
    </message>
    <message>
        <source>Your name, under which your marks are kept:</source>
        <translation>你的名字（标记以此名保存）：</translation>
    </message>
    <message>
        <source>No spans:</source>
        <translation>没有片段：</translation>
    </message>
    <message>
        <source>the checks have not been run, or they underline nothing here.</source>
        <translation>尚未运行检查，或检查在这里没有标出任何文字。</translation>
    </message>
    <message>
        <source>Ne&amp;xt conversation after a verdict</source>
        <translation>判定后转到下一个对话(&amp;X)</translation>
    </message>
    <message>
        <source>Next in the queue &amp;without a verdict</source>
        <translation>队列中下一个未判定的对话(&amp;W)</translation>
    </message>
    <message>
        <source>Take f&amp;indings of checks as spans</source>
        <translation>把检查的发现作为片段(&amp;I)</translation>
    </message>
    <message>
        <source>Nothing was marked:</source>
        <translation>没有标记任何内容：</translation>
    </message>
    <message>
        <source>the selection is not within one text of one message.</source>
        <translation>所选文字不在同一条消息的同一段文本内。</translation>
    </message>
    <message>
        <source>no message is highlighted. Click one, or go to one with Ctrl+Down.</source>
        <translation>没有突出显示的消息。请点击一条消息，或用 Ctrl+Down 转到一条消息。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversation(s)</source>
        <translation>
            <numerusform>%Ln 个对话</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, message %2</source>
        <translation>%1，消息 %2</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>对 %1 的笔记</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的%1</translation>
    </message>
</context>
<context>
    <name>duologue::ui::MessageListModel</name>
    <message>
        <source>#</source>
        <comment>number of a message</comment>
        <translation>#</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Intent</source>
        <translation>意图</translation>
    </message>
    <message>
        <source>Hallucination</source>
        <translation>幻觉</translation>
    </message>
    <message>
        <source>%1 of 5</source>
        <translation>%1/5</translation>
    </message>
    <message>
        <source>Satisfaction</source>
        <translation>满意度</translation>
    </message>
    <message>
        <source>Memo or text</source>
        <translation>备注或正文</translation>
    </message>
</context>
<context>
    <name>duologue::ui::MessageListView</name>
    <message>
        <source>Annotated messages</source>
        <translation>有标注的消息</translation>
    </message>
</context>
<context>
    <name>duologue::ui::MessageStrip</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此提示</translation>
    </message>
</context>
<context>
    <name>duologue::ui::OpenTableDialog</name>
    <message>
        <source>Pre&amp;view</source>
        <translation>预览(&amp;V)</translation>
    </message>
    <message>
        <source>Table layout</source>
        <translation>解析方式</translation>
    </message>
    <message>
        <source>Conversations to open</source>
        <translation>要打开的对话</translation>
    </message>
    <message>
        <source>Ra&amp;ndom sample, seed</source>
        <translation>随机抽样，种子(&amp;N)</translation>
    </message>
    <message>
        <source>Open table</source>
        <translation>打开数据库表</translation>
    </message>
    <message>
        <source>First conversations</source>
        <translation>最前面的对话</translation>
    </message>
    <message>
        <source>The first conversations of the table appear here before it is opened.</source>
        <translation>打开之前，这里会显示表中最前面的对话。</translation>
    </message>
    <message>
        <source>Querying the server</source>
        <translation>正在查询服务器</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>All; or a query, such as turns:&gt;4 text:ferry</source>
        <translation>全部；或输入查询，如 turns:&gt;4 text:渡轮</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same seed selects the same conversations</source>
        <translation>种子相同，选取的对话也相同</translation>
    </message>
    <message>
        <source>&amp;Query:</source>
        <translation>查询(&amp;Q)：</translation>
    </message>
    <message>
        <source>At &amp;most:</source>
        <translation>最多(&amp;M)：</translation>
    </message>
    <message>
        <source>The server shows no tables to this user.</source>
        <translation>服务器没有向此用户显示任何表。</translation>
    </message>
    <message numerus="yes">
        <source>%n table(s). Choose one.</source>
        <translation>
            <numerusform>共 %n 个表，请选择一个。</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 conversations have %2 messages; %3 rows cannot be read this way</source>
        <translation>前 %1 个对话共有 %2 条消息；有 %3 行无法按此方式读取</translation>
    </message>
    <message>
        <source>The first %1 conversations have %2 messages</source>
        <translation>前 %1 个对话共有 %2 条消息</translation>
    </message>
    <message>
        <source>The table has no column with conversation ids</source>
        <translation>该表没有存放对话 ID 的列</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在计数…</translation>
    </message>
    <message>
        <source>The engine could not count: %1</source>
        <translation>引擎未能计数：%1</translation>
    </message>
    <message>
        <source>According to the engine, %1 conversations match.</source>
        <translation>据引擎统计，有 %1 个对话符合条件。</translation>
    </message>
    <message>
        <source>Between %1 and %2 conversations match. The engine cannot tell exactly, so fetched rows are filtered again locally.</source>
        <translation>有 %1 至 %2 个对话符合条件。引擎无法精确判断，获取后在本机确定。</translation>
    </message>
    <message>
        <source>&amp;List tables</source>
        <translation>列出表(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Sorted by id</source>
        <translation>按 ID 排序(&amp;S)</translation>
    </message>
    <message>
        <source>File &gt; Fetch next conversations then continues after the last one</source>
        <translation>之后可用“文件 &gt; 获取表中接下来的对话”从最后一个继续</translation>
    </message>
    <message>
        <source>Waiting for the keyring…</source>
        <translation>正在等待密钥环…</translation>
    </message>
    <message>
        <source>The keyring did not store the password: %1</source>
        <translation>密钥环没有保存密码：%1</translation>
    </message>
</context>
<context>
    <name>duologue::ui::PlainLabel</name>
    <message>
        <source>Not given</source>
        <translation>未提供</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ProblemModel</name>
    <message>
        <source>Problem</source>
        <translation>读取问题</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
    <message>
        <source>%1 (the first %2 are listed)</source>
        <translation>%1（仅列出前 %2 个）</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ProgramWindow</name>
    <message>
        <source>Duologue closed unexpectedly last time.</source>
        <translation>Duologue 上次意外关闭。</translation>
    </message>
    <message>
        <source>A crash report is in %1. It contains no data.</source>
        <translation>故障报告保存在 %1，其中不含数据。</translation>
    </message>
    <message>
        <source>Invalid filter:</source>
        <translation>筛选无效：</translation>
    </message>
</context>
<context>
    <name>duologue::ui::QueryBar</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter: words, turns:2..5, task:&quot;travel planning&quot;, hallucination:yes, /pattern/ …</source>
        <translation>筛选：词语，turns:2..5，task:&quot;travel planning&quot;，hallucination:yes，/正则表达式/ …</translation>
    </message>
    <message>
        <source>not applied yet</source>
        <translation>尚未应用</translation>
    </message>
    <message>
        <source>“%1” was not applied. Undo in the query bar restores it.</source>
        <translation>“%1”未应用。在查询栏中撤销即可恢复。</translation>
    </message>
    <message>
        <source>Choose a value, or press Enter.</source>
        <translation>请选择取值，或按回车键。</translation>
    </message>
    <message>
        <source>still showing all</source>
        <translation>仍显示全部</translation>
    </message>
    <message>
        <source>still showing: %1</source>
        <translation>仍显示：%1</translation>
    </message>
    <message>
        <source>The link does not lead to a conversation in this dataset:</source>
        <translation>该链接在此数据集中没有对应的对话：</translation>
    </message>
</context>
<context>
    <name>duologue::ui::QueryChips</name>
    <message>
        <source>Filters</source>
        <translation>筛选条件</translation>
    </message>
    <message>
        <source>Remove the filter %1</source>
        <translation>移除筛选 %1</translation>
    </message>
    <message>
        <source>Show only this</source>
        <translation>仅保留此条件</translation>
    </message>
    <message>
        <source>Require this</source>
        <translation>改为要求此条件</translation>
    </message>
    <message>
        <source>Exclude this</source>
        <translation>改为排除此条件</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message numerus="yes">
        <source>%n more filter(s)</source>
        <translation>
            <numerusform>另有 %n 个筛选条件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::QueryEdit</name>
    <message>
        <source>earlier filter</source>
        <translation>历史筛选</translation>
    </message>
</context>
<context>
    <name>duologue::ui::QueryHelpDialog</name>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Fields of messages: %1</source>
        <translation>消息的字段：%1</translation>
    </message>
    <message>
        <source>Query reference</source>
        <translation>查询语法参考</translation>
    </message>
    <message>
        <source>Find conversations where…</source>
        <translation>查找符合以下条件的对话：</translation>
    </message>
    <message>
        <source>Double-click an example to run it.</source>
        <translation>双击示例即可执行。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::QueueDialog</name>
    <message>
        <source>Reading queue</source>
        <translation>阅读队列</translation>
    </message>
    <message>
        <source>&amp;Choose:</source>
        <translation>选取(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Field:</source>
        <translation>字段(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;Number:</source>
        <translation>数量(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Seed:</source>
        <translation>随机种子(&amp;S)：</translation>
    </message>
    <message>
        <source>S&amp;hare:</source>
        <translation>份额(&amp;H)：</translation>
    </message>
    <message>
        <source>Which share</source>
        <translation>第几份</translation>
    </message>
    <message>
        <source>of</source>
        <translation>/</translation>
    </message>
    <message>
        <source>Number of readers who share the queue</source>
        <translation>分担队列的读者人数</translation>
    </message>
    <message>
        <source>&amp;Title:</source>
        <translation>标题(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Open file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Leave the queue</source>
        <translation>退出队列(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message numerus="yes">
        <source>In use: %1 (%2), %Ln conversation(s)</source>
        <translation>
            <numerusform>正在使用：%1（%2），%Ln 个对话</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Question:</source>
        <translation>问题(&amp;Q)：</translation>
    </message>
    <message>
        <source>&amp;Number of each:</source>
        <translation>每个取值的数量(&amp;N)：</translation>
    </message>
    <message>
        <source>The checks have not been run (Tools &gt; Check the dataset).</source>
        <translation>尚未运行检查（“工具”&gt;“检查数据集”）。</translation>
    </message>
    <message>
        <source>There is no such field.</source>
        <translation>没有这样的字段。</translation>
    </message>
    <message>
        <source>Choosing…</source>
        <translation>正在选取…</translation>
    </message>
    <message>
        <source>Open a reading queue</source>
        <translation>打开阅读队列</translation>
    </message>
    <message>
        <source>Reading queues (*.json)</source>
        <translation>阅读队列 (*.json)</translation>
    </message>
    <message>
        <source>Random sample</source>
        <translation>随机抽样</translation>
    </message>
    <message>
        <source>A number of each value of a field</source>
        <translation>字段的每个取值各若干个</translation>
    </message>
    <message>
        <source>Outliers of a numeric field</source>
        <translation>数值字段的离群对话</translation>
    </message>
    <message>
        <source>Conversations with findings of checks</source>
        <translation>检查有发现的对话</translation>
    </message>
    <message>
        <source>Conversations on which readers disagree</source>
        <translation>读者意见不一的对话</translation>
    </message>
    <message>
        <source>All conversations shown, in their order</source>
        <translation>显示的全部对话，按其顺序</translation>
    </message>
    <message>
        <source>Chosen from the %1 conversations shown.</source>
        <translation>从显示的 %1 个对话中选取。</translation>
    </message>
    <message>
        <source>No conversation qualifies.</source>
        <translation>没有符合条件的对话。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::RangeSlider</name>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>lower end</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>upper end</source>
        <translation>上限</translation>
    </message>
</context>
<context>
    <name>duologue::ui::RatingView</name>
    <message>
        <source>Question: %1</source>
        <translation>提问：%1</translation>
    </message>
    <message>
        <source>Answer: %1</source>
        <translation>回答：%1</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>无数值</translation>
    </message>
    <message>
        <source>dataset mean %1 (n = %2)</source>
        <translation>数据集均值 %1（n = %2）</translation>
    </message>
    <message>
        <source>above %1%, equal to %2% of the dataset</source>
        <translation>高于数据集的 %1%，与其中 %2% 相同</translation>
    </message>
</context>
<context>
    <name>duologue::ui::RawFind</name>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
</context>
<context>
    <name>duologue::ui::RawView</name>
    <message>
        <source>Raw record</source>
        <translation>原始记录</translation>
    </message>
    <message>
        <source>%1 more bytes are not shown.</source>
        <translation>另有 %1 字节未显示。</translation>
    </message>
    <message>
        <source>Copy JSON pointer</source>
        <translation>复制 JSON 指针</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>The record appears here as it is in its file.</source>
        <translation>此处按文件中的原样显示记录。</translation>
    </message>
    <message>
        <source>Save bytes…</source>
        <translation>保存字节…</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ReadingDialog</name>
    <message>
        <source>How this is read</source>
        <translation>解析方式</translation>
    </message>
    <message>
        <source>&amp;Save format…</source>
        <translation>保存格式(&amp;S)…</translation>
    </message>
    <message>
        <source>Record types</source>
        <translation>记录类型</translation>
    </message>
    <message>
        <source>Keys of the sample record</source>
        <translation>样例记录的键</translation>
    </message>
    <message>
        <source>&amp;Keys of a sample record and their use</source>
        <translation>样例记录的键及其用途(&amp;K)</translation>
    </message>
    <message>
        <source>Examining the records…</source>
        <translation>正在查看记录…</translation>
    </message>
    <message>
        <source>There are no records to examine.</source>
        <translation>没有可查看的记录。</translation>
    </message>
    <message>
        <source>The sample as currently read</source>
        <translation>样例的当前解析结果</translation>
    </message>
    <message>
        <source>The sample with your choices</source>
        <translation>按您的选择解析的样例</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Not saved: the keys do not distinguish these records from other record types, which would be read in the same way.</source>
        <translation>未保存：仅凭键无法区分这些记录与其他类型的记录，后者也会被同样解析。</translation>
    </message>
    <message>
        <source>Read by the rules of the format itself; keys cannot be chosen.</source>
        <translation>按格式自身的规则解析，不能逐键选择。</translation>
    </message>
    <message>
        <source>A record that is a list has no keys to choose.</source>
        <translation>记录是列表，没有可供选择的键。</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>&amp;Record types</source>
        <translation>记录类型(&amp;R)</translation>
    </message>
    <message>
        <source>Read &amp;as:</source>
        <translation>解析为(&amp;A)：</translation>
    </message>
    <message>
        <source>Previous sample record</source>
        <translation>上一条样例记录</translation>
    </message>
    <message>
        <source>Next sample record</source>
        <translation>下一条样例记录</translation>
    </message>
    <message>
        <source>Speakers</source>
        <translation>说话人</translation>
    </message>
    <message>
        <source>S&amp;peakers in the sample</source>
        <translation>样例中的说话人(&amp;P)</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>保持现状</translation>
    </message>
    <message>
        <source>Current: %1</source>
        <translation>保持现状：%1</translation>
    </message>
    <message>
        <source>Choose key by key</source>
        <translation>逐键选择</translation>
    </message>
    <message>
        <source>Not a conversation</source>
        <translation>不是对话</translation>
    </message>
    <message numerus="yes">
        <source>Shows %1% of the text in %Ln sample record(s).</source>
        <translation>
            <numerusform>显示了 %Ln 条样例记录中 %1% 的文本。</numerusform>
        </translation>
    </message>
    <message>
        <source>Omitted: %1.</source>
        <translation>未包含：%1。</translation>
    </message>
    <message>
        <source>Confidence is too low to use this automatically.</source>
        <translation>可信度不足，不会自动采用。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The sample contains no conversation</source>
        <translation>样例中没有对话</translation>
    </message>
</context>
<context>
    <name>duologue::ui::RecentList</name>
    <message>
        <source>Recently opened</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>no longer exists</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Unpin from this list</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin to this list</source>
        <translation>在列表中置顶</translation>
    </message>
    <message>
        <source>Unpin %1 from this list</source>
        <translation>取消置顶 %1</translation>
    </message>
    <message>
        <source>Pin %1 to this list</source>
        <translation>将 %1 在列表中置顶</translation>
    </message>
    <message>
        <source>Remove from this list</source>
        <translation>从列表中移除</translation>
    </message>
</context>
<context>
    <name>duologue::ui::RecordTableModel</name>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%2（满分 %3）</translation>
    </message>
    <message>
        <source>Beginning of the user&apos;s first message</source>
        <translation>用户第一句话的开头</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n message(s) marked</source>
        <translation>
            <numerusform>%1：%n 条消息有标记</numerusform>
        </translation>
    </message>
    <message>
        <source>First stop</source>
        <translation>首处匹配</translation>
    </message>
    <message>
        <source>The first match of the query: its words or the message</source>
        <translation>符合查询的第一处：词语或消息</translation>
    </message>
    <message numerus="yes">
        <source>%Ln turn(s)</source>
        <translation>
            <numerusform>%Ln 轮</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::RecordTableView</name>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>&amp;Previous conversation</source>
        <translation>上一个对话(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Next conversation</source>
        <translation>下一个对话(&amp;N)</translation>
    </message>
    <message>
        <source>The rows are copied without their previews:</source>
        <translation>复制的行不含预览：</translation>
    </message>
    <message>
        <source>more than %1 are selected.</source>
        <translation>所选超过 %1 行。</translation>
    </message>
    <message numerus="yes">
        <source>Copy %n row(s)</source>
        <translation>
            <numerusform>复制 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose columns…</source>
        <translation>选择列…</translation>
    </message>
    <message>
        <source>Hide “%1”</source>
        <translation>隐藏“%1”</translation>
    </message>
    <message>
        <source>Default columns</source>
        <translation>默认列</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ReportControls</name>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Second field</source>
        <translation>第二个字段</translation>
    </message>
    <message>
        <source>Value shown by colour</source>
        <translation>颜色的含义</translation>
    </message>
    <message>
        <source>Choose the values to draw</source>
        <translation>选择要绘制的内容</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Compare several subsets side by side</source>
        <translation>并排对比数据集的多个子集</translation>
    </message>
    <message>
        <source>First query</source>
        <translation>第一个查询</translation>
    </message>
    <message>
        <source>Second query</source>
        <translation>第二个查询</translation>
    </message>
    <message>
        <source>against</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Common fields</source>
        <translation>常用字段</translation>
    </message>
    <message>
        <source>Fields: %1 of %2</source>
        <translation>字段：%1 / %2</translation>
    </message>
    <message>
        <source>Ratings: %1 of %2</source>
        <translation>评分：%1 / %2</translation>
    </message>
    <message>
        <source>Means: %1 of %2</source>
        <translation>均值：%1 / %2</translation>
    </message>
    <message>
        <source>One group per value</source>
        <translation>每个取值一组</translation>
    </message>
    <message>
        <source>No grouping</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>按%1</translation>
    </message>
    <message>
        <source>Two queries</source>
        <translation>两个查询</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ReportTable</name>
    <message>
        <source>Chart data</source>
        <translation>图表数据</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ReportView</name>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>复制为 LaTeX</translation>
    </message>
    <message>
        <source>Copy as tab-separated text</source>
        <translation>复制为制表符分隔的文本</translation>
    </message>
    <message>
        <source>Save image…</source>
        <translation>保存图像…</translation>
    </message>
    <message>
        <source>Save image</source>
        <translation>保存图像</translation>
    </message>
    <message>
        <source>PNG image (*.png);;SVG image (*.svg);;PDF document (*.pdf)</source>
        <translation>PNG 图像 (*.png);;SVG 图像 (*.svg);;PDF 文档 (*.pdf)</translation>
    </message>
    <message>
        <source>The chart could not be saved</source>
        <translation>无法保存图表</translation>
    </message>
    <message>
        <source>%1 cannot be written, or its name does not end in .png, .svg or .pdf.</source>
        <translation>无法写入 %1，或其扩展名不是 .png、.svg 或 .pdf。</translation>
    </message>
    <message>
        <source>Save table…</source>
        <translation>保存表格…</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>CSV table (*.csv);;Tab-separated text (*.tsv);;Markdown (*.md);;LaTeX (*.tex)</source>
        <translation>CSV 表格 (*.csv);;制表符分隔文本 (*.tsv);;Markdown (*.md);;LaTeX (*.tex)</translation>
    </message>
    <message>
        <source>The table could not be saved</source>
        <translation>无法保存表格</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>The name of %1 does not end in .csv, .tsv, .md or .tex.</source>
        <translation>%1 的扩展名不是 .csv、.tsv、.md 或 .tex。</translation>
    </message>
    <message>
        <source>Exclude “%1”</source>
        <translation>排除“%1”</translation>
    </message>
    <message>
        <source>The table was copied</source>
        <translation>表格已复制</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>A terminal command that prints the chart data</source>
        <translation>可在终端中运行的命令，输出图表的数据</translation>
    </message>
    <message>
        <source>The command was copied</source>
        <translation>命令已复制</translation>
    </message>
    <message>
        <source>Copy “%1”</source>
        <translation>复制“%1”</translation>
    </message>
</context>
<context>
    <name>duologue::ui::SaveDescriptionDialog</name>
    <message>
        <source>For &amp;this data, in its folder</source>
        <translation>只用于这些数据，存在数据所在的文件夹(&amp;T)</translation>
    </message>
    <message>
        <source>For &amp;all datasets, in the settings folder</source>
        <translation>用于所有数据集，存在设置文件夹(&amp;A)</translation>
    </message>
    <message>
        <source>Save format</source>
        <translation>保存格式</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请输入名称。</translation>
    </message>
    <message>
        <source>The name cannot contain &quot;/&quot; or begin with a dot.</source>
        <translation>名称不能含有“/”，也不能以点开头。</translation>
    </message>
    <message>
        <source>Another format already has this name. Choose another name.</source>
        <translation>已有同名的格式，请换一个名称。</translation>
    </message>
    <message>
        <source>%1 already exists. Replace it?</source>
        <translation>%1 已存在。要替换吗？</translation>
    </message>
</context>
<context>
    <name>duologue::ui::SavedQueriesDialog</name>
    <message>
        <source>Saved filters</source>
        <translation>已保存的筛选</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
</context>
<context>
    <name>duologue::ui::Session</name>
    <message>
        <source>The dataset that was open last no longer exists:</source>
        <translation>上次打开的数据集已不存在：</translation>
    </message>
    <message>
        <source>The filter %1 is not applied:</source>
        <translation>未应用筛选条件 %1：</translation>
    </message>
</context>
<context>
    <name>duologue::ui::SettingsDialog</name>
    <message>
        <source>No matching settings.</source>
        <translation>没有符合的设置。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Follow system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>For menus, panels and messages. Dataset texts are not affected.</source>
        <translation>菜单、面板和提示所用的语言；数据集的内容不变。</translation>
    </message>
    <message>
        <source>As last used</source>
        <translation>上次离开时的布局</translation>
    </message>
    <message>
        <source>Perspective on startup</source>
        <translation>启动时的视图布局</translation>
    </message>
    <message>
        <source>Startup</source>
        <translation>启动时</translation>
    </message>
    <message>
        <source>Continue where I left off</source>
        <translation>接着上次继续</translation>
    </message>
    <message>
        <source>Reopens the last dataset with its filter, sort order, columns and position in the conversation.</source>
        <translation>重新打开上次的数据集，恢复筛选、排序、列和对话中的位置。</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Notify when a long task finishes</source>
        <translation>长任务完成时通知</translation>
    </message>
    <message>
        <source>For tasks that take more than ten seconds, while another program is in the foreground.</source>
        <translation>适用于耗时超过十秒的任务，且其他程序在前台时。</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>Font for English</source>
        <translation>英文字体</translation>
    </message>
    <message>
        <source>Font for Chinese</source>
        <translation>中文字体</translation>
    </message>
    <message>
        <source>Datasets</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Follow links that lead out of opened folders</source>
        <translation>跟随指向所开文件夹之外的链接</translation>
    </message>
    <message>
        <source>Otherwise, they are listed as skipped. Changing this rereads the open dataset.</source>
        <translation>否则列为已跳过。更改后会重新读取当前数据集。</translation>
    </message>
    <message>
        <source>One per core (%1)</source>
        <translation>每个核心一个（%1）</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Number of threads for reading, searching and counting. Fewer threads leave capacity for other programs.</source>
        <translation>同时用于读取、搜索和统计的线程数；少一些可为其他程序留出余地。</translation>
    </message>
    <message>
        <source>Indexes</source>
        <translation>索引</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>Do not keep indexes</source>
        <translation>不保留索引</translation>
    </message>
    <message>
        <source>Index size limit</source>
        <translation>索引大小上限</translation>
    </message>
    <message>
        <source>With an index, a dataset opens immediately the next time. The least recently used indexes are deleted first.</source>
        <translation>有了索引，数据集下次可以立即打开。最久未用的最先删除。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Disk usage</source>
        <translation>已用空间</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>View and change all keyboard shortcuts.</source>
        <translation>列出并更改所有按键。</translation>
    </message>
    <message>
        <source>Default font</source>
        <translation>默认字体</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>As written</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Rendered</source>
        <translation>渲染</translation>
    </message>
    <message>
        <source>Rendered shows the Markdown of messages with headings, lists and tables.</source>
        <translation>选择“渲染”时，消息中的 Markdown 显示为带有标题、列表和表格的文本。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ShapeModel</name>
    <message>
        <source>null</source>
        <translation>空值</translation>
    </message>
    <message>
        <source>true/false</source>
        <translation>真/假</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
</context>
<context>
    <name>duologue::ui::SideOverlay</name>
    <message>
        <source>Close this panel</source>
        <translation>关闭此面板</translation>
    </message>
</context>
<context>
    <name>duologue::ui::SourceTreeModel</name>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Skipped: %1</source>
        <translation>已跳过：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 条警告</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n 条提示</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1, shown by the filter</source>
        <translation>%1，当前筛选显示</translation>
    </message>
    <message>
        <source>%1, excluded by the filter</source>
        <translation>%1，已被筛选排除</translation>
    </message>
    <message>
        <source>%1, hidden by the filter</source>
        <translation>%1，被筛选隐藏</translation>
    </message>
    <message>
        <source>card</source>
        <translation>卡片</translation>
    </message>
    <message>
        <source>end not read</source>
        <translation>结尾未读取</translation>
    </message>
    <message>
        <source>The end was not read: %1</source>
        <translation>结尾未读取：%1</translation>
    </message>
</context>
<context>
    <name>duologue::ui::StartPage</name>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open sample dataset</source>
        <translation>打开示例数据集</translation>
    </message>
    <message>
        <source>Open a dataset of conversations</source>
        <translation>打开对话数据集</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>No conversations found</source>
        <translation>没有找到对话</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>There are no files in %1.</source>
        <translation>%1 中没有文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were skipped:</source>
        <translation>
            <numerusform>已跳过 %n 个文件：</numerusform>
        </translation>
    </message>
    <message>
        <source>None of the %1 conversations match: %2</source>
        <translation>%1 个对话均不符合：%2</translation>
    </message>
    <message>
        <source>No conversation matches the filter</source>
        <translation>没有符合筛选的对话</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continue with %1</source>
        <translation>继续使用 %1</translation>
    </message>
    <message>
        <source>Open table…</source>
        <translation>打开数据库表…</translation>
    </message>
    <message>
        <source>Conversations in ClickHouse or PostgreSQL</source>
        <translation>ClickHouse 或 PostgreSQL 中的对话</translation>
    </message>
    <message>
        <source>None of the %1 conversations read match: %2</source>
        <translation>已读取的 %1 个对话都不符合：%2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1等，另有 %2 个</translation>
    </message>
    <message>
        <source>Read conversations in two languages side by side, agent runs as steps, and candidate answers with their differences.
Filter by any field and by conditions on messages, and chart what is left.
Check for missing translations, duplicates, personal data and more, and export the rest.</source>
        <translation>阅读：双语并排的对话、按步骤展开的智能体运行记录，以及标出差异的候选回答。
筛选：按任意字段和消息条件筛选，并将结果绘成图表。
检查：查找缺失的译文、重复内容、个人信息等，再导出所需的数据。</translation>
    </message>
    <message>
        <source>Open a folder or files, or drop them here: JSON, JSON Lines, Parquet, Arrow, CSV or TSV, compressed or not. Files that hold no conversations are listed with the reason.</source>
        <translation>打开文件夹或文件，或将其拖到此处：JSON、JSON Lines、Parquet、Arrow、CSV 或 TSV，压缩与否均可。不含对话的文件会列出，并说明原因。</translation>
    </message>
    <message numerus="yes">
        <source>Without %1: %Ln conversation(s)</source>
        <translation>
            <numerusform>去掉 %1：%Ln 个对话</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::StatusLine</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>%n translation(s) incomplete</source>
        <translation>
            <numerusform>%n 个对话的译文不完整</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 translated, %2 in one language</source>
        <translation>%1 个有译文，%2 个只有一种语言</translation>
    </message>
    <message>
        <source>translation complete</source>
        <translation>译文完整</translation>
    </message>
    <message>
        <source>%1 of %2 conversations so far, searching…</source>
        <translation>目前 %1 / %2 个对话，正在搜索…</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 条警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n 条提示</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>Stands between the parts of &quot;2 errors, 1 warning, 3 notes&quot;.</extracomment>
        <translation>、</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有读取问题</translation>
    </message>
    <message>
        <source>No dataset open</source>
        <translation>未打开数据集</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (and %2 more)</source>
        <translation>%1（另有 %2 项）</translation>
    </message>
    <message>
        <source>No table open</source>
        <translation>未打开表</translation>
    </message>
    <message>
        <source>The list covers only the fetched conversations. Click to open others from the table.</source>
        <translation>列表只包含已获取的对话。点击可打开表中的其他对话。</translation>
    </message>
    <message>
        <source>%1 in all %2</source>
        <translation>%1（全部 %2 个中）</translation>
    </message>
    <message>
        <source>%1 in the %2 read</source>
        <translation>%1（已读取的 %2 个中）</translation>
    </message>
</context>
<context>
    <name>duologue::ui::StepListModel</name>
    <message>
        <source>%1, failed</source>
        <translation>%1，失败</translation>
    </message>
</context>
<context>
    <name>duologue::ui::StepMarks</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1（满分 %2）</translation>
    </message>
</context>
<context>
    <name>duologue::ui::StickyHead</name>
    <message>
        <source>Go to the beginning of the message</source>
        <translation>回到消息开头</translation>
    </message>
</context>
<context>
    <name>duologue::ui::StopListModel</name>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选回答</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Other language</source>
        <translation>另一种语言</translation>
    </message>
</context>
<context>
    <name>duologue::ui::StrategyView</name>
    <message>
        <source>Strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>No strategy is annotated here.</source>
        <translation>此处没有标注策略。</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Whole conversation</source>
        <translation>整个对话</translation>
    </message>
    <message>
        <source>Turn %1</source>
        <translation>第 %1 轮</translation>
    </message>
</context>
<context>
    <name>duologue::ui::TableRows</name>
    <message>
        <source>Fetching</source>
        <translation>正在获取</translation>
    </message>
    <message>
        <source>%1 conversations fetched</source>
        <translation>已获取 %1 个对话</translation>
    </message>
    <message>
        <source>No rows of %1 were fetched:</source>
        <translation>%1 没有返回任何行：</translation>
    </message>
    <message>
        <source>Only some rows of %1 were fetched:</source>
        <translation>%1 只返回了部分行：</translation>
    </message>
    <message>
        <source>%1: %2 conversations</source>
        <translation>%1：%2 个对话</translation>
    </message>
    <message>
        <source>%1: all %2 conversations</source>
        <translation>%1：全部 %2 个对话</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>%1: %2 of %3 conversations, chosen at random</source>
        <translation>%1：从 %3 个对话中随机选取的 %2 个</translation>
    </message>
    <message>
        <source>%1: the first %2 of %3 conversations</source>
        <translation>%1：%3 个对话中的前 %2 个</translation>
    </message>
    <message>
        <source> that match “%1”</source>
        <translation>，条件为“%1”</translation>
    </message>
    <message>
        <source>No further conversations</source>
        <translation>后面没有更多对话</translation>
    </message>
    <message>
        <source>%1: %2 to %3 of %4 conversations, sorted by id</source>
        <translation>%1：按 ID 排列的第 %2 至 %3 个对话，共 %4 个</translation>
    </message>
    <message>
        <source>charts and facets: all, counted by the engine</source>
        <translation>图表和分面：由引擎统计全部</translation>
    </message>
    <message>
        <source>charts and facets: these only</source>
        <translation>图表和分面：仅限这些</translation>
    </message>
    <message>
        <source>%1: all conversations, counted by the engine</source>
        <translation>%1：全部对话，由引擎统计</translation>
    </message>
    <message>
        <source>%1: all conversations that match “%2”, counted by the engine</source>
        <translation>%1：符合“%2”的全部对话，由引擎统计</translation>
    </message>
    <message>
        <source>The table has no conversations</source>
        <translation>表中没有对话</translation>
    </message>
    <message>
        <source>No conversation matches “%1”</source>
        <translation>没有对话符合“%1”</translation>
    </message>
</context>
<context>
    <name>duologue::ui::TaskFailures</name>
    <message>
        <source>There is not enough memory.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>The reason is unknown.</source>
        <translation>原因不明。</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ToolBar</name>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Export and print</source>
        <translation>导出与打印</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Conversations that match the filter</source>
        <translation>符合筛选条件的对话</translation>
    </message>
    <message>
        <source>For the filter applied last, not for the text in the query bar</source>
        <translation>这是上次生效的筛选条件的结果，不是栏中文字的结果</translation>
    </message>
</context>
<context>
    <name>duologue::ui::TranscriptActions</name>
    <message>
        <source>Previous message</source>
        <translation>上一条消息</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>下一条消息</translation>
    </message>
    <message>
        <source>Previous hallucination</source>
        <translation>上一处幻觉</translation>
    </message>
    <message>
        <source>Next hallucination</source>
        <translation>下一处幻觉</translation>
    </message>
    <message>
        <source>Next missing translation</source>
        <translation>下一处缺失的译文</translation>
    </message>
    <message>
        <source>Copy message in both languages</source>
        <translation>复制双语消息</translation>
    </message>
    <message>
        <source>Copy message as JSON</source>
        <translation>复制消息为 JSON</translation>
    </message>
    <message>
        <source>Show invisible characters</source>
        <translation>显示不可见字符</translation>
    </message>
    <message>
        <source>Highlight differences</source>
        <translation>突出显示差异</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Both languages</source>
        <translation>双语</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>恢复原大小</translation>
    </message>
    <message>
        <source>Copy conversation as text</source>
        <translation>将对话复制为文本</translation>
    </message>
    <message>
        <source>Copy conversation as Markdown</source>
        <translation>将对话复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy conversation as JSON</source>
        <translation>将对话复制为 JSON</translation>
    </message>
    <message>
        <source>Render Markdown</source>
        <translation>渲染 Markdown</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>复制所选内容</translation>
    </message>
    <message>
        <source>Intent “%1”</source>
        <translation>意图“%1”</translation>
    </message>
    <message>
        <source>Hallucination “%1”</source>
        <translation>幻觉“%1”</translation>
    </message>
    <message>
        <source>Copy message in %1</source>
        <translation>复制消息（%1）</translation>
    </message>
    <message>
        <source>%1 only</source>
        <translation>仅%1</translation>
    </message>
    <message>
        <source>Previous sentence and its translation</source>
        <translation>上一句及其译文</translation>
    </message>
    <message>
        <source>Next sentence and its translation</source>
        <translation>下一句及其译文</translation>
    </message>
    <message>
        <source>Page down through conversations</source>
        <translation>向下翻页阅读</translation>
    </message>
    <message>
        <source>Page up through conversations</source>
        <translation>向上翻页阅读</translation>
    </message>
    <message>
        <source>Show context</source>
        <translation>显示背景信息</translation>
    </message>
    <message>
        <source>Select all in this column</source>
        <translation>全选此列</translation>
    </message>
    <message>
        <source>Show raw data</source>
        <translation>显示原始数据</translation>
    </message>
    <message>
        <source>Wider left column</source>
        <translation>左列变宽</translation>
    </message>
    <message>
        <source>Narrower left column</source>
        <translation>左列变窄</translation>
    </message>
    <message>
        <source>Fit column widths to text</source>
        <translation>按文本分配宽度</translation>
    </message>
    <message>
        <source>Show images</source>
        <translation>显示图片</translation>
    </message>
    <message>
        <source>Open all steps</source>
        <translation>展开全部步骤</translation>
    </message>
    <message>
        <source>Copy as citation</source>
        <translation>复制为引用</translation>
    </message>
    <message>
        <source>Copy link to this message</source>
        <translation>复制此消息的链接</translation>
    </message>
</context>
<context>
    <name>duologue::ui::TranscriptFind</name>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>%1, memos: %2</source>
        <translation>%1，备注：%2</translation>
    </message>
    <message>
        <source>%1 · %2: %3, %4: %5</source>
        <translation>%1 · %2：%3，%4：%5</translation>
    </message>
    <message>
        <source>%1, in tool calls and reasoning: %2</source>
        <translation>%1，工具调用与思考过程中：%2</translation>
    </message>
</context>
<context>
    <name>duologue::ui::TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>对话正文</translation>
    </message>
    <message>
        <source>Memo: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>Pinned conversation</source>
        <translation>固定的对话</translation>
    </message>
    <message>
        <source>Sample conversation</source>
        <translation>样例对话</translation>
    </message>
</context>
<context>
    <name>duologue::ui::ValuePicker</name>
    <message>
        <source>Type to find or to add; Enter chooses, Enter again ends</source>
        <translation>输入以查找或添加；Enter 选中，再按 Enter 结束</translation>
    </message>
    <message>
        <source>Type to find; Enter chooses, Enter again ends</source>
        <translation>输入以查找；Enter 选中，再按 Enter 结束</translation>
    </message>
</context>
<context>
    <name>duologue::ui::Workspace</name>
    <message>
        <source>The dataset could not be read completely:</source>
        <translation>未能读完数据集：</translation>
    </message>
    <message>
        <source>The filter cannot be applied:</source>
        <translation>无法应用筛选：</translation>
    </message>
    <message>
        <source>Part of the window could not be computed:</source>
        <translation>窗口的一部分无法计算：</translation>
    </message>
    <message>
        <source>The rows could not be computed:</source>
        <translation>无法计算要显示的行：</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversation(s) read</source>
        <translation>
            <numerusform>已读取 %Ln 个对话</numerusform>
        </translation>
    </message>
    <message>
        <source>No further hallucination:</source>
        <translation>没有其他幻觉标记：</translation>
    </message>
    <message>
        <source>None of the conversations shown has a marked message.</source>
        <translation>显示的对话中没有任何消息有标记。</translation>
    </message>
    <message>
        <source>Wrapped around the end of the list:</source>
        <translation>已越过列表末尾：</translation>
    </message>
    <message>
        <source>this marked message is in conversation %1 of %2.</source>
        <translation>这条有标记的消息在第 %1 个对话中，共 %2 个。</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Reads, charts, filters and checks datasets of conversations.</source>
        <translation>读取对话数据集，绘制图表，并进行筛选和检查。</translation>
    </message>
    <message>
        <source>Show only conversations that match QUERY.</source>
        <translation>只显示符合 QUERY 的对话。</translation>
    </message>
    <message>
        <source>Files and folders to open, or a saved view.</source>
        <translation>要打开的文件和文件夹，或一个已保存的视图。</translation>
    </message>
    <message>
        <source>Start with this conversation, FILE:N.</source>
        <translation>从此对话开始，FILE:N。</translation>
    </message>
    <message>
        <source>Open a separate window, even if one is already open.</source>
        <translation>另开一个窗口，与已打开的窗口并存。</translation>
    </message>
    <message>
        <source>Do not reopen the last dataset.</source>
        <translation>不重新打开上次的内容。</translation>
    </message>
</context>
<context>
    <name>std</name>
    <message>
        <source>Findings are being counted…</source>
        <translation>正在统计检查发现…</translation>
    </message>
</context>
</TS>
