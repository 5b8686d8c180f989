import { html } from 'hono/html';

/** HTML that `hono/html` made, every text in it escaped. */
export type Drawn = ReturnType<typeof html>;

/** The few emoji that Tipstaff uses; others stay as their names, as Slack shows unknown ones. */
const emoji: Readonly<Record<string, string>> = {
  warning: '⚠️',
  white_check_mark: '✅',
  calendar: '📅',
  red_circle: '🔴',
};

/** `<url|words>` and `<url>`, `*bold*`, `_italic_`, `~struck~`, `code`, `:emoji:`, line ends; each mark at the edge of a word. */
const token =
  /<(?<url>https?:[^|>]+)(?:\|(?<words>[^>]*))?>|(?<![\p{L}\p{N}])(?<mark>[*_~`])(?=\S)(?<inside>[^\n]*?\S)\k<mark>(?![\p{L}\p{N}])|:(?<name>[a-z_]+):|(?<end>\n)/gu;

/** The part of Slack's mrkdwn that our messages use; everything else stays text. */
export function drawMrkdwn(text: string): Drawn {
  const parts: (Drawn | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    parts.push(unescaped(text.slice(at, match.index)), drawToken(match.groups ?? {}, match[0]));
    at = match.index + match[0].length;
  }
  parts.push(unescaped(text.slice(at)));
  return html`${parts}`;
}

function drawToken({ url, words, mark, inside, name, end }: Record<string, string | undefined>, whole: string): Drawn {
  if (url !== undefined) return drawLink(unescaped(url), unescaped(words ?? url));
  if (end !== undefined) return html`<br>`;
  if (name !== undefined) return html`${emoji[name] ?? whole}`;
  return drawMarked(mark ?? '', drawMrkdwn(inside ?? ''));
}

function drawMarked(mark: string, inside: Drawn): Drawn {
  switch (mark) {
    case '*':
      return html`<strong>${inside}</strong>`;
    case '_':
      return html`<em>${inside}</em>`;
    case '~':
      return html`<s>${inside}</s>`;
    default:
      return html`<code>${inside}</code>`;
  }
}

/** The three characters that Slack wants escaped. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Only http and https become links. */
export function drawLink(url: string, words: string): Drawn {
  return /^https?:/.test(url) ? html`<a href="${url}">${words}</a>` : html`${words}`;
}

export function drawEmoji(name: string): Drawn {
  return html`${emoji[name] ?? `:${name}:`}`;
}
