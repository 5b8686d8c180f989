interface Watch {
  readonly id: string;
  readonly name: string;
  readonly matter?: string;
  readonly dockets?: Readonly<Record<string, string | boolean>>;
  readonly designs?: Readonly<Record<string, string>>;
  readonly schedule?: string;
  readonly atLeastEvery?: string;
  readonly atMostEvery?: string;
  readonly notify?: readonly string[];
  readonly confidential?: boolean;
}

const adaptive = { schedule: 'adaptive', atLeastEvery: '24h', atMostEvery: '6h' };
const kitchen = { notify: ['counsel', 'paralegal', 'outside', 'room', 'desk', 'kitchen'] };
const weekly = { schedule: '0 9 * * 5', notify: ['brand', 'desk'] };

/** 26 watches in seven matters. */
export const watches: readonly Watch[] = [
  { id: 'widget', name: 'Widget patent', matter: 'M-1', dockets: { patentNumber: '6,834,603' } },
  { id: 'drill', name: 'Drill patent', matter: 'M-2', dockets: { patentNumber: '7100001' }, ...adaptive },
  { id: 'speaker', name: 'Speaker patent', matter: 'M-2', dockets: { patentNumber: '7100002' } },
  { id: 'lamp', name: 'Lamp patent', matter: 'M-3', dockets: { patentNumber: '7100003' }, ...adaptive },
  { id: 'mixer', name: 'Mixer patent', matter: 'M-4', dockets: { patentNumber: '7100004' }, ...kitchen },
  { id: 'rival', name: 'Rival in court', matter: 'M-1', dockets: { companyName: 'Rival', wholeWord: true } },
  { id: 'rivalry', name: 'Rivalry in court', dockets: { companyName: 'Rivalry' } },
  { id: 'halberd', name: 'Halberd', matter: 'M-2', dockets: { companyName: 'Halberd Tools' } },
  { id: 'corvane', name: 'Corvane', matter: 'M-2', dockets: { companyName: 'Corvane' }, ...adaptive },
  { id: 'pellmore', name: 'Pellmore', matter: 'M-2', dockets: { companyName: 'Pellmore' } },
  { id: 'marling', name: 'Marling', matter: 'M-3', dockets: { companyName: 'Marling' } },
  { id: 'tarnby', name: 'Tarnby', matter: 'M-3', dockets: { companyName: 'Tarnby' } },
  { id: 'sellford', name: 'Sellford', matter: 'M-4', dockets: { companyName: 'Sellford' }, ...kitchen },
  { id: 'ostwik', name: 'Ostwik Audio', matter: 'M-4', dockets: { companyName: 'Ostwik' }, ...kitchen },
  { id: 'case-168', name: 'Widget v. Rival', matter: 'M-1', dockets: { caseNumber: '1:20-cv-00168', court: 'ded' } },
  { id: 'case-811', name: 'Halberd v. Corvane', matter: 'M-2', dockets: { caseNumber: '1:26-cv-00811' } },
  { id: 'case-451', name: 'Pellmore v. Corvane', matter: 'M-2', dockets: { caseNumber: '2:26-cv-00451' } },
  { id: 'case-5501', name: 'Marling v. Tarnby', matter: 'M-3', dockets: { caseNumber: '2:26-cv-05501' }, ...adaptive },
  { id: 'case-907', name: 'Sellford v. Ostwick', matter: 'M-4', dockets: { caseNumber: '1:26-cv-00907' }, ...kitchen },
  {
    id: 'falcon',
    name: 'Project Falconbridge',
    matter: 'M-9',
    confidential: true,
    notify: ['partner'],
    dockets: { companyName: 'Quillon' },
  },
  { id: 'bottles', name: 'Bottles of Rival', matter: 'D-1', designs: bottles('HAGUE', { holder: 'Rival' }), ...weekly },
  { id: 'eu-bottles', name: 'EU bottles', matter: 'D-1', designs: bottles('EMID', { holder: 'Rival' }), ...weekly },
  { id: 'class', name: 'All bottles', designs: bottles('HAGUE', {}), ...weekly },
  { id: 'own-bottle', name: 'Our bottle', matter: 'D-1', designs: bottles('HAGUE', { holder: 'Widget' }), ...weekly },
  { id: 'sport', name: 'Sport bottles', designs: bottles('EMID', { holder: 'Rivalry' }), ...weekly },
  { id: 'zan', name: 'Zanmore bottles', designs: bottles('HAGUE', { holder: 'Zanmoor' }), ...weekly },
];

function bottles(source: string, more: Readonly<Record<string, string>>) {
  return { source, locarno: '09-01', ...more };
}

/** The channels of a watch that names none. */
export const defaultNotify = ['counsel', 'paralegal', 'outside', 'room', 'desk'];
