import type { DeviceTab } from '../../device/open/live-tab.ts'
import { HistoryTab } from '../open/history.tsx'
import { LiveCurveTab } from './part-live-curve.tsx'

const none: never[] = []

export default [
  {
    key: 'history',
    place: 50,
    label: { en: 'History', 'zh-cn': '历史数据' },
    may: 'history:view',
    Body: ({ id, name, state }) => <HistoryTab equipmentId={id} name={name} signals={state?.signals ?? none} />,
  },
  {
    key: 'curve',
    place: 60,
    label: { en: 'Real-time curve', 'zh-cn': '实时曲线' },
    may: 'monitor:view',
    Body: ({ id, name, watching, state, intervalS, isLive }) =>
      watching &&
      state && (
        <LiveCurveTab
          equipmentId={id}
          name={name}
          variables={state.signals}
          source={watching.source}
          intervalS={intervalS}
          isLive={isLive}
        />
      ),
  },
] satisfies DeviceTab[]
