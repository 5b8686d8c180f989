import { it } from 'vitest';
import { arriveWhole } from './arriveWhole.ts';

it('40 changes of one check arrive in full and once by mail, Slack and webhook, whatever fails on the way', () =>
  arriveWhole({ dockets: 2, newEntries: 20, ofEachKind: 1 }));
