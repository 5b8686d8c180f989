import { openPlain } from './plain.ts';

// node plainLoop.ts URL COUNT: fetches this many results and parses them, one after another.

const [url = '', count = '0'] = process.argv.slice(2);
const plain = openPlain(url);
for (let index = 0; index < Number(count); index += 1) {
  await plain.fetch('wipo', { hol: `Holder ${index}`, source: 'HAGUE', from: 0, num: 100 });
}
await plain.close();
