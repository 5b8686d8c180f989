import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { html } from 'hono/html';
import { drawSlackMessage } from './drawSlackMessage.ts';
import { type IndexPage, indexPage, type ShownMessage } from './indexPage.ts';
import { readMail } from './readMail.ts';
import { readSlackMessage } from './slackPayload.ts';
import type { Round, StoryEnd } from './story.ts';

/** Writes the page that shows the story's messages into the demo's folder. @returns its path */
export async function writeIndex(story: StoryEnd, folder: string, next: IndexPage['next']): Promise<string> {
  const file = join(folder, 'index.html');
  const { highlights, changes, pictures } = story;
  const [news, baseline] = await Promise.all(
    [story.news, story.baseline].map((round) => shownMessages(round, folder, story)),
  );
  await writeFile(
    file,
    String(await indexPage({ highlights, changes, news: news ?? [], baseline: baseline ?? [], pictures, next })),
  );
  return file;
}

async function shownMessages(round: Round, folder: string, story: StoryEnd): Promise<ShownMessage[]> {
  return [
    ...(await Promise.all(round.mails.map((file) => shownMail(file, folder)))),
    ...(await Promise.all(round.slackMessages.map((file) => shownSlackMessage(file, folder, story)))),
  ];
}

async function shownMail(file: string, folder: string): Promise<ShownMessage> {
  const mail = await readMail(await readFile(file));
  // Links open beside the page, not inside the frame.
  const document = mail.html.replace('<head>', '<head><base target="_blank">');
  return {
    id: idOf('mail', file),
    kind: 'Email',
    to: mail.to.join(', '),
    subject: mail.subject,
    body: html`<iframe title="Email: ${mail.subject}" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" srcdoc="${document}"></iframe>`,
    words: mail.html,
    file: relative(folder, file),
  };
}

async function shownSlackMessage(file: string, folder: string, story: StoryEnd): Promise<ShownMessage> {
  const message = await readSlackMessage(file);
  return {
    id: idOf('slack', file),
    kind: 'Slack',
    to: story.slackChannels.join(' or '),
    subject: message.text,
    body: drawSlackMessage(message, story.pictures),
    words: JSON.stringify(message),
    file: relative(folder, file),
  };
}

/** `mail-03` of `…/03-litigation.eml`. */
function idOf(kind: string, file: string): string {
  return `${kind}-${/(\d+)-[^/\\]*$/.exec(file)?.[1] ?? ''}`;
}
