/** A mistake in the sandbox's options or commands: an unknown fault, a file without records, a port in use. */
export class SandboxError extends Error {}
