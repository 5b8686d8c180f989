import { expect, it } from 'vitest';
import {
  headingBeside,
  pictureBlocks,
  restOfPictures,
  withoutPictures,
} from '../../../../src/alerts/channels/slack/drawPictures.ts';
import type { Picture } from '../../../../src/alerts/message/outline.ts';

/** `Before 2 https://…`: the links of a line. */
const linksOf = (pictures: Picture[]) =>
  restOfPictures(pictures).flatMap((element) => (element.type === 'link' ? [`${element.text} ${element.url}`] : []));

const picture = (caption: string, name: string, more: Partial<Picture> = {}): Picture => ({
  caption,
  url: `https://search.example/images/${name}.jpg`,
  alt: `${caption} Flask`.trim(),
  ...more,
});

it('shows the first picture before and the first after, and links to the rest', () => {
  const changed = [picture('Before', 'a'), picture('Before', 'b'), picture('After', 'c'), picture('After', 'd')];
  expect(pictureBlocks(changed)).toEqual([
    {
      type: 'image',
      image_url: 'https://search.example/images/a.jpg',
      alt_text: 'Before Flask',
      title: { type: 'plain_text', text: 'Before', emoji: false },
    },
    {
      type: 'image',
      image_url: 'https://search.example/images/c.jpg',
      alt_text: 'After Flask',
      title: { type: 'plain_text', text: 'After', emoji: false },
    },
  ]);
  expect(linksOf(changed)).toEqual([
    'Before 2 https://search.example/images/b.jpg',
    'After 2 https://search.example/images/d.jpg',
  ]);
});

it('shows a new design by its first picture, and reminds of a known one beside the words', () => {
  const pictures = [picture('', '1'), picture('', '2')];
  expect(pictureBlocks(pictures)).toMatchObject([{ image_url: 'https://search.example/images/1.jpg' }]);
  expect(linksOf(pictures)).toEqual(['Picture 2 https://search.example/images/2.jpg']);
  const small = [picture('', '1', { small: true })];
  expect(pictureBlocks(small)).toEqual([]);
  expect(headingBeside('Expired', small)).toMatchObject({
    text: { type: 'plain_text', text: 'Expired' },
    accessory: { type: 'image', alt_text: 'Flask' },
  });
  expect(headingBeside('New design', pictures)).toBeUndefined();
  expect(linksOf(small)).toEqual([]);
});

it('links to what Slack may not fetch: it takes https alone', () => {
  const local = [picture('', '1', { url: 'http://127.0.0.1:4100/1.jpg' })];
  expect(pictureBlocks(local)).toEqual([]);
  expect(linksOf(local)).toEqual(['Picture http://127.0.0.1:4100/1.jpg']);
});

it('puts a link in place of each picture', () => {
  const blocks = pictureBlocks([picture('Before', 'a'), picture('', 'b')]);
  const text = ['<https://search.example/images/a.jpg|Before>', '<https://search.example/images/b.jpg|Picture>'];
  expect(withoutPictures(blocks)).toEqual(
    text.map((link) => ({ type: 'context', elements: [{ type: 'mrkdwn', text: link, verbatim: true }] })),
  );
});
