/** Shapes that tell arms apart without colour. Each fits a circle of the given radius. */
export type Marker = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'bar';

/** The outline around a point as path data: one source for canvas (Path2D) and SVG. */
export function markerPath(shape: string, radius: number, x = 0, y = 0): string {
  const place = (middle: number, by: number) => Number((middle + by).toFixed(2));
  const across = (by: number) => place(x, by * radius);
  const down = (by: number) => place(y, by * radius);
  const to = (right: number, below: number) => `${across(right)} ${down(below)}`;
  switch (shape) {
    case 'square':
      return `M${to(-0.86, -0.86)}H${across(0.86)}V${down(0.86)}H${across(-0.86)}Z`;
    case 'triangle':
      return `M${to(0, -1)}L${to(1, 0.86)}H${across(-1)}Z`;
    case 'diamond':
      return `M${to(0, -1)}L${to(1, 0)}L${to(0, 1)}L${to(-1, 0)}Z`;
    case 'cross': {
      const [low, high, left, right] = [down(-0.38), down(0.38), across(-0.38), across(0.38)];
      return (
        `M${to(-0.38, -1)}H${right}V${low}H${across(1)}V${high}H${right}V${down(1)}` +
        `H${left}V${high}H${across(-1)}V${low}H${left}Z`
      );
    }
    case 'bar':
      return `M${to(-0.42, -1)}H${across(0.42)}V${down(1)}H${across(-0.42)}Z`;
    default: {
      const arc = `A${place(0, radius)} ${place(0, radius)} 0 1 1 `;
      return `M${to(-1, 0)}${arc}${to(1, 0)}${arc}${to(-1, 0)}Z`;
    }
  }
}
