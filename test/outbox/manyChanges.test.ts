import { it } from 'vitest';
import { arriveWhole } from './arriveWhole.ts';

it('1,000 changes of one check arrive whole and once by mail, Slack and webhook, whatever fails on the way', () =>
  arriveWhole(10));
