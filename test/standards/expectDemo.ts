import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { expect } from 'vitest';

/** That `tipstaff demo` names its sandbox, shows its alerts on one screen, and ends with the page that shows every alert. */
export async function expectDemo(stdout: string, folder: string): Promise<void> {
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toContain('The built-in sandbox serves made-up records');
  expect(lines.length).toBeLessThan(20);
  expect(stdout).toContain('TIPSTAFF_BASE_URL=sandbox');
  expect(lines.at(-1)).toMatch(/: npx tipstaff demo --serve, then http:\/\/127\.0\.0\.1:8080\/alerts$/);
  expect(lines.filter((line) => /^(counsel|brand) +\[SANDBOX\] /.test(line))).toHaveLength(4);

  const mails = textsIn(join(folder, 'demo-output', 'mail'));
  expect(mails).toHaveLength(2);
  for (const mail of mails) expect((await simpleParser(mail)).subject).toMatch(/^\[SANDBOX\] /);
  const posts = textsIn(join(folder, 'demo-output', 'slack'));
  expect(posts.length).toBeGreaterThan(0);
  for (const post of posts) expect(post).toContain('[SANDBOX] ');
}

function textsIn(folder: string): string[] {
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
}
