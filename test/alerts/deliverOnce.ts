// A process of its own that delivers what is due by mail. Arguments: database file, SMTP port.
import { deliverDue } from '../../src/alerts/deliver.ts';
import { openChannels } from '../../src/channels/openChannel.ts';
import { openStore } from '../../src/store/store.ts';
import { emailConfig } from '../channels/emailConfig.ts';
import { deliveryParts } from './outbox.ts';

const [file = '', port = ''] = process.argv.slice(2);
const config = emailConfig(Number(port));
const channels = await openChannels(
  { channels: { [config.name]: config } },
  { installation: 'abcd1234', clock: () => new Date() },
);
const store = await openStore(file);
await deliverDue(
  deliveryParts(store, [...channels.byName.values()], { configs: [config], owner: `process ${process.pid}` }),
  new AbortController().signal,
);
await channels.close();
await store.close();
