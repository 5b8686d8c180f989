import { replaceAt, textsAt } from '../fields/finding.ts';
import type { Secret } from '../fields/secret.ts';
import { type ChannelConfig, channelKinds, kindOf } from './kinds.ts';

/** Names of the fields that are secret in some kind of channel: their values appear in no message. */
export const secretFieldNames: readonly string[] = Object.values(channelKinds)
  .flatMap((kind) => Object.keys(kind.secrets))
  .map((key) => key.slice(key.lastIndexOf('.') + 1));

/** Every text by which the secrets of a channel could be recognised or used. */
export function secretsOfChannel(config: ChannelConfig): Secret[] {
  const { secrets, shownAnyway } = kindOf(config.type);
  const shown = shownAnyway?.(config) ?? [];
  return Object.entries(secrets)
    .flatMap(([key, form]) => textsAt(config, key).flatMap(form.secretsIn))
    .filter(({ text }) => text !== '' && !shown.includes(text));
}

/** The config of a channel, fit to be shown. */
export function maskChannel(config: ChannelConfig): ChannelConfig {
  return Object.entries(kindOf(config.type).secrets).reduce(
    (masked, [key, form]) => replaceAt(masked, key, form.mask),
    config,
  );
}
