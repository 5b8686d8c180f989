import { strFromU8, unzipSync } from 'fflate';
import type { TwoMatters } from './twoMatters.ts';

/** Returns each address of a route: for either matter, and for things that do not exist. */
export async function addressesOf(path: string, { office, paths }: TwoMatters): Promise<string[]> {
  const { db } = office.store;
  const idsOf = async (table: 'alerts' | 'checks') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => String(id));
  const keysOf = (kind: string) =>
    Object.values(paths).flatMap((one) => (one.startsWith(kind) ? one.slice(kind.length) : []));
  const samples: Readonly<Record<string, readonly string[]>> = {
    watches: ['ours', 'our-designs', 'sealed', 'nightjar-cases', 'nightjar-blind'],
    feeds: ['ours', 'our-designs', 'sealed', 'nightjar-cases', 'nightjar-designs', 'counsel', 'nightjar-desk'],
    cases: keysOf('/cases/'),
    designs: keysOf('/designs/'),
    alerts: await idsOf('alerts'),
    checks: await idsOf('checks'),
    matters: ['M-1', 'M-Nightjar'],
    users: ['boss'],
  };
  const name = /:\w+(\{[^}]*\})?/;
  if (!name.test(path)) return [path];
  const own = samples[path.split('/')[1] ?? ''];
  if (own === undefined) throw new Error(`Say here what ${path} can be asked for.`);
  return [...own, '999'].map((one) => path.replace(name, one));
}

/** True for an address of a record that only the other matter has, or that is confidential. */
export function isTheirs(address: string, { paths: { theirs, theirDesign, sealed } }: TwoMatters): boolean {
  return /nightjar/i.test(address) || [theirs, theirDesign, sealed].some((path) => address.startsWith(path));
}

/** Returns all text of a response, with the files of a ZIP or a workbook unpacked. */
export async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!strFromU8(bytes.subarray(0, 2)).startsWith('PK')) return strFromU8(bytes);
  return Object.entries(unzipSync(bytes))
    .map(([name, content]) => `${name}\n${strFromU8(content)}`)
    .join('\n');
}
