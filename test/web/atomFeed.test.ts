import { expect, it } from 'vitest';
import { atomEntry, atomFeed } from '../../src/web/watchFeed.ts';
import { terminated } from '../alerts/channels/contents.ts';
import { sampleAlerts } from '../alerts/outbox/sampleAlerts.ts';

const head = { id: 'urn:x', updated: '2026-11-21T12:00:00.000Z' };

function entryOf(name: string): string {
  return atomEntry(sampleAlerts[name] ?? expect.fail(), head);
}

it('an entry of the feed links to the document or the record, and shows its picture', () => {
  const entry = entryOf('design-new');
  expect(entry).toContain('&lt;img src=&quot;https://search.example/images/DM214567/1.jpg&quot;');
  expect(entry).toContain('<link rel="alternate" href="https://designs.example/en/detail?id=DM214567"/>');
});

it('an entry of the feed marks an edit with tags that a feed reader without styles shows', () => {
  const entry = entryOf('entry-edited');
  expect(entry).toContain('&lt;del&gt;&lt;s&gt;in part&lt;/s&gt;&lt;/del&gt;');
  expect(entry).toMatch(/&lt;ins&gt;&lt;strong&gt;[^&]+&lt;\/strong&gt;&lt;\/ins&gt;/);
  expect(entry).not.toMatch(/\{\+|\[-/);
});

it('the feed escapes markup and control characters in the name of a case', () => {
  const content = terminated(1);
  const changes = content.changes.map((change) => ({
    ...change,
    record: { ...change.record, type: 'docket' as const, caseName: '</entry><script>x</script>]]>\u0007&' },
  }));
  const xml = atomFeed({ title: 'x', ...head }, [atomEntry({ ...content, changes }, head)]);
  expect(xml.split('</entry>')).toHaveLength(2);
  expect(xml).not.toContain('<script>');
  expect(xml).not.toContain('\u0007');
});
