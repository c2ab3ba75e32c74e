import { stdout } from 'node:process';

export function describe(_command, engine) {
  stdout.write(`${JSON.stringify(engine.describe(), null, 2)}\n`);
  return 0;
}
