// Loaded before a daemon (node --import). Its clocks run ahead as the file TIPSTAFF_SOAK_CLOCK says, in two numbers of
// milliseconds: the wall clock, then the monotonic one. Timers stay real, so a server has as long as ever to respond.
import { readFileSync } from 'node:fs';

const file = process.env.TIPSTAFF_SOAK_CLOCK ?? '';
const lookEveryMs = 20;

const RealDate = Date;
const realNow = Date.now.bind(Date);
const realMonotonic = performance.now.bind(performance);
let [wallMs, monotonicMs] = [0, 0];

function look(): void {
  const [wall, monotonic] = readFileSync(file, 'utf8').split(' ').map(Number);
  if (wall !== undefined && monotonic !== undefined) [wallMs, monotonicMs] = [wall, monotonic];
}

look();
setInterval(look, lookEveryMs).unref();

const now = () => realNow() + wallMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
Object.defineProperty(performance, 'now', { value: () => realMonotonic() + monotonicMs });
