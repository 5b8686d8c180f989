import { resolve } from 'node:path';
import { validateHeartbeat } from '../channels/everyChannel.ts';
import { type ChannelConfig, channelTypes, isChannelType, kindOf } from '../channels/kinds.ts';
import { replaceAt } from '../fields/dottedKey.ts';
import type { Path, Report } from '../fields/finding.ts';
import { nearMiss } from '../fields/nearMiss.ts';
import { readShape } from '../fields/readShape.ts';
import { identifier, identifierAccepted } from './identifier.ts';
import { isTreeMap } from './tree.ts';

export interface ChannelSurroundings {
  /** The zone of a channel that names none. */
  readonly timezone: string;
  /** The working directory: relative paths of the channels' files count from it. */
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
  if (!isChannelType(type)) {
    report.mistake({
      path: [...path, 'type'],
      accepted: channelTypes.join(', '),
      suggestion: typeof type === 'string' ? nearMiss(type, channelTypes) : undefined,
    });
    return undefined;
  }
  const kind = kindOf(type);
  const { whole, fields } = readShape(kind.schema, raw, path, report);
  const channel = kind.files.reduce((read, key) => replaceAt(read, key, (file) => resolve(cwd, file)), {
    ...fields,
    timezone: fields.timezone ?? timezone,
    name,
    type,
  }) as Partial<ChannelConfig>;
  validateHeartbeat(channel, raw, path, report);
  kind.validate(channel, path, report);
  // Complete: the schema of this kind has read every field.
  return whole ? (channel as ChannelConfig) : undefined;
}
