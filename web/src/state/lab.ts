import { signal } from '@preact/signals-core';
import type { Description, Engine, Preset } from '../engine/types';
import { Cursor } from './cursor';
import { Editor } from './editor';
import type { Scope } from './editor';
import { FieldTable } from './field-table';
import { judge, mend } from './judge';
import { decodeLink, encodeLink } from './link';
import type { EncodedLink } from './link';
import type { LinkWriter } from './link-writer';
import { Notices } from './notices';
import { compare, proofOf } from './proof';
import type { Comparison, Proof } from './proof';
import { Race } from './race';
import type { Arm, RacePort } from './race';
import {
  addArm,
  effective,
  experimentOf,
  identityPath,
  raceFromDocument,
  removeArm,
  shareWithAll,
  useShared,
} from './race-document';
import type { RaceDocument } from './race-document';
import { readRaceFile } from './race-file';
import type { Settings } from './settings';

const textPath = 'task.text';

export interface LabPort extends RacePort {
  engine: Pick<Engine, 'describe' | 'validate' | 'expandRace'>;
  hash: string;
  link: LinkWriter;
}

/** Everything that the page shows and does, without the page. */
export class Lab {
  readonly description: Description;
  readonly table: FieldTable;
  readonly race: Race;
  readonly editor: Editor;
  readonly notices = new Notices();
  readonly cursor = new Cursor();
  readonly #standard: RaceDocument;
  readonly #port: LabPort;
  /** By the arm's whole experiment: whatever is changed in an arm, the link has said nothing of it. */
  readonly #proofs = signal<ReadonlyMap<string, Proof>>(new Map());

