import { daemonMinutes } from './daemonMinutes.ts';
import { docketHit } from './hits.ts';
import { type Office, officeThatKnows } from './office.ts';

export const daily = { notify: ['counsel'], schedule: '0 13 * * *', timezone: 'UTC' };
export const watches = [
  { id: 'widget', name: 'Our patent', announce: false, dockets: { patentNumber: '6834603' } },
  { id: 'second', name: 'Second', announce: false, dockets: { caseNumber: '1:20-cv-00001' } },
];

/** Two watches with their baselines. Both are due in an hour, and then daily. */
export const officeOf = (settings = {}): Promise<Office> =>
  officeThatKnows({ dockets: [docketHit()] }, { defaults: daily, watches, ...settings });

/** Returns the alerts of so many minutes, as lines such as `60m ops: service-away began`. */
export async function minutes(office: Office, count: number, stepMinutes?: number): Promise<string[]> {
  const lines: string[] = [];
  const look = async (after: number) => {
    lines.push(...(await office.newAlerts()).map((line) => `${after}m ${line}`));
  };
  await daemonMinutes(office, count, look, stepMinutes);
  return lines;
}
