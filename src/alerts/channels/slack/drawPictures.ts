import type { SectionBlock } from '@slack/types';
import { shorten } from '../../../base/words/fold.ts';
import type { Picture } from '../../message/outline.ts';
import { joined, type Line, link, type PictureBlock, type SlackBlock, slackLink } from './richText.ts';

/** Of a heading beside a picture: a section takes at most 3,000 characters, and the item says the rest below. */
const longestHeading = 400;

/** Slack fetches a picture itself, over https only; for others, readers get a link. */
function isShown({ url }: Picture): boolean {
  return url.startsWith('https:');
}

/** A heading with the picture beside it that shows which design its item is about; undefined where there is none. */
export function headingBeside(heading: string, pictures: readonly Picture[]): SectionBlock | undefined {
  const [first] = pictures;
  if (!first?.small || !isShown(first)) return undefined;
  return {
    type: 'section',
    text: { type: 'plain_text', text: shorten(heading, longestHeading), emoji: false },
    accessory: imageOf(first),
  };
}

/**
 * The first picture of a new design; where pictures changed, the first of before and the first of after: each large and
 * named.
 */
export function pictureBlocks(pictures: readonly Picture[]): PictureBlock[] {
  return chosen(pictures).map((picture) => {
    const title = { type: 'plain_text', text: picture.caption, emoji: false } as const;
    return { ...imageOf(picture), ...(picture.caption !== '' && { title }) };
  });
}

/** Links to the pictures that are not shown: `Before 2 · After 2`. */
export function restOfPictures(pictures: readonly Picture[]): Line {
  const shown = new Set(chosen(pictures));
  const links = pictures.map((picture) => {
    const ofCaption = pictures.filter((one) => one.caption === picture.caption);
    const number = ofCaption.length > 1 ? ` ${ofCaption.indexOf(picture) + 1}` : '';
    return { picture, line: link({ words: `${picture.caption || 'Picture'}${number}`, url: picture.url }) };
  });
  const rest = links.filter(({ picture }) => !shown.has(picture) && !(picture.small && isShown(picture)));
  return joined(
    rest.map(({ line }) => line),
    ' · ',
  );
}

/** The same blocks with a link in place of each picture, for when Slack could not fetch one and refused them all. */
export function withoutPictures(blocks: readonly SlackBlock[]): SlackBlock[] {
  return blocks.map((block) => {
    if (block.type === 'section') return { type: block.type, text: block.text } as SectionBlock;
    if (block.type !== 'image') return block;
    const text = slackLink({ words: block.title?.text ?? 'Picture', url: block.image_url });
    return { type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] };
  });
}

export function hasPictures(blocks: readonly SlackBlock[]): boolean {
  return blocks.some((block) => block.type === 'image' || (block.type === 'section' && block.accessory !== undefined));
}

function chosen(pictures: readonly Picture[]): Picture[] {
  const large = pictures.filter((picture) => !picture.small && isShown(picture));
  return [...Map.groupBy(large, (picture) => picture.caption).values()].flatMap((some) => some.slice(0, 1));
}

function imageOf({ url, alt }: Picture) {
  return { type: 'image', image_url: url, alt_text: shorten(alt, 300) || 'Picture' } as const;
}