  constructor(port: LabPort) {
    this.#port = port;
    this.description = port.engine.describe();
    this.table = new FieldTable(this.description);
    this.editor = new Editor(this.table, (document) => port.engine.validate(document));
    this.#standard = raceFromDocument(this.table, this.description.default_race);
    this.race = new Race(this.table, port, this.#readLink(port.hash));
  }

  get document(): RaceDocument {
    return this.race.document.value;
  }

  /** The step at which the pictures over layers stand. */
  get shownStep(): number {
    return this.cursor.step ?? this.race.step;
  }

  /** Takes what was typed into a field; false where the engine refuses it. */
  edit(scope: Scope, path: string, text: string): boolean {
    const changed = this.editor.edit(this.document, { scope, path, text });
    if (changed) this.#apply(changed, `${scope} ${path}`);
    return changed !== null;
  }

  /** Trains on a text, whatever the task was; where it is refused, a notice says why. */
  useText(text: string): void {
    const kind = { scope: 'shared', path: 'task.kind', text: 'text' } as const;
    const content = { scope: 'shared', path: textPath, text } as const;
    const changed = this.editor.edit(this.document, kind, content);
    if (changed) this.#apply(changed, `shared ${textPath}`);
    else this.notices.add(this.editor.draft('shared', textPath)?.message ?? '');
  }

  useShared(id: number, path: string): void {
    this.#tryApply(useShared(this.document, id, path), `use shared ${id} ${path}`);
  }

  shareWithAll(id: number, path: string): void {
    this.#tryApply(shareWithAll(this.document, id, path), `share ${id} ${path}`);
  }

  /** Adds an arm with a normalised wiring that no other arm has, where there is one. */
  addArm(): void {
    const { document } = this;
    const used = new Set(document.arms.map((arm) => effective(document, arm)[identityPath]));
    const { wirings } = this.description;
    const fresh = wirings.find((row) => {
      const normalised = row.norm_in || row.norm_out || row.norm_trunk;
      return row.skip && normalised && !used.has(row.name);
    });
    const wiring = fresh ?? wirings[0];
    if (wiring) this.#add({ [identityPath]: wiring.name });
  }

  duplicateArm(id: number, change: Settings = {}): void {
    const arm = this.document.arms.find((candidate) => candidate.id === id);
    if (arm) this.#add({ ...arm.own, ...change });
  }

  removeArm(id: number): void {
    this.editor.forget((draft) => draft.scope !== id);
    this.#tryApply(removeArm(this.document, id), `remove ${id}`);
  }

  newSeed(): void {
    this.race.newSeed();
    this.cursor.follow();
    this.#writeLink('seed');
  }

  /** The preset that this race is, to the last setting; null where it is the visitor's own. */
  get preset(): Preset | null {
    const { hash } = this.link();
    return this.description.presets.find(({ race }) => this.#hashOf(race) === hash) ?? null;
  }

  openPreset(name: string): void {
    const preset = this.description.presets.find((known) => known.name === name);
    if (preset) this.#open(raceFromDocument(this.table, preset.race), `preset ${name}`);
  }

  /** A file, by its name: JSON is a race to open, anything else a text to train on. */
  openFile(name: string, content: string): void {
    if (/\.json$/i.test(name)) this.openRace(name, content);
    else this.useText(content);
  }

  /** Opens and runs a race from a file's text; where it is none, notices say why, and nothing is changed. */
  openRace(name: string, text: string): void {
    const reading = readRaceFile(this.table, (race) => this.#port.engine.expandRace(race), text);
    if (reading.ok) this.#open(reading.race, `file ${name}`);
    else this.notices.add(...reading.problems.map((problem) => `${name}: ${problem}`));
  }

  /** Back, a link, or an address edited by hand. */
  openLink(hash: string): void {
    this.#port.link.adopt(hash);
    this.notices.clear();
    this.editor.forget();
    this.cursor.follow();
    this.race.apply(this.#readLink(hash));
  }

  /** The link to this race, and whether it had to leave the text out. */
  link(): EncodedLink {
    return encodeLink(this.table, this.#standard, this.document);
  }

  /** The same with what was trained: whoever opens it trains again and is told whether it came out the same. */
  linkWithProof(): EncodedLink {
    const proofs = this.race.arms.value.map(({ run }) =>
      run.store ? proofOf(run.store.hashes) : null,
    );
    return encodeLink(this.table, this.#standard, this.document, proofs);
  }

  /** How an arm's run compares with the one that the link tells of; null where it tells of none. */
  comparison({ run }: Arm): Comparison | null {
    const proof = this.#proofs.value.get(JSON.stringify(run.document));
    if (!proof || run.failure.value !== null) return null;
    // A run that was stopped has nothing against the steps that it did not come to.
    const over = run.status.value === 'finished';
    return compare(proof, run.store?.hashes ?? new BigUint64Array(), over);
  }

  #open(race: RaceDocument, subject: string): void {
    this.notices.clear();
    this.editor.forget();
    this.cursor.follow();
    this.#apply(race, subject);
    this.race.run();
  }

  #hashOf(race: Preset['race']): string {
    return encodeLink(this.table, this.#standard, raceFromDocument(this.table, race)).hash;
  }

  #add(own: Settings): void {
    const changed = addArm(this.document, own);
    if (changed === this.document) return;
    this.#tryApply(changed, `add ${changed.arms.length}`);
  }

  #tryApply(race: RaceDocument, subject: string): void {
    const { errors } = judge(this.table, (document) => this.#port.engine.validate(document), race);
    if (errors.length === 0) this.#apply(race, subject);
    else this.notices.add(...errors.map(({ error }) => error.message));
  }

  #apply(race: RaceDocument, subject: string): void {
    this.race.apply(race);
    this.#writeLink(subject);
  }

  #writeLink(subject: string): void {
    this.#port.link.write(this.link().hash, subject);
  }

  #readLink(hash: string): RaceDocument {
    const decoded = decodeLink(this.table, this.#standard, hash);
    const proofs = new Map<string, Proof>();
    decoded.race.arms.forEach((arm, index) => {
      const proof = decoded.proofs[index];
      const experiment = JSON.stringify(experimentOf(this.table, decoded.race, arm));
      if (proof) proofs.set(experiment, proof);
    });
    this.#proofs.value = proofs;
    const mended = mend(
      this.table,
      (document) => this.#port.engine.validate(document),
      this.#standard,
      decoded.race,
    );
    this.notices.add(...decoded.problems, ...mended.problems);
    return mended.race;
  }
}
