// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} is what the config itself says.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandVariables, variablesOf } from '../../src/config/variables.ts';
import { hideReferences, showReferences } from '../../src/config/yaml.ts';
import { folderWith } from './workspace.ts';

describe('variables', () => {
  it.each([
    ['${A}', 'one'],
    ['x-${A}-${B:-two}-y', 'x-one-two-y'],
    ['${BLANK:-fallback}', 'fallback'],
    ['${B:-}', ''],
    ['${B:-smtp://127.0.0.1:1025}', 'smtp://127.0.0.1:1025'],
    ['$${A} and $A', '${A} and $A'],
    ['${NESTED}', '${A}'],
  ])('%s expands to %s', (text, expanded) => {
    const env = { A: 'one', BLANK: '', NESTED: '${A}' };
    expect(expandVariables(text, variablesOf(env, '/'))).toMatchObject({ text: expanded, failures: [] });
  });

  it('are preferred to their files, which are trimmed', () => {
    const cwd = folderWith({ key: '  from-file\n' });
    expect(variablesOf({ KEY: 'direct', KEY_FILE: 'key' }, cwd)('KEY')).toEqual({ state: 'set', value: 'direct' });
    expect(variablesOf({ KEY_FILE: 'key' }, cwd)('KEY')).toEqual({ state: 'set', value: 'from-file' });
    expect(variablesOf({}, cwd)('KEY')).toEqual({ state: 'unset' });
  });

  it('from a file are preferred to the default', () => {
    const cwd = folderWith({ key: 'from-file' });
    expect(expandVariables('${KEY:-default}', variablesOf({ KEY_FILE: 'key' }, cwd)).text).toBe('from-file');
  });

  it('are hidden from YAML without moving anything, and restored afterwards', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, fallback) => {
        const text = `${before}\${NAME:-${fallback}}`;
        const hidden = hideReferences(text);
        expect(hidden).toHaveLength(text.length);
        expect(showReferences(hidden)).toBe(text);
      }),
    );
  });
});
