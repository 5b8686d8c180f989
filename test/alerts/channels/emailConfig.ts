import type { EmailChannelConfig } from '../../../src/config/channels.ts';

/** Returns the config of an email channel to a server on this machine. */
export function emailConfig(port: number, more: Partial<EmailChannelConfig> = {}): EmailChannelConfig {
  return {
    type: 'email',
    name: 'counsel',
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Tipstaff <tipstaff@example.com>',
    to: ['litigation@example.com', 'docketing@example.com'],
    timezone: 'America/New_York',
    ...more,
  };
}
