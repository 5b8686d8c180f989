import { lookAtService } from '../../check/incidents/serviceAway.ts';
import { partsOfService } from '../../check/runCheck.ts';
import { everyService } from '../../config/config.ts';
import { startTick } from '../../schedule/scheduler.ts';
import { checkPartsNow, type DaemonParts } from './work.ts';

const everySeconds = 30;

/**
 * Notifies that a service is away when its time has come: a suspended key makes no check for hours.
 * @param isTimeRight nothing is said before the clocks were compared.
 */
export function followServices(parts: DaemonParts, isTimeRight: () => boolean): () => Promise<void> {
  const { store, clock, log, config } = parts.program;
  const look = async () => {
    if (!isTimeRight()) return;
    for (const { name } of everyService(config)) {
      const ofService = partsOfService(checkPartsNow(parts), name);
      await store.transaction((trx) => lookAtService(trx, ofService, clock()));
    }
  };
  return startTick('services', look, log, everySeconds);
}
