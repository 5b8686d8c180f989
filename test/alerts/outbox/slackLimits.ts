import type { RichTextBlock, RichTextElement } from '@slack/types';
import { expect } from 'vitest';
import type { SlackBlock, SlackPayload } from '../../../src/alerts/channels/slackBlocks.ts';

// The limits of Slack's documentation. The renderer stays a little below them.
const mostBlocks = 50;
const mostHeaderCharacters = 150;
const mostRichCharacters = 3_000;
const mostAddressCharacters = 3_000;
const mostContextElements = 10;
const mostContextCharacters = 2_000;
/** The limit of a whole message, and what Slack adds for each block. */
const mostMessageCharacters = 13_000;
const charactersEachBlock = 110;

/** Control characters except line ends, and characters that change the direction of text or hide it. */
const unseen = /[[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]--[\n]]/v;

/** The only markup that our messages have between `<` and `>`: a link with words. */
const ownLink = /^<https?:\/\/[^<>|\s]+\|[^<>|]+>$/;

/** Fails if a payload exceeds a limit of Slack, or has a mention, a bare angle bracket or an invisible character. */
export function expectWithinSlackLimits(payloads: readonly SlackPayload[]): void {
  expect(payloads.length).toBeGreaterThan(0);
  expect(payloads.length).toBeLessThanOrEqual(4);
  for (const { text, blocks } of payloads) {
    expect(blocks.length).toBeLessThanOrEqual(mostBlocks);
    expect(blocks.length).toBeGreaterThan(0);
    expect(text.length).toBeGreaterThan(0);
    expectNoMarkupOfOthers(text);
    blocks.forEach(expectBlock);
    const characters = blocks.map((block) => JSON.stringify(block).length + charactersEachBlock);
    expect(characters.reduce((sum, one) => sum + one, text.length)).toBeLessThanOrEqual(mostMessageCharacters);
  }
}

/** Returns every text of a message in order, as a reader sees it. */
export function slackWords(payloads: readonly SlackPayload[]): string {
  return payloads.flatMap(({ blocks }) => blocks.flatMap(textsOf)).join('\n');
}

function expectBlock(block: SlackBlock): void {
  switch (block.type) {
    case 'header':
      expect(block.text.text.length).toBeGreaterThan(0);
      expect(block.text.text.length).toBeLessThanOrEqual(mostHeaderCharacters);
      return;
    case 'rich_text': {
      const words = textsOf(block);
      expect(words.join('').length).toBeGreaterThan(0);
      expect(words.join('').length).toBeLessThanOrEqual(mostRichCharacters);
      for (const one of words) expect(one).not.toMatch(unseen);
      for (const element of richElements(block)) {
        // No other element: a mention would be one.
        expect(['text', 'link', 'emoji']).toContain(element.type);
        if (element.type === 'text') expect(element.text.length).toBeGreaterThan(0);
        if (element.type === 'link') expect(element.url).toMatch(/^https?:\/\//);
      }
      return;
    }
    case 'context':
      expect(block.elements.length).toBeLessThanOrEqual(mostContextElements);
      for (const words of textsOf(block)) {
        expect(words.length).toBeGreaterThan(0);
        expect(words.length).toBeLessThanOrEqual(mostContextCharacters);
        expect(words).not.toMatch(unseen);
      }
      for (const element of block.elements) if (element.type === 'mrkdwn') expectNoMarkupOfOthers(element.text);
      return;
    case 'section':
      expect(textsOf(block).join('').length).toBeGreaterThan(0);
      expect(textsOf(block).join('').length).toBeLessThanOrEqual(mostRichCharacters);
      expect(textsOf(block).join('')).not.toMatch(unseen);
      // Plain text, without markup and mentions.
      expect(block.text?.type).toBe('plain_text');
      return;
    case 'image':
      expect(block.image_url).toMatch(/^https:/);
      expect(block.image_url.length).toBeLessThanOrEqual(mostAddressCharacters);
      expect(block.alt_text.length).toBeGreaterThan(0);
      expect(block.alt_text.length).toBeLessThanOrEqual(mostContextCharacters);
      return;
    case 'divider':
      return;
  }
}

function expectNoMarkupOfOthers(text: string): void {
  for (const [tag] of text.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(ownLink);
  expect(text.replace(/<[^>]*>/g, '')).not.toContain('>');
  expect(text.replace(/&(?:amp|lt|gt);/g, '')).not.toContain('&');
  expect(text).not.toMatch(/@(?:here|channel|everyone)/i);
  expect(text).not.toMatch(unseen);
}

function textsOf(block: SlackBlock): string[] {
  switch (block.type) {
    case 'header':
      return [block.text.text];
    case 'rich_text':
      return [
        richElements(block)
          .map((element) => ('text' in element ? (element.text ?? '') : ''))
          .join(''),
      ];
    case 'context':
      return block.elements.flatMap((element) => ('text' in element ? [element.text] : []));
    case 'section':
      return block.text ? [block.text.text] : [];
    case 'image':
      return [block.alt_text, ...(block.title ? [block.title.text] : [])];
    case 'divider':
      return [];
  }
}

function richElements({ elements }: RichTextBlock): RichTextElement[] {
  return elements.flatMap((one) => (one.type === 'rich_text_section' ? one.elements : []));
}
