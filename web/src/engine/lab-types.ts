/** The laboratories' own types, by the one path that the rest of the page imports them from. */
export type {
  Lab as LabDescription,
  LabAnswer,
  LabChart,
  LabReport,
  Labs,
  LabStatement,
  LabText,
} from '../../../wasm/labs.mjs';
