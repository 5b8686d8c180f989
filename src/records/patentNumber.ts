/**
 * A US patent number as people paste it, in the form in which dockets are searched: `US 7,654,321 B2` and `07654321` → `7654321`,
 * `D0123456` → `D123456`. undefined for anything else: an application (`29/123,456`) has another number than its patent.
 */
export function readPatentNumber(text: string): string | undefined {
  const parts =
    /^(?:U\.?\s?S\.?)?(?:patent|pat\.?)?(?:(?:no\.?|number|#))?(D|RE|PP|H|T|X|AI)?[0]*([1-9]\d{3,10})(?:[ABCEHPS]\d?)?$/i.exec(
      text.replaceAll(/[\s,'’.-]/g, ''),
    );
  const [, kind = '', digits] = parts ?? [];
  return digits === undefined ? undefined : `${kind.toUpperCase()}${digits}`;
}

/** A registration number as a register writes it: of USID `D123,456` → `D0123456`, of HAGUE `DM 123456` → `DM/123456`; others as they are. */
export function asRegistered(source: string, number: string): string {
  const bare = number.replaceAll(/[\s,]/g, '').toUpperCase();
  if (source === 'USID') {
    const digits = /^(?:US)?D0*([1-9]\d{2,6})(?:S\d?)?$/.exec(bare)?.[1];
    return digits === undefined ? number : `D${digits.padStart(7, '0')}`;
  }
  const digits = source === 'HAGUE' ? /^DM\/?(\d+)$/.exec(bare)?.[1] : undefined;
  return digits === undefined ? number : `DM/${digits}`;
}
