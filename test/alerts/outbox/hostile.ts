/** Texts with which a service, or the author of a filing, could do harm. They may do none in a message. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'HTML that runs': '<script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover="alert(1)',
  'a closing tag': '</div></td></table><h1>Pay here</h1>',
  'a channel mention': 'Order <!channel> <!here> <@U123> @here @channel @everyone',
  'a Slack link': '<https://evil.example|Sign in> and <mailto:a@evil.example|mail>',
  'Slack markup': '*bold* _italic_ ~struck~ `code` ```block``` > quote :smile: :100:',
  'a header injection': 'Order\r\nBcc: everybody@evil.example\r\n\r\nDear all',
  'text turned round': 'judgment for \u202etnadnefed\u202c and \u2066hidden\u2069 \u200e\u200f',
  'controls and invisible characters':
    'null \u0000 bell \u0007 escape \u001b[31m zero\u200bwidth\ufeff soft\u00adhyphen \u2028 line',
  'entities left in it': 'Smith&#039;s &lt;b&gt; &amp;amp; &#8238; &#0; &#x110000;',
  'half a character': `${'\ud83d'}lone and ${'\ude00'}lone`,
  emoji: '👩‍⚖️ ruled 🎉 for 🇺🇸',
  'a word without end': 'x'.repeat(4_000),
  'a very long text': 'The motion is granted in part. '.repeat(130),
  'only angle brackets': '<'.repeat(4_000),
  'another alphabet': '判決は被告に有利である。'.repeat(300),
  'a link that runs': 'javascript:alert(1)',
  'nothing to see': ' \u200b\u2060 ',
};
