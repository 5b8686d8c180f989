import { readerTime } from '../words/readerDate.ts';
import { shortText } from '../words/shortText.ts';
import type { TestContent } from './content.ts';
import type { Outline } from './outline.ts';

/** A message that only proves that delivery to a channel works. */
export function testOutline(content: TestContent): Outline {
  const channel = shortText(content.channel, 60);
  return {
    subject: `Tipstaff: test message to ${channel}`,
    title: 'A test message from Tipstaff',
    preview: '',
    lead: [`The channel ${channel} works. Alerts will arrive here, in this form.`],
    sections: [],
    unit: 'watch',
    where: 'tipstaff status',
    footer: [`Sent ${readerTime(content.createdAt, content)}, because somebody asked for it (tipstaff send-test).`],
    pageUrl: content.pageUrl,
  };
}
