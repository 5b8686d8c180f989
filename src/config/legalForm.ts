const legalForm =
  /,?\s+(inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|gmbh|ag|kg|plc|s\.?a|b\.?v|n\.?v)\.?$/i;

/** The legal form at the end of a company's name, with the comma before it: `, Inc.`; undefined where there is none. */
export function legalFormOf(name: string): string | undefined {
  return legalForm.exec(name)?.[0].trim();
}
