import { expect, it } from 'vitest';
import { escapeFallback, slackLink } from '../../../../src/alerts/channels/slack.ts';

it('the fallback text has no mention and no link', () => {
  expect(escapeFallback('<!channel> <@U1> A & B')).toBe('&lt;!channel&gt; &lt;@U1&gt; A &amp; B');
  expect(escapeFallback('@here @Channel a@here.example')).not.toMatch(/@(here|channel)/i);
});

it('the fallback text is otherwise unchanged', () =>
  expect(escapeFallback('In re *Foo_Bar*, `x` ~ :light: at 10:30')).toBe('In re *Foo_Bar*, `x` ~ :light: at 10:30'));

it('a Slack link escapes every character of its address that could end the link', () => {
  expect(slackLink({ words: 'a>', url: 'https://x.example/?a=1&b=|>@here' })).toBe(
    '<https://x.example/?a=1&amp;b=%7C%3E%40here|a&gt;>',
  );
});
