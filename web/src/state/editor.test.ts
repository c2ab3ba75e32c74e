import { describe, expect, it } from 'vitest';
import { Editor } from './editor';
import { effective } from './race-document';
import { standard, table, validate } from './testing';

const edit = (scope: 'shared' | number, path: string, text: string) => ({ scope, path, text });

describe('the editor', () => {
  it('gives the changed race for a valid entry', () => {
    const editor = new Editor(table, validate);
    const race = editor.edit(standard, edit('shared', 'optimizer.learning_rate', '0,003'));
    expect(race?.shared['optimizer.learning_rate']).toBe(0.003);
    const one = editor.edit(standard, edit(1, 'model.depth', '6'));
    expect(one?.arms.map((arm) => effective(one, arm)['model.depth'])).toEqual([12, 6, 12]);
  });

  it('keeps what is refused beside its field, with the engine’s reason', () => {
    const editor = new Editor(table, validate);
    expect(editor.edit(standard, edit('shared', 'model.depth', '9999'))).toBeNull();
    expect(editor.draft('shared', 'model.depth')).toMatchObject({
      text: '9999',
      message: 'model.depth is 9999; allowed: from 1 to 2000',
    });
    expect(editor.draft(0, 'model.depth')).toBeUndefined();
    editor.edit(standard, edit('shared', 'model.depth', '8'));
    expect(editor.drafts.value.size).toBe(0);
  });

  it('never takes a comma for nothing or for three', () => {
    const editor = new Editor(table, validate);
    expect(editor.edit(standard, edit('shared', 'model.depth', '0,003'))).toBeNull();
    expect(editor.draft('shared', 'model.depth')?.message).toContain('0,003');
  });

  it('takes two entries that are right only together', () => {
    const editor = new Editor(table, validate);
    expect(editor.edit(standard, edit('shared', 'model.heads', '3'))).toBeNull();
    const race = editor.edit(standard, edit('shared', 'model.width', '33'));
    expect(race?.shared).toMatchObject({ 'model.heads': 3, 'model.width': 33 });
    expect(editor.drafts.value.size).toBe(0);
  });

  it('keeps an earlier draft when another entry is fine without it', () => {
    const editor = new Editor(table, validate);
    editor.edit(standard, edit('shared', 'model.heads', '3'));
    const race = editor.edit(standard, edit('shared', 'steps', '5'));
    expect(race?.shared).toMatchObject({ 'model.heads': 2, steps: 5 });
    expect(editor.draft('shared', 'model.heads')?.text).toBe('3');
  });

  it('takes several entries as one', () => {
    const editor = new Editor(table, validate);
    const race = editor.edit(
      standard,
      edit('shared', 'task.kind', 'text'),
      edit('shared', 'task.text', 'hello'),
    );
    expect(race?.shared).toMatchObject({ 'task.kind': 'text', 'task.text': 'hello' });
  });

  it('forgets the drafts of an arm that is gone', () => {
    const editor = new Editor(table, validate);
    editor.edit(standard, edit(1, 'model.depth', 'x'));
    editor.edit(standard, edit('shared', 'seed', 'y'));
    editor.forget(({ scope }) => scope !== 1);
    expect([...editor.drafts.value.values()].map(({ path }) => path)).toEqual(['seed']);
  });
});
