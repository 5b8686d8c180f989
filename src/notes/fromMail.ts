import { html } from 'hono/html';
import { beginHold } from '../check/holds.ts';
import type { WatchConfig } from '../config/config.ts';
import type { Db } from '../database/store.ts';
import { findHold, quieten } from '../holds/holdsTable.ts';
import { type Reported, reportedBy } from '../outbox/alertContentQueries.ts';
import { recordPath, watchPath } from '../pages/links.ts';
import { moment } from '../pages/moment.ts';
import { actionForm, type Drawn, type Form, type Html, type PageParts } from '../pages/page.ts';
import type { Arrival } from '../pages/visit/visit.ts';
import { noteAudit } from '../people/auditTable.ts';
import { readMailLink } from '../people/mailLinks.ts';
import { readEntry } from '../reading/readEntry.ts';
import { recordPlace, recordTitle, type SearchRecord } from '../records/record.ts';
import { acknowledge } from '../snapshot/acknowledgedTable.ts';
import { listChanges, type StoredChange } from '../snapshot/changesTable.ts';
import { recordByKey } from '../snapshot/namedRecordsQueries.ts';
import { weekMs } from '../time.ts';
import { listed } from '../words/sentence.ts';

export const mailVerbs = ['acknowledge', 'mute-record', 'mute-watch', 'not-this-kind'] as const;
export type MailVerb = (typeof mailVerbs)[number];

/** What a link of a mail opens: without signing in, but for this record of this alert alone. */
interface Opened extends Reported {
  readonly record: SearchRecord;
  readonly watches: readonly WatchConfig[];
  /** What it reported: types of entries (`letter`), kinds of other changes (`docket.updated`). */
  readonly kinds: readonly string[];
  readonly path: string;
}

const mostChanges = 1_000;

function kindsIn(changes: readonly StoredChange[]): string[] {
  const kinds = changes.map(({ kind, entry }) =>
    entry === undefined ? kind : readEntry(entry.description, entry.dateFiled).type,
  );
  return [...new Set(kinds)].sort();
}

/**
 * What a link of a mail would do, and the button that does it: opening the link changes nothing, because programs that
 * look for viruses follow it. undefined: it was not signed here, has expired, or its alert or watches are gone.
 */
export async function askFromMail(
  parts: PageParts,
  visit: Arrival,
  token: string,
  verb: MailVerb,
): Promise<Drawn | undefined> {
  const opened = await openLink(parts, visit, token);
  if (opened === undefined) return undefined;
  const { title, says, button, fields } = wordsOf(verb, opened, visit);
  return {
    title,
    body: html`<h1>${title}</h1>
<p><a href="${opened.path}">${recordTitle(opened.record)}</a> <span class="quiet">${recordPlace(
      opened.record,
    )}</span></p>
<p>${says} ${forWhom(verb, opened)}</p>${actionForm(visit, visit.url.pathname, button, fields)}`,
  };
}

export async function doFromMail(
  parts: PageParts,
  visit: Arrival,
  given: { readonly token: string; readonly verb: MailVerb; readonly form: Form },
): Promise<Drawn | undefined> {
  const opened = await openLink(parts, visit, given.token);
  if (opened === undefined) return undefined;
  const said = await effectOf(given.verb)(parts, visit, opened, given);
  const title = said === undefined ? 'Not done' : 'Done';
  const words = said ?? 'The watch was removed meanwhile, or has not been checked yet: nothing was changed.';
  const undo =
    ofWatch.has(given.verb) && said !== undefined
      ? html` <a href="${watchPath(chosen(opened, given.form).id)}">Undo it on the page of the watch.</a>`
      : '';
  return {
    title,
    body: html`<h1>${title}</h1><p>${words} ${said === undefined ? '' : forWhom(given.verb, opened)}${undo}</p>
<p><a href="${opened.path}">${recordTitle(opened.record)}</a></p>`,
  };
}

const ofWatch: ReadonlySet<MailVerb> = new Set(['mute-watch', 'not-this-kind']);

type Effect = (
  parts: PageParts,
  visit: Arrival,
  opened: Opened,
  given: { readonly verb: MailVerb; readonly form: Form },
) => Promise<string | undefined>;

function effectOf(verb: MailVerb): Effect {
  switch (verb) {
    case 'acknowledge':
      return acknowledgeIt;
    case 'mute-record':
    case 'mute-watch':
      return muteIt;
    case 'not-this-kind':
      return quietenIt;
  }
}

async function openLink(parts: PageParts, { now }: Arrival, token: string): Promise<Opened | undefined> {
  const { db } = parts.store;
  const link = readMailLink(parts.config.service.token, token, now);
  if (link === undefined) return undefined;
  const [reported, stored] = [await reportedBy(db, link), await recordByKey(db, link.type, link.key)];
  if (reported === undefined || stored === undefined) return undefined;
  const watches = parts.config.watches.filter(({ id }) => reported.watchIds.includes(id));
  if (watches.length === 0) return undefined;
  const changes = await listChanges(db, { ids: reported.changeIds, limit: mostChanges });
  return { ...reported, record: stored.record, watches, kinds: kindsIn(changes), path: recordPath(link) };
}

interface AskedWords {
  readonly title: string;
  readonly says: Html | string;
  readonly button: string;
  readonly fields: Html | string;
}

