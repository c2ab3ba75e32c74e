// A WebDriver client (W3C WebDriver, 2018) as small as these tests need: WebKitGTK speaks nothing else.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';

const startMilliseconds = 60_000;

export class WebKitBrowser {
  readonly #process: ChildProcess;
  readonly #session: string;

  private constructor(process: ChildProcess, session: string) {
    this.#process = process;
    this.#session = session;
  }

  /** Starts WebKit's own small browser on a screen of its own. */
  static async start(driver: string, browser: string): Promise<WebKitBrowser> {
    const port = await freePort();
    // A group of its own, so that the screen and the browser end with the driver.
    const child = spawn('xvfb-run', ['-a', driver, `--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, LANG: 'en_US.UTF-8' },
    });
    try {
      const address = `http://127.0.0.1:${port}`;
      await answering(`${address}/status`);
      const options = { binary: browser, args: ['--automation'] };
      const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
      const { sessionId } = (await send('POST', `${address}/session`, { capabilities })) as {
        sessionId: string;
      };
      const session = `${address}/session/${sessionId}`;
      // It paints without a graphics processor: the less there is to paint, the more it trains.
      await send('POST', `${session}/window/rect`, { width: 480, height: 240 });
      return new WebKitBrowser(child, session);
    } catch (error) {
      end(child);
      throw error;
    }
  }

  async open(url: string): Promise<void> {
    await send('POST', `${this.#session}/url`, { url });
  }

  /** The value of an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    return send('POST', `${this.#session}/execute/sync`, {
      script: `return ${expression};`,
      args: [],
    });
  }

  async version(): Promise<string> {
    return String(await this.evaluate('navigator.userAgent'));
  }

  async close(): Promise<void> {
    await send('DELETE', this.#session).catch(() => undefined);
    end(this.#process);
  }
}

function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid);
  } catch {
    // It ended by itself.
  }
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function answering(url: string): Promise<void> {
  const deadline = Date.now() + startMilliseconds;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        done(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
