import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { byNight } from '../runs.ts';
import { ask, design } from '../sandbox/asking.ts';

it('the sandbox can draw a picture of every class and from every side', async () => {
  const sandbox = await startSandbox({ world: { startsOn: '2026-03-02', size: 0 } });
  onTestFinished(() => sandbox.close());
  const urls: string[] = [];
  for (const source of ['HAGUE', 'EMID']) {
    const { body } = await ask(sandbox, 'wipo', { source, hol: 'Rival', num: byNight ? 40 : 2 });
    urls.push(...body.hits.flatMap((hit: { IMG_DATA: { url: string }[] }) => hit.IMG_DATA.map(({ url }) => url)));
  }
  for (const url of urls) expect((await fetch(url)).headers.get('content-type'), url).toBe('image/png');
  for (const lcs of ['06-01', '07-01', '09-01', '14-01', '21-02', '26-05', '99-00']) {
    sandbox.put(design('DM/7', { LCS: [lcs] }));
    // The first class from each side. The nightly run takes all.
    for (let view = 0; view < (byNight || lcs === '06-01' ? 9 : 1); view += 1) {
      const url = `${sandbox.url}/images/HAGUE/7/DM7/${lcs}-${view}.png`;
      expect((await fetch(url)).headers.get('content-type'), url).toBe('image/png');
    }
  }
});
