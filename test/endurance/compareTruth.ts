import type { StoredChange } from '../../src/store/snapshot/changesTable.ts';

/** Returns what a change reports, one line for each watch and item, in the words of the world's truth. */
function linesOf({ kind, record, entry, fields, watches: reported }: StoredChange): string[] {
  const what = kind === 'entry.new' ? [asFiled(entry?.description)] : fields.map(({ field }) => field);
  const things = kind.endsWith('.new') && kind !== 'entry.new' ? [''] : what.length > 0 ? what : [''];
  return reported.flatMap((watch) => things.map((thing) => `${watch} ${kind} ${record.key} ${thing}`.trim()));
}

/** Removes extra blanks of the service. An entry that is first seen with them is reported with them. */
function asFiled(text: string | undefined): string | undefined {
  return text?.replaceAll(' , ', ', ');
}

/** Counts, by watch and docket, the entries that these changes report only as a number. */
function countTogether(changes: readonly StoredChange[], kind: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const change of changes.filter((each) => each.kind === kind)) {
    for (const watch of change.watches) {
      const name = `${watch} ${change.record.key}`;
      counts.set(name, (counts.get(name) ?? 0) + Number(change.fields[0]?.after));
    }
  }
  return counts;
}

const isTogether = ({ kind }: StoredChange) => kind === 'entry.backfill' || kind === 'entry.unseen';

/** How the reports differ from what happened, in lines. */
export interface AgainstTruth {
  /** True, but not reported yet. */
  readonly unreported: readonly string[];
  readonly twice: readonly string[];
  readonly untrue: readonly string[];
}

export function compareTruth(changes: readonly StoredChange[], truth: readonly string[]): AgainstTruth {
  const unreported = [...truth];
  const [twice, untrue]: [string[], string[]] = [[], []];
  for (const line of changes.filter((change) => !isTogether(change)).flatMap(linesOf)) {
    const at = unreported.indexOf(line);
    if (at >= 0) unreported.splice(at, 1);
    else (truth.includes(line) ? twice : untrue).push(line);
  }
  for (const [name, count] of countTogether(changes, 'entry.backfill')) {
    const [watch, key] = name.split(' ');
    for (let reported = 0; reported < count; reported += 1) {
      const at = unreported.findIndex((line) => line.startsWith(`${watch} entry.new ${key} `));
      if (at >= 0) unreported.splice(at, 1);
      else untrue.push(`${name}: more entries reported together than there are`);
    }
  }
  return { unreported, twice, untrue };
}
