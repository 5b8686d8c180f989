const patienceMs = 2_000;

/** A line on stderr with the progress of a long command: only on a terminal, and only after two seconds. */
export interface Progress {
  say(text: string): void;
  end(): void;
}

export function startProgress(): Progress {
  const terminal = process.stderr;
  if (!terminal.isTTY) return { say: () => {}, end: () => {} };
  const startedMs = performance.now();
  let shown = false;
  return {
    say: (text) => {
      if (performance.now() - startedMs < patienceMs) return;
      shown = true;
      terminal.write(`\r\u001b[K${text.slice(0, terminal.columns - 1)}`);
    },
    end: () => {
      if (shown) terminal.write('\r\u001b[K');
      shown = false;
    },
  };
}
