/** A task of a child process (src/base/inChild.ts) that does what hostile input could make a task do. */
export default function misbehave(how: string): string {
  const kept: unknown[] = [];
  if (how === 'exit') process.exit(0);
  while (how === 'spin');
  while (how === 'fill the heap') kept.push([kept.length]);
  while (how === 'fill other memory') kept.push(Buffer.alloc(1024 * 1024, 1));
  return `did ${how}`;
}
