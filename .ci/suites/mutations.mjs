import { describeTests, runMutations } from '../../tests/mutations/run.mjs';

/** Each mutation counts as one test, passed where some test of the core sees it. @type {import('../lib/suite.mjs').Suite} */
export const mutations = {
  name: 'mutations',
  title: 'Mutations of the core',
  engine: 'g++',
  needs: ['native', 'build'],
  run: async () => {
    let output = '';
    let log = '';
    let passed = 0;
    let failed = 0;
    for await (const { name, breaks, caughtBy } of runMutations()) {
      const caught = caughtBy.length > 0;
      const line = `evidence: mutations | ${name} | caught by ${caught ? describeTests(caughtBy) : 'no test'}`;
      console.log(line);
      log += `${line}\n`;
      if (caught) {
        passed += 1;
      } else {
        failed += 1;
        output += `${name} survives: ${breaks}\n`;
      }
    }
    return { passed, failed, output, log };
  },
};
