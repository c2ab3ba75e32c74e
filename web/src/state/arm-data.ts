import { hashText } from './proof';
import type { RecordStore } from './record-store';

/** All that one arm recorded, in plain lists: for programs and for files. */
export interface ArmData {
  label: string;
  document: unknown;
  scalars: Record<string, number[]>;
  /** Per-layer values of the steps 1, 1 + every, 1 + 2 every, ... by series. */
  layers: Record<string, number[][]>;
  every: number;
  /** The trajectory's hash after each step. */
  trajectory: string[];
}

/** Of an arm, what its data are made of. */
export interface RecordedArm {
  readonly label: string;
  readonly run: { readonly document: unknown; readonly store: RecordStore | null };
}

export function armData({ label, run }: RecordedArm): ArmData {
  const { document, store } = run;
  const scalars: ArmData['scalars'] = {};
  const layers: ArmData['layers'] = {};
  if (store) {
    for (const name of store.layout.scalars) scalars[name] = Array.from(store.scalar(name));
    for (const { name } of store.layout.series) {
      layers[name] = keptSteps(store).map((step) => Array.from(store.profile(name, step)));
    }
  }
  const trajectory = Array.from(store?.hashes ?? [], hashText);
  return { label, document, scalars, layers, every: store?.every ?? 1, trajectory };
}

/** The steps whose per-layer values were kept. */
export function keptSteps({ rows, every }: RecordStore): number[] {
  return Array.from({ length: rows }, (_, row) => 1 + row * every);
}
