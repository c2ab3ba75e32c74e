import { describeTests, runMutations } from '../../tests/mutations/run.mjs';

/** Each mutation counts as one test, passed where some test of the core sees it. @type {import('../lib/suite.mjs').Suite} */
export const mutations = {
  name: 'mutations',
  title: 'Mutations of the core',
  needs: ['native', 'build'],
  run: async () => {
    let output = '';
    let passed = 0;
    let failed = 0;
    for await (const { name, breaks, caughtBy } of runMutations()) {
      if (caughtBy.length > 0) {
        passed += 1;
        console.log(`evidence: mutations | ${name} | caught by ${describeTests(caughtBy)}`);
      } else {
        failed += 1;
        console.log(`evidence: mutations | ${name} | caught by no test`);
        output += `${name} survives: ${breaks}\n`;
      }
    }
    return { passed, failed, output };
  },
};
