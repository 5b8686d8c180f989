/** Registers known to the service (docs/service.md, section 4); the list may grow. */
export const knownSources = [
  'HAGUE',
  'USID',
  'CNID',
  'EMID',
  'JPID',
  'KRID',
  'DEID',
  'FRID',
  'INID',
  'ITID',
  'ESID',
  'CHID',
] as const;

/** What people call a register: its office, or its country. */
const otherNames: Readonly<Record<(typeof knownSources)[number], readonly string[]>> = {
  HAGUE: ['WIPO', 'WO', 'DM', 'IB'],
  USID: ['US', 'USA', 'USPTO'],
  CNID: ['CN', 'CNIPA'],
  EMID: ['EU', 'EM', 'EUIPO', 'OHIM', 'RCD', 'REUD'],
  JPID: ['JP', 'JPO'],
  KRID: ['KR', 'KIPO'],
  DEID: ['DE', 'DPMA'],
  FRID: ['FR', 'INPI'],
  INID: ['IN'],
  ITID: ['IT', 'UIBM'],
  ESID: ['ES', 'OEPM'],
  CHID: ['CH', 'IGE', 'IPI'],
};

/** What the service calls a register: `EUIPO` → `EMID`; an unknown name stays as it is, in capitals. */
export function registerCalled(name: string): string {
  const written = name.toUpperCase();
  return knownSources.find((source) => otherNames[source].includes(written)) ?? written;
}
