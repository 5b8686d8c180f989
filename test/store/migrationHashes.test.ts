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
  '0010_names_and_fractions.ts': '2f916170b96707f5a8a3290399d2c54b86724d8966bf47d4f75f17975227936a',
  '0011_last_result.ts': '0ca5854eaa75894c772d975f6bb83ce8ae3d92b86289e22fe7a6e51f703c6a35',
  '0012_watch_settings.ts': '9299490e0a100c77da5fdbaea75932b50416030672abca1a8cce8125e4740823',
  '0013_readings.ts': '04ece444fb980126dbfc76e574a8ac1322948524d14146c15292c0901d04f71c',
  '0014_filtered_out.ts': '55a3b4db5e48cf2cc4168bf55c5b1a839be1a195f71344a5a1d80c1a24db9fb0',
};

it.each(Object.entries(released))('leaves %s as it was released', (file, sha256) => {
  const text = readFileSync(join(import.meta.dirname, '../../migrations', file), 'utf8');
  expect(hash('sha256', text, 'hex')).toBe(sha256);
});
