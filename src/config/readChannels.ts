import { resolve } from 'node:path';
import { validateHeartbeat, validateMail, validateWebhookTransport } from './channelRules.ts';
import { channelSchemas, channelTypes } from './channelSchema.ts';
import type { ChannelConfig, DkimConfig } from './config.ts';
import type { Path, Report } from './schema/finding.ts';
import { identifier, identifierAccepted } from './identifier.ts';
import { nearMiss } from './nearMiss.ts';
import { readShape } from './readShape.ts';
import { isTreeMap } from './tree.ts';

export interface ChannelSurroundings {
  /** The zone of a channel that names none. */
  readonly timezone: string;
  /** The working directory, from which the files of channels count. */
  readonly cwd: string;
}

/** The channels by name, in the order of the file. What is wrong is reported, and left out. */
export function readChannels(
  raw: unknown,
  surroundings: ChannelSurroundings,
  report: Report,
): Record<string, ChannelConfig> {
  if (raw === undefined) return {};
  if (!isTreeMap(raw)) {
    report.mistake({ path: ['channels'], accepted: 'a map of channels by name' });
    return {};
  }
  const channels = Object.entries(raw).flatMap(([name, fields]): [string, ChannelConfig][] => {
    const path = ['channels', name];
    if (!identifier.safeParse(name).success) {
      report.mistake({ path, atKey: true, found: `the name ${JSON.stringify(name)}`, accepted: identifierAccepted });
      return [];
    }
    if (!isTreeMap(fields)) {
      report.mistake({ path, accepted: `a map with a type: ${channelTypes.join(', ')}` });
      return [];
    }
    const channel = readChannel(name, fields, path, surroundings, report);
    return channel === undefined ? [] : [[name, channel]];
  });
  return Object.fromEntries(channels);
}

function readChannel(
  name: string,
  raw: Readonly<Record<string, unknown>>,
  path: Path,
  { timezone, cwd }: ChannelSurroundings,
  report: Report,
): ChannelConfig | undefined {
  const { type } = raw;
  switch (type) {
    case 'email': {
      const { whole, fields } = readShape(channelSchemas.email, raw, path, report);
      const dkim = fields.dkim && resolveKey(fields.dkim, cwd);
      validateHeartbeat(fields, raw, path, report);
      validateMail({ ...fields, dkim }, path, report);
      return whole ? { name, ...fields, type, timezone: fields.timezone ?? timezone, dkim } : undefined;
    }
    case 'slack': {
      const { whole, fields } = readShape(channelSchemas.slack, raw, path, report);
      validateHeartbeat(fields, raw, path, report);
      validateWebhookTransport(fields.webhookUrl, [...path, 'webhookUrl'], report);
      return whole ? { name, ...fields, type, timezone: fields.timezone ?? timezone } : undefined;
    }
    case 'webhook': {
      const { whole, fields } = readShape(channelSchemas.webhook, raw, path, report);
      validateHeartbeat(fields, raw, path, report);
      validateWebhookTransport(fields.url, [...path, 'url'], report);
      return whole ? { name, ...fields, type, timezone: fields.timezone ?? timezone } : undefined;
    }
    case 'feed': {
      const { whole, fields } = readShape(channelSchemas.feed, raw, path, report);
      validateHeartbeat(fields, raw, path, report);
      if (!whole) return undefined;
      return { name, ...fields, type, timezone: fields.timezone ?? timezone, file: resolve(cwd, fields.file) };
    }
    default:
      report.mistake({
        path: [...path, 'type'],
        accepted: channelTypes.join(', '),
        suggestion: typeof type === 'string' ? nearMiss(type, channelTypes) : undefined,
      });
      return undefined;
  }
}

function resolveKey(dkim: DkimConfig, cwd: string): DkimConfig {
  return { ...dkim, privateKeyFile: resolve(cwd, dkim.privateKeyFile) };
}
