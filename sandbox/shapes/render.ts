import type { Dice } from '../world/dice.ts';
import type { Shape } from './shape.ts';

/** Direction of the view in radians; `distance` in units of the shape's longest side. */
export interface Camera {
  readonly yaw: number;
  readonly pitch: number;
  readonly distance: number;
}

/** What each pixel of a square shows. */
export interface View {
  readonly side: number;
  /** Distance from the camera; 0 for background. */
  readonly depth: Float32Array;
  /** Three numbers per pixel: the surface normal, towards the camera. */
  readonly normal: Float32Array;
  /** Number of the part plus one; 0 for background. */
  readonly part: Uint16Array;
}

const degree = Math.PI / 180;

/** Returns one of the views that registers show: three-quarter, front, side, or any. */
export function randomCamera(kind: number, dice: Dice): Camera {
  const sign = dice.chance(0.5) ? 1 : -1;
  const distance = dice.real(2, 6);
  const at = (yaw: number, pitch: number) => ({ yaw: yaw * degree, pitch: pitch * degree, distance });
  switch (kind % 4) {
    case 0:
      return at(sign * dice.real(22, 60), dice.real(8, 32));
    case 1:
      return at(dice.real(-8, 8), dice.real(-2, 10));
    case 2:
      return at(sign * (90 + dice.real(-8, 8)), dice.real(-2, 12));
    default:
      return at(dice.real(-180, 180), dice.real(0, 55));
  }
}

export function render(shape: Shape, camera: Camera, side: number): View {
  const pixels = side * side;
  const view = {
    side,
    depth: new Float32Array(pixels),
    normal: new Float32Array(pixels * 3),
    part: new Uint16Array(pixels),
  };
  const turned = turn(shape.corners, camera);
  const seen = turned.map((value, index) => value / (camera.distance - (turned[index - (index % 3) + 2] ?? 0)));
  const frame = frameOf(seen, side);
  for (let triangle = 0; triangle < shape.parts.length; triangle++) {
    drawTriangle(view, turned, triangle, (shape.parts[triangle] ?? 0) + 1, frame, camera.distance);
  }
  return view;
}

function turn(corners: Float32Array, { yaw, pitch }: Camera): Float32Array {
  const [cosYaw, sinYaw, cosPitch, sinPitch] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const turned = new Float32Array(corners.length);
  for (let at = 0; at < corners.length; at += 3) {
    const [x, y, z] = [corners[at] ?? 0, corners[at + 1] ?? 0, corners[at + 2] ?? 0];
    const deep = z * cosYaw - x * sinYaw;
    turned[at] = x * cosYaw + z * sinYaw;
    turned[at + 1] = y * cosPitch - deep * sinPitch;
    turned[at + 2] = y * sinPitch + deep * cosPitch;
  }
  return turned;
}

interface Frame {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Makes the shape fill the square except for a margin. */
function frameOf(seen: Float32Array, side: number): Frame {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < seen.length; at += 3) {
    left = Math.min(left, seen[at] ?? 0);
    right = Math.max(right, seen[at] ?? 0);
    low = Math.min(low, seen[at + 1] ?? 0);
    high = Math.max(high, seen[at + 1] ?? 0);
  }
  const scale = (side - 8) / Math.max(right - left, high - low, 1e-9);
  return { scale, x: side / 2 - (scale * (left + right)) / 2, y: side / 2 + (scale * (low + high)) / 2 };
}

function drawTriangle(
  view: View,
  turned: Float32Array,
  triangle: number,
  part: number,
  frame: Frame,
  distance: number,
) {
  const at = triangle * 9;
  const value = (index: number) => turned[at + index] ?? 0;
  const [z0, z1, z2] = [1 / (distance - value(2)), 1 / (distance - value(5)), 1 / (distance - value(8))];
  const [x0, x1, x2] = [value(0) * z0, value(3) * z1, value(6) * z2].map((x) => frame.x + x * frame.scale) as Triple;
  const [y0, y1, y2] = [value(1) * z0, value(4) * z1, value(7) * z2].map((y) => frame.y - y * frame.scale) as Triple;
  const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  if (Math.abs(area) < 1e-6) return;
  const normal = normalOf(turned, at);
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(y0, y1, y2))), Math.min(view.side - 1, Math.max(y0, y1, y2))];
  const [left, right] = [Math.max(0, Math.floor(Math.min(x0, x1, x2))), Math.min(view.side - 1, Math.max(x0, x1, x2))];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const b = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area;
      const c = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area;
      if (b < 0 || c < 0 || b + c > 1) continue;
      const depth = z0 + b * (z1 - z0) + c * (z2 - z0);
      const pixel = y * view.side + x;
      if (depth <= (view.depth[pixel] ?? 0)) continue;
      view.depth[pixel] = depth;
      view.part[pixel] = part;
      view.normal.set(normal, pixel * 3);
    }
  }
}

type Triple = [number, number, number];

/** Returns the unit normal towards the camera, whatever the winding of the triangle. */
function normalOf(turned: Float32Array, at: number): Triple {
  const edge = (corner: number, axis: number) => (turned[at + corner * 3 + axis] ?? 0) - (turned[at + axis] ?? 0);
  const cross = (a: number, b: number) => edge(1, a) * edge(2, b) - edge(1, b) * edge(2, a);
  const [x, y, z] = [cross(1, 2), cross(2, 0), cross(0, 1)];
  const length = (Math.hypot(x, y, z) || 1) * (z < 0 ? -1 : 1);
  return [x / length, y / length, z / length];
}

/** True if a line separates two pixels: an outline, a crease, or the border between two parts. */
export function isBetween({ part, depth, normal }: View, a: number, b: number): boolean {
  if (part[a] !== part[b]) return true;
  if (part[a] === 0) return false;
  const [near, far] = [depth[a] ?? 0, depth[b] ?? 0];
  const slope = Math.min(Math.abs(normal[a * 3 + 2] ?? 0), Math.abs(normal[b * 3 + 2] ?? 0));
  if (Math.abs(near - far) / Math.max(near, far) > 0.012 / Math.max(slope, 0.15)) return true;
  let alike = 0;
  for (let axis = 0; axis < 3; axis++) alike += (normal[a * 3 + axis] ?? 0) * (normal[b * 3 + axis] ?? 0);
  return alike < 0.82;
}
