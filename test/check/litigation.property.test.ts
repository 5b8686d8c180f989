import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { designHit } from './hits.ts';
import { openOffice } from './office.ts';
import type { DesignHit, KeptCall } from './service.ts';

/** `cases` requests the court cases of its designs, and `plain` finds the same designs without them. */
const watches = ['plain', 'cases'] as const;
const channels = { plain: 'counsel', cases: 'brand' };

interface ModelDesign {
  status: string;
  expires: string;
  /** The status of each case that concerns the design. */
  cases: readonly string[];
}

const statuses = ['ACT', 'EXP'];
const design: fc.Arbitrary<ModelDesign> = fc.record({
  status: fc.constantFrom(...statuses),
  expires: fc.constantFrom('2029-05-06', '2034-05-06'),
  cases: fc.array(fc.constantFrom('open', 'terminated'), { maxLength: 2 }),
});

const turn = fc.record({
  moved: fc.option(fc.record({ number: fc.nat({ max: 3 }), to: design })),
  checks: fc.shuffledSubarray([...watches], { minLength: 1 }),
  litigationStatus: fc.constantFrom('success', 'success', 'success', 'failed', 'skipped'),
  /** A field that changes without being reported. */
  crawled: fc.nat({ max: 2 }),
  /** The service shows the world as it was so many turns ago. */
  turnsAgo: fc.constantFrom(0, 0, 0, 1, 2),
});

function hitOf(shown: ModelDesign, number: number, how: { litigationStatus: string; crawled: number }): DesignHit {
  return designHit(number, {
    STATUS: shown.status,
    ED: shown.expires,
    version: `${how.crawled}`,
    ...casesOf(shown, how),
  });
}

function casesOf({ cases }: ModelDesign, { litigationStatus }: { litigationStatus: string }): Partial<DesignHit> {
  const listed = cases.map((status, index) => ({
    caseId: `c${index}`,
    docketNumber: `1:24-cv-0000${index}`,
    caseName: 'Rival v. Widget',
    court: 'ded',
    status,
    dateFiled: '2024-01-02',
    parties: [],
    patentNumbers: [],
  }));
  return { litigationStatus, ...(litigationStatus === 'success' ? { caseTotal: listed.length, cases: listed } : {}) };
}

/** What all responses together say of a design. Cases once known stay known. */
class Known {
  readonly #label: string;
  #status: string;
  #expires: string;
  #cases: readonly string[];

  constructor(number: number, { status, expires, cases }: ModelDesign) {
    this.#label = `DM/${200_000 + number}`;
    this.#status = status;
    this.#expires = expires;
    this.#cases = cases;
  }

  see({ status, expires, cases }: ModelDesign, withCases: boolean): string[] {
    const lines: string[] = [];
    if (status !== this.#status) lines.push(`design.status ${this.#label} status`);
    if (expires > this.#expires) lines.push(`design.renewed ${this.#label} expires`);
    if (expires < this.#expires) lines.push(`design.updated ${this.#label} expires`);
    const known = this.#cases;
    if (withCases && cases.some((each, index) => known[index] !== each))
      lines.push(`design.litigation ${this.#label} litigation`);
    this.#status = status;
    this.#expires = expires;
    if (withCases) this.#cases = [...cases, ...known.slice(cases.length)];
    return lines;
  }
}

const story = fc.record({
  start: fc.array(design, { minLength: 1, maxLength: 4 }),
  turns: fc.array(turn, { maxLength: 9 }),
});

async function live({ start, turns }: typeof story extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const search = { source: ['HAGUE'], holder: 'Rival' };
  const office = await openOffice({
    defaults: { announce: false },
    watches: [
      { id: 'cases', notify: [channels.cases], designs: { ...search, litigation: true } },
      { id: 'plain', notify: [channels.plain], designs: search },
    ],
  });
  const show = (world: readonly ModelDesign[], how: { litigationStatus: string; crawled: number }) => {
    const hits = world.map((each, index) => hitOf(each, index, how));
    const plain = hits.map(({ litigationStatus: _, caseTotal: __, cases: ___, ...hit }) => hit);
    office.service.reply = ({ body }: KeptCall) => ({
      body: { total: hits.length, hits: body.enable_litigation === true ? hits : plain, litigationNote: '' },
    });
  };
  show(start, { litigationStatus: 'success', crawled: 0 });
  await office.alertsOfCheck();
  const known = start.map((each, index) => new Known(index, each));
  const history: (readonly ModelDesign[])[] = [start];
  for (const { moved, checks, turnsAgo, ...how } of turns) {
    office.pass(1);
    history.unshift((history[0] ?? []).map((each, index) => (index === moved?.number ? moved.to : each)));
    const world = history[turnsAgo] ?? start;
    show(world, how);
    for (const id of checks) {
      expect(await office.check({ ids: [id] })).toMatchObject([{ outcome: 'complete' }]);
      const withCases = id === 'cases' && how.litigationStatus === 'success';
      const news = world.flatMap((each, index) => known[index]?.see(each, withCases) ?? []);
      // Cases are reported only to the watch that requests them, whichever check finds them.
      const reports = (watch: keyof typeof channels, line: string) =>
        watch === 'cases' || !line.startsWith('design.litigation');
      const expected = news.flatMap((line) =>
        watches.filter((watch) => reports(watch, line)).map((watch) => `${channels[watch]}: ${line} [${watch}]`),
      );
      expect((await office.newAlerts()).filter((line) => !line.startsWith('ops: '))).toEqual(expected.sort());
    }
  }
  await office.close();
}

it('each change of a design is reported once, to a watch that requests court cases and to one that does not', () =>
  fc.assert(fc.asyncProperty(story, live), { numRuns: runs({ few: 2, many: 5 }) }));
