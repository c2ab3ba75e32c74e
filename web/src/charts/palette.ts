import type { Marker } from './marker';

/** How one arm of a race is drawn everywhere. Colour is any CSS colour, `var()` included. */
export interface ArmStyle {
  readonly colour: string;
  readonly dash: readonly number[];
  readonly marker: Marker;
}

/**
 * The six arm colours on light and on dark paper. All reach 4.5 : 1 against their paper (labels are
 * set in them). Under each dichromacy the first three stay well apart, all six at least distinct.
 */
export const armColours = {
  light: ['#cb3720', '#2b4a94', '#12806a', '#a240b4', '#786500', '#343a48'],
  dark: ['#f97a3c', '#5b9dff', '#3fe0a6', '#cf97cf', '#f0c04a', '#d3dbe8'],
} as const;

const dashes: readonly (readonly number[])[] = [
  [],
  [7, 4],
  [2, 3],
  [11, 3, 2, 3],
  [15, 5],
  [6, 2, 2, 2, 2, 2],
];
const markers: readonly Marker[] = ['circle', 'square', 'triangle', 'diamond', 'cross', 'bar'];

/** The style of the arm at this index; the stylesheet's `--arm-1` to `--arm-6` carry the theme. */
export function armStyle(index: number): ArmStyle {
  const i = ((index % 6) + 6) % 6;
  return {
    colour: `var(--arm-${i + 1}, ${armColours.light[i] ?? 'currentColor'})`,
    dash: dashes[i] ?? [],
    marker: markers[i] ?? 'circle',
  };
}
