/** A mistake in what the sandbox was told: an unknown fault, a file that holds no records, a port in use. */
export class SandboxError extends Error {}
