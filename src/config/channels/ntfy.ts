import { field, keyed, readUrl, refuse, text } from '../fields/fields.ts';
import { secretText, webhookUrl } from '../fields/secret.ts';
import { type ChannelKind, type ConfigOf, everyChannel, validateTransport } from './kind.ts';

const topicUrl = field('the URL of an ntfy topic like https://ntfy.sh/a-topic-hard-to-guess', (value) => {
  const parsed = readUrl(value);
  if (parsed === undefined) return refuse({ why: 'it is not a URL' });
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return refuse({ why: 'it has another scheme' });
  if (parsed.username !== '' || parsed.password !== '') return refuse({ why: 'a login belongs under token' });
  const isTopic = /^\/[-_A-Za-z0-9]{1,64}$/.test(parsed.pathname) && parsed.search === '';
  return isTopic ? value : refuse({ why: 'its path is not the name of one topic: letters, digits, - and _' });
});

const schema = keyed({
  ...everyChannel,
  url: topicUrl,
  /** An access token, where the topic asks for one. */
  token: text('an access token like tk_…').optional(),
});

export type NtfyChannelConfig = ConfigOf<'ntfy', typeof schema>;

/** A topic of ntfy: notifications on phones. Whoever knows a topic can read it, so its URL is a password. */
export const ntfy: ChannelKind<NtfyChannelConfig> = {
  schema,
  secrets: { url: webhookUrl, token: secretText },
  validate: (fields, path, report) => validateTransport(fields.url, [...path, 'url'], report),
};
