import type { SearchErrorClass } from './searchError.ts';

/** docs/service.md, section 9. Codes that are not named here, 5xxx among them, are failures of the server. */
const classOfCode: ReadonlyMap<number, SearchErrorClass> = new Map([
  ...classed('account', 1004, 2000, 3000, 3001, 3002, 3003, 4002, 4003),
  ...classed('credits', 2001, 2005, 2007, 2009, 2010, 9102),
  ...classed('request', 1001, 1002, 1008, 1009, 1010, 1011, 1012, 4005),
  ...classed('busy', 1003, 4029, 4030, 9200),
]);

function classed(errorClass: SearchErrorClass, ...codes: number[]): [number, SearchErrorClass][] {
  return codes.map((code) => [code, errorClass]);
}

/** Statuses that say all by themselves, whatever `code` comes with them. */
const classOfStatus: ReadonlyMap<number, SearchErrorClass> = new Map([
  [401, 'account'],
  [403, 'account'],
  [402, 'credits'],
  [429, 'busy'],
]);

/** The class of a failed call by its HTTP status and the `code` of its body, where it has one. */
export function errorClassOf(httpStatus: number, serviceCode: number | undefined): SearchErrorClass {
  const byStatus = classOfStatus.get(httpStatus);
  if (byStatus !== undefined) return byStatus;
  const byCode = serviceCode === undefined ? undefined : classOfCode.get(serviceCode);
  if (byCode !== undefined) return byCode;
  return httpStatus >= 400 && httpStatus < 500 ? 'request' : 'server';
}
