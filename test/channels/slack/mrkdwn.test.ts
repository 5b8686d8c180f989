import { expect, it } from 'vitest';
import { escapeMrkdwn, slackLink } from '../../../src/channels/slack/mrkdwn.ts';

it('leaves no mention and no link', () => {
  expect(escapeMrkdwn('<!channel> <@U1> A & B')).toBe('&lt;!channel&gt; &lt;@U1&gt; A &amp; B');
  expect(escapeMrkdwn('@here @Channel a@here.example')).not.toMatch(/@(here|channel)/i);
});

it('leaves nothing that Slack would read as markup', () => {
  expect(escapeMrkdwn('> *b* _i_ ~s~ `c` :smile: at 10:30')).not.toMatch(/[*_~`]|^&gt;|:smile:/);
});

it('keeps a time of day and plain punctuation', () =>
  expect(escapeMrkdwn('at 10:30 (Smith, J.)')).toBe('at 10:30 (Smith, J.)'));

it('writes a link that its address cannot end', () => {
  expect(slackLink({ words: 'a|b>', url: 'https://x.example/?a=1&b=|>@here' })).toBe(
    '<https://x.example/?a=1&amp;b=%7C%3E%40here|a|b&gt;>',
  );
});
