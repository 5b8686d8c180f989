import { sightOf } from '../../../src/people/sight.ts';
import { why } from '../../../src/web/evidence/why.ts';
import type { Office } from '../../check/office.ts';

/** Returns why something was reported or not, one line for each reason, for a viewer who may read every watch. */
export async function whyOf(office: Office, asked: string): Promise<string> {
  const { config, store } = office.parts();
  const sight = sightOf(config, { name: undefined, role: 'admin', matters: 'all', confidential: true });
  const reasons = await why(store.db, sight, asked);
  return reasons.map(({ step, name = '', what }) => `${step}: ${name} ${what}`).join('\n');
}
