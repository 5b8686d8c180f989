import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { ask, type Json } from '../../sandbox/asking.ts';
import { watches } from './watches.ts';

/** Returns what the sandbox holds: `entry.new KEY D.I. 7`, `docket.new KEY`, `design.new KEY`. */
export async function whatThereIs(sandbox: { readonly url: string }): Promise<Set<string>> {
  const lines = new Set<string>();
  for (const watch of watches) {
    if (watch.dockets !== undefined) {
      const { companyName, patentNumber, caseNumber } = watch.dockets;
      const asked = { companyName, caseNumber, patentNumber: bare(patentNumber) };
      for (const hit of await hitsOf(sandbox, 'pacer', { ...asked, size: 50, entrySize: 199 })) {
        lines.add(`docket.new ${hit.docketId}`);
        for (const entry of hit.entries) lines.add(entryLine(hit.docketId, entry));
      }
      continue;
    }
    const { source, locarno: lcs, holder: hol } = watch.designs ?? {};
    for (const hit of await hitsOf(sandbox, 'wipo', { source, lcs, hol, num: 99 })) {
      lines.add(`design.new ${hit.ID}`);
    }
  }
  return lines;
}

/** Returns whether each case is open or terminated, by its number. */
export async function statusOfCases(sandbox: { readonly url: string }): Promise<Map<string, string>> {
  const statuses = new Map<string, string>();
  for (const companyName of ['Widget', 'Halberd', 'Pellmore', 'Marling', 'Sellford', 'Falconbridge']) {
    for (const hit of await hitsOf(sandbox, 'pacer', { companyName, size: 50, entrySize: 1 })) {
      statuses.set(hit.docketNumber, hit.status);
    }
  }
  return statuses;
}

/** Identifies an entry by its number, or without one by its text, which names the day. */
export function entryLine(key: unknown, { documentNumber, description }: Json): string {
  return `entry.new ${key} ${documentNumber === '' ? description : `D.I. ${documentNumber}`}`;
}

/** Returns the times at which the service served each watch's query completely, by the watch's name. */
export function servedChecks(sandbox: Pick<Sandbox, 'requests'>): Map<string, number[]> {
  const served = new Map<string, number[]>(watches.map(({ name }) => [name, []]));
  for (const { request, code, status, at } of sandbox.requests) {
    const isOurs = [1, 199].includes(Number(request.entrySize)) || request.num === 99;
    if (isOurs || code !== 0 || status !== 200) continue;
    for (const { name, dockets, designs } of watches)
      if (isOf(request, dockets ?? designs ?? {})) served.get(name)?.push(at);
  }
  return served;
}

function isOf(request: Readonly<Record<string, unknown>>, asked: Readonly<Record<string, unknown>>): boolean {
  const { holder, companyName, patentNumber, caseNumber, source } = asked;
  const search = { hol: holder, companyName, patentNumber: bare(patentNumber), caseNumber, source };
  return Object.entries(search).every(([name, value]) => request[name] === value);
}

function bare(number: unknown): string | undefined {
  return typeof number === 'string' ? number.replaceAll(',', '') : undefined;
}

async function hitsOf(
  sandbox: { readonly url: string },
  operation: 'pacer' | 'wipo',
  request: object,
): Promise<Json[]> {
  const all: Json[] = [];
  for (;;) {
    const { body } = await ask(sandbox, operation, { ...request, from: all.length }, 'truth');
    const { hits, total } = body.data ?? body;
    all.push(...hits);
    if (hits.length === 0 || all.length >= total) return all;
  }
}
