/** Shapes that tell arms apart without colour. Each fits a circle of the given radius. */
export type Marker = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'bar';

/** The outline around the origin as path data: one source for canvas (Path2D) and SVG. */
export function markerPath(shape: string, radius: number): string {
  const r = Number(radius.toFixed(2));
  const s = Number((radius * 0.86).toFixed(2));
  switch (shape) {
    case 'square':
      return `M${-s} ${-s}H${s}V${s}H${-s}Z`;
    case 'triangle':
      return `M0 ${-r}L${r} ${s}H${-r}Z`;
    case 'diamond':
      return `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`;
    case 'cross': {
      const arm = Number((radius * 0.38).toFixed(2));
      return (
        `M${-arm} ${-r}H${arm}V${-arm}H${r}V${arm}H${arm}V${r}` +
        `H${-arm}V${arm}H${-r}V${-arm}H${-arm}Z`
      );
    }
    case 'bar': {
      const half = Number((radius * 0.42).toFixed(2));
      return `M${-half} ${-r}H${half}V${r}H${-half}Z`;
    }
    default:
      return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
  }
}
