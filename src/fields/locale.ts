import { field, refuse } from './fields.ts';

/** A language and country by BCP 47, as Intl writes it. */
export const locale = field('a locale like en-US, en-GB or fr', (value) => {
  const found = canonical(value);
  if (found !== undefined) return found;
  // Suggests one for the form of POSIX: `de_DE.UTF-8`.
  return refuse({ suggestion: canonical((value.split('.')[0] ?? '').replaceAll('_', '-')) });
});

function canonical(value: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(value)[0];
  } catch {
    return undefined;
  }
}
