import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** The part of Block Kit that this page draws. Anything else is `unknown`, and shown as such. */

const text = z.object({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string() });
const image = z.object({ type: z.literal('image'), image_url: z.string(), alt_text: z.string() });

const style = z
  .object({ bold: z.boolean(), italic: z.boolean(), strike: z.boolean(), code: z.boolean() })
  .partial()
  .optional();

const piece = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), style }),
  z.object({ type: z.literal('link'), url: z.string(), text: z.string().optional(), style }),
  z.object({ type: z.literal('emoji'), name: z.string() }),
]);

const lines = z.object({
  type: z.enum(['rich_text_section', 'rich_text_quote', 'rich_text_preformatted']),
  elements: z.array(piece),
});

const list = z.object({
  type: z.literal('rich_text_list'),
  style: z.enum(['bullet', 'ordered']),
  elements: z.array(lines),
});

const button = z.object({ type: z.literal('button'), text, url: z.string().optional() });

const known = z.discriminatedUnion('type', [
  z.object({ type: z.literal('header'), text }),
  z.object({ type: z.literal('divider') }),
  z.object({
    type: z.literal('section'),
    text: text.optional(),
    fields: z.array(text).optional(),
    accessory: z.discriminatedUnion('type', [image, button]).optional(),
  }),
  z.object({ type: z.literal('context'), elements: z.array(z.union([image, text])) }),
  image.extend({ title: text.optional() }),
  z.object({ type: z.literal('rich_text'), elements: z.array(z.union([lines, list])) }),
  z.object({ type: z.literal('actions'), elements: z.array(button) }),
]);

/** A block that this page cannot draw, or that is not as Slack documents it. */
const unknown = z.looseObject({ type: z.string() }).transform(({ type }) => ({ type: 'unknown' as const, is: type }));

const slackPayload = z.object({ text: z.string(), blocks: z.array(z.union([known, unknown])) });

export type ShownPayload = z.output<typeof slackPayload>;
export type ShownBlock = ShownPayload['blocks'][number];
export type ShownText = z.output<typeof text>;
export type ShownImage = z.output<typeof image>;
export type ShownButton = z.output<typeof button>;
export type RichLines = z.output<typeof lines>;
export type RichList = z.output<typeof list>;
export type RichPiece = z.output<typeof piece>;

/** A message that was kept as JSON. */
export async function readSlackMessage(file: string): Promise<ShownPayload> {
  return slackPayload.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Addresses of the pictures that a message shows. */
export function picturesIn({ blocks }: ShownPayload): string[] {
  return blocks.flatMap((block) => {
    switch (block.type) {
      case 'image':
        return [block.image_url];
      case 'section':
        return block.accessory?.type === 'image' ? [block.accessory.image_url] : [];
      case 'context':
        return block.elements.flatMap((element) => (element.type === 'image' ? [element.image_url] : []));
      default:
        return [];
    }
  });
}
