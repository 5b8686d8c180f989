import {
  EVENT_ALIAS,
  EVENT_DOCUMENT,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SCALAR,
  EVENT_SEQUENCE,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE_DOUBLE_QUOTED,
  SCALAR_STYLE_PLAIN,
  SCALAR_STYLE_SINGLE_QUOTED,
  type ScalarEvent,
} from 'js-yaml';

/** A value of a document, by the number of its first event. */
export type Node = number;

export type NodeKind = 'map' | 'list' | 'scalar' | 'alias';

/** These tags change nothing for us: each scalar is read by its source text. */
const knownTags = new Set(['!', '!!str', '!!int', '!!float', '!!bool', '!!map', '!!seq']);

/**
 * The text of a YAML file as the parser's events: a small number for each value, whatever its size, and its position. A
 * tree of nodes would take ten times the memory of the values.
 */
export class YamlDocument {
  /** undefined: the file is empty. */
  readonly top: Node | undefined;
  readonly #text: string;
  readonly #events: readonly Event[];
  /** The last event of each collection; 0 for other values. */
  readonly #ends: Uint32Array;
  /** What each alias stands for: an anchor always comes before its aliases. */
  readonly #targets = new Map<Node, Node>();

  /** @throws YAMLException where the text is not YAML. */
  constructor(text: string) {
    this.#text = text;
    this.#events = parseEvents(text, {});
    this.#ends = new Uint32Array(this.#events.length);
    const open: number[] = [];
    const anchors = new Map<string, Node>();
    for (const [node, event] of this.#events.entries()) {
      if (event.type === EVENT_POP) this.#ends[open.pop() ?? 0] = node;
      if (event.type === EVENT_DOCUMENT || event.type === EVENT_MAPPING || event.type === EVENT_SEQUENCE)
        open.push(node);
      const name = this.anchorOf(node);
      if (name === undefined) continue;
      const target = anchors.get(name);
      if (event.type !== EVENT_ALIAS) anchors.set(name, node);
      else if (target !== undefined) this.#targets.set(node, target);
    }
    this.top = this.#events.length > 0 && this.#ends[0] !== 1 ? 1 : undefined;
  }

  /**
   * What a config must not have although it can be parsed: a second document, and tags that change the type of a value.
   */
  *oddities(): Generator<{ readonly offset: number; readonly why: string }> {
    for (const [node, event] of this.#events.entries()) {
      if (event.type === EVENT_DOCUMENT && node > 0) {
        const next = this.offsetOf(node + 1) ?? this.#text.length;
        const offset = event.explicitStart ? this.#text.lastIndexOf('\n---', next) + 1 : next;
        yield { offset, why: 'a second document' };
      }
      if (event.type === EVENT_POP || event.type === EVENT_DOCUMENT || event.type === EVENT_ALIAS) continue;
      const tag = this.#text.slice(event.tagStart, event.tagEnd);
      if (event.tagStart >= 0 && !knownTags.has(tag)) yield { offset: event.tagStart, why: `Unresolved tag: ${tag}` };
    }
  }

  kindOf(node: Node): NodeKind | undefined {
    switch (this.#events[node]?.type) {
      case EVENT_MAPPING:
        return 'map';
      case EVENT_SEQUENCE:
        return 'list';
      case EVENT_SCALAR:
        return 'scalar';
      case EVENT_ALIAS:
        return 'alias';
      default:
        return undefined;
    }
  }

  /** The value of an alias, undefined when nothing has its name; any other value itself. */
  follow(node: Node): Node | undefined {
    return this.kindOf(node) === 'alias' ? this.#targets.get(node) : node;
  }

  /** The items of a list; for a map, its keys and values in turn. */
  within(collection: Node): Node[] {
    const nodes: Node[] = [];
    const end = this.#ends[collection] ?? 0;
    for (let node = collection + 1; node < end; node = (this.#ends[node] || node) + 1) nodes.push(node);
    return nodes;
  }

  pairsOf(map: Node): (readonly [key: Node, value: Node])[] {
    const nodes = this.within(map);
    return nodes.flatMap((key, index) => (index % 2 === 0 ? [[key, nodes[index + 1] ?? key] as const] : []));
  }

  /** The text of a scalar, without quotation marks and escapes; undefined for anything else. */
  textOf(node: Node): string | undefined {
    const event = this.#scalar(node);
    return event && getScalarValue(this.#text, event);
  }

  /** Whether it is neither quoted nor tagged: then `null` is no word. */
  isPlain(node: Node): boolean {
    const event = this.#scalar(node);
    return event?.style === SCALAR_STYLE_PLAIN && event.tagStart < 0;
  }

  /** Whether there is nothing in place of a value. */
  isEmpty(node: Node): boolean {
    return this.isPlain(node) && this.textOf(node) === '';
  }

  /** Whether a map is written as `{ … }`, where commas end values. */
  isInBraces(map: Node): boolean {
    return this.#text[this.offsetOf(map) ?? -1] === '{';
  }

  /** The anchor of a value, or the one that an alias names. */
  anchorOf(node: Node): string | undefined {
    const event = this.#events[node];
    if (event === undefined || !('anchorStart' in event) || event.anchorStart < 0) return undefined;
    return this.#text.slice(event.anchorStart, event.anchorEnd);
  }

  /**
   * Characters before it; undefined where its own place does not help: nothing after `key:`, or a text that begins on a
   * later line.
   */
  offsetOf(node: Node): number | undefined {
    const event = this.#events[node];
    switch (event?.type) {
      case EVENT_MAPPING:
      case EVENT_SEQUENCE:
        return event.start;
      case EVENT_ALIAS:
        return event.anchorStart - 1;
      case EVENT_SCALAR:
        return offsetOfScalar(event);
      default:
        return undefined;
    }
  }

  #scalar(node: Node): ScalarEvent | undefined {
    const event = this.#events[node];
    return event?.type === EVENT_SCALAR ? event : undefined;
  }
}

function offsetOfScalar({ style, valueStart }: ScalarEvent): number | undefined {
  if (style === SCALAR_STYLE_DOUBLE_QUOTED || style === SCALAR_STYLE_SINGLE_QUOTED) return valueStart - 1;
  return style === SCALAR_STYLE_PLAIN && valueStart >= 0 ? valueStart : undefined;
}
