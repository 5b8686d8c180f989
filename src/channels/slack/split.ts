import { shorten } from '../../words/fold.ts';
import { escapeFallback, type SlackBlock, type SlackPayload, slackLimits } from './richText.ts';

/** Blocks that stay together: an item, with the heading over it where it is the first under it. */
export interface SlackPart {
  readonly blocks: readonly SlackBlock[];
  /** What it stands under, to be shown again where it begins a payload. */
  readonly under: readonly SlackBlock[];
  /** What it is about: the case or design, else the watch; '' where it is about none. */
  readonly name: string;
}

interface Group {
  readonly blocks: SlackBlock[];
  readonly names: Set<string>;
}

/** Distributes parts to as few payloads as possible, in order; `subject` is what the notification of the first shows. */
export function split(parts: readonly SlackPart[], subject: string): SlackPayload[] {
  const fallback = escapeFallback(shorten(subject, 200));
  const room = slackLimits.payload - fallback.length - 20;
  const groups: Group[] = [];
  let size = 0;
  for (const part of parts.flatMap((one) => divided(one, room))) {
    const last = groups.at(-1);
    const fits = last && last.blocks.length + part.blocks.length <= slackLimits.blocks;
    if (fits && size + sizeOf(part.blocks) <= room) {
      last.blocks.push(...part.blocks);
      last.names.add(part.name);
      size += sizeOf(part.blocks);
    } else {
      const blocks = groups.length === 0 ? [...part.blocks] : [...part.under, ...part.blocks];
      groups.push({ blocks, names: new Set([part.name]) });
      size = sizeOf(blocks);
    }
  }
  return groups.map(({ blocks, names }, index) => ({
    text: groups.length === 1 ? fallback : `${textOf(names, index, subject)} (${index + 1} of ${groups.length})`,
    mrkdwn: false,
    blocks,
  }));
}

/** Every payload after the first is announced by what itself is about, after the marks of the subject (`[SANDBOX]`, matters). */
function textOf(names: ReadonlySet<string>, index: number, subject: string): string {
  const own = [...names].filter(Boolean).join('; ');
  if (index === 0 || own === '') return escapeFallback(shorten(subject, 200));
  const marks = /^(?:\[[^\]]*\] )*/.exec(subject)?.[0] ?? '';
  return escapeFallback(shorten(marks + own, 200));
}

/** A part that no payload could hold comes block by block. */
function divided(part: SlackPart, room: number): readonly SlackPart[] {
  const whole = [...part.under, ...part.blocks];
  if (whole.length <= slackLimits.blocks && sizeOf(whole) <= room) return [part];
  return part.blocks.map((block) => ({ ...part, blocks: [block], under: [] }));
}

/** How much of a message blocks take, as Slack counts. */
function sizeOf(blocks: readonly SlackBlock[]): number {
  return blocks.reduce((sum, block) => sum + JSON.stringify(block).length + slackLimits.block, 0);
}
