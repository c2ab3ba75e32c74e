import { armStarter } from './engine/arm-engine';
import { engineUrl } from './engine/assets';
import { loadPageEngine } from './engine/load';
import { WorkerPool } from './engine/pool';
import { spawnWorker } from './engine/spawn';
import { explain } from './explain';
import { programFace } from './program-face';
import { Lab } from './state/lab';
import { LinkWriter } from './state/link-writer';
import { frames } from './views/frames';
import { startTheme } from './views/theme';
import type { Page } from './views/page';

/** As many as the race that most visits open into has arms. */
const armsAtFirst = 3;

async function start(): Promise<Lab> {
  startTheme();
  const workers = new WorkerPool(spawnWorker, armsAtFirst);
  const [{ engine, module }] = await Promise.all([
    loadPageEngine(engineUrl),
    import('./views/page'),
  ]);
  const { hash } = location;
  const lab = new Lab({
    engine,
    hash,
    start: armStarter(module, () => workers.take()),
    now: () => performance.now(),
    frame: frames(),
    link: new LinkWriter(
      {
        push: (link) => {
          history.pushState(null, '', address(link));
        },
        replace: (link) => {
          history.replaceState(null, '', address(link));
        },
        later: (callback, milliseconds) => {
          setTimeout(callback, milliseconds);
        },
      },
      hash,
    ),
  });
  addEventListener('popstate', () => {
    lab.openLink(location.hash);
  });
  const page = document.querySelector<Page>('normlab-page');
  if (page) {
    page.replaceChildren();
    page.lab = lab;
  }
  lab.race.run();
  return lab;
}

function address(hash: string): string {
  return `${location.pathname}${location.search}${hash}`;
}

const lab = start();
lab.catch(explain);
window.normlab = programFace(lab);
