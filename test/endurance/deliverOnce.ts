// A process of its own that delivers what is due by mail. Arguments: database, SMTP port, and by how many seconds its clock is
// later than the start.

import { openChannels } from '../../src/channels/openChannel.ts';
import { openStore } from '../../src/database/openStore.ts';
import { deliverDue } from '../../src/outbox/deliver.ts';
import { emailConfig } from '../channels/emailConfig.ts';
import { deliveryParts, later } from './outbox.ts';

const [database = '', port = '', seconds = '0'] = process.argv.slice(2);
const config = emailConfig(Number(port));
const channels = await openChannels(
  { channels: { [config.name]: config } },
  { installation: 'abcd1234', clock: () => new Date() },
);
const store = await openStore(database);
// As every process does that delivers.
await store.queue.releaseDead();
const parts = deliveryParts(store, [...channels.byName.values()], { configs: [config], operators: ['ops'] });
parts.at = later(Number(seconds));
await deliverDue(parts, new AbortController().signal);
await channels.close();
await store.close();
