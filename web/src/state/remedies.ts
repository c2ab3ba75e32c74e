import type { Verdict, WiringRow } from '../engine/types';
import { identityPath } from './race-document';
import type { Settings } from './settings';

/** A counterfactual: the same arm with one setting changed, to run beside it. */
export interface Remedy {
  readonly label: string;
  readonly change: Settings;
}

const warmupSteps = 400;

/** What would be tried first for a failure of this kind under these settings and wiring, the likeliest first. */
export function remedies(
  verdict: Pick<Verdict, 'name'>,
  settings: Settings,
  row: WiringRow | undefined,
): Remedy[] {
  if (!row || verdict.name === 'solved' || verdict.name === 'learning') return [];
  const found: Remedy[] = [];
  const warmup = Number(settings['schedule.warmup']);
  const steps = Number(settings.steps);
  const more = Math.min(warmupSteps, Math.floor(steps / 2));
  if (row.skip && row.norm_trunk && warmup < more) {
    found.push({ label: `Add ${more} steps of warmup`, change: { 'schedule.warmup': more } });
  }
  if (!row.norm_in) {
    const label = moveLabel(row);
    found.push({ label, change: { [identityPath]: 'pre' } });
  } else {
    const rate = Number(settings['optimizer.learning_rate']);
    const lower = Number((rate / 10).toPrecision(3));
    found.push({ label: 'Lower the rate tenfold', change: { 'optimizer.learning_rate': lower } });
    if (settings['model.qk_norm'] === 'none') {
      found.push({ label: 'Add QK-norm', change: { 'model.qk_norm': 'rms_per_head' } });
    }
  }
  return found;
}

function moveLabel(row: WiringRow): string {
  if (!row.skip) return 'Add the skip and a norm';
  return row.norm_trunk || row.norm_out ? 'Move the norm' : 'Add a norm';
}
