import { compileModule } from './engine/compile';
import { inlineLabWorker, labsUrl, labWorkerUrl } from './engine/lab-assets';
import { measurer } from './engine/measure';
import { spawnFrom } from './engine/spawn';
import { explain } from './explain';
import { Laboratory } from './state/laboratory';
import type { LaboratoryPage } from './views/laboratory';
import { startTheme } from './views/theme';

async function start(): Promise<void> {
  startTheme();
  const [module, { loadLabs }] = await Promise.all([
    compileModule(labsUrl),
    import('../../wasm/labs.mjs'),
    import('./views/laboratory'),
  ]);
  const laboratory = new Laboratory({
    labs: await loadLabs({ module }),
    measure: measurer(module, () => spawnFrom(labWorkerUrl, inlineLabWorker)),
    now: () => performance.now(),
    hash: location.hash,
    write: (hash, entry) => {
      const address = `${location.pathname}${location.search}${hash}`;
      if (entry === 'push') history.pushState(null, '', address);
      else history.replaceState(null, '', address);
    },
  });
  addEventListener('popstate', () => {
    laboratory.openLink(location.hash);
  });
  const page = document.querySelector<LaboratoryPage>('normlab-laboratory-page');
  if (!page) return;
  page.replaceChildren();
  page.laboratory = laboratory;
}

start().catch(explain);
