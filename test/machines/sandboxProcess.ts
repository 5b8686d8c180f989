// The sandbox as a process, with as many dockets as the first argument says, one per patent. Messages: `news` adds an
// entry to every docket, and `calls` returns the patent of each call so far, in order.
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { docketHit } from '../check/hits.ts';

const latencyMilliseconds = 30;
const order = { documentNumber: '2', dateFiled: 'Nov 20, 2026', pdfUrl: '', patentNumbers: [], extraDocument: [] };
const count = Number(process.argv[2]);
const sandbox = await startSandbox({ world: 'none', keepRequests: 1_000_000, latencyMilliseconds });
for (let index = 0; index < count; index += 1) {
  sandbox.put(
    docketHit({
      docketId: 7_000_000 + index,
      docketNumber: `1:20-cv-${String(index).padStart(5, '0')}`,
      patentNumbers: [String(7_000_000 + index)],
    }),
  );
}
process.on('disconnect', () => process.exit(0));
process.on('message', (message: 'news' | 'calls') => {
  if (message === 'news') addNews();
  process.send?.(message === 'calls' ? sandbox.requests.map(({ request }) => String(request.patentNumber)) : 'done');
});
process.send?.(sandbox.url);

function addNews(): void {
  for (let index = 0; index < count; index += 1) {
    const patent = 7_000_000 + index;
    const addEntries = [{ ...order, description: `ORDER about exhibit ${patent}`, documentHref: `/doc1/${patent}` }];
    sandbox.patch({ type: 'docket', key: String(patent), addEntries });
  }
}
