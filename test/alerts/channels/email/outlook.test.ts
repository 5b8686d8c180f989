import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../../src/alerts/channels/email/draw.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';

describe.each(Object.entries(sampleAlerts))('the mail %s, in Outlook on Windows,', (_, content) => {
  const { html } = renderEmail(content);

  it('has padding only on cells, as Outlook ignores it elsewhere', () => {
    const padded = [...html.matchAll(/<(\w+)[^>]*style="[^"]*padding/g)].map(([, name]) => name);
    expect([...new Set(padded)].filter((name) => name !== 'td' && name !== 'body')).toEqual([]);
  });

  it('sets the font, the line height and the pixels per inch that Outlook needs', () => {
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

it('a mail has its language inside the body too, as webmail drops the html element', () => {
  for (const content of Object.values(sampleAlerts)) {
    expect(renderEmail(content).html).toMatch(/<body.*<table [^>]*lang="en"/s);
  }
});
