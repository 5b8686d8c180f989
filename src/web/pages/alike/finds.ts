import { html } from 'hono/html';
import { z } from 'zod';
import type { Notice } from '../../../alerts/message/facts.ts';
import { addToAlert } from '../../../alerts/outbox/addToAlertQueries.ts';
import { incidentThread } from '../../../alerts/outbox/incidents.ts';
import { shortText, webLink } from '../../../base/words/cleanText.ts';
import { personName } from '../../../base/words/watchWords.ts';
import { openName, type WatchConfig } from '../../../config/config.ts';
import { mayAct } from '../../../people/sight.ts';
import type { Design } from '../../../records/design.ts';
import { labelOf } from '../../../records/record.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import {
  loadFinds,
  type Review,
  removeReview,
  type ShownFind,
  saveReview,
  verdicts,
  withDesigns,
} from '../../../store/snapshot/findsTable.ts';
import { recordByKey } from '../../../store/snapshot/listRecordsQueries.ts';
import type { Db } from '../../../store/store.ts';
import { moment } from '../../frame/moment.ts';
import type { Html, PageParts, Params } from '../../frame/page.ts';
import { actionOn, byOf, hiddenInput, refuse, tokenInput } from '../../frame/page.ts';
import { watchActionPath } from '../../frame/pieces.ts';
import { knownBy } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { designName } from '../designs/designCard.ts';

export function comparingWatch({ sight }: Visit, id: string): WatchConfig | undefined {
  const watch = sight.readable.find((one) => one.id === id);
  return watch?.similarTo === undefined ? undefined : watch;
}

export async function findOfKey(db: Db, watch: WatchConfig, key: string): Promise<ShownFind | undefined> {
  const stored = await recordByKey(db, 'design', key);
  if (stored === undefined || (await knownBy(db, [watch], stored.id)).watches.length === 0) return undefined;
  const [find] = await withDesigns(db, watch.id, [...(await loadFinds(db, watch.id, [stored.id])).values()]);
  return find;
}

const verdictWords: Readonly<Record<Review['verdict'], string>> = {
  alike: 'Similar',
  'not alike': 'Not similar',
  'ask counsel': 'Ask',
};

/** Returns the channels of the matter's open watches. A confidential watch, or one without matter, has only its own. */
function channelsOf(watch: WatchConfig, watches: readonly WatchConfig[]): string[] {
  const isAlone = watch.matter === undefined || watch.confidential === true;
  const some = isAlone ? [] : watches.filter((one) => one.matter === watch.matter && one.confidential !== true);
  return [...new Set([watch, ...some].flatMap(({ notify }) => notify))];
}

/** For a confidential watch, names only its matter and the link. */
function questionNotice(watch: WatchConfig, design: Design, review: Review, pageUrl: string | undefined): Notice {
  const isOpen = watch.confidential !== true;
  const path = watchActionPath(watch.id, `alike/${encodeURIComponent(design.key)}`);
  const onPage = 'on the page of the watch, under “Looks like ours”';
  const page = { name: 'Compare and answer', value: pageUrl === undefined ? onPage : pageUrl + path };
  const named = [shortText(designName(design), 40), labelOf(design)].filter(Boolean).join(', ');
  const subject = isOpen
    ? `is ${named} too similar to your ${shortText(review.own, 40)}?`
    : `is a design of ${openName(watch)} too similar to yours?`;
  const { note, likeness } = review;
  const open = [
    { name: 'Note', value: note },
    { name: 'Likeness', value: likeness?.toFixed(2) ?? '' },
    { name: 'Watch', value: watch.name },
    { name: 'Register', value: webLink('', design.detailUrl)?.url ?? '' },
  ].filter(({ value }) => value !== '');
  const facts = [{ name: 'Asked by', value: personName(review.who) }, ...(isOpen ? open : []), page];
  return {
    incident: 'counsel-asked',
    subject,
    phase: 'began',
    at: review.at,
    detail: facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    facts,
    matter: isOpen ? watch.matter : undefined,
    thread: incidentThread({ kind: 'counsel-asked', subject: `${watch.id} ${design.key} ${review.own}` }, review.at),
    readers: true,
  };
}

/** Returns `Not similar, by ann, today` or `Asked by ann, today`. */
export function reviewWords({ verdict, who, at }: Review, visit: Visit): Html {
  const words = verdict === 'ask counsel' ? 'Asked' : `${verdictWords[verdict]},`;
  return html` <strong>${words}</strong> <span class="quiet small">by ${personName(who)}, ${moment(at, visit)}</span>`;
}

export function reviewPart(watch: WatchConfig, { find, design, review }: ShownFind, visit: Visit): Html {
  if (find === undefined) return html``;
  const done = review && html`<p>${reviewWords(review, visit)}${review.note && html`<br>${review.note}`}</p>`;
  if (!mayAct(visit.viewer, 'editor')) return html`${done}`;
  const path = watchActionPath(watch.id, `alike/${encodeURIComponent(design.key)}/review`);
  const button = (verdict: string, words: string) => html`<button name="verdict" value="${verdict}">${words}</button> `;
  const notified = channelsOf(watch, visit.sight.readable).join(', ') || 'nobody';
  const buttons = Object.entries({ ...verdictWords, 'ask counsel': `Ask (notifies ${notified})` }).map(
    ([verdict, words]) => button(verdict, words),
  );
  return html`${done}<form method="post" action="${path}" class="actions">
${tokenInput(visit)}${hiddenInput('own', find.own)}
<input name="note" aria-label="note" placeholder="note" maxlength="2000" value="${review?.note ?? ''}">
${buttons}${review && button('open', 'Take it back')}</form>`;
}

const longestNote = 2000;
const said = z.object({ verdict: z.enum([...verdicts, 'open']), note: z.string().trim().max(longestNote).default('') });

export async function findInPath({ store }: PageParts, visit: Visit, { id = '', key = '' }: Params) {
  const watch = comparingWatch(visit, id);
  const found = watch && (await findOfKey(store.db, watch, key));
  return watch && found && { watch, ...found };
}

export const reviewAction = actionOn(
  { path: '/watches/:id/alike/:key/review', role: 'editor' },
  findInPath,
  async ({ watch, recordId, find, design, review: former }, form, { store, config }, visit) => {
    if (find === undefined) return undefined;
    const asked = said.safeParse(form);
    const mistake = `Choose Similar, Not similar or Ask; a note has up to ${longestNote} characters.`;
    if (!asked.success) return refuse(mistake);
    const { own, likeness } = find;
    // The design was compared again while the page was open, so the viewer saw another pair.
    if (form.own !== own) refuse(`It is now more similar to your ${own}. Compare again, then decide.`);
    const { verdict, note } = asked.data;
    const pair = { watchId: watch.id, recordId, own };
    const by = byOf(visit);
    await store.transaction(async (trx) => {
      await noteAudit(trx, by, 'design.review', design.key, `${watch.id}, ${own}: ${verdict}`);
      if (verdict === 'open') {
        await removeReview(trx, pair);
        return;
      }
      const review = { ...pair, verdict, note, likeness, ...by };
      await saveReview(trx, review);
      if (verdict !== 'ask counsel' || (former?.verdict === verdict && former.note === note)) return;
      const payload = [questionNotice(watch, design, review, config.http.publicUrl)];
      const notice = { kind: 'notice', createdAt: visit.now, dueAt: visit.now, changes: [], payload } as const;
      for (const channel of channelsOf(watch, visit.sight.readable)) await addToAlert(trx, { channel, ...notice });
    });
    return { kind: 'done', see: watchActionPath(watch.id, 'alike') };
  },
);
