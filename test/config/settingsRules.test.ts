import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectGolden } from '../golden.ts';
import { load, unmark, withWatch } from './workspace.ts';

const real = 'baseUrl: https://search.example.com, token: t';
const withTop = (top: string) => `${top}\n${withWatch('')}`;
const withChannel = (channel: string) =>
  `channels:\n  ops: ${channel}\noperators: [ops]\nwatches: [{ id: one, dockets: { companyName: Rival }, notify: [] }]\n`;
const mail = 'type: email, from: a@example.com, to: b@example.com';

/** Settings with one doubt, with » at the place to be named. Their warnings are in warnings.txt. */
const cases: Readonly<Record<string, string>> = {
  'more calls a second than the service bears': withTop(`service: { ${real}, requestsPerSecond: »5 }`),
  'more calls at a time than the service bears': withTop(`service: { ${real}, concurrency: »3 }`),
  'less patience than the service needs': withTop(`service: { ${real}, timeoutSeconds: »20 }`),
  'a token over an open line': withTop('service: { baseUrl: »http://search.example.com, token: t }'),
  "the sandbox's token for a real service": withTop(
    'service: { baseUrl: https://search.example.com, token: »sandbox }',
  ),
  'a day that costs more than its month': withTop('budget: { perDay: »500, perMonth: 100 }'),
  'a matter that no watch names': withTop('matters: { »"M-1": { budget: { perMonth: 100 } } }'),
  'no operators': `»${withWatch('').replace('operators: [ops]\n', '')}`,
  'operators who are the readers, by one mail server':
    `channels:\n  counsel: { ${mail}, smtpUrl: "smtps://mail.example.com" }\n` +
    'operators: »[counsel]\nwatches: [{ id: one, dockets: { companyName: Rival }, notify: [counsel] }]\n',
  'operators whose own channel goes by the mail server of the readers':
    `channels:\n  counsel: { ${mail}, smtpUrl: "smtps://mail.example.com" }\n  ops: { ${mail}, smtpUrl: "smtps://mail.example.com" }\n` +
    'operators: »[ops]\nwatches: [{ id: one, dockets: { companyName: Rival }, notify: [counsel] }]\n',
  'no watches':
    'channels:\n  a: { type: teams, webhookUrl: https://flow.example.com/1 }\noperators: [a]\nwatches: »[]\n',
  'a mail password over an open line': withChannel(`{ ${mail}, smtpUrl: »"smtp://u:password@mail.example.com" }`),
  'kinds of change that this watch never has': withWatch(
    '  - { id: two, dockets: { caseNumber: "1:20-cv-00168" }, tell: »[design.new, design.status] }',
  ),
  'a webhook over an open line': withChannel('{ type: slack, webhookUrl: »"http://slack.example.com/hook" }'),
};

describe('a setting that probably does not do what was meant is reported as a warning:', () => {
  it.each(Object.entries(cases))('%s', (_name, marked) => {
    const { text, place } = unmark(marked);
    const { warnings } = load(text);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`watches.yaml:${place} `);
  });

  it('in these words', () => {
    const warnings = Object.entries(cases).map(
      ([name, marked]) => `${name}\n  ${load(unmark(marked).text).warnings}\n`,
    );
    expectGolden(join(import.meta.dirname, 'warnings.txt'), warnings.join('\n'));
  });

  it.each([
    [
      'a fast local service',
      withTop('service: { baseUrl: "http://127.0.0.1:9000", requestsPerSecond: 50, timeoutSeconds: 1 }').replace(
        '50,',
        '50, token: t,',
      ),
    ],
    [
      'a mail password that needs TLS',
      withChannel(`{ ${mail}, smtpUrl: "smtp://u:password@mail.example.com", requireTls: true }`),
    ],
    ['a mail password inside TLS', withChannel(`{ ${mail}, smtpUrl: "smtps://u:password@mail.example.com" }`)],
  ])('but not %s', (_name, text) => {
    expect(load(text).warnings).toEqual([]);
  });
});
