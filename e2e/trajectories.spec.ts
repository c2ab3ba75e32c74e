// The same bits in every browser: this file runs in Chromium and in Firefox, webkit/ does the same by WebDriver.
import { storedRaces } from './stored-races';
import { evidence, expect, test } from './lab';

for (const { name, link, race, hashes } of storedRaces) {
  test(`${name} comes out the same to the last bit`, async ({ lab }) => {
    test.setTimeout(300_000);
    await lab.open(link);
    expect((await lab.state()).race).toEqual(race);
    await lab.finished();
    const { arms } = await lab.state();
    expect(arms.map(({ trajectory }) => trajectory)).toEqual(hashes);
    arms.forEach(({ trajectory }, arm) => {
      evidence('the same bits', `${name}, ${race.arms[arm]?.model.wiring}`, trajectory ?? '');
    });
  });
}
