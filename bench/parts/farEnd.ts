import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Road, Taken } from './startFarEnd.ts';

// A mail server and a receiver of webhooks, Slack's too, in a process of their own: note which case each message tells of, and when
// it was taken.

const taken: Taken[] = [];

function note(road: Road, message: string): void {
  const docket = /1:20-cv-\d{5}/.exec(message)?.[0];
  if (docket !== undefined) taken.push({ road, docket, at: Date.now() });
}

const mail = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    void text(stream).then((message) => {
      note('mail', message);
      done();
    });
  },
});
const web = createServer((request, response) => {
  void text(request).then((body) => {
    const isSlack = request.url?.startsWith('/slack/') === true;
    note(isSlack ? 'slack' : 'webhook', body);
    if (isSlack) response.end('ok');
    else response.writeHead(204).end();
  });
});

process.on('message', () => process.send?.(taken));
process.on('disconnect', () => process.exit(0));
mail.listen(0, '127.0.0.1', () => {
  web.listen(0, '127.0.0.1', () => {
    const mailPort = (mail.server.address() as AddressInfo).port;
    process.send?.({ mailPort, webPort: (web.address() as AddressInfo).port });
  });
});
