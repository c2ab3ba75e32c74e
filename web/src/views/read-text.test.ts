import { describe, expect, it } from 'vitest';
import { Notices } from '../state/notices';
import { readText } from './read-text';

const said = ({ list }: Notices) => list.value.map(({ text }) => text);

describe('a file that was picked or dropped', () => {
  it('hands on its text', async () => {
    const notices = new Notices();
    const texts: string[] = [];
    await readText({ notices }, new File(['a race'], 'race.json'), (text) => texts.push(text));
    expect(texts).toEqual(['a race']);
    expect(said(notices)).toEqual([]);
  });

  it('says why it can’t be read, and goes on', async () => {
    const notices = new Notices();
    const folder = { name: 'runs', text: () => Promise.reject(new Error('not a file')) };
    await readText({ notices }, folder, () => {
      throw new Error('there is no text');
    });
    expect(said(notices)).toEqual(['runs can’t be read: not a file']);
  });
});
