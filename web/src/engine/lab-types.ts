/** The laboratories' own types, by the one path that the rest of the page imports them from. */
export type {
  Lab as LabDescription,
  LabAnswer,
  LabCheck,
  LabChart,
  LabReport,
  Labs,
  LabStatement,
  LabText,
  NormedVector,
  NormVectorAnswer,
} from '../../../wasm/labs.mjs';
