import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks on the terminal without showing what is typed. Rejects when the person cancels (Ctrl+D). */
export function askPassword(prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(prompt);
  return new Promise((resolve, reject) => {
    reader.once('line', (line) => {
      process.stderr.write('\n');
      resolve(line);
      reader.close();
    });
    reader.once('close', () => reject(new Error('No password was given.')));
  });
}
