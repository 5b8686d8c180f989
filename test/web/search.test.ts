import { expect, it } from 'vitest';
import { aWatch } from '../schedule/aWatch.ts';
import { serveDemoWorld } from './demoWorld.ts';
import { serve } from './serve.ts';

const textOf = async (url: string) => (await fetch(url)).text();

it('the search finds words of entries, marks them, and links to the entry on the right page of its case', async () => {
  const { url } = await serveDemoWorld();
  const found = await textOf(`${url}/search?q=${encodeURIComponent('rival "motion to dismiss"')}`);
  expect(found).toMatch(/<mark>Motion to Dismiss<\/mark>/i);
  expect(found).toMatch(/<h1>rival ("|&quot;|&#34;)motion to dismiss\1<\/h1>/);
  const links = [...found.matchAll(/href="(\/cases\/[^"]+\?entry=\d+)#(di-[^"]+)"/g)];
  expect(links.length).toBeGreaterThan(3);
  for (const [, path = '', anchor = ''] of links.slice(0, 10)) {
    expect(await textOf(url + path), path).toContain(`id="${decodeURIComponent(anchor)}"`);
  }
  const [all = ''] = /\/cases\/[^"]+\?words=[^"#]+/.exec(found) ?? [];
  const filtered = await textOf(url + all.replaceAll('&amp;', '&'));
  expect(filtered).toMatch(/<span class="quiet">\d+ entries of \d+<\/span>/);

  expect(await textOf(`${url}/search?q=bottle`)).toMatch(/<h2>(The first )?\d+ designs/);
  expect(await textOf(`${url}/search?q=20-168`)).toContain('1:20-cv-00168');
  const file = await textOf(`${url}/search.csv?q=rival&what=designs`);
  expect(file).toContain('design,');
  expect(file).not.toContain('case,');
  // Of more than a hundred hits too, the page has the newest ones.
  expect(await textOf(`${url}/search?q=rival&what=designs`)).toContain('DM/950016');
  expect(await textOf(`${url}/search?q=${encodeURIComponent('<script>alert(1)</script>')}`)).not.toContain(
    '<script>alert',
  );
});

it('the search explains what it accepts if it has no word or no hit', async () => {
  const { url } = await serve({ watches: [aWatch()] });
  expect(await textOf(`${url}/search`)).toContain('Enter names, numbers or words above.');
  expect(await textOf(`${url}/search?q=nothing+of+that`)).toContain('Every word must occur');
});
