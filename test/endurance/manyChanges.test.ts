import { it } from 'vitest';
import { arriveWhole } from '../alerts/outbox/arriveWhole.ts';
import { byNight } from '../runs.ts';

/** In hundreds. `npm run nightly` takes 10,000. */
const dockets = Math.ceil(Number(process.env.TIPSTAFF_CHANGES ?? 200) / 100);

it(`${dockets * 100} changes of a check arrive in full and once by mail, Slack and webhook, despite failures`, () =>
  arriveWhole({ dockets, newEntries: 100, ofEachKind: byNight ? 3 : 1 }));
