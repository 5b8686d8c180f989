// A process of its own that delivers by mail what is due. Arguments: database, SMTP port.

import { openChannels } from '../../src/alerts/channels/openChannel.ts';
import { deliverDue } from '../../src/alerts/outbox/deliver.ts';
import { openStore } from '../../src/store/openStore.ts';
import { emailConfig } from '../alerts/channels/emailConfig.ts';
import { deliveryParts } from '../alerts/outbox/outbox.ts';

const [database = '', port = ''] = process.argv.slice(2);
const config = emailConfig(Number(port));
const channels = await openChannels(
  { channels: { [config.name]: config } },
  { installation: 'abcd1234', clock: () => new Date() },
);
const store = await openStore(database);
// As every process does that delivers.
await store.queue.releaseDead();
const parts = deliveryParts(store, [...channels.byName.values()], { configs: [config], operators: ['ops'] });
await deliverDue(parts, new AbortController().signal);
await channels.close();
await store.close();
