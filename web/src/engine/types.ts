/** The engine's own types, by the one path that the rest of the page imports them from. */
export type {
  Description,
  Engine,
  ExperimentDocument,
  Field,
  FieldError,
  Preset,
  Race,
  RaceExpansion,
  RecordLayout,
  Records,
  Run,
  SeriesInfo,
  Summary,
  Validation,
  Verdict,
  WiringRow,
} from '../../../wasm/engine.mjs';
