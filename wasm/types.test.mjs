// The hand-written types against the running engine: every name and arity, both ways.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import * as engineFace from './engine.mjs';
import * as labsFace from './labs.mjs';

const parse = (name) =>
  ts.createSourceFile(
    name,
    readFileSync(new URL(name, import.meta.url), 'utf8'),
    ts.ScriptTarget.Latest,
  ).statements;
const faces = [
  { face: engineFace, statements: parse('engine.d.mts') },
  { face: labsFace, statements: parse('labs.d.mts') },
];
const declarations = faces.flatMap(({ statements }) => [...statements]);

const requiredOf = (parameters) =>
  parameters.filter(({ questionToken }) => questionToken === undefined).length;

const named = (is, name) =>
  declarations.find((statement) => is(statement) && statement.name.text === name);

/** Of an interface: each member's name, whether it may be absent, and its arity where it is a method. */
function membersOf(interfaceName) {
  const members = new Map();
  for (const member of named(ts.isInterfaceDeclaration, interfaceName).members) {
    members.set(member.name.text, {
      optional: member.questionToken !== undefined,
      arity: ts.isMethodSignature(member) ? requiredOf(member.parameters) : undefined,
    });
  }
  return members;
}

/** Of a type that is a union of strings. */
function valuesOf(typeName) {
  const { type } = named(ts.isTypeAliasDeclaration, typeName);
  return type.types.map(({ literal }) => literal.text);
}

/** An object's own names and its class's, with the arity of what is a function. */
function namesOf(object) {
  const names = new Map();
  for (const owner of [Object.getPrototypeOf(object), object]) {
    if (owner === Object.prototype) continue;
    for (const name of Object.getOwnPropertyNames(owner)) {
      if (name === 'constructor') continue;
      const value = object[name];
      names.set(name, typeof value === 'function' ? value.length : undefined);
    }
  }
  return names;
}

function expectShape(object, interfaceName) {
  const declared = membersOf(interfaceName);
  const live = namesOf(object);
  const required = [...declared].filter(([, { optional }]) => !optional).map(([name]) => name);
  expect([...live.keys()], interfaceName).toEqual(expect.arrayContaining(required));
  for (const [name, arity] of live) {
    expect(declared.has(name), `${interfaceName}.${name} is declared`).toBe(true);
    expect(arity, `arity of ${interfaceName}.${name}`).toBe(declared.get(name).arity);
  }
}

let engine;
beforeAll(async () => {
  engine = await engineFace.loadEngine();
});

describe('the declared types', () => {
  it.each(faces)('are exactly what the module exports', ({ face, statements }) => {
    const functions = statements.filter(ts.isFunctionDeclaration);
    const declared = functions.map(({ name, parameters }) => [name.text, requiredOf(parameters)]);
    const live = Object.entries(face).map(([name, value]) => [name, value.length]);
    expect(live.sort()).toEqual(declared.sort());
  });

  it('has the shapes of the engine, a run and its records', () => {
    expectShape(engine, 'Engine');
    const { run } = engine.createRun({ steps: 1, model: { depth: 1 } });
    expectShape(run, 'Run');
    expectShape(run.layout, 'RecordLayout');
    expectShape(run.summary, 'Summary');
    expectShape(run.advance(1), 'Records');
    expectShape(run.verdict(), 'Verdict');
    expect(run.weights()).toBeInstanceOf(Uint8Array);
    run.dispose();
  });

  it('has the shapes of answers and errors', () => {
    const accepted = engine.validate({});
    expect(Object.keys(accepted).sort()).toEqual(['ok', ...membersOf('Accepted').keys()].sort());
    for (const arm of engine.expandRace({ arms: [{}] }).arms) expectShape(arm, 'Accepted');
    expectShape(engine.expandRace({ arms: [{}] }).race, 'Race');
    const refused = engine.validate({ seed: -1 });
    expectShape(refused, 'Refused');
    expectShape(refused.errors[0], 'FieldError');
  });

  it('has the shapes of the description', () => {
    const description = engine.describe();
    expectShape(description, 'Description');
    for (const field of description.fields) expectShape(field, 'Field');
    for (const wiring of description.wirings) expectShape(wiring, 'WiringRow');
    for (const series of description.series) expectShape(series, 'SeriesInfo');
    expectShape(description.default_race, 'Race');
    for (const preset of description.presets) expectShape(preset, 'Preset');
  });

  it('has the shapes of the laboratories and of what they measure', async () => {
    const labs = await labsFace.loadLabs();
    expectShape(labs, 'Labs');
    for (const lab of labs.describe()) {
      expectShape(lab, 'Lab');
      for (const { quick, ...field } of lab.settings) {
        expect(typeof quick).toBe(typeof field.default);
        expectShape(field, 'Field');
      }
    }
    const report = labs.run('batch', { seeds: 1 });
    expectShape(report, 'LabReport');
    for (const statement of report.statements) expectShape(statement, 'LabStatement');
    for (const chart of report.charts) expectShape(chart, 'LabChart');
    const { texts } = labs.run('logits', { seeds: 1, steps: 20 }, { quick: true });
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expectShape(text, 'LabText');
    expectShape(labs.run('batch', { seeds: 0 }), 'Refused');
    const vector = labs.normVector([1, 2, 3]);
    expectShape(vector, 'NormVector');
    expectShape(vector.rms, 'NormedVector');
    expectShape(labs.normVector([1]), 'Refused');
    const check = labs.check('batch', { seeds: 1 }, { quick: true });
    expect(check.ok).toBe(true);
    expectShape(check.estimate, 'LabEstimate');
    expectShape(labs.check('batch', { seeds: 0 }), 'Refused');
  });

  it('lists every scalar, series and verdict', () => {
    const { scalars, series, verdicts } = engine.describe();
    expect(scalars).toEqual(valuesOf('ScalarName'));
    expect(series.map(({ name }) => name)).toEqual(valuesOf('SeriesName'));
    expect(verdicts.map(({ name }) => name).sort()).toEqual(valuesOf('VerdictName').sort());
  });
});
