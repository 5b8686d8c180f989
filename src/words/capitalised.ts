/** `terminated, 2 new entries` → `Terminated, 2 new entries` */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
