import { sightOf } from '../../../src/people/sight.ts';
import { why } from '../../../src/web/evidence/why.ts';
import { inWatches } from '../../../src/web/visit/inWatches.ts';
import type { Office } from '../../check/office.ts';

/** Why something was reported or not, for whoever may read every watch: a line for each reason. */
export async function whyOf(office: Office, asked: string): Promise<string> {
  const { config, store } = office.parts();
  const sight = sightOf(config, { name: undefined, role: 'admin', matters: 'all', confidential: true });
  const reasons = await why(store.db, { sight, holders: inWatches(sight.readable) }, asked);
  return reasons.map(({ step, name = '', what }) => `${step}: ${name} ${what}`).join('\n');
}
