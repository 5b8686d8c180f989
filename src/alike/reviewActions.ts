import { z } from 'zod';
import { removeReview, saveReview, verdicts } from '../looks/reviewsTable.ts';
import { watchActionPath } from '../pages/links.ts';
import { type Action, whoOf } from '../pages/page.ts';
import { noteAudit } from '../people/auditTable.ts';
import { comparingWatch, findOfKey } from './finds.ts';

const longestNote = 2000;
const said = z.object({ verdict: z.enum([...verdicts, 'open']), note: z.string().trim().max(longestNote).default('') });

/**
 * Says whether a new design looks like the own one beside it: the pair stays away from then on, and counts. `open`
 * takes it back.
 */
export const reviewAction: Action = {
  path: '/watches/:id/alike/:key/review',
  role: 'editor',
  async act(parts, visit, { id = '', key = '' }, form) {
    const watch = comparingWatch(parts, visit, id);
    const found = watch && (await findOfKey(parts.store.db, watch, key));
    if (watch === undefined || found?.find === undefined) return undefined;
    const asked = said.safeParse(form);
    if (!asked.success)
      return {
        kind: 'refused',
        why: `Say alike, not alike or ask counsel; a note has up to ${longestNote} characters.`,
      };
    const { own, likeness } = found.find;
    // It was compared anew while the page was open: what was seen was another pair.
    if (form.own !== own)
      return { kind: 'refused', why: `It looks more like your ${own} now. Look at it again, and say then.` };
    const { verdict, note } = asked.data;
    const pair = { watchId: watch.id, recordId: found.recordId, own };
    const [at, who] = [visit.now.toISOString(), whoOf(visit.viewer)];
    await parts.store.transaction(async (trx) => {
      if (verdict === 'open') await removeReview(trx, pair);
      else await saveReview(trx, { ...pair, verdict, note, likeness, at, who });
      await noteAudit(trx, { at, who, what: 'design.review', subject: key, detail: `${watch.id}, ${own}: ${verdict}` });
    });
    return { kind: 'done', see: watchActionPath(watch.id, 'alike') };
  },
};
