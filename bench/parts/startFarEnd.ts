import { fork } from 'node:child_process';
import { once } from 'node:events';

/** How a message came: by mail, to the webhook, or to a Slack webhook. */
export type Road = 'mail' | 'webhook' | 'slack';

export interface Taken {
  readonly road: Road;
  /** The number of the case that it tells of. */
  readonly docket: string;
  /** In milliseconds since 1970: when the far end said yes. */
  readonly at: number;
}

/** A mail server and a receiver of webhooks, running. */
export interface FarEnd {
  readonly mailPort: number;
  readonly webPort: number;
  taken(): Promise<readonly Taken[]>;
  stop(): void;
}

export async function startFarEnd(): Promise<FarEnd> {
  const child = fork(new URL('./farEnd.ts', import.meta.url), { execArgv: [] });
  const [ports] = (await once(child, 'message')) as [Pick<FarEnd, 'mailPort' | 'webPort'>];
  return {
    ...ports,
    async taken() {
      child.send('taken?');
      const [taken] = (await once(child, 'message')) as [readonly Taken[]];
      return taken;
    },
    stop: () => child.disconnect(),
  };
}
