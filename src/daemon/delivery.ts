import { randomUUID } from 'node:crypto';
import { openChannels } from '../alerts/channels/openChannel.ts';
import type { DeliveryParts } from '../alerts/outbox/deliveryOutcome.ts';
import { signingKey } from '../people/accessKeysTable.ts';
import { firstSetting } from '../store/store.ts';
import type { Program } from './program.ts';
import type { Service } from './service.ts';

export interface OpenDelivery {
  readonly parts: DeliveryParts;
  close(): Promise<void>;
}

/** @param service without it each picture of a design has a placeholder. */
export async function openDelivery(program: Program, service?: Pick<Service, 'fetchPicture'>): Promise<OpenDelivery> {
  const { config, store, clock, log } = program;
  await store.queue.releaseDead();
  const fetchPicture = service?.fetchPicture;
  // Distinguishes this installation's messages from another's.
  const make = () => randomUUID().replaceAll('-', '').slice(0, 12);
  const installation = await store.transaction((trx) => firstSetting(trx, 'installation', make));
  const channels = await openChannels(config, { installation, clock, fetchPicture });
  return {
    parts: {
      store,
      channels: channels.byName,
      config,
      clock,
      log,
      pageUrl: config.http.publicUrl,
      signingKey: await signingKey(store),
    },
    close: () => channels.close(),
  };
}
