import type { Unreadable } from './parsedHit.ts';

/** Parts of a response that could not be read: so many are listed, all are counted (a broken source can break every entry at once). */
export class UnreadableList {
  static readonly limit = 20;
  readonly listed: Unreadable[] = [];
  count = 0;

  add(path: string, reason: string): void {
    this.addAll({ listed: [{ path, reason }], count: 1 });
  }

  addAll(more: { readonly listed: readonly Unreadable[]; readonly count: number }): void {
    this.listed.push(...more.listed.slice(0, UnreadableList.limit - this.listed.length));
    this.count += more.count;
  }
}
