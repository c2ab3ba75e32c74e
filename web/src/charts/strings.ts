import { formatCount } from './ticks';

/** Every word that a chart shows or speaks, in one place so that it can be translated with the rest. */
export const strings = {
  step: (step: number) => `step ${formatCount(step)}`,
  stepAxis: 'step',
  layerAxis: 'layer',
  noStep: 'no step chosen',
  notFinite: 'not finite',
  noData: 'no steps yet',
  noValue: 'no value',
  nothingHere: '–',
  dataTable: (label: string) => `${label}: data table`,
  tableAt: (steps: number) => (steps === 0 ? 'No steps yet.' : `As of step ${steps}.`),
  tableThinned: (shown: number, all: number) => `${shown} of ${all} rows, evenly spaced.`,
  row: (row: number) => `row ${row + 1}`,
  curvesSummary: (steps: number, parts: string[]) => `At step ${steps}: ${parts.join('; ')}.`,
  curveAt: (label: string, value: string) => `${label} ${value}`,
  matrixSummary: (steps: number, first: string, last: string) =>
    `At step ${steps}: first layer ${first}, last layer ${last}.`,
  profileSummary: (parts: string[]) => `${parts.join('; ')}.`,
  profileOf: (label: string, first: string, last: string) =>
    `${label} from ${first} in the first row to ${last} in the last`,
  lineFrom: (label: string, first: string, last: string) => `${label} from ${first} to ${last}`,
  predictedOf: (label: string) => `${label}, predicted`,
  legend: (low: string, high: string) => `Colour scale, logarithmic, from ${low} to ${high}`,
};
