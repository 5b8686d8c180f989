import type { Path, Report } from './schema/finding.ts';
import { isLoopback } from './schema/urls.ts';
import type { ServiceFields, Settings } from './settingsSchema.ts';
import { isTreeMap } from './tree.ts';

/** Rules across the settings; each speaks only where the values that it needs were good. */
export function validateSettings({ delivery, budget, operators }: Partial<Settings>, report: Report): void {
  if (delivery !== undefined && delivery.retryMaxSeconds < delivery.retryBaseSeconds) {
    const accepted = `at least retryBaseSeconds, ${delivery.retryBaseSeconds}`;
    report.mistake({ path: ['delivery', 'retryMaxSeconds'], accepted });
  }
  if (budget?.perDay !== undefined && budget.perMonth !== undefined && budget.perDay > budget.perMonth) {
    const why = 'a day may cost more than its month';
    report.warning({ path: ['budget', 'perDay'], why, accepted: `at most perMonth, ${budget.perMonth}` });
  }
  if (operators?.length === 0) {
    report.warning({
      path: ['operators'],
      why: "nobody is notified of Tipstaff's own incidents",
      accepted: 'a channel',
    });
  }
}

/** Whether the service can be reached with these, and will bear them. The sandbox takes anything. */
export function validateService(service: Partial<ServiceFields>, raw: unknown, report: Report): void {
  const at = (key: string): Path => ['service', key];
  if (service.baseUrl === undefined || service.baseUrl === 'sandbox') return;
  const local = isLoopback(service.baseUrl);
  if (isTreeMap(raw) && raw.token === undefined) {
    report.mistake({
      path: at('token'),
      accepted: 'the bearer token: TIPSTAFF_TOKEN, TIPSTAFF_TOKEN_FILE or service.token',
    });
  }
  if (service.token === 'sandbox' && !local) {
    report.warning({
      path: at('token'),
      why: 'only the sandbox takes the token sandbox',
      accepted: 'set TIPSTAFF_TOKEN',
    });
  }
  if (service.baseUrl.startsWith('http:') && !local) {
    report.warning({ path: at('baseUrl'), why: 'the token travels unencrypted', accepted: 'better an https URL' });
  }
  if (service.timeoutSeconds !== undefined && service.timeoutSeconds < 45 && !local) {
    const why = 'the service itself may take 30 seconds, and a call that we give up on may be charged';
    report.warning({ path: at('timeoutSeconds'), why, accepted: 'better 45 or more' });
  }
  for (const key of ['requestsPerSecond', 'concurrency'] as const) {
    if ((service[key] ?? 0) <= 2 || local) continue;
    report.warning({ path: at(key), why: 'the service refused 3 where this was tried', accepted: 'better at most 2' });
  }
}
