import { shortText } from '../words/shortText.ts';

/** A phone shows 40 characters of a subject, a list of mails about so many. */
export const longestSubject = 110;
/** The longest single matter in a subject, and the longest list of them: court and number must still be seen on a phone. */
const longestMatter = 22;
const longestMatters = 14;

/**
 * `[M-2026-014] `, for the filters of mail programs: the matters of what the subject names, the first of them and the number of the others
 * where there is no room for all; '' without any.
 */
export function matterPrefix(matters: readonly (string | undefined)[]): string {
  const named = [...new Set(matters.map((matter) => shortText(matter, longestMatter)))].filter(Boolean);
  const [first, ...others] = named;
  if (first === undefined) return '';
  const all = named.join(', ');
  return all.length <= longestMatters
    ? `[${all}] `
    : others.length > 0
      ? `[${first} +${others.length}] `
      : `[${first}] `;
}
