import { expectNoHarm } from '../../outbox/expectNoHarm.ts';

expectNoHarm({ each: true });
