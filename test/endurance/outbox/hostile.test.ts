import { describe } from 'vitest';
import { expectNoHarm } from '../../alerts/outbox/expectNoHarm.ts';
import { byNight } from '../../runs.ts';

describe.skipIf(!byNight)('in each alert', () => expectNoHarm({ each: true }));
