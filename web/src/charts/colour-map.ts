/** Anchor colours in OKLCH (lightness, chroma, hue in degrees), from small (dark) to large (light). */
const anchors: readonly (readonly [number, number, number])[] = [
  [0.16, 0.055, 295],
  [0.27, 0.105, 285],
  [0.38, 0.125, 270],
  [0.48, 0.115, 250],
  [0.57, 0.105, 225],
  [0.66, 0.11, 185],
  [0.75, 0.14, 155],
  [0.85, 0.15, 125],
  [0.95, 0.09, 105],
];

export type Lab = readonly [lightness: number, a: number, b: number];

function fromPolar([lightness, chroma, hue]: readonly [number, number, number]): Lab {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** OKLab to linear-light sRGB (Ottosson 2020). */
export function labToLinear([lightness, a, b]: Lab): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** sRGB (0..255) to OKLab. */
export function rgbToLab(rgb: readonly [number, number, number]): Lab {
  const [r, g, b] = rgb.map((value) => {
    const v = value / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function labDistance(p: Lab, q: Lab): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

function toByte(linear: number): number {
  const v = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055));
}

function mix(p: Lab, q: Lab, t: number): Lab {
  return [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t];
}

/** Catmull-Rom through the anchors: straight pieces would show their joints as bands. */
function curve(points: readonly Lab[], position: number): Lab {
  const last = points.length - 1;
  const i = Math.min(last - 1, Math.floor(position));
  const t = position - i;
  const at = (index: number): Lab => points[Math.min(last, Math.max(0, index))] ?? [0, 0, 0];
  const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
  const channel = (k: 0 | 1 | 2) =>
    0.5 *
    (2 * b[k] +
      (c[k] - a[k]) * t +
      (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
      (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
  return [channel(0), channel(1), channel(2)];
}

export const colourCount = 256;

/** 256 colours in OKLab at equal distances along the curve: equal ratios look equally far apart. */
function evenColours(): Lab[] {
  const points = anchors.map(fromPolar);
  const fine = Array.from({ length: 4001 }, (_, i) =>
    curve(points, (i / 4000) * (points.length - 1)),
  );
  const travelled = [0];
  for (let i = 1; i < fine.length; i++) {
    travelled.push(
      (travelled[i - 1] ?? 0) + labDistance(fine[i] ?? [0, 0, 0], fine[i - 1] ?? [0, 0, 0]),
    );
  }
  const total = travelled.at(-1) ?? 1;
  const even: Lab[] = [];
  let j = 0;
  for (let i = 0; i < colourCount; i++) {
    const goal = (total * i) / (colourCount - 1);
    while (j < fine.length - 2 && (travelled[j + 1] ?? total) < goal) j++;
    const start = travelled[j] ?? 0;
    const gap = (travelled[j + 1] ?? total) - start;
    even.push(
      mix(fine[j] ?? [0, 0, 0], fine[j + 1] ?? [0, 0, 0], gap > 0 ? (goal - start) / gap : 0),
    );
  }
  return even;
}

/** The map as sRGB triples, 0 = smallest (dark), 255 = largest (light). */
export const colours: readonly (readonly [number, number, number])[] = evenColours().map((lab) => {
  const [r, g, b] = labToLinear(lab);
  return [toByte(r), toByte(g), toByte(b)] as const;
});

/** Index of a value by its log10 between the ends of the scale; what lies beyond takes the end. */
export function colourIndex(log10: number, low: number, high: number): number {
  const t = (log10 - low) / (high - low);
  return Math.round(Math.min(1, Math.max(0, t)) * (colourCount - 1));
}

export function cssColour(index: number): string {
  const [r, g, b] = colours[Math.min(colourCount - 1, Math.max(0, index))] ?? [0, 0, 0];
  return `rgb(${r} ${g} ${b})`;
}
