import type { WebLink } from '../../words/webLink.ts';

/** Characters that Slack reads as markup, and others that look like them. */
const lookAlikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' };

/** The colon before the name of an emoji, `:smile:` or `:100:`; but not those of a time, `12:02:11`. */
const emojiColon = /(?<!\d):(?=[\w+'-]+:)|:(?=\d*[a-z_+'-][\w+'-]*:)/gi;

/**
 * Somebody else's text for a mrkdwn object: `&`, `<`, `>` escaped, so that no mention or link can come of it; characters that make
 * bold, italic, struck or code text changed into others that look alike (Slack has no escape for them); the same for `@here`
 * and `:emoji:`, and for a `>` in front, which would make a quotation.
 */
export function escapeMrkdwn(text: string): string {
  return text
    .replace(/^(\s*)>+/, '$1›')
    .replace(/[*_~`]/g, (sign) => lookAlikes[sign] ?? sign)
    .replace(/@(?=(?:here|channel|everyone|group)\b)/gi, '＠')
    .replace(emojiColon, '꞉')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

export function bold(text: string): string {
  return text === '' ? '' : `*${escapeMrkdwn(text)}*`;
}

export function struck(text: string): string {
  return text === '' ? '' : `~${escapeMrkdwn(text)}~`;
}

/** `<url|words>`; the address is percent-encoded where it could end the link or mention somebody. */
export function slackLink(link: WebLink): string {
  const url = link.url.replace(/[<>|@]/g, encodeURIComponent).replaceAll('&', '&amp;');
  return `<${url}|${escapeMrkdwn(link.words)}>`;
}
