const least = { major: 22, minor: 19 };

/** Ends the program with one clear line where Node is too old: undici and type stripping need 22.19. */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > least.major || (major === least.major && minor >= least.minor)) return;
  process.stderr.write(
    `Tipstaff needs Node ${least.major}.${least.minor} or newer, this is ${version}. Run it through npm (npx tipstaff …, npm run tipstaff -- …), which brings its own Node, or upgrade.\n`,
  );
  process.exit(2);
}
