import { expect } from 'vitest';
import type { SlackBlock, SlackMessage } from '../../src/channels/slack/slackMessage.ts';

// Slack's own limits, as its documentation states them; the renderer keeps a little below.
const mostBlocks = 50;
const mostHeaderCharacters = 150;
const mostSectionCharacters = 3_000;
const mostContextElements = 10;
const mostContextCharacters = 2_000;
const mostMessageCharacters = 13_000;

/** Everything that may stand between `<` and `>` in what we send: a link with words. */
const ownLink = /^<https?:\/\/[^<>|\s]+\|[^<>|]+>$/;

/** Fails where a payload breaks a limit of Slack's, or holds a mention, a bare angle bracket or a character that cannot be seen. */
export function expectWithinSlackLimits(message: SlackMessage): void {
  expect(message.payloads.length).toBeGreaterThan(0);
  expect(message.payloads.length).toBeLessThanOrEqual(4);
  for (const { text, blocks } of message.payloads) {
    expect(blocks.length).toBeLessThanOrEqual(mostBlocks);
    expect(blocks.length).toBeGreaterThan(0);
    expect(text.length).toBeGreaterThan(0);
    expectNoMarkupOfOthers(text);
    blocks.forEach(expectBlock);
    const characters = blocks.flatMap(textsOf).reduce((sum, one) => sum + one.length, text.length);
    expect(characters).toBeLessThanOrEqual(mostMessageCharacters);
  }
}

/** Every text of a message, in order, joined: what a reader sees. */
export function slackWords(message: SlackMessage): string {
  return message.payloads.flatMap(({ blocks }) => blocks.flatMap(textsOf)).join('\n');
}

function expectBlock(block: SlackBlock): void {
  switch (block.type) {
    case 'header':
      expect(block.text.text.length).toBeGreaterThan(0);
      expect(block.text.text.length).toBeLessThanOrEqual(mostHeaderCharacters);
      return;
    case 'section':
      expect(block.text.text.length).toBeGreaterThan(0);
      expect(block.text.text.length).toBeLessThanOrEqual(mostSectionCharacters);
      expect(block.text.verbatim).toBe(true);
      expectNoMarkupOfOthers(block.text.text);
      return;
    case 'context':
      expect(block.elements.length).toBeLessThanOrEqual(mostContextElements);
      for (const element of block.elements) {
        expect(element.text.length).toBeGreaterThan(0);
        expect(element.text.length).toBeLessThanOrEqual(mostContextCharacters);
        expectNoMarkupOfOthers(element.text);
      }
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
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
}

function textsOf(block: SlackBlock): string[] {
  switch (block.type) {
    case 'header':
    case 'section':
      return [block.text.text];
    case 'context':
      return block.elements.map((element) => element.text);
    case 'divider':
      return [];
  }
}
