import { nearMiss } from './nearMiss.ts';

const seen = new Map<string, boolean>();

/** Whether Node knows the zone. Asked once a name: ten thousand watches mostly share a few. */
export function isTimezone(name: string): boolean {
  const known = seen.get(name) ?? asks(name);
  seen.set(name, known);
  return known;
}

function asks(name: string): boolean {
  // Offsets like "+02:00" are valid to Intl, but have no summer time: not what a schedule means.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** "America/NewYork" → America/New_York; a bare city is looked for too: "Paris" → Europe/Paris. */
export function nearTimezone(name: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = zones.find((zone) => zone.toLowerCase().endsWith(`/${name.toLowerCase().replaceAll(' ', '_')}`));
  return city ?? nearMiss(name, [...zones, 'UTC']);
}
