import type { WebLink } from '../../base/words/cleanText.ts';

/** Where all of something is: a page of Tipstaff's own, where readers have one; else a command. */
export interface Where {
  readonly command: string;
  readonly page?: WebLink | undefined;
}

/** A sentence about what a message leaves out, and where that is. */
export interface Remark {
  readonly words: string;
  readonly link?: WebLink | undefined;
}

/** `and 12 more changes`, with a link to all of them; where there is no page with the command that lists them. */
export function remark(words: string, { command, page }: Where): Remark {
  return page === undefined ? { words: `${words}: ${command}` } : { words, link: page };
}

/** A remark where texts have no links. */
export function remarkText({ words, link }: Remark): string {
  return link === undefined ? words : `${words}: ${link.url}`;
}
