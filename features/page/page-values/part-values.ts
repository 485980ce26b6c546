// Live values of devices for screens other than pages, such as the editor of a 3D scene.
import type { ValueSource } from '../../../widgets/host/source.ts'
import { usePageValues } from './part-page-values.ts'

const page = {
  ...{ id: 0 as never, projectId: null },
  content: {
    con: { width: 100, height: 100, bgColor: '' },
    widgets: [],
    bind: { equips: [], signals: [], keys: [], mvars: [] },
  },
}

/** The values of devices; undefined until watching has started. */
export const useDeviceValues = (equipmentIds: readonly number[]): ValueSource | undefined =>
  usePageValues(page, equipmentIds)?.values
