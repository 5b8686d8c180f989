import { replaceAt, textsAt } from '../fields/finding.ts';
import type { Secret } from '../fields/secret.ts';
import { type EmailChannelConfig, email } from './email.ts';
import {
  type ChannelKind,
  type SlackChannelConfig,
  slack,
  type TeamsChannelConfig,
  teams,
  type WebhookChannelConfig,
  webhook,
} from './kind.ts';

export type ChannelConfig = EmailChannelConfig | SlackChannelConfig | TeamsChannelConfig | WebhookChannelConfig;
export type ChannelType = ChannelConfig['type'];

export const channelKinds: { readonly [Type in ChannelType]: ChannelKind<Extract<ChannelConfig, { type: Type }>> } = {
  email,
  slack,
  teams,
  webhook,
};

export const channelTypes = Object.keys(channelKinds) as readonly ChannelType[];

/** Kinds that went, and what to do instead. */
export const formerKinds: Readonly<Record<string, string>> = {
  ntfy: 'type: webhook; a signed webhook reaches ntfy through a small program of yours (docs/webhook.md)',
  exec: 'type: webhook; a signed webhook reaches a program of yours (docs/webhook.md)',
  feed: 'none: each watch has an Atom feed at /feeds/ID.atom of its pages',
};

export function isChannelType(type: unknown): type is ChannelType {
  return typeof type === 'string' && Object.hasOwn(channelKinds, type);
}

export function kindOf(type: ChannelType): ChannelKind<ChannelConfig> {
  // Its methods take only configs of their own type, and `type` says which that is.
  return channelKinds[type] as ChannelKind<ChannelConfig>;
}

/** Their values appear in no message. */
export const secretFieldNames: readonly string[] = Object.values(channelKinds)
  .flatMap((kind) => Object.keys(kind.secrets))
  .map((key) => key.slice(key.lastIndexOf('.') + 1));

export function secretsOfChannel(config: ChannelConfig): Secret[] {
  const { secrets, shownAnyway } = kindOf(config.type);
  const shown = shownAnyway?.(config) ?? [];
  return Object.entries(secrets)
    .flatMap(([key, form]) => textsAt(config, key).flatMap(form.secretsIn))
    .filter(({ text }) => text !== '' && !shown.includes(text));
}

export function maskChannel(config: ChannelConfig): ChannelConfig {
  return Object.entries(kindOf(config.type).secrets).reduce(
    (masked, [key, form]) => replaceAt(masked, key, form.mask),
    config,
  );
}
