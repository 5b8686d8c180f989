import { expect, it } from 'vitest';
import { docketHit } from '../../check/hits.ts';
import { serveOffice } from '../../web/serveOffice.ts';

const nudges = {
  feeds: { type: 'feeds', courts: ['watched'] },
  desk: { type: 'webhook', secret: `whsec_${'x'.repeat(32)}` },
};

/** Serves an office with a case in Delaware, whose feed states this coverage. */
async function served(coverage: string) {
  return serveOffice({ nudges }, async (office) => {
    office.service.dockets = [docketHit()];
    await office.check();
    const at = office.now.toISOString();
    await office.store.db
      .insertInto('nudgeSources')
      .values({
        source: 'feeds',
        court: 'ded',
        nextAt: at,
        readAt: at,
        error: null,
        state: JSON.stringify({ coverage, items: 3 }),
      })
      .execute();
  });
}

it('the page of nudges shows each source with its courts, and the page of checks links to it', async () => {
  const { url } = await served('Docket entries of type: order,<script>alert(1)</script>');
  const page = await (await fetch(`${url}/nudges`)).text();
  expect(page).toContain('D. Del.');
  expect(page).toContain('entries of type: order, &lt;script&gt;');
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('0 of 240');
  expect(page.replace(/<[^>]+>/g, ' ')).toMatch(
    /desk\s+what its caller names\s+no call about a watched case in 30 days/,
  );
  expect(await (await fetch(`${url}/checks`)).text()).toContain('href="/nudges"');
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('tipstaff_nudge_credits_today 0\n');
});
