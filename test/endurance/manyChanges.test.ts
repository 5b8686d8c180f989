import { it } from 'vitest';
import { arriveWhole } from '../outbox/arriveWhole.ts';

it('10,000 changes of one check arrive whole and once by mail, Slack and webhook, whatever fails on the way', () =>
  arriveWhole(100));
