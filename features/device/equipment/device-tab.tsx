import { OperationLog } from '../../platform/open/operation-log.tsx'
import type { DeviceTab } from '../open/live-tab.ts'

export default [
  {
    key: 'log',
    place: 90,
    label: { en: 'Operation log', 'zh-cn': '操作日志' },
    may: 'log:view',
    Body: ({ id, zone }) => <OperationLog objectId={id} zone={zone} />,
  },
] satisfies DeviceTab[]
