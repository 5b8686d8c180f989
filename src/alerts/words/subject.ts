import type { ChangesContent, ToldChange } from '../content.ts';
import { discreetName } from '../outline/watchWords.ts';
import { weigh, weightOrder } from '../weights.ts';
import { counted } from './counted.ts';
import { shorten } from './fold.ts';
import { discreetly, happened } from './happened.ts';
import { recordPlace, recordTitle } from './recordWords.ts';

/** Longer subjects are cut by every mail program. */
const longestSubject = 180;
const longestTitle = 60;
/** Records named in a subject; the others are counted. */
const mostNamed = 2;

/** What happened to what: `Widget Co. v. Rival (D. Del. 1:20-cv-00168): terminated, 2 new entries`. */
export function changesSubject(
  content: ChangesContent,
  groups: readonly (readonly [ToldChange, ...ToldChange[]])[],
): string {
  const digest = content.digest ? 'Digest: ' : '';
  if (groups.length === 0) return `${digest}nothing new, we looked ${counted(content.checks.length, 'time')}`;
  const told = subjectParts(content, groups);
  const more = told.length - mostNamed;
  const shown = told.slice(0, mostNamed);
  const words = more > 0 ? [...shown, `and ${more} more`] : shown;
  return shorten(`${digest}${words.join('; ')}`, longestSubject);
}

/** One part a record, the weightiest first; one part for all that a confidential matter holds. */
function subjectParts(content: ChangesContent, groups: readonly (readonly [ToldChange, ...ToldChange[]])[]): string[] {
  const parts = groups.map((changes) => {
    const watches = content.watches.filter((watch) => changes.some((change) => change.watches.includes(watch.id)));
    const weighed = changes.map((change) => ({ change, weighed: weigh(change, watches) }));
    const shown = weighed.filter((one) => !one.weighed.muted);
    const secret = watches.some((watch) => watch.confidential) ? discreetName(watches) : undefined;
    const weight = Math.min(3, ...shown.map((one) => weightOrder(one.weighed.weight)));
    return { changes, shown: shown.map((one) => one.change), secret, weight };
  });
  const secrets = new Map<string, ToldChange[]>();
  for (const part of parts) {
    if (part.secret) secrets.set(part.secret, [...(secrets.get(part.secret) ?? []), ...part.changes]);
  }
  const open = parts.filter((part) => part.secret === undefined).sort((a, b) => a.weight - b.weight);
  const where = content.pageUrl ? 'see the page' : 'see Tipstaff';
  return [
    ...open.map((part) => `${namedWith(part.changes, groups.length === 1)}: ${openWords(part)}`),
    ...[...secrets].map(([name, changes]) => `${name}: ${discreetly(changes)}, ${where}`),
  ];
}

function openWords(part: { readonly changes: readonly ToldChange[]; readonly shown: readonly ToldChange[] }): string {
  return part.shown.length > 0 ? happened(part.shown) : counted(part.changes.length, 'muted change');
}

/** A record alone is named with its court; among others by its title. */
function namedWith(changes: readonly [ToldChange, ...ToldChange[]], isAlone: boolean): string {
  const title = shorten(recordTitle(changes[0].record), longestTitle);
  return isAlone ? `${title} (${recordPlace(changes[0].record)})` : title;
}
