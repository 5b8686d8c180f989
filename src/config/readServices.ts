import { type Path, type Report, readShape } from '../fields/finding.ts';
import { type NamedService, nameOfDefault, type ServiceConfig } from './config.ts';
import {
  type GivenService,
  namedServiceSchema,
  type ServiceFields,
  serviceSchema,
  validateBudget,
  validateService,
} from './settingsSchema.ts';
import { isTreeMap, readByName, type Tree, type TreeMap } from './treeReader.ts';
import { identifier } from './watchSchema.ts';

/** `service:`, the default one. The token may be missing only for the sandbox, which takes any. */
export function readService(given: Tree, report: Report): ServiceConfig | undefined {
  const raw = withNewNames(given);
  const { whole, fields } = readShape(serviceSchema, raw, ['service'], report);
  validateService(fields, raw, ['service'], report);
  return whole ? { ...fields, token: fields.token ?? 'sandbox' } : undefined;
}

/**
 * Settings under their present names. The old ones are read until the next major version; beside the new one, it is a
 * mistake.
 */
function withNewNames(raw: Tree): Tree {
  if (!isTreeMap(raw) || raw.maxAnswerMegabytes === undefined || raw.maxResponseMegabytes !== undefined) return raw;
  const { maxAnswerMegabytes: maxResponseMegabytes, ...others } = raw;
  return { ...others, maxResponseMegabytes };
}

/**
 * `services:`, by name: further keys of the same service. Settings that one of them leaves out, except the token, are
 * those of `service:`.
 */
export function readServices(
  raw: Tree | undefined,
  base: ServiceConfig | undefined,
  report: Report,
): Record<string, NamedService> {
  const accepted = 'a map from the name of each service to its settings';
  return readByName(raw, { key: 'services', accepted, report }, (name, own) =>
    isName(name, report) ? readNamed(name, own, base, report) : undefined,
  );
}

function isName(name: string, report: Report): boolean {
  const read = identifier.safeParse(name);
  if (read.success && name !== nameOfDefault) return true;
  const why = read.success ? 'that is the name of the one under service:' : undefined;
  report.mistake({
    path: ['services', name],
    atKey: true,
    why,
    accepted: read.error?.issues[0]?.message ?? 'another name',
  });
  return false;
}

function readNamed(
  name: string,
  given: Tree | undefined,
  base: ServiceConfig | undefined,
  report: Report,
): NamedService | undefined {
  const raw = given === undefined ? given : withNewNames(given);
  const path = ['services', name];
  const { whole, fields } = readShape(namedServiceSchema, raw, path, report);
  if (base === undefined || !isTreeMap(raw)) return undefined;
  const { token: _, ...inherited } = base;
  const service = { ...withInherited(fields, raw, inherited), token: fields.token };
  validateService(service, raw, path, report);
  validateOrigin(service.baseUrl, base.baseUrl, [...path, 'baseUrl'], report);
  if (fields.budget !== undefined) validateBudget(fields.budget, [...path, 'budget'], report);
  return whole ? { ...service, token: fields.token ?? `sandbox-${name}`, name, budget: fields.budget } : undefined;
}

/** The fields that the file gives, else those of the base; maps are merged key by key. */
function withInherited(fields: GivenService, raw: TreeMap, base: Omit<ServiceConfig, 'token'>) {
  const given = Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
    const [own, under] = [raw[key], base[key as keyof typeof base]];
    if (own === undefined) return [];
    if (!isTreeMap(own) || typeof under !== 'object') return [[key, value]];
    const inner = Object.entries(value as object).filter(([innerKey]) => own[innerKey] !== undefined);
    return [[key, { ...under, ...Object.fromEntries(inner) }]];
  });
  return { ...base, ...(Object.fromEntries(given) as Partial<ServiceFields>) };
}

/** A database has the records of one service: the same number may mean another case elsewhere. */
function validateOrigin(baseUrl: string, base: string, path: Path, report: Report): void {
  if (baseUrl === base) return;
  const why = `one database holds the records of one service, and service: is at ${base}`;
  report.mistake({
    path,
    why,
    accepted: 'the same URL, or none; another service has a config and a database of its own',
  });
}
