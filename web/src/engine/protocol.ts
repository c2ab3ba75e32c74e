import type { FieldError, RecordLayout, Summary, Verdict } from './types';

/**
 * What the page says to the worker of one arm, and what the worker answers. Every message carries the
 * number of its run, so that an answer that was under way when the run was replaced is recognised and dropped.
 */
export type ToWorker =
  | { kind: 'create'; run: number; module: WebAssembly.Module; document: unknown }
  | { kind: 'run'; run: number }
  | { kind: 'pause'; run: number }
  | { kind: 'step'; run: number; steps: number }
  | { kind: 'save'; run: number };

export type FromWorker =
  | { kind: 'created'; run: number; layout: RecordLayout; summary: Summary }
  | { kind: 'refused'; run: number; errors: FieldError[] }
  | RecordsMessage
  | { kind: 'paused'; run: number; step: number }
  /** A safetensors file: asked for by save, and by itself before the last records. */
  | { kind: 'weights'; run: number; step: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; run: number; message: string };

export interface RecordsMessage {
  kind: 'records';
  run: number;
  count: number;
  /** count rows of layout.scalars.length values. */
  scalars: Float64Array<ArrayBuffer>;
  /** count rows of layout.width values. */
  layers: Float32Array<ArrayBuffer>;
  /** The trajectory's hash after each step. */
  hashes: BigUint64Array<ArrayBuffer>;
  /** The verdict is dearer than a step of a small stack, so not every message brings one. */
  verdict: Verdict | null;
  finished: boolean;
}
