import { expect, it } from 'vitest';
import { withoutPictures } from '../../../../src/alerts/channels/slack.ts';
import { drawSlack, type SlackBlock } from '../../../../src/alerts/channels/slackBlocks.ts';
import type { Item, Outline, Picture } from '../../../../src/alerts/message/outline.ts';

const where = { command: 'tipstaff changes' };

/** Returns the blocks of a message about one design with these pictures. */
function blocksOf(pictures: Picture[], heading = 'Pictures changed'): SlackBlock[] {
  const item: Item = { priority: 'read', label: '', heading, text: [], rows: [], notes: [], links: [], pictures };
  const words = { title: 'Flask', place: '', happened: '', reason: '' };
  const card = {
    ...words,
    priority: 'read' as const,
    links: [],
    replies: [],
    items: [item],
    mentions: [],
    mentioned: 0,
  };
  const section = { title: 'Flasks', subtitle: '', cards: [card], lines: [], remarks: [], changes: 1, where };
  const outline: Outline = {
    subject: 'Flask',
    title: 'Flask',
    preview: '',
    lead: [],
    sections: [section],
    unit: 'watch',
    where,
    footer: [],
  };
  return drawSlack(outline).flatMap(({ blocks }) => blocks);
}

const imagesOf = (blocks: SlackBlock[]) => blocks.filter(({ type }) => type === 'image');

const picture = (caption: string, name: string, more: Partial<Picture> = {}): Picture => ({
  caption,
  url: `https://search.example/images/${name}.jpg`,
  alt: `${caption} Flask`.trim(),
  ...more,
});

it('a Slack message shows the first picture before and the first after a change', () => {
  const changed = [picture('Before', 'a'), picture('Before', 'b'), picture('After', 'c'), picture('After', 'd')];
  const blocks = blocksOf(changed);
  expect(imagesOf(blocks)).toEqual([
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
});

it('a Slack message shows a new design by its first picture, and a known design by a small one', () => {
  const fresh = blocksOf([picture('', '1'), picture('', '2')], 'New design');
  expect(imagesOf(fresh)).toMatchObject([{ image_url: 'https://search.example/images/1.jpg' }]);
  expect(fresh.some(({ type }) => type === 'section')).toBe(false);
  const known = blocksOf([picture('', '1', { small: true })], 'Expired');
  expect(imagesOf(known)).toEqual([]);
  expect(known.find(({ type }) => type === 'section')).toMatchObject({
    text: { type: 'plain_text', text: '○ Expired' },
    accessory: { type: 'image', alt_text: 'Flask' },
  });
});

it('a Slack message leaves out a picture without https, which Slack does not fetch', () => {
  expect(imagesOf(blocksOf([picture('', '1', { url: 'http://127.0.0.1:4100/1.jpg' })]))).toEqual([]);
});

it('a Slack message can have a link in place of each picture', () => {
  const blocks = imagesOf(blocksOf([picture('Before', 'a'), picture('', 'b')]));
  const text = ['<https://search.example/images/a.jpg|Before>', '<https://search.example/images/b.jpg|Picture>'];
  expect(withoutPictures(blocks)).toEqual(
    text.map((link) => ({ type: 'context', elements: [{ type: 'mrkdwn', text: link, verbatim: true }] })),
  );
});
