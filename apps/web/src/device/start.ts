/** Puts together playing on one device: its rules, its computer, its page. */

import { WorkerComputer } from '../computer/computer';
import { loadRules } from '../rules/load';
import { DevicePage, type DevicePageParts } from './page';

export async function openDevice({
  root,
  changed,
}: Pick<DevicePageParts, 'root' | 'changed'>): Promise<DevicePage> {
  const computer = new WorkerComputer(
    () => new Worker(new URL('../computer/worker.ts', import.meta.url), { type: 'module' }),
  );
  return new DevicePage({ rules: await loadRules(), computer, root, changed });
}
