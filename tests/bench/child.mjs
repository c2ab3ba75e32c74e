import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * A contestant in a process of its own: nobody's garbage, compiled code or threads are in another's
 * way, and one in Python or C++ is asked like one in JavaScript. A line of JSON each way.
 */
export class Child {
  #process;
  #lines;
  #errors = '';

  /** @param {string} command @param {readonly string[]} args @param {Record<string, string>} [env] */
  constructor(command, args, env = {}) {
    this.#process = spawn(command, args, { env: { ...process.env, ...env } });
    this.#process.on('error', (error) => (this.#errors += error.message));
    this.#process.stdin.on('error', () => {});
    this.#process.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** The next line that is JSON: libraries greet whom they like on stdout. */
  async read() {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(this.#errors.trim() || 'ended without a word');
      if (!value.startsWith('{')) continue;
      const answer = JSON.parse(value);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer;
    }
  }

  /** @param {object} request */
  ask(request) {
    this.#process.stdin.write(`${JSON.stringify(request)}\n`);
    return this.read();
  }

  close() {
    this.#process.stdin.end();
    this.#process.kill();
  }
}
