import { accessSync, constants, statSync } from 'node:fs';
import { codeOf } from '../../base/errors.ts';
import { field, keyed, listOf, number, refuse, text } from '../fields/fields.ts';
import type { Path, Report } from '../fields/finding.ts';
import { hiddenMark, type SecretForm, secretText } from '../fields/secret.ts';
import { type ChannelKind, type ConfigOf, everyChannel } from './kind.ts';

const commandAccepted = 'a list: the absolute path of a program, then its arguments';

const schema = keyed({
  ...everyChannel,
  /** Run as it is, by no shell. */
  command: listOf(text('an argument'), commandAccepted).refine((list) => list[0]?.startsWith('/') === true, {
    error: commandAccepted,
  }),
  /** The program is ended then. Default 30; the delivery of an alert may take a minute in all. */
  timeoutSeconds: number({ least: 0.1, most: 50, unit: 'seconds' }).optional(),
  /** Variables that it gets besides PATH, HOME and the like. */
  environment: listOf(
    field('the name of a variable', (value) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(value) ? value : refuse())),
    'a list of names of variables',
  ).optional(),
});

export type ExecChannelConfig = ConfigOf<'exec', typeof schema>;

/** Shorter ones are no secrets, and would be found in harmless words. */
const leastOfSecret = 6;

/** The part of an argument that may be a secret: not a flag, a path or a short word; of `--key=value` the value. */
function suspectIn(argument: string): string | undefined {
  const value = argument.replace(/^--?[\w-]+=/, '');
  return value.length >= leastOfSecret && !/^[-./]/.test(value) ? value : undefined;
}

const argumentForm: SecretForm = {
  secretsIn: (argument) => secretText.secretsIn(suspectIn(argument) ?? ''),
  mask: (argument) => argument.replace(suspectIn(argument) ?? '', (suspect) => suspect && hiddenMark),
};

/** The names are shown; their values are not, wherever the program may print it. */
const variableForm: SecretForm = {
  secretsIn(name) {
    const value = process.env[name] ?? '';
    return value.length >= leastOfSecret ? secretText.secretsIn(value) : [];
  },
  mask: (name) => name,
};

export const exec: ChannelKind<ExecChannelConfig> = {
  schema,
  secrets: { command: argumentForm, environment: variableForm },
  namesDates: () => true,
  validate({ command, environment }, path, report) {
    if (command?.[0] !== undefined) validateProgram(command[0], [...path, 'command'], report);
    for (const name of environment ?? []) {
      if (process.env[name] !== undefined) continue;
      const why = `${name} is not set here: the program will not get it`;
      report.warning({ path: [...path, 'environment'], why, accepted: 'names of variables that are set' });
    }
  },
};

/** Better now than at the first alert. */
function validateProgram(file: string, path: Path, report: Report): void {
  const accepted = 'the path of a file that may be executed';
  try {
    accessSync(file, constants.X_OK);
    if (!statSync(file).isFile()) report.mistake({ path, why: 'it is not a file', accepted });
  } catch (error) {
    const reason = codeOf(error) || 'unknown error';
    report.mistake({ path, why: `it cannot be run (${reason})`, accepted });
  }
}
