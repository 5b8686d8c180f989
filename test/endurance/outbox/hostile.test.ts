import { expectNoHarm } from '../../alerts/outbox/expectNoHarm.ts';

expectNoHarm({ each: true });
