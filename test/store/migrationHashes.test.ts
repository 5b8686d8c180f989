import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * SHA-256 of every step that was released. A database that took a step has it as it was then: one that is edited leaves it
 * with tables that the program does not expect. What must change comes as a new step; a new step is listed here at its release.
 */
const released = {
  '0001_watches.ts': 'fbff737f38d50bd8af7c344a76d96676a0f27398501f1faff8f0f6d6095a0451',
  '0002_records.ts': '8927224b98dfb4f758518b4a7eac60b102366d29c95d46f29b62e2660a7bc1ea',
  '0003_checks.ts': '70113ef03d451d9713805c86e3496c80aaf4c48be411302c2ee182b67e04368c',
  '0004_alerts.ts': 'a25be95f361bff38165e1eed5ab525a53c4152aec17dc4041aa08b6c813ec3f1',
  '0005_troubles.ts': '7a7fccffce7fbe2bca0bbf077cdc43480bf616cab93c83ba5443ae45b1ef397e',
  '0006_mutes.ts': '22d883f84302a5d20240c89d7777c4b30c55ede78de4635cadf3e5424f8b89ae',
  '0007_pictures.ts': '31e9e7a29b375b7d5f0f42c14acb34c46d5c34b688f7407173b25ab13605c09e',
  '0008_known_hits.ts': 'fbd603d08336f120a9e0ab8a530651c5034f5b79e25186a4d61d7cc0fc07fe72',
  '0009_reserved.ts': '2b3c19c0d428d0199c047c0e70eddd0dc81700b2ddbddd98521a0635686f2ea3',
};

it.each(Object.entries(released))('leaves %s as it was released', (file, sha256) => {
  const text = readFileSync(join(import.meta.dirname, '../../migrations', file), 'utf8');
  expect(hash('sha256', text, 'hex')).toBe(sha256);
});
