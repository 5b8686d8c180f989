import { expect, it } from 'vitest';
import { byNight } from '../../runs.ts';
import type { Json } from '../../sandbox/asking.ts';
import { type Filing, standing } from './filings.ts';
import { type Got, type November, openNovember, token } from './november.ts';
import { saysEnded, saysUnchecked, standingDays, statementsOf } from './statements.ts';
import { watches } from './watches.ts';
import { entryLine, servedChecks, whatThereIs } from './world.ts';

const seed = process.env.TIPSTAFF_SEED ?? 'four weeks';
const command = `${byNight ? 'TIPSTAFF_NIGHTLY=on ' : ''}TIPSTAFF_SEED='${seed}' npm run test:endurance -- test/endurance/stories/fourWeeks.test.ts`;
const hourMs = 3_600_000;
/** The least that the story must contain, so that the test has something to judge. */
const least = byNight ? { came: 80, dates: 20, said: 5 } : { came: 30, dates: 5, said: 2 };

const said = ({ channel, at, subject, text }: Got, statement: string, world: string) =>
  `${statement}\n  in the world: ${world}\n  to ${channel} at ${at}: ${subject || text.slice(0, 200)}`;
const isForOperators = ({ channel }: Got) => channel.startsWith('ops');
const flat = (text: string) => text.replace(/\s+/g, ' ');

it('during weeks of 26 watches no message contradicts the world, and none is missing or doubled', async () => {
  const november = await openNovember(seed);
  const before = await whatThereIs(november.sandbox);
  await november.live();
  const after = await whatThereIs(november.sandbox);
  const came = [...after].filter((line) => !before.has(line));
  expect(watches).toHaveLength(26);
  expect(came.length).toBeGreaterThan(least.came);
  const { got, filings } = november;
  const wrong = {
    'missed or doubled at the desk': atTheDesk(got, came),
    'missed or doubled in a mail or chat': filings.flatMap((one) => timesShown(one, got)),
    'called ended while open': got.flatMap((one) => calledEnded(one, november)),
    'dates that do not stand': got.flatMap((one) => datesGone(one, got)),
    'misread rulings': got.flatMap(misread),
    'said to be unchecked': uncheckedAfterAll(november),
    'said to be checked': checkedAllTheSame(november),
    'parts of the service': got.filter((one) => !isForOperators(one)).flatMap((one) => leaks(one, november)),
    'other numbers in the subject than inside': got.flatMap(miscounted),
    'confidential names': got.filter((one) => one.channel !== 'partner').flatMap(confidential),
  };
  const statements = got.flatMap(statementsOf);
  expect(statements.filter(({ words }) => saysEnded(words)).length).toBeGreaterThan(least.said);
  expect(statements.flatMap(({ words }) => standingDays(words, '2026-11-09')).length).toBeGreaterThan(least.dates);
  expect(got.flatMap(({ text }) => saysUnchecked(text)).length).toBeGreaterThan(least.said);
  expect(got.filter(({ subject }) => subject.startsWith('Nothing new')).length).toBeGreaterThan(least.said);
  const none = Object.fromEntries(Object.keys(wrong).map((name) => [name, []]));
  expect(wrong, `seed ${seed}; once more: ${command}`).toEqual(none);
});

/** Readings that no order of this story supports. */
function misread(one: Got): string[] {
  const readings = [
    [/\bgrants[^.;]*complaint/i, 'an extension of time to answer the complaint was granted'],
    [/\bmotion AFFIRMED/i, 'what was affirmed is the judgment that was appealed'],
    [/\bedited \[[^\]]*MOVED/, 'the edit added a note of the clerk, and moved no date'],
  ] as const;
  return readings.flatMap(([words, world]) => {
    const found = words.exec(flat(`${one.subject} ${one.text}`))?.[0];
    return found === undefined ? [] : [said(one, found, world)];
  });
}

/** The webhook gets every watch except the confidential one, and has its content in fields. */
function atTheDesk(got: readonly Got[], came: readonly string[]): string[] {
  const changes = got
    .filter(({ channel }) => channel === 'desk')
    .flatMap(({ text }): Json[] => JSON.parse(text).data.changes ?? []);
  const lines = changes.flatMap(({ kind, record, entry, entries }) => {
    if (kind === 'entry.new') return [entryLine(record.key, entry)];
    const inside = (entries ?? []).map((one: Json) => entryLine(record.key, one));
    return kind.endsWith('.new') ? [`${kind} ${record.key}`, ...inside] : [];
  });
  // The partner's case is in the world too.
  const due = came.filter((line) => !line.startsWith('entry.new 9006 '));
  const missed = due.filter((line) => !lines.includes(line)).map((line) => `missed: ${line}`);
  const doubled = lines.filter((line, place) => lines.indexOf(line) !== place).map((line) => `twice: ${line}`);
  const untrue = lines.filter((line) => !due.includes(line)).map((line) => `not in the world: ${line}`);
  return [...missed, ...doubled, ...untrue];
}

/** Each channel that follows a case shows a filing once, and `outside` once for each matter. */
function timesShown({ caseId, text, number }: Filing, got: readonly Got[]): string[] {
  const isSecret = caseId === 9006;
  const channels = isSecret ? [] : ['counsel', 'paralegal', 'outside', 'room', ...(caseId === 9004 ? ['kitchen'] : [])];
  return channels.flatMap((channel) => {
    const shown = got.filter((one) => one.channel === channel && flat(one.text).includes(flat(text)));
    const times = channel === 'outside' && caseId === 9005 ? 2 : 1;
    const where = shown.map(({ at, subject }) => `${at} ${subject}`).join(' | ');
    return shown.length === times ? [] : [`${channel}: D.I. ${number} of ${caseId}, ${times} due: ${where || 'never'}`];
  });
}

