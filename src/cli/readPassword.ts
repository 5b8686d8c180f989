import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TipstaffError } from '../base/errors.ts';

/** A password as it is stored: asked for on the terminal, else all of stdin. */
export async function readHashed(): Promise<string> {
  const { hashPassword, passwordMistake } = await import('../people/signIn/password.ts');
  const given = process.stdin.isTTY
    ? await askPassword('Password: ')
    : (await text(process.stdin)).replace(/\r?\n$/, '');
  const mistake = passwordMistake(given);
  if (mistake !== undefined) throw new TipstaffError('usage.users', mistake);
  return hashPassword(given);
}

/** Asks on the terminal without showing what is typed. Rejects when the person cancels (Ctrl+D). */
function askPassword(prompt: string): Promise<string> {
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
