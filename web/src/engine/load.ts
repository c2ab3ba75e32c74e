import { loadEngine } from '../../../wasm/engine.mjs';
import { compileModule } from './compile';
import type { Engine } from './types';

export interface LoadedEngine {
  /** The page's own engine: it describes and validates, and never trains. */
  engine: Engine;
  /** Compiled once here, then posted to every worker. */
  module: WebAssembly.Module;
}

export async function loadPageEngine(url: string): Promise<LoadedEngine> {
  const module = await compileModule(url);
  return { module, engine: await loadEngine({ module }) };
}
