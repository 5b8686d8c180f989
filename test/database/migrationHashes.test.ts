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
  '0015_moments.ts': 'c12390c12c6e9fc56bffcc4b38aefb864427130cc3e181629207245cd53d1563',
  '0016_page_indexes.ts': '4351f58ca45929d99f14db8c2e4a474fd6df8e62513111014f494b9e5e33c9ef',
  '0017_audit.ts': 'c6d9ae1f4057680ae0f9307649363eda9fb4d0da1c95b0f64b58ae67ffb2f30f',
  '0018_access.ts': '122295f51f10fa4255a115486bd96437333d503c90e4ca36c9671e2eeab9dc8d',
  '0019_own_watches.ts': '8a1407f31450879f753b9dabfcf25385d9b2e0a902bb08dd06d7b81da011e557',
  '0020_search.ts': '46ed6a5463b39a977302313acf8aec31b713edbf4ffade54af40f2457da55b99',
  '0021_marks.ts': 'e71a34053d257d46977000d082696577f96a1ed1355063f5aecc2ba44896f01b',
  '0022_page_lists.ts': 'cacb0bb89faa2f7805bc87bf8869f94e219b4dc7f479bea2682c9c5f2afeba31',
  '0023_rules.ts': '1a577de0da5fbd7668e3b48f5eb1fbada2ff40ff11f6614dd81a217ad12d5791',
  '0024_jobs.ts': '8ef3fd2c32fec4b31d93b8550cf3a44035bfd6a82ce4eb6465329b6c15d707f8',
  '0025_services.ts': 'a7a30df8cea6c0c1d7591d0e29991c8792bb9f76048b7898eadafb0de6f86327',
  '0026_processes.ts': 'b8ef7dc325ee02224dfe5e1e559df86b8fcc490b826e8b6ee9264cbc096c9e44',
  '0027_pauses.ts': '3bdc8a80977c52910b1f63c32d3e4190965ea1f1e74be37a26100a9afe5448e0',
  '0028_users_of_the_page.ts': '1390baa526867365fc602195a59bf507e170b3eb45688d33e3fb92de63533370',
  '0029_past_pauses.ts': '572e8f9878436202636e0931169de27d7ea025abcd037158480745b8e3bbfa04',
  '0030_jobs_by_key.ts': 'c1056f78bfac7dbb3c35f98c6e922f46af32468038ed94954ad5a70bbafc0c24',
  '0031_one_pace_row.ts': '08b598b4c86d9d2b2ba55cd9b173325879e3a0dba4fb5cb67ee9b8a2febc4e43',
  '0032_past_watch_queries.ts': '647abbaa3e1c1890938effad05fad0a15a735c7c464addd72ecd35fc6f6ba615',
};

it.each(Object.entries(released))('leaves %s as it was released', (file, sha256) => {
  const text = readFileSync(join(import.meta.dirname, '../../migrations', file), 'utf8');
  expect(hash('sha256', text, 'hex')).toBe(sha256);
});