function calledEnded(one: Got, { statuses }: November): string[] {
  const times = [...statuses.keys()].filter((at) => Math.abs(Date.parse(at) - Date.parse(one.at)) < 96 * hourMs);
  return statementsOf(one).flatMap(({ number, words }) => {
    if (!saysEnded(words)) return [];
    const [year = '', serial = ''] = number.split('-');
    const isCase = (name: string) => name.endsWith(`:${year}-cv-${serial.padStart(5, '0')}`);
    const isEnded = times.some((at) =>
      [...(statuses.get(at) ?? [])].some(([name, status]) => isCase(name) && status === 'terminated'),
    );
    return isEnded ? [] : [said(one, `${words}: ${number}`, 'the case is open')];
  });
}

/** A date may be named until the channel gets the entry that vacates it. */
function datesGone(one: Got, got: readonly Got[]): string[] {
  const own = new Set(['26-811', '26-451', '26-5501', '26-907', '26-1234', '26-999']);
  const [today] = one.at.split('T') as [string];
  return statementsOf(one).flatMap(({ number, words }) => {
    if (!own.has(number)) return [];
    return standingDays(words, today).flatMap((date) => {
      if (date < today) return [];
      const stands = standing.find((known) => known.number === number && known.date === date);
      if (stands === undefined) return [said(one, `${words}: ${number}`, `no court set ${date} in this case`)];
      const paper = stands.vacatedBy;
      const until = got.find((other) => other.channel === one.channel && shows(other, number, paper));
      const isGone = paper !== undefined && until !== undefined && until.at <= one.at;
      return isGone ? [said(one, `${words}: ${number}`, `D.I. ${paper} vacated ${date}`)] : [];
    });
  });
}

function shows({ text }: Got, number: string, paper: string | undefined): boolean {
  const [year = '', serial = ''] = number.split('-');
  const isOfCase = text.includes(`:${year}-cv-${serial.padStart(5, '0')}`);
  return isOfCase && (text.includes(`D.I. ${paper},`) || text.includes(`"documentNumber":"${paper}"`));
}

/** A message must not say that a watch was not checked since a time, if the service served it completely later. */
function uncheckedAfterAll({ got, sandbox }: November): string[] {
  const served = servedChecks(sandbox);
  return got.flatMap((one) =>
    saysUnchecked(one.text).flatMap(({ names, since }) =>
      names.flatMap((name) => {
        const later = served
          .get(name)
          ?.find((at) => at > since.getTime() + hourMs / 60 && at < Date.parse(one.at) - hourMs);
        const world = later === undefined ? '' : `it was checked at ${new Date(later).toISOString()}`;
        return later === undefined ? [] : [said(one, `${name}: unknown since ${since.toISOString()}`, world)];
      }),
    ),
  );
}

/** A digest names each watch that was due at seven, more than an hour before, and was not checked since. */
function checkedAllTheSame({ got, sandbox }: November): string[] {
  const served = servedChecks(sandbox);
  return got
    .filter(({ channel, text }) => ['paralegal', 'kitchen'].includes(channel) && !text.startsWith('Now watching'))
    .filter(
      ({ subject, text }) =>
        !/could not look|could not check|last checked|not known|checks work again|not checked/i.test(subject + text),
    )
    .flatMap((one) => {
      const due = lastDue(new Date(Date.parse(one.at) - hourMs));
      return watches
        .filter((watch) => watch.schedule === undefined && watch.confidential !== true)
        .filter(({ notify = [] }) => one.channel === 'paralegal' || notify.includes('kitchen'))
        .filter(({ name }) => !served.get(name)?.some((at) => at >= due && at <= Date.parse(one.at)))
        .map(({ name }) => said(one, `nothing of ${name}`, `it was due ${new Date(due).toISOString()}`));
    });
}

/** Returns the last seven o'clock of a working day in New York, in winter. */
function lastDue(now: Date): number {
  const due = new Date(now);
  due.setUTCHours(12, 0, 0, 0);
  if (due > now) due.setUTCDate(due.getUTCDate() - 1);
  while ([0, 6].includes(due.getUTCDay())) due.setUTCDate(due.getUTCDate() - 1);
  return due.getTime();
}

function leaks(one: Got, { sandbox }: November): string[] {
  const parts =
    /127\.0\.0\.1|localhost|TIPSTAFF_\w+|whsec_|watches\.yaml|\/api\/v3|smtps?:\/\/|(?:^|\s)\/(?:tmp|home|var)\//;
  const found = parts.exec(one.text)?.[0] ?? [token, sandbox.url].find((part) => one.text.includes(part));
  return found === undefined ? [] : [said(one, found, 'it is nothing for readers')];
}

/** Compares a subject's `+2 cases` with the number of cases in the message. */
function miscounted(one: Got): string[] {
  const inside = new Set([...one.text.matchAll(/\d:\d\d-cv-\d{5}(?=[,)])/g)].map(([number]) => number)).size;
  const more = /\+(\d+) cases?\b/.exec(one.subject)?.[1];
  const isWhole = !/\(\d of \d\)$|design/.test(one.subject) && !['desk', 'room'].includes(one.channel);
  if (more === undefined || !isWhole || Number(more) + 1 === inside) return [];
  return [said(one, `+${more}`, `${inside} cases are inside`)];
}

function confidential(one: Got): string[] {
  const found = /Falconbridge|Quillon|26-cv-00666|26-666|7100006|7,100,006/.exec(one.subject + one.text)?.[0];
  return found === undefined ? [] : [said(one, found, 'only the partner may read it')];
}
