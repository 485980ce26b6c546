// Live values of devices, for a screen that is no page: a 3D scene that is edited.
import type { ValueSource } from '../../../widgets/host/source.ts'
import { usePageValues } from './use-page-values.ts'

const page = {
  ...{ id: 0 as never, projectId: null },
  content: {
    con: { width: 100, height: 100, bgColor: '' },
    widgets: [],
    bind: { equips: [], signals: [], keys: [], mvars: [] },
  },
}

/** Nothing until they are watched. */
export const useDeviceValues = (equipmentIds: readonly number[]): ValueSource | undefined =>
  usePageValues(page, equipmentIds)?.values