function wordsOf(verb: MailVerb, opened: Opened, visit: Arrival): AskedWords {
  const what = opened.record.type === 'docket' ? 'case' : 'design';
  const until = moment(weekFrom(visit), visit);
  switch (verb) {
    case 'acknowledge':
      return {
        title: 'Acknowledge',
        says: `The pages show that somebody has seen to what this mail says of the ${what}.`,
        button: 'Acknowledge',
        fields: '',
      };
    case 'mute-record':
      return {
        title: `Mute this ${what} for a week`,
        says: html`Until ${until} nothing about this ${what} is sent for the watches of this mail.
What happens meanwhile is kept, and sent together then.`,
        button: 'Mute it for a week',
        fields: '',
      };
    case 'mute-watch':
      return {
        title: 'Mute this watch for a week',
        says: html`Until ${until} nothing that it finds is sent. It is checked as before; what it
finds is kept, and sent together then.`,
        button: 'Mute the watch for a week',
        fields: watchChoice(opened),
      };
    case 'not-this-kind':
      return {
        title: 'Not this kind again',
        says:
          'The watch does not report it any more, whatever it says. It is counted and listed all the same, and the ' +
          'page of the watch undoes it.',
        button: 'Not this kind again',
        fields: html`${watchChoice(opened)}<label>kind <select name="kind">${opened.kinds.map(
          (kind) => html`<option>${kind}</option>`,
        )}</select></label> `,
      };
  }
}

/** Nothing that a mail does is for its reader alone. */
function forWhom(verb: MailVerb, { record, watches }: Opened): string {
  const what = record.type === 'docket' ? 'case' : 'design';
  if (verb === 'acknowledge') return `That holds for everybody who may see the ${what}.`;
  const channels = listed([...new Set(watches.flatMap((watch) => watch.notify))]);
  const whom = verb === 'mute-record' && watches.length > 1 ? 'whom these watches notify' : 'whom the watch notifies';
  return `That holds for everybody ${whom}, not for you alone: ${channels}.`;
}

function watchChoice({ watches }: Opened): Html {
  const [only, another] = watches;
  if (only === undefined || another !== undefined) {
    return html`<label>watch <select name="watch">${watches.map(
      ({ id, name }) => html`<option value="${id}">${name}</option>`,
    )}</select></label> `;
  }
  return html`<input type="hidden" name="watch" value="${only.id}"><strong>${only.name}</strong> `;
}

/** The watch that the form names, if it is one of the mail's; else the first of them. */
function chosen({ watches }: Opened, { watch = '' }: Form): WatchConfig {
  const found = watches.find(({ id }) => id === watch) ?? watches[0];
  if (found === undefined) throw new Error('a link without a watch was opened');
  return found;
}

function weekFrom({ now }: Arrival): string {
  return new Date(now.getTime() + weekMs).toISOString();
}

/** Who it was: a user who is signed in, else one of the readers of the channel. */
function authorOf({ channel }: Opened, { viewer }: Arrival): string {
  return viewer?.name === undefined ? `a reader of ${channel}, from a mail` : viewer.name;
}

const quietenIt: Effect = async ({ store }, visit, opened, { form }) => {
  const { id, name } = chosen(opened, form);
  const kind = opened.kinds.find((one) => one === form.kind);
  if (kind === undefined) return undefined;
  const by = { at: visit.now.toISOString(), who: authorOf(opened, visit) };
  await store.transaction(async (trx) => {
    await quieten(trx, { watchId: id, kind, ...by });
    await noteAudit(trx, by, 'watch.quieten', id, kind);
  });
  return `${name} does not report ${kind} any more.`;
};

async function acknowledgeIt({ store }: PageParts, visit: Arrival, opened: Opened): Promise<string | undefined> {
  const by = { at: visit.now.toISOString(), who: authorOf(opened, visit) };
  const { changeIds, watchIds } = opened;
  const own = await store.transaction(async (trx) => {
    const found = await acknowledge(trx, { changeIds, watchIds, ...by });
    if (found.length > 0) await noteAudit(trx, by, 'change.acknowledge', found.join(','), 'from a mail');
    return found;
  });
  return own.length === 0 ? undefined : 'Acknowledged.';
}

async function muteIt(
  { store, config }: PageParts,
  visit: Arrival,
  opened: Opened,
  { verb, form }: { readonly verb: MailVerb; readonly form: Form },
): Promise<string | undefined> {
  const until = weekFrom(visit);
  const by = { author: authorOf(opened, visit), reason: 'muted from a mail', beganAt: visit.now.toISOString(), until };
  const isHeld = await store.transaction(async (trx) => {
    let any = false;
    for (const hold of await holdsOf(trx, opened, verb, form)) {
      any = (await beginHold(trx, config, { ...hold, ...by, isChecked: true })) || any;
    }
    return any;
  });
  return isHeld ? 'Muted for a week. What happens meanwhile is kept, and sent together then.' : undefined;
}

/**
 * A case is muted for the watches that the mail is about: those of another matter, whose readers the sender of the form
 * may not know, go on. Where it is ignored for good, it stays so.
 */
async function holdsOf(db: Db, opened: Opened, verb: MailVerb, form: Form) {
  const { recordId, watches, record } = opened;
  const watch = chosen(opened, form);
  if (verb === 'mute-watch') return [{ watchId: watch.id, recordId: null, label: watch.name }];
  const holds = watches.map(({ id }) => ({ watchId: id, recordId, label: recordPlace(record) }));
  const running = await Promise.all(holds.map((hold) => findHold(db, { ...hold, isChecked: true })));
  return holds.filter((_, index) => running[index]?.until !== null);
}
