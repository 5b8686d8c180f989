import { expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { expectNoHarm } from './expectNoHarm.ts';
import { change, changesContent, entry } from './samples.ts';
import { slackWords } from './slackLimits.ts';

expectNoHarm({ each: false });

it('markup in a text is shown as it is written', () => {
  const content = changesContent([change('entry.new', { entry: entry({ description: 'Order re <b>"A & B"</b>' }) })]);
  expect(renderEmail(content).text).toContain('Order re <b>"A & B"</b>');
  expect(renderEmail(content).html).toContain('Order re &lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;');
  expect(slackWords(renderSlack(content))).toContain('Order re <b>"A & B"</b>');
});
