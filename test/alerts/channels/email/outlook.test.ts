import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../../src/alerts/channels/email/draw.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';

describe.each(Object.entries(sampleAlerts))('the mail %s, in Outlook on Windows', (_, content) => {
  const { html } = renderEmail(content);

  it('pads cells alone, for it pads nothing else', () => {
    const padded = [...html.matchAll(/<(\w+)[^>]*style="[^"]*padding/g)].map(([, name]) => name);
    expect([...new Set(padded)].filter((name) => name !== 'td' && name !== 'body')).toEqual([]);
  });

  it('has its letters, the height of its lines and its pixels as everywhere', () => {
    const [, only = ''] = /<!--\[if mso\]>(<style>.*?)<!\[endif\]-->/s.exec(html) ?? [];
    expect(only).toMatch(/td,[^{}]*\{font-family:/);
    expect(only).toMatch(/td,[^{}]*\{mso-line-height-rule:exactly\}/);
    expect(only).toContain('<o:PixelsPerInch>96</o:PixelsPerInch>');
    expect(html).toMatch(/<html [^>]*xmlns:o="urn:schemas-microsoft-com:office:office"/);
  });

  it('crops no picture to the height of a line', () => {
    for (const [cell] of html.matchAll(/<(?:td|div)[^>]*>\s*<img/g)) {
      expect(cell).not.toMatch(/line-height:[^;"]*(?!.*mso-line-height-rule:at-least)/);
    }
  });
});

it('says its language where webmail keeps it: not on html alone, which is dropped', () => {
  for (const content of Object.values(sampleAlerts)) {
    expect(renderEmail(content).html).toMatch(/<body.*<table [^>]*lang="en"/s);
  }
});
