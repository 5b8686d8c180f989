const deepest = 5;

/** An error's message with those of its causes: a network error says what happened in its causes only. */
export function errorMessage(error: unknown): string {
  const messages: string[] = [];
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < deepest; depth += 1) {
    const { message } = current;
    if (!messages.some((said) => said.includes(message))) messages.push(message);
    current = current.cause;
  }
  return messages.join(': ') || String(error);
}
