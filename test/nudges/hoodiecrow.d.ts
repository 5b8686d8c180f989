declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net';

  export interface ImapMessage {
    readonly raw: string;
    readonly internaldate: string;
    readonly uid: number;
    readonly flags?: string[];
  }
  interface ImapServer {
    readonly server: Server;
    listen(port: number, listening: () => void): void;
    close(closed: () => void): void;
  }
  /** An IMAP server whose folders are in memory. */
  export default function hoodiecrow(options: object): ImapServer;
}
