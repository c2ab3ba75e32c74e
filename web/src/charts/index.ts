export { blockDrawing, type DrawnWiring } from './block-drawing';
export { Heatmap, type HeatmapData, type HeatmapOptions } from './heatmap';
export { colourLegend } from './legend';
export { LineChart, type LineData, type LineSeries } from './line-chart';
export { type CurveSeries, LossChart, type LossData, type LossOptions } from './loss-chart';
export { type Marker, markerPath } from './marker';
export { armColours, armStyle, type ArmStyle } from './palette';
export {
  ProfileChart,
  type ProfileData,
  type ProfileOptions,
  type ProfileSeries,
} from './profile-chart';
export { type Matrix, type Range, sharedRange, SharedRange } from './shared-range';
export { formatChosen, formatTicks, formatValue } from './ticks';
