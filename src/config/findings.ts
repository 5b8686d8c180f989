import type { PlacedFinding } from './configError.ts';
import { describeFound } from './found.ts';
import { type Finding, type Path, type Report, wordFinding, writePath } from './schema/finding.ts';
import type { Tree } from './tree.ts';
import type { YamlFile } from './yamlFile.ts';

/** Collects what the loader finds, one mistake a place, and gives it line numbers at the end. */
export class Findings implements Report {
  readonly #mistakes = new Map<string, Finding>();
  readonly #warnings = new Map<string, Finding>();
  readonly #variables = new Map<string, readonly string[]>();

  get failed(): boolean {
    return this.#mistakes.size > 0;
  }

  mistake(finding: Finding): void {
    const place = `${finding.offset ?? ''} ${writePath(finding.path)}`;
    // The first word on a place is the cause, what follows from it is noise: an unset variable also leaves a key missing.
    if (!this.#mistakes.has(place)) this.#mistakes.set(place, { ...finding, path: [...finding.path] });
  }

  warning(finding: Finding): void {
    // Several registers of one watch often earn the same words.
    this.#warnings.set(wordFinding(finding, finding.path), { ...finding, path: [...finding.path] });
  }

  /** Notes that a value came from the environment: it is not shown then, it may be a secret. */
  cameFrom(path: Path, names: readonly string[]): void {
    this.#variables.set(writePath(path), names);
  }

  /** In the order of the file. */
  mistakes(file: string, yaml: YamlFile, tree: Tree | undefined): PlacedFinding[] {
    return this.#place([...this.#mistakes.values()], file, yaml, tree);
  }

  warnings(file: string, yaml: YamlFile, tree: Tree | undefined): PlacedFinding[] {
    return this.#place([...this.#warnings.values()], file, yaml, tree);
  }

  #place(findings: readonly Finding[], file: string, yaml: YamlFile, tree: Tree | undefined): PlacedFinding[] {
    return findings
      .map((finding) => this.#placeOne(finding, file, yaml, tree))
      .sort((a, b) => a.line - b.line || a.column - b.column);
  }

  #placeOne(finding: Finding, file: string, yaml: YamlFile, tree: Tree | undefined): PlacedFinding {
    const found = describeFound(tree, finding.path, (place) => this.#variables.get(writePath(place)) ?? []);
    const { line, column, depth } =
      finding.offset === undefined
        ? yaml.locate(finding.path, finding.atKey ?? false)
        : { ...yaml.locateOffset(finding.offset), depth: finding.path.length };
    const path = found.inScalar ? finding.path.slice(0, depth) : finding.path;
    const inFile = finding.offset === undefined ? found.words : undefined;
    const words = wordFinding(
      {
        ...finding,
        found: finding.found ?? inFile,
        // What we say about a hidden value must not give it away.
        why: found.mayQuote === 'nothing' ? undefined : finding.why,
        suggestion: found.mayQuote === 'all' ? finding.suggestion : undefined,
      },
      path,
    );
    return { file, line, column, path: writePath(path), text: `${file}:${line}:${column} ${words}` };
  }
}
